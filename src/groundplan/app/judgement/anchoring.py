"""Whether re-anchored citations hold: the code, now or as committed, has there what was approved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citing import look_up
from groundplan.code.past_code import PastCode
from groundplan.plan.anchors import chain_of, trace_back
from groundplan.plan.citation import parse_citation
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.baselines import Baselines
    from groundplan.plan.document import Plan
    from groundplan.plan.history import History

Anchored = frozenset[tuple[str, str, str, str]]


def find_anchored(code: Looking, plan: Plan, history: History, baselines: Baselines) -> Anchored:
    """Return the moves of citations in approved sections that the code bears out."""
    found: set[tuple[str, str, str, str]] = set()
    for part in plan.parts:
        chain = chain_of(history, baselines.reanchorings, part.key)
        commits = tuple(dict.fromkeys(each.commit for each in chain if each.commit))
        for before, moved in trace_back(plan, part.key, chain):
            for approval in baselines.approvals:
                if approval.sections.get(part.key) != before:
                    continue
                known = approval.citations.get(part.key, {})
                found |= {
                    (part.key, old, new, known[old])
                    for old, new in moved.items()
                    if old in known and is_borne_out(code, (old, new), known[old], part.document, commits)
                }
    return frozenset(found)


def is_borne_out(
    code: Looking, move: tuple[str, str], digest: str, document: str, commits: tuple[str, ...] = ()
) -> bool:
    """Tell whether a citation's new place has the text of the old one: in the worktree, or in a commit."""
    old, new = (parse_citation(text) for text in move)
    if old is None or new is None:
        return False
    old, new = (replace(each, place=Place(document)) for each in (old, new))
    now, moved = code.look_up([(new, "", ""), (old, "", digest)])
    # A copy is no move: what is still where it was approved cannot be meant elsewhere.
    if moved.state is CitationState.EXISTS and moved.digest == digest:
        return False
    if now.state is CitationState.EXISTS and now.digest == digest:
        return True
    if moved.state is CitationState.MOVED and moved.moved_to == new.text:
        return True
    return any(was_so(code, commit, new.text, document, digest) for commit in commits)


def was_so(code: Looking, commit: str, text: str, document: str, digest: str) -> bool:
    """Tell whether a citation names text of that digest in a commit."""
    citation = parse_citation(text)
    if citation is None or not commit:
        return False
    seen = look_up(PastCode(code.repository, commit), replace(citation, place=Place(document)))
    return seen.state is CitationState.EXISTS and seen.digest == digest
