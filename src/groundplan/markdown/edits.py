"""Edits of source lines that leave every other character alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import parse_blocks
from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.lines import bare, dominant_line_end, split_bom, split_lines
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.markdown.blocks import Block, Span


@dataclass(slots=True)
class Sheet:
    """A text while it is edited: its lines, its blocks, and the line end that new lines get."""

    mark: str
    lines: list[str]
    blocks: tuple[Block, ...]
    end: str

    @property
    def text(self) -> str:
        """Return the text as it is now; the blocks stay those of the text as it was."""
        return self.mark + "".join(self.lines)

    def replace(self, span: Span, words: str) -> None:
        """Put other words where a span stands."""
        line = self.lines[span.line - 1]
        self.lines[span.line - 1] = line[: span.column] + words + line[span.end :]

    def replace_all(self, spans: Sequence[Span], words: str) -> None:
        """Put words where the first span stands and take the lines of the other spans away."""
        for span in sorted(spans[1:], key=lambda span: -span.line):
            del self.lines[span.line - 1]
        self.replace(spans[0], words)

    def insert(self, after: int, new: Sequence[str]) -> None:
        """Insert lines after a line, counted from 1; the one above gets the line end it may lack."""
        if after and bare(self.lines[after - 1]) == self.lines[after - 1]:
            # A text without a final line end stays one.
            self.lines[after - 1] += self.end
            self.lines[after:after] = [line + self.end for line in new[:-1]] + list(new[-1:])
            return
        self.lines[after:after] = [line + self.end for line in new]

    def remove(self, first: int, last: int) -> None:
        """Take lines away, both counted from 1."""
        del self.lines[first - 1 : last]

    def raw(self, line: int) -> str:
        """Return a line without its end."""
        return bare(self.lines[line - 1])


def sheet_of(text: str) -> Sheet:
    """Return a whole document, or a section with its heading, ready to be edited."""
    mark, rest = split_bom(text)
    lines = split_lines(rest)
    front = read_front_matter(rest)
    blocks = parse_blocks("".join(lines[front.lines :]), front.lines + 1)
    return Sheet(mark, lines, blocks, dominant_line_end(rest))
