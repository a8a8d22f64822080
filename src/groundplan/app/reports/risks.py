"""Risks of a plan as a matrix of probability and impact, and the register behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.reports.lines import items, part, say_none, sources, table
from groundplan.app.schedule.risks import REGISTER, draw_matrix, list_risks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.risks import RatedRisk


def report_risks(opened: OpenPlan, role: str) -> Iterator[str]:
    """Yield the matrix, the register, and what is not rated or not answered."""
    del role
    risks = list_risks(opened.judgement.case)
    none = "No risk is written in this plan; that says nothing about whether there are any."
    yield from part("Matrix", draw_matrix(risks), "" if risks else say_none(opened, "risk", none))
    heads = ("Risk", "", "Phase", "Class", "Probability", "Impact", "Mitigation", "Contingency", "Alert")
    rows = [(each.name, each.text, each.phase, *(each.fields[name] for name in REGISTER)) for each in risks]
    used = [at for at in range(len(heads)) if at < 2 or any(row[at] for row in rows)]
    register = table([heads[at] for at in used], ([row[at] for at in used] for row in rows))
    yield from part("Register", register)
    yield from part("Not known", items(_unknown(risks)))
    yield from part(
        "Sources", items([*sources(opened, "risk"), "ratings and labels such as (default) as written"])
    )


def _unknown(risks: Sequence[RatedRisk]) -> Iterator[str]:
    unrated = [risk.name for risk in risks if not (risk.probability and risk.impact)]
    if unrated:
        yield f"not in the matrix, as probability or impact is no level: {', '.join(unrated)}"
    for name in ("mitigation", "contingency", "alert"):
        missing = [risk.name for risk in risks if not risk.fields[name]]
        if missing:
            yield f"no {name}: {', '.join(missing)}"
