"""Words inside a block: emphasis taken away, code spans kept, and the label a line starts with."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from groundplan.markdown.lines import fold
from groundplan.markdown.parser import inline_tokens
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markdown_it.token import Token

_TICKS = late_regex(r"`+")
_LONGEST_LABEL = 120
_MARKUP = late_regex(r"[\\`*_\[<&!]")


@dataclass(frozen=True, slots=True)
class Label:
    """What a line starts with: `**Files:** …`, `**Files**: …`, `Files: …`, or nothing but bold words."""

    text: str  # without emphasis and colon
    value_at: int  # where in the line the value starts
    is_bold: bool
    is_lead: bool  # bold, and what follows, if anything, only leads over to the blocks below


@functools.lru_cache(maxsize=512)  # each reader of a paragraph asks for them
def code_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the code spans of a text stand, their backticks included."""
    runs: dict[int, list[int]] = {}
    found = [(match.start(), match.end()) for match in _TICKS.finditer(text)]
    for start, end in reversed(found):
        runs.setdefault(end - start, []).append(start)
    spans: list[tuple[int, int]] = []
    after = 0
    for start, end in found:
        if start < after:
            continue
        opening = end - start
        if start and text[start - 1] == "\\" and not _is_escaped(text, start - 1):
            if opening == 1:
                continue
            start, opening = start + 1, opening - 1  # noqa: PLW2901  (an escaped backtick is not part of the run)
        closings = runs.get(opening, [])
        while closings and closings[-1] < end:
            closings.pop()
        if closings:
            after = closings[-1] + opening
            spans.append((start, after))
    return tuple(spans)


def joined(lines: Iterable[str]) -> str:
    """Return lines as one text; a code span that goes over the end of a line is one span all the same."""
    text = "\n".join(lines)
    if "`" not in text or "\n" not in text:
        return text
    letters = list(text)
    for start, end in code_spans(text):
        letters[start:end] = text[start:end].replace("\n", " ")
    return "".join(letters)


def _is_escaped(text: str, position: int) -> bool:
    count = 0
    while position - count > 0 and text[position - count - 1] == "\\":
        count += 1
    return bool(count % 2)


@functools.lru_cache(maxsize=8192)
def plain(source: str) -> str:
    """Return the words of an inline source, folded: emphasis removed, code spans and links as written."""
    if not _MARKUP.search(source):
        return fold(source)
    words: list[str] = []
    targets: list[str] = []
    for token in inline_tokens(source):
        if token.type == "link_open":
            targets.append("" if token.info == "auto" else _target(token))
            words.append("<" if token.info == "auto" else "[")
        elif token.type == "link_close":
            target = targets.pop()
            words.append(f"]({target})" if target else ">")
        else:
            words.append(_written(token))
    return fold("".join(words))


def _target(token: Token) -> str:
    title = token.attrGet("title")
    return f"{token.attrGet('href') or '<>'}" + (f' "{title}"' if title else "")


def _written(token: Token) -> str:
    if token.type == "code_inline":
        edge = " " if token.content[:1] == "`" or token.content[-1:] == "`" else ""
        return f"{token.markup}{edge}{token.content}{edge}{token.markup}"
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    if token.type == "image":
        return f"![{token.content}]({token.attrGet('src')})"
    return token.content


def bare_code(text: str) -> str:
    """Return the text without backticks if it is one code span and nothing else."""
    text = text.strip()
    return text.strip("`").strip() if code_spans(text) == ((0, len(text)),) else text


@functools.lru_cache(maxsize=8192)
def read_label(line: str) -> Label | None:
    """Return the label a line of source starts with, or None where it starts with other words."""
    line = line.rstrip()
    marker = line[:2]
    if marker in {"**", "__"} and line[2:3].strip(marker[0]):
        return _bold_label(line, marker)
    at = _find_outside_code(line, re.compile(r":(?=\s|$)"), 0)
    if at <= 0 or at > _LONGEST_LABEL:
        return None
    return Label(plain(line[:at]), _after_spaces(line, at + 1), is_bold=False, is_lead=False)


def _bold_label(line: str, marker: str) -> Label | None:
    end = _find_outside_code(line, re.compile(r"(?<!\\)" + re.escape(marker)), 2)
    if end < 0:
        return None
    text, rest = plain(line[2:end]), line[end + 2 :]
    if text.endswith(":"):
        return Label(text[:-1].rstrip(), _after_spaces(line, end + 2), is_bold=True, is_lead=not rest.strip())
    if rest.lstrip().startswith(":"):
        at = _after_spaces(line, end + 2) + 1
        return Label(text, _after_spaces(line, at), is_bold=True, is_lead=not line[at:].strip())
    if not rest.strip() or rest.endswith(":"):
        return Label(text, len(line), is_bold=True, is_lead=True)
    return None


def _find_outside_code(line: str, wanted: re.Pattern[str], start: int) -> int:
    spans = code_spans(line)
    for match in wanted.finditer(line, start):
        if not any(first <= match.start() < last for first, last in spans):
            return match.start()
    return -1


def _after_spaces(line: str, position: int) -> int:
    while position < len(line) and line[position].isspace():
        position += 1
    return position
