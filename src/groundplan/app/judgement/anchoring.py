"""Whether re-anchored citations hold: each was led only to where its code went, with nothing to choose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citations.places import Places
from groundplan.code.citations.texts import digest_file, find_lines, split_lines
from groundplan.code.citing import Cited, look_up, look_up_all
from groundplan.code.past_code import CommittedCode, PastCode, PastHistory
from groundplan.plan.anchors import Step, chain_of, trace_back
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.anchors import Way
    from groundplan.plan.baselines import Baselines
    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Seen
    from groundplan.plan.history import History

Anchored = frozenset[tuple[str, str, str, str]]


@dataclass(frozen=True, slots=True)
class Approved:
    """What a citation named when it was approved: the digest of its text, its document, the commit."""

    digest: str
    document: str
    commit: str


def find_anchored(code: Looking, plan: Plan, history: History, baselines: Baselines) -> Anchored:
    """Return the moves of citations in approved sections that the code bears out."""
    found: set[tuple[str, str, str, str]] = set()
    for part in plan.parts:
        chain = chain_of(history, baselines.reanchorings, part.key)
        for before, ways in trace_back(plan, part.key, chain):
            for approval in baselines.approvals:
                if approval.sections.get(part.key) != before:
                    continue
                known = approval.citations.get(part.key, {})
                for way in ways:
                    old, new = way[0].old, way[-1].new
                    digest = known.get(old, "")
                    if digest and is_borne_out(code, way, Approved(digest, part.document, approval.commit)):
                        found.add((part.key, old, new, approval.entry.id))
    return frozenset(found)


def is_borne_out(code: Looking, way: Way, approved: Approved) -> bool:
    """Tell whether a citation's way leads to where its code went: now, or at each step as committed then.

    Of several places with the same text only a person may choose: such a way is not borne out.
    """
    old, new = (_read(text, approved) for text in (way[0].old, way[-1].new))
    if old is None or new is None or _had_copies(code, old, new, approved):
        return False
    then, now = code.look_up([(old, "", approved.digest), (new, "", approved.digest)])
    return _leads(then, new.text, approved) or (
        _may_be_gone(then, now, approved) and was_led(code, way, approved)
    )


def was_led(code: Looking, way: Way, approved: Approved) -> bool:
    """Tell whether commits show a way: each step at its own, or all of it at the newest."""
    whole = Step(way[0].old, way[-1].new, way[-1].commit)
    return all(_was_so(code, step, approved) for step in way) or (
        len(way) > 1 and _was_so(code, whole, approved)
    )


def _may_be_gone(then: Seen, now: Seen, approved: Approved) -> bool:
    """Tell whether nothing of today says that the code never left, or that it is at both places."""
    if _has(then, approved):  # it went back: so it must not be where the words lead any more
        return _leads(now, then.citation.text, approved)
    is_elsewhere = then.citation.path != now.citation.path
    is_there_too = then.state in {CitationState.EXISTS, CitationState.CHANGED}
    return not (is_elsewhere and is_there_too) or _has(now, approved)


def _was_so(code: Looking, step: Step, approved: Approved) -> bool:
    """Tell whether the code, asked at the commit of a step, leads from its old words to its new ones."""
    citation = _read(step.old, approved)
    if citation is None or not step.commit or _is_before(code, step.commit, approved.commit):
        return False
    repository = code.repository
    past = CommittedCode(code.index, step.commit)
    try:
        wanted = (Cited(citation, baseline=approved.digest),)
        [seen] = look_up_all(past, wanted, history=PastHistory(repository, step.commit))
    except GroundplanError:  # the commit is not here
        return False
    return _leads(seen, step.new, approved)


def _is_before(code: Looking, commit: str, approval: str) -> bool:
    """Tell whether a commit was there before an approval: where the code was then is no move since."""
    try:
        return commit != approval and code.repository.merge_base(commit, approval) == commit
    except GroundplanError:  # one of the two is not here, so it is not known
        return False


def _had_copies(code: Looking, old: Citation, new: Citation, approved: Approved) -> bool:
    """Tell whether the text was there a second time when it was approved: what is left may be the other."""
    past = PastCode(code.repository, approved.commit)
    if old.path != new.path and new.symbol:
        return _has(look_up(past, new), approved)
    if old.symbol:
        return False
    places = Places(past, root=None)
    paths = {places.find(each).path for each in (old, new)} - {""}
    if old.path != new.path:
        paths.discard(places.find(old).path)
    texts = [past.text(path) or b"" for path in paths]
    count = sum(len(find_lines(split_lines(text), approved.digest)) for text in texts)
    count += sum(digest_file(text) == approved.digest for text in texts)
    return count > (1 if old.path == new.path else 0)


def _leads(seen: Seen, text: str, approved: Approved) -> bool:
    """Tell whether the very text went to a place; a file may change on its way, as git follows it."""
    is_file = not (seen.citation.symbol or seen.citation.first)
    return (
        seen.state is CitationState.MOVED
        and seen.moved_to == text
        and (is_file or seen.digest == approved.digest)
    )


def _has(seen: Seen, approved: Approved) -> bool:
    return seen.state is CitationState.EXISTS and seen.digest == approved.digest


def _read(text: str, approved: Approved) -> Citation | None:
    citation = parse_citation(text)
    return None if citation is None else replace(citation, place=Place(approved.document))
