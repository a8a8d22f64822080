"""What is known about the place of the change: where and why, who uses it, how things are done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.where import say_unplaced
from groundplan.planner.writers.findings import (
    attempt_phrase,
    caller_phrase,
    failure_phrase,
    habit_phrase,
    history_phrase,
    package_phrase,
    reach_phrase,
    sure_ways,
    tests_phrase,
    way_phrase,
)
from groundplan.planner.writers.phrases import bullets, cite, clause, code, counted, joined, listing, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.today import what_it_does
from groundplan.planner.writers.touched import callers, changed, constraints, failures, reached
from groundplan.planner.writers.wishes import agreed, is_said
from groundplan.planner.writers.work import MOST_FILES, pieces, source_phrase, swept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Constraint
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.work import Piece

_MOST_ALIKE = 2
_MOST_STANDINGS = 3


@writer("context")
def write_context(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write where the change goes and all that the code says about it, then what was agreed."""
    lines = [f"**{label}:** {sentence(text)}" for label, text in _labelled(brief) if text]
    settled = [each for each in agreed(brief) if is_said(brief, each)]
    lines += [f"**Settled{f' ({each.id})' if each.id else ''}:** {sentence(each.text)}" for each in settled]
    yield SectionDraft(spec.key, bullets(lines), is_evidence=not brief.settled)


def _labelled(brief: Brief) -> Iterator[tuple[str, str]]:
    """Yield what is known, what matters most first; a small change gets what a small change needs."""
    pack = brief.pack
    placed = sorted(pieces(brief), key=lambda each: _rank(brief, each))
    if not placed:
        yield "Where", say_unplaced(pack)
    for at, piece in enumerate(placed):
        yield "Where" if at == 0 else "Also", where_phrase(piece)
    regions = [each for piece in placed if not piece.source for each in piece.regions[:1]][:2]
    yield "Today", "; ".join(what_it_does(pack.index, each) for each in regions)
    shown = {each.citation for piece in placed for each in piece.regions}
    for alike in [each for each in pack.alike if each.region.citation not in shown][:_MOST_ALIKE]:
        why = f", as {joined([clause(each) for each in alike.why[:1]])}" if alike.why else ""
        does = what_it_does(pack.index, alike.region)
        yield "Already there", f"{code(alike.region.lines)} is alike{why}. {does}"
    yield "Used by", _used(brief)
    yield "Fails today", listing([failure_phrase(each) for each in failures(brief)], 2)
    yield "Pattern to keep", habit_phrase(pack, "errors")
    yield "Tests", tests_phrase(pack)
    yield "Depends on", listing([package_phrase(each) for each in pack.packages], 3)
    yield (
        "Deployment",
        "; ".join(f"{clause(each.statement)} ({cite(each.spots, 2)})" for each in _deployed(brief)),
    )
    yield "Names in play", _standing(brief)
    yield "History", _history(brief)
    rings = [" → ".join(code(path) for path in (*ring, ring[0])) for ring in pack.cycles[:1]]
    yield "Import cycle", "".join(rings) if len(placed) > 1 else ""
    others = [f"{code(each.slug)} works on {cite(each.paths, 3)}" for each in pack.others if each.paths]
    yield "Other plans", listing(others, 3)


def _deployed(brief: Brief) -> list[Constraint]:
    return [each for each in constraints(brief) if each.kind != "compatibility"][:3]


def _rank(brief: Brief, piece: Piece) -> int:
    order = [each.path for each in brief.pack.targets]
    if piece.source:
        return 2 * MOST_FILES
    if piece.is_new:
        return -1 if brief.pack.is_new else MOST_FILES
    return order.index(piece.path) if piece.path in order else MOST_FILES


def where_phrase(piece: Piece) -> str:
    """Return where a piece of the change goes, and why there."""
    why = (
        f": {'; '.join(clause(each) for each in piece.why[: 1 if 'named' in piece.why[0] else 2])}"
        if piece.why
        else ""
    )
    if piece.source:
        return f"{code(piece.path)} is regenerated from {source_phrase(piece)}"
    if piece.is_new:
        beside = f" beside {code(piece.beside)}" if piece.beside else ""
        return f"{code(piece.path)} (new){beside}{why}"
    likely = "" if piece.is_named else "most likely "
    if not piece.regions:
        return f"{likely}{code(piece.path)}{why}"
    shown = [f"{code(each.lines)} ({code(each.definition.qualified)})" for each in piece.regions]
    return f"{likely}{joined(shown)}{why}"


def _used(brief: Brief) -> str:
    pack = brief.pack
    used = callers(brief)
    ways = listing([f"the {way_phrase(each)}" for each in sure_ways(pack)], 2)
    parts = [caller_phrase(used, 3)] if used else []
    parts += [text for each in reached(brief)[:1] if (text := reach_phrase(each))]
    parts += [f"entered by {ways}"] if ways else []
    own = changed(brief)
    if not parts and own:
        return f"no caller of {code(own[0].definition.qualified)} found in the code that is parsed"
    return "; ".join(parts)


def _standing(brief: Brief) -> str:
    """Return where the names stand that change themselves; other words of the goal say little."""
    own = {each.definition.name for each in changed(brief)}
    terms = swept(brief) or [each for each in brief.pack.standings if each.term.rpartition(".")[2] in own]
    shown = [
        f"{code(each.term)} stands {counted(each.total, 'time')} in {counted(len(each.files), 'file')} "
        f"({listing([f'{code(path)} {count}' for path, count in each.files.items()], 3)})"
        for each in terms
        if each.total
    ]
    return listing(shown, _MOST_STANDINGS)


def _history(brief: Brief) -> str:
    past = brief.pack.past
    own = {each.path for each in brief.pack.targets}
    ended = [each for each in past.attempts if (each.was_taken_back or each.branch) and own & set(each.now)]
    attempts = [attempt_phrase(each) for each in ended]
    tried = f"tried before: {listing(attempts, 2)}" if attempts else ""
    return "; ".join(each for each in (history_phrase(brief.pack), tried) if each)
