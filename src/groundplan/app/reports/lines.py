"""Lines that all reports are made of: headings, tables, lists, all with words that take no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import inert
from groundplan.rules.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.app.plans.opened import OpenPlan

LONGEST = 300  # letters of what one cell or item quotes
_NOTHING = "–"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table; nothing where it has no rows."""
    cells = [[_cell(text) for text in row] for row in rows]
    if not cells:
        return
    yield _row(heads)
    yield _row(["--"] * len(heads))
    yield from map(_row, cells)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Return text for a table; a bar would begin another cell."""
    return inert(text, LONGEST).replace("\\", "\\\\").replace("|", "\\|") or _NOTHING


def items(texts: Iterable[str], most: int = 0) -> Iterator[str]:
    """Yield a list, at most so many items and how many more there are; nothing where there are none."""
    found = [f"- {inert(text, LONGEST)}" for text in texts]
    left = len(found) - most if most else 0
    if found:
        yield from (*found[: most or None], *([f"- … and {left} more"] if left > 0 else []), "")


def part(title: str, lines: Iterable[str], nothing: str = "") -> Iterator[str]:
    """Yield a heading and its lines, or what is said where there are none; without both nothing."""
    found = list(lines) or ([nothing, ""] if nothing else [])
    if found:
        yield from (f"## {title}", "", *found)


def sources(opened: OpenPlan, *kinds: str) -> Iterator[str]:
    """Yield where a report comes from: the sections with records of these kinds, and the ledger."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for each in written(opened.judgement.case, *kinds):
        section = each.section
        found.setdefault((section.document, section.title), {}).setdefault(str(section.line))
    for (path, title), lines in found.items():
        yield f"`{path}`, {title or 'head'}: line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    entries = len(opened.history.entries)
    yield f"the ledger of plan `{opened.known.id}`, {entries} entries; last change {_last(opened)}"


def _last(opened: OpenPlan) -> str:
    return opened.judgement.standing.last_updated[:16].replace("T", " ") or "unknown"
