"""Re-anchored citations: entries that may move a citation to where its code went, and change nothing else.

A `reanchored` entry is believed in so far as it can be undone: taking its spans back must give exactly the
words of before, and each span must be a whole citation of the same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.document import fingerprint
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History

_EDGES = {"`": "`", "<": ">", "(": ") "}
_MOST_SPANS = 1000
_COUNT = late_regex(r"\d{1,9} in \d{1,9} files?")


@dataclass(frozen=True, slots=True)
class AnchorSpan:
    """Words as they were and as they are, and where they are in the section's normal form."""

    at: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Reanchoring:
    """Sections whose citations were moved: section -> fingerprint before and after, and the spans."""

    entry: Entry
    sections: Mapping[str, tuple[str, str]]
    spans: Mapping[str, tuple[AnchorSpan, ...]]
    commit: str = ""  # what was checked out


@dataclass(frozen=True, slots=True)
class Step:
    """One citation moved once: as it was, as it was then, and the commit that was checked out."""

    old: str
    new: str
    commit: str = ""


Way = tuple[Step, ...]  # of one citation, oldest first


def take_back(normal: str, spans: Sequence[AnchorSpan]) -> str | None:
    """Return the normal form with the spans as they were; None where one is no citation moved as a whole."""
    pieces: list[str] = []
    end = 0
    for span in sorted(spans, key=lambda each: each.at)[:_MOST_SPANS]:
        if span.at < end or not _stands(normal, span) or not is_same_thing(span.old, span.new):
            return None
        pieces += [normal[end : span.at], span.old]
        end = span.at + len(span.new)
    return "".join(pieces) + normal[end:] if len(spans) <= _MOST_SPANS else None


def take_back_mends(normal: str, spans: Sequence[AnchorSpan]) -> str | None:
    """Return the normal form as it was before citations or counts were put right; None where it was more."""
    pieces: list[str] = []
    end = 0
    for span in sorted(spans, key=lambda each: each.at)[:_MOST_SPANS]:
        is_there = span.at >= end and normal.startswith(span.new, span.at)
        if not is_there or not is_mend(span.old, span.new):
            return None
        pieces += [normal[end : span.at], span.old]
        end = span.at + len(span.new)
    return "".join(pieces) + normal[end:] if len(spans) <= _MOST_SPANS else None


def is_mend(old: str, new: str) -> bool:
    """Tell whether one span may be another put right: a citation of that file or symbol, or its count."""
    before, after = parse_citation(old), parse_citation(new)
    if before is None or after is None:
        return bool(_COUNT.fullmatch(old) and _COUNT.fullmatch(new))
    is_same_file = before.path.rpartition("/")[2] == after.path.rpartition("/")[2]
    is_whole = before.text == old and after.text == new
    return is_whole and (is_same_file or bool(before.symbol and before.symbol == after.symbol))


def is_same_thing(old: str, new: str) -> bool:
    """Tell whether two citations can name one thing: the same symbol, as many lines, or a file."""
    before, after = parse_citation(old), parse_citation(new)
    if before is None or after is None or old == new:
        return False
    return (
        before.symbol == after.symbol
        and before.text == old
        and after.text == new
        and bool(before.first) == bool(after.first)
        and before.last - before.first == after.last - after.first
        and before.path.endswith("/") == after.path.endswith("/")
    )


def _stands(normal: str, span: AnchorSpan) -> bool:
    """Tell whether the new citation stands at its place, whole, and among words rather than in a fence."""
    end = span.at + len(span.new)
    if span.at < 1 or end >= len(normal) or normal[span.at : end] != span.new:
        return False
    if normal[end] not in _EDGES.get(normal[span.at - 1], ""):
        return False
    line = normal[normal.rfind("\n", 0, span.at) + 1 : span.at]
    return not line.lstrip(" ").startswith("|")


def trace_back(plan: Plan, key: str, chain: Iterable[Reanchoring]) -> list[tuple[str, tuple[Way, ...]]]:
    """Return the fingerprints a section had before each re-anchoring, newest first, back to the oldest.

    With each comes the way of every citation that reads otherwise since. They are told apart by their place
    in the words: what one citation is proven by must not cover another that began as the same text.
    """
    parts = [part for part in plan.parts if part.key == key]
    if len(parts) != 1:
        return []
    normal = parts[0].normal
    found: list[tuple[str, tuple[Way, ...]]] = []
    ways: dict[int, Way] = {}  # by where each citation begins in the words
    for each in chain:
        before, after = each.sections.get(key, ("", ""))
        if fingerprint(normal) != after:
            continue
        spans = each.spans.get(key, ())
        earlier = take_back(normal, spans)
        if earlier is None or fingerprint(earlier) != before:
            break
        normal, ways = earlier, _led_back(ways, spans, each.commit)
        if not all(normal.startswith(way[0].old, at) for at, way in ways.items()):
            break
        found.append((before, tuple(way for way in ways.values() if way[0].old != way[-1].new)))
    return found


def _led_back(ways: Mapping[int, Way], spans: Iterable[AnchorSpan], commit: str) -> dict[int, Way]:
    """Put a move before the newer ones of the same citations, at their places in the words of before it."""
    steps: dict[int, Way] = {span.at: (Step(span.old, span.new, commit),) for span in spans}
    led: dict[int, Way] = {}
    behind = 0
    for at in sorted({*steps, *ways}):
        led[at + behind] = (*steps.get(at, ()), *ways.get(at, ()))
        behind += sum(len(step.old) - len(step.new) for step in steps.get(at, ()))
    return led


def chain_of(history: History, reanchorings: Iterable[Reanchoring], key: str) -> list[Reanchoring]:
    """Return the re-anchorings of a section, newest first."""
    order = {entry.id: number for number, entry in enumerate(history.told())}
    mine = [each for each in reanchorings if key in each.sections]
    return sorted(mine, key=lambda each: order[each.entry.id], reverse=True)
