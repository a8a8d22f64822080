"""Citations held against the code: what a plan says about code is there, or it is flagged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.anchors import is_same_thing
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import Hint, run
from groundplan.plan.mention import Intent
from groundplan.rules.registry import rule
from groundplan.rules.settled import is_own_work, weight
from groundplan.rules.written import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.evidence import Seen

_FIXES = Hint(run("check", {"fix": True}), " rewrites it")


def _seen(case: Case, state: CitationState) -> Iterator[Seen]:
    """Yield the citations in a state, each once per section however often it stands there."""
    told: set[tuple[str, str]] = set()
    for seen in case.evidence.citations if case.evidence else ():
        key = (seen.section, seen.citation.text)
        if seen.state is state and key not in told and not is_own_work(case, seen):
            told.add(key)
            yield seen


def _finding(case: Case, code: str, seen: Seen, message: str, hint: str) -> Finding:
    return Finding(
        code,
        message,
        seen.citation.place,
        seen.section,
        hint,
        severity=weight(case, seen.section),
        subject=seen.citation.text,
        mends=seen.citation.text,
        offers=(*seen.near, seen.moved_to) if seen.moved_to else seen.near,
    )


@rule("GP101", "missing-citation", always=True)
def missing_citation(case: Case) -> Iterator[Finding]:
    """Code that the plan cites is there, or the plan creates it."""
    evidence = case.evidence
    if evidence is None:
        return
    if evidence.trouble:
        yield Finding(
            "GP101",
            f"What the plan says about code could not be checked: {evidence.trouble}",
            subject="trouble",
            hint=Hint("Fix that, then run ", run("check"), " again"),
        )
    yield from _ambiguous(case)
    modified = {
        worked.mention.place
        for worked in evidence.worked
        if worked.mention.intent in {Intent.MODIFIES, Intent.REMOVES} and not worked.stands
    }
    for seen in _seen(case, CitationState.MISSING):
        if seen.citation.place in modified and not (seen.citation.symbol or seen.citation.first):
            continue  # GP105 says it with the list it stands in
        because = f": {seen.reason}" if seen.reason else ""
        yield _finding(
            case,
            "GP101",
            seen,
            f"`{seen.citation.text}` is not in the code{because}",
            f"Nearest: {listed(seen.near)}"
            if seen.near
            else "Cite what is there; where the plan makes it, say so: `path` (new)",
        )


def _ambiguous(case: Case) -> Iterator[Finding]:
    """Yield the short names that several files have; in a document that is no plan of ours they are noted."""
    for seen in _seen(case, CitationState.UNCLEAR):
        if seen.near:
            message = f"`{seen.citation.text}` may be any of {len(seen.near)} files: {listed(seen.near)}"
            found = _finding(case, "GP101", seen, message, "Cite it with its folder")
            yield replace(found, severity=Severity.WARNING if case.plan.id else Severity.NOTE)


@rule("GP102", "moved-citation", always=True, fixable=True)
def moved_citation(case: Case) -> Iterator[Finding]:
    """Code that moved since it was cited is cited at its new place, but for what closed tasks say."""
    for seen in _seen(case, CitationState.MOVED):
        message = f"`{seen.citation.text}` moved to `{seen.moved_to}`"
        is_ours = bool(case.plan.id)  # a document that is no plan of ours is never rewritten
        is_plain = is_ours and is_same_thing(seen.citation.text, seen.moved_to)
        hint = _FIXES if is_plain else f"Write `{seen.moved_to}`"
        yield _finding(case, "GP102", seen, message, hint)


@rule("GP103", "changed-citation", always=True, severity=Severity.WARNING)
def changed_citation(case: Case) -> Iterator[Finding]:
    """Cited code still reads as it did when the section was written, or as the plan's tasks made it."""
    if case.evidence is None:
        return
    own = case.promises.own_work(case.evidence.contents.get)
    for seen in _seen(case, CitationState.CHANGED):
        if seen.path in own:
            continue
        since = case.evidence.seen_at.get(seen.section, "")
        when = f" at commit `{since[:12]}`" if since else ""
        yield _finding(
            case,
            "GP103",
            seen,
            f"`{seen.citation.text}` is not the text it was when the section was written{when}",
            "Read it again: rewrite the section if it is not true any more; approving takes it as it is",
        )


@rule("GP104", "outside-citation", always=True)
def outside_citation(case: Case) -> Iterator[Finding]:
    """Every citation names a place inside this repository."""
    for seen in _seen(case, CitationState.OUTSIDE):
        because = f": {seen.reason}" if seen.reason else ""
        message = f"`{seen.citation.text}` lies outside this repository{because}"
        hint = "Cite a file of this repository, or link to an address"
        found = _finding(case, "GP104", seen, message, hint)
        # `~/.config/app.toml` may be where the program looks; lines of it are a claim nobody can check.
        is_claim = seen.citation.first or seen.citation.symbol or seen.citation.trouble
        is_mere_home = seen.citation.path.startswith("~") and not is_claim
        yield replace(found, severity=Severity.NOTE) if is_mere_home else found
