"""Moved citations rewritten in place: their spans and nothing else, under an entry that can be checked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import Draft, read_draft, save_entry
from groundplan.app.judgement.anchoring import Approved, is_borne_out, was_led
from groundplan.markdown.lines import split_lines
from groundplan.plan.anchors import AnchorSpan, Step, chain_of, is_same_thing, take_back, trace_back
from groundplan.plan.evidence import CitationState
from groundplan.rules.settled import is_own_work

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.anchors import Way
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.evidence import Seen
    from groundplan.plan.promise import Approval

_OPENS = "`<("


def reanchor(opened: OpenPlan, caller: Caller) -> Outcome | None:
    """Rewrite the citations whose code moved, and keep what was moved in an entry; None where none can be."""
    moved = _movable(opened)
    while moved:
        draft = Draft(opened, caller)
        _rewrite(draft, moved)
        sections, failed = _account(opened.plan, read_draft(draft), moved)
        if not failed:
            body = {"sections": sections, "commit": opened.workspace.code.commit}
            draft.add("reanchored", body, speaker="planner")
            return save_entry(draft, label="re-anchor", changed=tuple(sections))
        moved = [seen for seen in moved if seen.section not in failed]
    return None


def _movable(opened: OpenPlan) -> list[Seen]:
    """Return the moved citations of accounted words; approved words also want proof that lasts.

    A closed task keeps its words: a receipt is of the words as they are.
    """
    evidence = opened.judgement.case.evidence
    promises = opened.judgement.promises
    prints = opened.plan.fingerprints()
    once = Counter(part.key for part in opened.plan.parts)
    return [
        seen
        for seen in (evidence.citations if evidence else ())
        if seen.state is CitationState.MOVED
        and is_same_thing(seen.citation.text, seen.moved_to)
        and once[seen.section] == 1
        and not is_own_work(opened.judgement.case, seen)
        and prints[seen.section] in promises.witnessed.get(seen.section, ())
        and _is_provable(opened, seen)
    ]


def _is_provable(opened: OpenPlan, seen: Seen) -> bool:
    """Tell whether the section's approvals will still hold: a commit must have the text they were given for.

    The worktree alone is no lasting proof: the next edit would take the approval with it.
    """
    code = opened.workspace.code
    step = Step(seen.citation.text, seen.moved_to, code.commit)
    for state in opened.judgement.promises.approvals:
        if state.holds and seen.section in state.approval.sections:
            for before in _ways_to(opened, state.approval, seen):
                way = (*before, step)
                digest = state.approval.citations.get(seen.section, {}).get(way[0].old, "")
                approved = Approved(digest, seen.citation.place.document, state.approval.commit)
                if way[0].old != step.new and not (
                    digest
                    and is_borne_out(code.looking, way, approved)
                    and was_led(code.looking, way, approved)
                ):
                    return False
    return True


def _ways_to(opened: OpenPlan, approval: Approval, seen: Seen) -> list[Way]:
    """Return how citations came to read so since they were approved: none may be left out of the proof."""
    chain = chain_of(opened.history, opened.judgement.promises.reanchorings, seen.section)
    for before, ways in trace_back(opened.plan, seen.section, chain):
        if before == approval.sections[seen.section]:
            return [way for way in ways if way[-1].new == seen.citation.text] or [()]
    return [()]


def _rewrite(draft: Draft, moved: Iterable[Seen]) -> None:
    """Replace each citation at its place, the last one first, so that the places before it stay true."""
    names = {document.path: document.name for document in draft.opened.plan.documents}
    ordered = sorted(moved, key=lambda seen: seen.citation.place, reverse=True)
    for name in {names[seen.citation.place.document] for seen in ordered}:
        lines = split_lines(draft.texts[name])
        for seen in ordered:
            place = seen.citation.place
            if names[place.document] != name:
                continue
            line = lines[place.line - 1]
            start = line.find(seen.citation.text, place.column - 1)
            if start >= 0:
                end = start + len(seen.citation.text)
                lines[place.line - 1] = line[:start] + seen.moved_to + line[end:]
        draft.texts[name] = "".join(lines)


def _account(old: Plan, new: Plan, moved: Iterable[Seen]) -> tuple[dict[str, Any], Collection[str]]:
    """Return what the entry says of each section, and the sections where more than citations would change."""
    before, after = old.fingerprints(), new.fingerprints()
    wanted = {seen.section for seen in moved}
    changed = {key for key in (*before, *after) if before.get(key) != after.get(key)}
    failed = wanted if changed - wanted else set()
    sections: dict[str, Any] = {}
    for key in wanted - failed:
        spans = find_spans(old.section(key), new.section(key), [s for s in moved if s.section == key])
        if spans is None:
            failed = failed | {key}
        else:
            told = [{"at": span.at, "from": span.old, "to": span.new} for span in spans]
            sections[key] = {"before": before[key], "after": after[key], "spans": told}
    return sections, failed


def find_spans(old: Section | None, new: Section | None, moved: list[Seen]) -> list[AnchorSpan] | None:
    """Return where in the new normal form the citations stand; None where that does not explain all of it."""
    if old is None or new is None:
        return None
    spans: list[AnchorSpan] = []
    behind = 0  # how far the new text is ahead of the old one
    place = 0
    for seen in sorted(moved, key=lambda each: each.citation.place):
        text = seen.citation.text
        at = old.normal.find(text, place)
        while at >= 0 and not _differs(old.normal, new.normal, at, behind, seen):
            at = old.normal.find(text, at + 1)
        if at < 0:
            return None
        spans.append(AnchorSpan(at + behind, text, seen.moved_to))
        behind += len(seen.moved_to) - len(text)
        place = at + len(text)
    return spans if take_back(new.normal, spans) == old.normal else None


def _differs(old: str, new: str, at: int, behind: int, seen: Seen) -> bool:
    """Tell whether the new text has the moved citation where the old one has it as it was."""
    return old[at - 1 : at] in _OPENS and new.startswith(seen.moved_to, at + behind)
