"""Every rule by its code: whoever looks one up takes `RULES` from here, where all are registered."""

from __future__ import annotations

from groundplan.rules import (  # noqa: F401 - importing a module registers its rules
    approvals,
    citations,
    completeness,
    conformance,
    control_flow,
    decisions,
    dialogue,
    drift,
    edge_cases,
    figure_sources,
    file_maps,
    foreign_work,
    function_bodies,
    matrices,
    measurable,
    measured,
    occurrences,
    options,
    order,
    receipts,
    refutations,
    risks,
    rollback,
    scope,
    secrets,
    sources,
    standards,
    statements,
    steps,
    structure,
    suppressions,
    tasks,
    testing_strategy,
    ticks,
    traceability,
    typed_structures,
    verification,
    witness,
    wording,
    worked_files,
)
from groundplan.rules.registry import RULES

__all__ = ["RULES"]
