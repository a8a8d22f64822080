"""Citations held against the code: each exists, moved, changed, is missing, is planned or lies outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.plan.evidence import CitationState, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.index import Index
    from groundplan.plan.citation import Citation


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation to look up: the section it stands in, and the digest of its text when it was written."""

    citation: Citation
    section: str = ""
    baseline: str = ""


def look_up(
    index: Index,
    citation: Citation,
    *,
    section: str = "",
    baseline: str = "",
    planned: frozenset[str] = frozenset(),
) -> Seen:
    """Say how one citation stands against the code; `planned` are the paths and `path::symbol`s to be made."""
    return look_up_all(index, (Cited(citation, section, baseline),), planned=planned)[0]


def look_up_all(
    index: Index,
    items: Iterable[Cited],
    *,
    planned: frozenset[str] = frozenset(),
    scope: str = "",
) -> tuple[Seen, ...]:
    """Say how citations stand, in their order; `scope` is the folder the plan is about, paths may start there."""
    return tuple(_seen(index, item, planned) for item in items)


def _seen(index: Index, item: Cited, planned: frozenset[str]) -> Seen:
    citation = item.citation
    text = index.text(citation.path)
    if text is not None:
        state = CitationState.EXISTS
    elif citation.path in planned:
        state = CitationState.PLANNED
    else:
        state = CitationState.MISSING
    return Seen(citation, item.section, state)
