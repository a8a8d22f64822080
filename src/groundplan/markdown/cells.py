"""A table row split into its cells as the parser does it, with the place of each cell in the source line."""

from __future__ import annotations

from itertools import pairwise

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its words between `start` and `end`, its padding included between `left` and `right`."""

    source: str  # as written between the pipes, padding removed
    start: int
    end: int
    left: int
    right: int

    @property
    def words(self) -> str:
        """Return the words with escaped pipes written as pipes."""
        return self.source.replace("\\|", "|")


def split_cells(line: str, column: int = 0) -> tuple[Cell, ...]:
    """Return the cells of a row that starts at a column, also those that the header has no column for."""
    end = len(line.rstrip())
    # A pipe splits cells in code spans too; only a backslash before it keeps it in its cell.
    pipes = [at for at in range(column, end) if line[at] == "|" and line[at - 1 : at] != "\\"]
    pieces = [(left + 1, right) for left, right in pairwise([column - 1, *pipes, end])]
    if pieces and pieces[0][0] == pieces[0][1]:
        pieces.pop(0)
    if pieces and pieces[-1][0] == pieces[-1][1]:
        pieces.pop()
    return tuple(_cell(line, left, right) for left, right in pieces)


def escape_pipes(value: str) -> str:
    """Return the value as it is written into a cell."""
    return value.replace("|", "\\|")


def _cell(line: str, left: int, right: int) -> Cell:
    raw = line[left:right]
    source = raw.strip()
    start = left + len(raw) - len(raw.lstrip()) if source else left
    return Cell(source, start, start + len(source), left, right)
