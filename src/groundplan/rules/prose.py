"""Tells a section's prose from its code, so that no wording rule judges code and no code rule prose.

Masked characters keep their places: line and column in the prose are line and column in the document.
"""

from __future__ import annotations

import bisect
import functools
import re
import textwrap
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.document import Section

_INDENTED = ("    ", "\t")
MASK = "\0"  # stands where code was: no word, no space
_LINE_END = late_regex(r"\r\n|\r|\n")
_FENCE = late_regex(r"^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\r\n]*)$")
_ITEM = late_regex(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = late_regex(r"^ {0,3}#{1,6}(?:[ \t]|$)")
_STANDS_ALONE = late_regex(r"^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|\||#{1,6}[ \t])")
_RUN = late_regex(r"`+")
_HIDDEN = late_regex(
    r"<https?://[^<>\s]*>"  # autolinks
    r"|\b(?:https?|ftp|ssh|git)://[^\s<>)\]]+"  # bare addresses
    r"|(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"]*\")?\)"  # link targets
    r"|^[ ]{0,3}\[[^\]\r\n]+\]:[ \t]*\S+.*$"  # link definitions
)
_HIDDEN_BLOCK = late_regex(r"^ {0,3}<!--")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: its language word in lower case, its code without the fence's indentation."""

    language: str
    code: str
    line: int  # of the first line of code, counted like the prose lines


@dataclass(frozen=True, slots=True)
class ProseLine:
    """One line outside code blocks: as written, and with code spans, links and comments masked."""

    number: int
    raw: str
    masked: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that read on into one another: one item, one cell row, one heading, or running text."""

    lines: tuple[ProseLine, ...]

    @property
    def masked(self) -> str:
        """Return the lines as one text, code masked."""
        return "\n".join(line.masked for line in self.lines)

    def words(self, start: int, end: int) -> str:
        """Return what stands between two places in `masked`, as written, without code marks."""
        raw = "\n".join(line.raw for line in self.lines)
        return " ".join(raw[start:end].replace("`", "").split())

    def place_of(self, start: int) -> tuple[int, int]:
        """Return line and column of a place in `masked`."""
        for line in self.lines:
            if start <= len(line.masked):
                return line.number, start + 1
            start -= len(line.masked) + 1
        return self.lines[-1].number, 1


@dataclass(frozen=True, slots=True)
class Prose:
    """What a text is made of: lines of prose, and fenced blocks."""

    lines: tuple[ProseLine, ...]
    fences: tuple[Fence, ...]

    @property
    def words(self) -> str:
        """Return all prose as one text without code."""
        return "\n".join(line.masked for line in self.lines).replace(MASK, " ")


def paragraphs(lines: Iterable[ProseLine]) -> Iterator[Paragraph]:
    """Put lines together that read on into one another; items, table rows and headings stand alone."""
    block: list[ProseLine] = []
    for line in lines:
        if block and (
            line.number != block[-1].number + 1
            or _STANDS_ALONE.match(line.raw)
            or _HEADING.match(block[-1].raw)
        ):
            yield Paragraph(tuple(block))
            block = []
        block.append(line)
    if block:
        yield Paragraph(tuple(block))


def split_lines(text: str) -> list[str]:
    """Cut a text at the three line ends that documents know, and at nothing else."""
    return _LINE_END.split(text)


def prose_of(section: Section) -> Prose:
    """Return a section's prose with the line numbers of its document."""
    first = section.line + max(len(split_lines(section.heading)) - 1, 1 if section.heading else 0)
    return read_prose(section.body, first_line=first)


@functools.lru_cache(maxsize=512)  # several rules read the same section
def read_prose(text: str, *, first_line: int = 1) -> Prose:
    """Part a text into prose and fenced blocks, counting lines from `first_line`."""
    lines = split_lines(text)
    fences: list[Fence] = []
    kept: list[ProseLine] = []
    block: list[tuple[int, str]] = []
    for number, line, fence in _walk(lines):
        if fence is not None:
            fences.append(Fence(fence.language, fence.code, fence.line + first_line))
        if line is None or not line.strip():
            kept.extend(_masked(block, first_line))
            block = []
        else:
            block.append((number, line))
    kept.extend(_masked(block, first_line))
    return Prose(tuple(kept), tuple(fences))


def mask_code_spans(text: str) -> str:
    """Replace every code span of a paragraph by mask characters, line ends kept."""
    runs = [(match.start(), match.end()) for match in _RUN.finditer(text)]
    if not runs:
        return text
    by_length: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(index)
    pieces: list[str] = []
    done, index = 0, 0
    while index < len(runs):
        start, end = runs[index]
        same = by_length[end - start]
        after = bisect.bisect_right(same, index)
        if after == len(same):
            index += 1
            continue
        closing = same[after]
        stop = runs[closing][1]
        pieces += [text[done:start], _blank(text[start:stop])]
        done, index = stop, closing + 1
    return "".join([*pieces, text[done:]])


def _mask_comments(text: str) -> str:
    pieces: list[str] = []
    done = 0
    while (start := text.find("<!--", done)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        pieces += [text[done:start], _blank(text[start : end + 3])]
        done = end + 3
    return "".join([*pieces, text[done:]])


def _blank(text: str) -> str:
    """Return mask characters in place of a text, its line ends kept so that no line moves."""
    return re.sub(r"[^\n]", MASK, text)


def _masked(block: list[tuple[int, str]], first_line: int) -> Iterator[ProseLine]:
    if not block:
        return
    spans = mask_code_spans("\n".join(line for _, line in block))
    masked = _mask_comments(spans).split("\n")
    for (number, raw), line in zip(block, masked, strict=True):
        hidden = _HIDDEN.sub(lambda match: MASK * len(match[0]), line)
        yield ProseLine(number + first_line, raw, hidden)


def _walk(lines: list[str]) -> Iterator[tuple[int, str | None, Fence | None]]:
    """Yield each line with its number; code and comments as None, each block of code with its first line."""
    number = 0
    in_list, blank_before = False, True
    while number < len(lines):
        line = lines[number]
        block = _block_at(lines, number, may_indent=blank_before and not in_list)
        if block is not None:
            after, fence = block
            yield number, None, fence
            yield from ((skipped, None, None) for skipped in range(number + 1, after))
            number, blank_before = after, True
            continue
        if _ITEM.match(line):
            in_list = True
        elif line.strip() and blank_before and not line.startswith((" ", "\t")):
            in_list = False
        yield number, line, None
        blank_before = not line.strip()
        number += 1


def _block_at(lines: list[str], number: int, *, may_indent: bool) -> tuple[int, Fence | None] | None:
    """Return the line after a block of code or a comment that starts here, and the block if it is code."""
    line = lines[number]
    opening = _FENCE.match(line)
    if opening and not (opening[2].startswith("`") and "`" in opening[3]):
        closing = _closing(lines, number, opening[2])
        return min(closing + 1, len(lines)), _fence(lines, number, closing, opening)
    if _HIDDEN_BLOCK.match(line):
        return _after_comment(lines, number), None
    if may_indent and line.strip() and line.startswith(_INDENTED):
        after = number + 1
        while after < len(lines) and (not lines[after].strip() or lines[after].startswith(_INDENTED)):
            after += 1
        return after, Fence("", textwrap.dedent("\n".join(lines[number:after])), number)
    return None


def _after_comment(lines: list[str], opened: int) -> int:
    """Return the line after the one that closes a comment; an unclosed comment hides all that follows it."""
    start = lines[opened].index("<!--") + 4
    if "-->" in lines[opened][start:]:
        return opened + 1
    closing = (number for number in range(opened + 1, len(lines)) if "-->" in lines[number])
    return next(closing, len(lines) - 1) + 1


def _closing(lines: list[str], opened: int, marks: str) -> int:
    for number in range(opened + 1, len(lines)):
        stripped = lines[number].strip(" \t>")
        if stripped.startswith(marks) and not stripped.strip(marks[0]):
            return number
    return len(lines)


def _fence(lines: list[str], opened: int, closing: int, opening: re.Match[str]) -> Fence:
    words = opening[3].strip().strip("{}.").split()
    width = len(opening[1])
    code = [_unindented(line, width) for line in lines[opened + 1 : closing]]
    return Fence(words[0].strip("{}.,").lower() if words else "", "\n".join(code), opened + 1)


def _unindented(line: str, width: int) -> str:
    lead = line[:width]
    return line[width:] if not lead.strip(" \t>") else line.lstrip(" \t")
