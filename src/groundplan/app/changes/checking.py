"""A plan checked: what the rules find, and what can be mended without a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import save_computed
from groundplan.app.changes.previewing import point_at_waiting, preview
from groundplan.app.judgement.documents import count_looked
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Findings, Place
from groundplan.rules.catalogue import RULES
from groundplan.rules.suppressions import suppressions_in_force

if TYPE_CHECKING:
    from collections.abc import Container

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.judgement.documents import Looked
    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.config import Suppression
    from groundplan.plan.finding import Finding


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, what it mended, and which findings only say that a draft is not finished."""

    opened: OpenPlan
    findings: tuple[Finding, ...]
    fixed: tuple[Finding, ...]
    unfinished: Findings = Findings()
    proposed: Findings = Findings()  # those of them that are about words which wait beside the plan
    waiting: frozenset[str] = frozenset()  # the sections that were checked as they are proposed
    looked: tuple[Looked, ...] = ()  # with these in place: what was held against the code

    @property
    def silenced(self) -> tuple[Suppression, ...]:
        """Return the suppressions in force."""
        return suppressions_in_force(self.opened.judgement.case)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.blocks and finding not in self.unfinished for finding in self.findings)

    @property
    def is_only_unfinished(self) -> bool:
        """Whether all that was found only says that a draft is not finished."""
        return all(finding in self.unfinished for finding in self.findings)

    def place_of(self, found: Finding) -> Place:
        """Return where a finding is, as it is shown: proposed words have lines of their own."""
        place = found.place if found.place.document else Place(self.opened.plan.documents[0].path)
        return replace(place, document=f"{place.document} (proposed)") if found in self.proposed else place


def check(
    opened: OpenPlan, *, caller: Caller, fix: bool = False, strict: bool = False, proposed: bool = True
) -> Checked:
    """Run every rule; with `fix`, first re-anchor moved citations and write what is computed."""
    fixed: tuple[Finding, ...] = ()
    if fix:
        opened, fixed = _fix(opened, caller)
    return replace(look_over(opened, strict=strict, proposed=proposed), fixed=fixed)


def look_over(opened: OpenPlan, *, strict: bool = False, proposed: bool = True) -> Checked:
    """Return what the rules find in a plan and in what is proposed for it.

    What is still missing from words that nobody has approved is no fault, unless the check is strict. What
    is proposed supplies what is missing, and excuses nothing that is wrong.
    """
    strict = strict or opened.workspace.config.policy.drafts == "strict"
    unfinished = Findings() if strict else find_unfinished(opened.judgement)
    seen = preview(opened) if proposed and opened.workspace.base is None else None
    if seen is None:
        return Checked(opened, opened.judgement.findings, (), unfinished)
    found = seen.raised(opened.judgement)
    left = {each.identity for each in seen.judgement.findings if each.section not in seen.keys}
    kept = (each for each in opened.judgement.findings if each not in unfinished or each.identity in left)
    whole = {each.identity for each in seen.judgement.findings}
    known = Findings(point_at_waiting(opened, (_settled_by_proposal(each, whole) for each in kept)))
    lacking = {each.identity for each in find_unfinished(seen.judgement)}
    missing = () if strict else tuple(each for each in found if each.identity in lacking)
    open_still = tuple(each for each in unfinished if each in known)
    gaps = Findings((*open_still, *missing))
    evidence = seen.judgement.case.evidence
    looked = count_looked(evidence) if evidence else ()
    return Checked(opened, (*known, *found), (), gaps, Findings(found), seen.keys, looked)


def _settled_by_proposal(found: Finding, whole: Container[object]) -> Finding:
    """Say of a finding that is gone with the proposals in place that nothing is left to do about it."""
    if found.identity in whole or RULES[found.code].is_process:
        return found
    return replace(found, hint="What is proposed settles it as soon as it is in the plan")


def find_unfinished(judged: Judgement) -> Findings:
    """Return the findings that ask for something still missing where no person has approved the words.

    An approval that went stale counts as well: what it covered was finished once.
    """
    approved = {
        key for state in judged.promises.approvals if not state.withdrawn for key in state.approval.sections
    }
    return Findings(
        finding
        for finding in judged.blocking
        if finding.code in RULES
        and RULES[finding.code].is_progress
        and not finding.is_wrong
        and (finding.section not in approved if finding.section else not approved)
    )


def finished_sections(judged: Judgement) -> frozenset[str]:
    """Return the sections that say all they must, and in which nothing is left to do."""
    unfinished = {finding.section for finding in find_unfinished(judged)}
    return frozenset(key for key in judged.standing.complete if key not in unfinished)


def asked_sections(judged: Judgement) -> frozenset[str]:
    """Return the sections that count: those the playbook demands, and others that somebody wrote."""
    specs = {spec.key: spec for spec in judged.case.playbook.sections}
    return frozenset(
        section.key
        for section in judged.plan.sections
        if specs[section.declared].required or judged.case.has_words(section)
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
    from groundplan.app.changes.reanchoring import reanchor  # noqa: PLC0415

    return reanchor(opened, caller)
