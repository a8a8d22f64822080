"""Markdown as a small tree of blocks, each of which knows where in the source it stands."""

from __future__ import annotations

import enum
import functools
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.markdown.inline import plain
from groundplan.markdown.lines import bare, is_blank, split_lines
from groundplan.markdown.parser import COLUMNS, DEEP, block_tokens
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token


class Kind(enum.StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    BULLETS = "bullets"
    NUMBERS = "numbers"
    ITEM = "item"
    QUOTE = "quote"
    FENCE = "fence"
    CODE = "code"
    HTML = "html"
    RULE = "rule"
    TABLE = "table"
    ROW = "row"
    DEEP = "deep"  # nested too deep to be read; its source lines verbatim


_REMEMBERED = 200_000
LISTS = frozenset({Kind.BULLETS, Kind.NUMBERS})
_KINDS = {
    "heading_open": Kind.HEADING,
    "paragraph_open": Kind.PARAGRAPH,
    "bullet_list_open": Kind.BULLETS,
    "ordered_list_open": Kind.NUMBERS,
    "list_item_open": Kind.ITEM,
    "blockquote_open": Kind.QUOTE,
    "table_open": Kind.TABLE,
    "tr_open": Kind.ROW,
    "fence": Kind.FENCE,
    "code_block": Kind.CODE,
    "html_block": Kind.HTML,
    "hr": Kind.RULE,
    DEEP: Kind.DEEP,
}
# Tokens of a table that only group its rows and cells, which are read from the source line itself.
_SKIPPED = frozenset(
    {"thead_open", "tbody_open", "thead_close", "tbody_close", "th_open", "th_close", "td_open", "td_close"}
)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one source line: words of a paragraph or heading. Line from 1, column from 0."""

    line: int
    column: int
    text: str

    @property
    def end(self) -> int:
        """Return the column after its last character."""
        return self.column + len(self.text)


@dataclass(frozen=True, slots=True)
class Block:
    """One block. Lines count from 1 and are those of the document, columns from 0."""

    kind: Kind
    line: int
    last: int  # last line that is not blank
    column: int
    level: int = 0  # of a heading
    marker: str = ""  # of a list, an item, a fence or a heading, as written
    ordinal: str = ""  # of an item in a numbered list, as written
    info: str = ""  # of a fence, as written
    content: str = ""  # of a fence, code, HTML or too deep block, verbatim
    spans: tuple[Span, ...] = ()  # of a heading or paragraph
    cells: tuple[Cell, ...] = ()  # of a row
    aligns: tuple[str, ...] = ()  # of a table
    is_closed: bool = True  # of a fence
    children: tuple[Block, ...] = field(default=(), repr=False)

    @property
    def source(self) -> str:
        """Return the words of a heading or paragraph as written, one line per source line."""
        return "\n".join(span.text for span in self.spans)

    @property
    def text(self) -> str:
        """Return the words of a heading or paragraph, emphasis removed and white space folded."""
        return plain(self.source)

    @property
    def paragraph(self) -> Block | None:
        """Return the paragraph an item starts with."""
        return self.children[0] if self.children and self.children[0].kind is Kind.PARAGRAPH else None

    @property
    def checkbox(self) -> Span | None:
        """Return the character between the brackets of an item's checkbox."""
        if self.kind is not Kind.ITEM or self.paragraph is None or not self.paragraph.spans:
            return None
        first = self.paragraph.spans[0]
        head = first.text[:4].ljust(4)
        if head[0] != "[" or head[1] not in " xX" or head[2] != "]" or not head[3].isspace():
            return None
        return Span(first.line, first.column + 1, head[1])

    def lists(self) -> Iterator[Block]:
        """Yield the lists directly inside the block."""
        return (child for child in self.children if child.kind in LISTS)


def parse_blocks(text: str, first_line: int = 1) -> tuple[Block, ...]:
    """Return the top blocks of a text whose first line has the given number."""
    # One command reads a plan a dozen times; of huge texts, only the last is worth the memory.
    return (_remembered if len(text) < _REMEMBERED else _last_huge)(text, first_line)


def _parse(text: str, first_line: int) -> tuple[Block, ...]:
    return tuple(_Reader(split_lines(text), first_line, block_tokens(text)).blocks())


_remembered = functools.lru_cache(maxsize=64)(_parse)
_last_huge = functools.lru_cache(maxsize=1)(_parse)


def walk(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield every block, each before those inside it."""
    for block in blocks:
        yield block
        yield from walk(block.children)


class _Reader:
    """Turns the flat tokens of the parser into the tree."""

    def __init__(self, lines: list[str], first_line: int, tokens: list[Token]) -> None:
        # The parser sees U+FFFD for NUL; the same here, or words could not be found in their lines.
        self.lines = [bare(line).replace("\0", "\ufffd") for line in lines]
        self.first_line = first_line
        self.tokens = tokens
        self.at = 0

    def blocks(self) -> list[Block]:
        """Read blocks up to the end of the container that is open."""
        found: list[Block] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.nesting < 0 and token.type not in _SKIPPED:
                break
            if token.type in _KINDS:
                found.append(self._block(token))
        return found

    def _block(self, token: Token) -> Block:
        assert token.map is not None
        kind = _KINDS[token.type]
        start, end = token.map
        while end > start + 1 and is_blank(self.lines[end - 1]):
            end -= 1
        place = (self.first_line + start, self.first_line + end - 1, token.meta[COLUMNS][0])
        if kind is Kind.DEEP:
            return Block(kind, *place, content="\n".join(self.lines[start:end]))
        if token.nesting == 0:
            closed = kind is not Kind.FENCE or _is_closed(token)
            return Block(
                kind, *place, marker=token.markup, info=token.info, content=token.content, is_closed=closed
            )
        spans = self._spans(token) if kind in {Kind.HEADING, Kind.PARAGRAPH} else ()
        children = self.blocks()
        return Block(
            kind,
            *place,
            level=int(token.tag[1:]) if kind is Kind.HEADING else 0,
            marker=token.markup,
            ordinal=token.info if kind is Kind.ITEM else "",
            spans=spans,
            cells=split_cells(self.lines[start], place[2]) if kind is Kind.ROW else (),
            aligns=self._aligns(start + 1) if kind is Kind.TABLE else (),
            children=tuple(children),
        )

    def _spans(self, token: Token) -> tuple[Span, ...]:
        """Return the words of a heading or paragraph line by line, as slices of the source lines."""
        assert token.map is not None
        start, end = token.map
        columns = token.meta[COLUMNS]
        if token.markup.startswith("#"):
            words = self.tokens[self.at].content
            found = self.lines[start].find(words, columns[0] + len(token.markup))
            return (Span(self.first_line + start, found, words),) if words else ()
        if token.type == "heading_open":
            end -= 1  # the underline
        spans = []
        for line, column in zip(range(start, end), columns, strict=False):
            words = self.lines[line][column:].strip()
            # The parser skips only spaces and tabs, words may also start behind other white space.
            lead = len(self.lines[line]) - len(self.lines[line][column:].lstrip())
            spans.append(Span(self.first_line + line, lead, words))
        return tuple(spans) if any(span.text for span in spans) else ()

    def _aligns(self, line: int) -> tuple[str, ...]:
        return tuple(
            (":" if cell.source.startswith(":") else "") + "-" + (":" if cell.source.endswith(":") else "")
            for cell in split_cells(self.lines[line])
        )


def _is_closed(token: Token) -> bool:
    """Tell whether a fence has its closing line: the opening line and the content leave room for it."""
    assert token.map is not None
    lines = len(split_lines(token.content))
    return token.map[1] - token.map[0] - lines == 2


# A table row split into its cells as the parser does it, with the place of each cell in the source line.


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
