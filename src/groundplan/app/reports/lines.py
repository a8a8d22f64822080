"""Lines that all reports are made of: headings, tables, lists, all with words that take no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.plain_words import plain_words
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
    return plain_words(text, LONGEST).replace("|", "\\|") or _NOTHING


def items(texts: Iterable[str], most: int = 0) -> Iterator[str]:
    """Yield a list, at most so many items and how many more there are; nothing where there are none."""
    found = [f"- {plain_words(text, LONGEST)}" for text in texts]
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


def say_none(opened: OpenPlan, kind: str, none: str) -> str:
    """Return what is said where nothing of a kind is found: words in another form are unread, not none."""
    case = opened.judgement.case
    keys = {
        each.key for each in case.playbook.sections if any(record.kind == kind for record in each.records)
    }
    if not keys:
        name = case.playbook.name
        return f"Not read: in the playbook `{name}` a {kind} has no form of its own. See the plan itself."
    unread = [each.title for each in case.plan.sections if each.declared in keys and case.has_words(each)]
    if unread and not any(written(case, kind)):
        return f"Not read: {', '.join(unread)} has no {kind} in the form of the playbook."
    return none


def _last(opened: OpenPlan) -> str:
    return opened.judgement.standing.last_updated[:16].replace("T", " ") or "unknown"
