"""Rows that fit: aligned where there is room, over two lines where there is not, cut when there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.look import clean
from groundplan.cli.wrapping import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.look import Part, Screen

MOST = 40  # rows of one list on a terminal; a pipe and --json get them all


def show_rows(screen: Screen, rows: Sequence[Sequence[Part]], *, indent: int = 2) -> None:
    """Put out rows: the first cell names the place, the others say what is there."""
    shown = rows[:MOST] if screen.is_terminal else rows
    if _fits(screen, shown, indent):
        screen.table(shown, indent=indent)
    else:
        for row in shown:
            _show_folded(screen, row, indent)
    if len(shown) < len(rows):
        screen.line(
            (f"… and {len(rows) - len(shown)} more: all of them with --json or in a pipe", "dim"),
            indent=indent,
        )


def _fits(screen: Screen, rows: Sequence[Sequence[Part]], indent: int) -> bool:
    if not screen.columns:
        return True
    width = max((len(row) for row in rows), default=0)
    widest = [
        max((cells(clean(_text(row[i]))) for row in rows if i < len(row)), default=0) for i in range(width)
    ]
    return indent + sum(each + 2 for each in widest if each) - 2 <= screen.columns


def _show_folded(screen: Screen, row: Sequence[Part], indent: int) -> None:
    screen.line(row[0], indent=indent)
    rest = " · ".join(_text(part) for part in row[1:] if _text(part))
    if rest:
        screen.prose(rest, indent=indent + 4, tone="dim")


def _text(part: Part) -> str:
    return str(part[0] if isinstance(part, tuple) else part)


def show_head(screen: Screen, name: str, told: str) -> None:
    """Put out what an answer is about and its sum, on one line where that fits."""
    if not screen.columns or cells(clean(f"{name} {told}")) <= screen.columns:
        screen.line((name, "bold"), " ", told)
    else:
        screen.line((name, "bold"))
        screen.prose(told, indent=2)
