"""Every rule module, imported once so that each rule is registered."""

from __future__ import annotations

from groundplan.rules import (
    approvals,
    decisions,
    dialogue,
    order,
    suppressions,
    witness,
)

MODULES = (approvals, decisions, dialogue, order, suppressions, witness)
