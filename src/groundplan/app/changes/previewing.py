"""A plan as it would read with everything proposed in its place: for readers and rules, never saved.

Nothing in here counts: who may approve, and what is complete, follows from the plan alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import Caller
from groundplan.app.changes.changing import bring_up_to_date, weigh
from groundplan.app.changes.measured import tell_measured
from groundplan.app.changes.promoting import find_outdated
from groundplan.app.changes.writing import draft_sections
from groundplan.app.judgement.computed import one_line
from groundplan.markdown.plan_mark import without_mark
from groundplan.markdown.reading_copy import exact_copy, reading_copy
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import Hint, run
from groundplan.rules.catalogue import RULES
from groundplan.store.proposals import read_proposals

_INCOMPLETE = "GP504"

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Document, Plan, Section
    from groundplan.plan.finding import Finding
    from groundplan.store.proposals import Proposal


@dataclass(frozen=True, slots=True)
class Preview:
    """A plan judged as if its proposals were in it."""

    judgement: Judgement
    proposals: tuple[Proposal, ...]

    @property
    def keys(self) -> frozenset[str]:
        """Return the sections that are proposed."""
        return frozenset(each.key for each in self.proposals)

    def findings(self, known: Judgement) -> tuple[Finding, ...]:
        """Return what the rules find in the whole; that words wait is no fault of theirs."""
        before = {each.identity for each in known.findings}
        return tuple(
            each for each in self.judgement.findings if each.identity in before or not _is_process(each)
        )

    def raised(self, known: Judgement) -> tuple[Finding, ...]:
        """Return what the rules find in the proposed words, or because of them, by the line of the print."""
        before = {each.identity for each in known.findings}
        return tuple(
            replace(each, place=replace(each.place, line=self._printed_line(each)))
            for each in self.findings(known)
            if not _is_process(each) and (each.section in self.keys or each.identity not in before)
        )

    def _printed_line(self, found: Finding) -> int:
        """Return the line that a finding has in the printed text, which has no mark at its top."""
        for document in self.judgement.plan.documents:
            if document.path == found.place.document and found.place.line:
                gone = document.text.count("\n") - printed(document).count("\n")
                return max(found.place.line - gone, 1)
        return found.place.line


def _is_process(found: Finding) -> bool:
    return found.code in RULES and RULES[found.code].is_process


def printed(document: Document) -> str:
    """Return a document to read or to pass on: a copy with its mark would pass for the plan."""
    return without_mark(document.text)


def find_waiting(opened: OpenPlan) -> tuple[tuple[Proposal, ...], tuple[Proposal, ...]]:
    """Return the sections that others proposed: those that can go in, and those that will be dropped."""
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    theirs = [each for each in kept if each.is_anothers and each.kind == "section"]
    outdated = tuple(each for each in theirs if find_outdated(opened, each))
    return tuple(each for each in theirs if each not in outdated), outdated


def _in_place(opened: OpenPlan) -> tuple[Proposal, ...]:
    """Return what can go in: what others proposed, and the planner's own where nobody has written yet."""
    theirs = find_waiting(opened)[0]
    gaps = {section.key for section in opened.plan.sections if section.is_gap}
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    own = (each for each in kept if not each.is_anothers and each.kind == "section" and each.key in gaps)
    return (*theirs, *own)


def preview(opened: OpenPlan) -> Preview | None:
    """Judge the plan with its proposals in place; None where nothing waits."""
    waiting = _in_place(opened)
    if not waiting:
        return None
    caller = Caller(waiting[0].by, "pipe")
    drafted = draft_sections(opened, {each.key: each.text for each in waiting}, caller=caller)
    weigh(drafted.draft, turns=drafted.turns)
    return Preview(bring_up_to_date(drafted.draft), waiting)


def point_at_waiting(opened: OpenPlan, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings whose hint asks nobody to write what is proposed already."""
    waiting = {each.key: each for each in _in_place(opened)}
    return [
        replace(each, hint=_waits(waiting[each.section]))
        if each.code == _INCOMPLETE and each.section in waiting
        else each
        for each in findings
    ]


def _waits(proposal: Proposal) -> Hint:
    for_what = f" and waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else ""
    return Hint(f"It is proposed{for_what}: ", run("show", {"text": True, "proposed": True}))


def as_read(opened: OpenPlan) -> OpenPlan:
    """Return the plan as its readers have it, to be shown and never saved."""
    seen = preview(opened)
    return replace(opened, judgement=seen.judgement) if seen else opened


def plan_to_read(opened: OpenPlan) -> Plan:
    """Return the words that a reader is given: the plan, with what is proposed in its place."""
    return as_read(opened).plan


def copy_to_read(opened: OpenPlan) -> str:
    """Return the plan for a reader: what is proposed in its place, without what only the form says."""
    copied = "\n".join(copies_to_read(opened, plan_to_read(opened), reading_copy).values())
    return copied + tell_measured(opened.judgement.promises.probes, copied)


def copies_to_read(
    opened: OpenPlan, plan: Plan, copy: Callable[[Document, str, set[str], str], str] = exact_copy
) -> dict[str, str]:
    """Return the copy of each document that somebody wrote in, by path; the first has the plan's title."""
    texts: dict[str, str] = {}
    specs = {spec.name: spec for spec in opened.playbook.documents}
    for document in sorted(plan.documents, key=lambda each: specs[each.name].appendix):
        form = "\n".join((specs[document.name].skeleton, *opened.judgement.case.open_lines.values()))
        left_out = {part.key for part in document.sections if _says_nothing(opened, part)}
        copied = copy(document, form, left_out, "" if texts else one_line(opened.known.title))
        texts |= {document.path: copied} if copied else {}
    return texts


def _says_nothing(opened: OpenPlan, part: Section) -> bool:
    """Tell whether a section is computed from the ledger, or says no more than its skeleton."""
    spec = opened.playbook.section(part.declared)
    if spec is None or spec.computed:
        return spec is not None
    is_form = not opened.judgement.case.has_words(part)
    return is_form and bool(part.body.strip()) and not spec.container
