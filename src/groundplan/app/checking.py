"""A plan checked: what the rules find, and what can be mended without a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.changing import save_computed
from groundplan.plan.dataclass import dataclass
from groundplan.rules.registry import RULES
from groundplan.rules.suppressions import suppressions_in_force

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changing import Outcome
    from groundplan.app.judging import Judgement
    from groundplan.app.opened import OpenPlan
    from groundplan.plan.config import Suppression
    from groundplan.plan.finding import Finding


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, what it mended, and which findings only say that a draft is not finished."""

    opened: OpenPlan
    findings: tuple[Finding, ...]
    fixed: tuple[Finding, ...]
    unfinished: tuple[Finding, ...] = ()

    @property
    def silenced(self) -> tuple[Suppression, ...]:
        """Return the suppressions in force."""
        return suppressions_in_force(self.opened.judgement.case)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.blocks and finding not in self.unfinished for finding in self.findings)


def check(opened: OpenPlan, *, caller: Caller, fix: bool = False, strict: bool = False) -> Checked:
    """Run every rule; with `fix`, first re-anchor moved citations and write what is computed.

    What is still missing from words that nobody has approved is no fault, unless the check is strict.
    """
    fixed: tuple[Finding, ...] = ()
    if fix:
        opened, fixed = _fix(opened, caller)
    strict = strict or opened.workspace.config.policy.drafts == "strict"
    unfinished = () if strict else find_unfinished(opened.judgement)
    return Checked(opened, opened.judgement.findings, fixed, unfinished)


def find_unfinished(judged: Judgement) -> tuple[Finding, ...]:
    """Return the findings that ask for something still missing where no person has approved the words.

    An approval that went stale counts as well: what it covered was finished once.
    """
    approved = {
        key for state in judged.promises.approvals if not state.withdrawn for key in state.approval.sections
    }
    return tuple(
        finding
        for finding in judged.blocking
        if finding.code in RULES
        and RULES[finding.code].is_progress
        and not finding.is_wrong
        and (finding.section not in approved if finding.section else not approved)
    )


def _fix(opened: OpenPlan, caller: Caller) -> tuple[OpenPlan, tuple[Finding, ...]]:
    before = opened.judgement.findings
    mendable = [f for f in before if f.code in RULES and RULES[f.code].fixable]
    if not mendable:
        return opened, ()
    moved = _reanchor(opened, caller) if any(f.code == "GP102" for f in mendable) else None
    outcome = save_computed(moved.opened if moved else opened, caller)
    left = {finding.identity for finding in outcome.opened.judgement.findings}
    return outcome.opened, tuple(finding for finding in mendable if finding.identity not in left)


def _reanchor(opened: OpenPlan, caller: Caller) -> Outcome | None:
    # It brings the index with it, which a check of a plan without code does not need.
    from groundplan.app.reanchoring import reanchor  # noqa: PLC0415

    return reanchor(opened, caller)
