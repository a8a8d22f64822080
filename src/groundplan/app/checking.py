"""A plan checked: what the rules find, and what can be mended without a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.changing import save_computed
from groundplan.plan.dataclass import dataclass
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changing import Outcome
    from groundplan.app.opened import OpenPlan
    from groundplan.plan.finding import Finding


@dataclass(frozen=True, slots=True)
class Checked:
    """What stands after a check."""

    opened: OpenPlan
    findings: tuple[Finding, ...]
    fixed: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing blocks."""
        return not any(finding.blocks for finding in self.findings)


def check(opened: OpenPlan, *, caller: Caller, fix: bool = False) -> Checked:
    """Run every rule; with `fix`, first re-anchor moved citations and write what is computed."""
    before = opened.judgement.findings
    mendable = [f for f in before if f.code in RULES and RULES[f.code].fixable]
    if not (fix and mendable):
        return Checked(opened, before, ())
    moved = _reanchor(opened, caller) if any(f.code == "GP102" for f in mendable) else None
    outcome = save_computed(moved.opened if moved else opened, caller)
    left = {finding.identity for finding in outcome.opened.judgement.findings}
    fixed = tuple(finding for finding in mendable if finding.identity not in left)
    return Checked(outcome.opened, outcome.opened.judgement.findings, fixed)


def _reanchor(opened: OpenPlan, caller: Caller) -> Outcome | None:
    # It brings the index with it, which a check of a plan without code does not need.
    from groundplan.app.reanchoring import reanchor  # noqa: PLC0415

    return reanchor(opened, caller)
