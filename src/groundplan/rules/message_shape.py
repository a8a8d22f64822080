"""What a message is made of, so that plan text poured into the talk is seen in whatever Markdown it comes."""

from __future__ import annotations

import re
import textwrap

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

# Where a line may start anew: inside quotes and list items, however deep.
_CONTAINERS = late_regex(r"(?:[ >]|[-*+•] +|\d{1,9}[.)] +)*")
_HEADING = late_regex(r"#{1,6}\s+\S|<h[1-6][\s>]", re.IGNORECASE)
_BOLD_LINE = late_regex(r"(\*{2,3}|_{2,3})(?!\s)(?:(?!\1).)+\1:?$")
_UNDERLINE = late_regex(r"(?:=+|-+)$")
_ITEM = late_regex(r"(?:[-*+•]|\d{1,9}[.)])(?:\s|$)|<li[\s>]", re.IGNORECASE)
# What starts a list even right below a paragraph; a rule of the same letters does not.
_FIRST_ITEM = late_regex(r"(?!(?:[-*] *){3,}$)(?:[-*+]|1[.)]) +\S")
_ROW = late_regex(r"\|.*\|$|<tr[\s>]", re.IGNORECASE)
_DELIMITERS = late_regex(r"\|? *:?-+:? *(?:\| *:?-+:? *)+\|?$")
_FENCE = late_regex(r"(`{3,})[^`]*$|(~{3,})")
_HTML = late_regex(r"<[a-z/!?]", re.IGNORECASE)
_LINE_END = late_regex(r"\r\n|\r|\n")
_LONG_WORD = 20


@dataclass(slots=True)
class MessageShape:
    """How much of each a message has; where Markdown can be read in two ways, both are counted."""

    headings: int = 0
    list_items: int = 0
    fence_lines: int = 0
    table_rows: int = 0
    words: int = 0  # one without spaces, as in Chinese, counts by its length


def measure(text: str) -> MessageShape:
    """Return how many headings, list items, lines of fenced code, table rows and words a message has."""
    reader = _Reader(MessageShape())
    for line in textwrap.dedent(_LINE_END.sub("\n", text)).split("\n"):
        reader.read(line.expandtabs(4).rstrip())
    # One bold line is emphasis; several are headings in disguise.
    reader.shape.headings += reader.bold_lines if reader.bold_lines > 1 else 0
    return reader.shape


@dataclass(slots=True)
class _Reader:
    """Reads line by line; code hides what looks like a heading only while it is certain that it is code."""

    shape: MessageShape
    bold_lines: int = 0
    fence: str = ""  # the mark that opened the code we are in
    fence_indent: int = 0
    is_certain: bool = True
    previous: str = ""  # the line above, if it is text
    in_list: bool = False
    in_table: bool = False

    def read(self, line: str) -> None:
        """Count what a line is."""
        if not line:
            self._end_paragraph()
            self.shape.fence_lines += bool(self.fence)
            return
        words = line.split()
        self.shape.words += len(words)
        if len(line) > _LONG_WORD:
            self.shape.words += sum(len(word) // _LONG_WORD for word in words)
        bare, inner = _bare(line), line.lstrip(" >")
        if self.fence and self._is_code(line, bare):
            self._end_paragraph(inner)
            return
        self.shape.list_items += bool(_ITEM.match(inner))
        opening = None if self.fence else _FENCE.match(bare)
        if opening:
            self.fence = opening[1] or opening[2]
            self.fence_indent = _indent(line)
            self.is_certain &= line.lstrip(" ") == bare
            self._end_paragraph(inner)
            return
        self._read_text(line, bare, inner)
        self.previous = inner

    def _end_paragraph(self, code: str = "") -> None:
        """Begin anew below an empty line or code; what may be no code still belongs to a paragraph."""
        self.previous = code if self.fence_indent > 3 or not self.is_certain else ""
        self.in_list, self.in_table = False, False

    def _is_code(self, line: str, bare: str) -> bool:
        """Follow a fence to its end; one that may have ended elsewhere hides nothing from there on."""
        closes = bare.startswith(self.fence) and not bare.strip(self.fence[0])
        if closes or _indent(line) < self.fence_indent:
            self.is_certain &= _indent(line) == self.fence_indent and line.lstrip(" ") == bare
        if closes:
            self.fence = ""
            return True
        self.shape.fence_lines += 1
        return self.is_certain

    def _read_text(self, line: str, bare: str, inner: str) -> None:
        self.bold_lines += inner.startswith(("**", "__")) and bool(_BOLD_LINE.match(inner))
        self.shape.headings += bare.startswith(("#", "<")) and bool(_HEADING.match(bare))
        if self.previous and _UNDERLINE.match(inner):
            # What underlines an item's own words stands below them, not at the margin.
            self.shape.headings += line != inner or not self.in_list
        starts = _indent(line) < 4 and bool(_FIRST_ITEM.match(line.lstrip(" ")))
        self.in_list = starts or (self.in_list and bool(_ITEM.match(inner)))
        if "|" in inner and self.previous and not self.in_table and _DELIMITERS.match(inner):
            self.shape.table_rows += not _ROW.match(self.previous)
            self.in_table = True
        self.shape.table_rows += self.in_table or bool(_ROW.match(inner))
        # HTML reads a fence's mark as its own text, and ends at an empty line.
        self.is_certain &= not (bare.startswith("<") and _HTML.match(bare))


def _bare(line: str) -> str:
    """Return a line without what its quotes and list items put before it."""
    start = _CONTAINERS.match(line)
    assert start is not None  # it matches nothing as well
    return line[start.end() :]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
