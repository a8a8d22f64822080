"""A Markdown text as fenced code and the rest, and its headings."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"[ \t]*(?:>[ \t]*)?(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*$")
_TICK_SIGN = re.compile(r"[ \t]*[✅☑✔☐]\ufe0f?")


@dataclass(frozen=True)
class Block:
    """A part of a text: a fenced block with its fences, or what is between two of them."""

    text: str
    is_code: bool


@dataclass(frozen=True)
class Heading:
    """A heading: its level and its words without emphasis."""

    level: int
    words: str


def split_code(text: str) -> list[Block]:
    """Cut a text into fenced blocks and the rest; joined they are the text again."""
    blocks: list[Block] = []
    lines: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if not fence and match:
            blocks.append(Block("".join(lines), is_code=False))
            lines, fence = [line], match[1]
        elif fence and match and match[1].startswith(fence) and not line.strip().strip(fence[0]):
            blocks.append(Block("".join([*lines, line]), is_code=True))
            lines, fence = [], ""
        else:
            lines.append(line)
    return [*blocks, Block("".join(lines), is_code=bool(fence))]


def heading_of(line: str) -> Heading | None:
    """Return the heading that a line is, if it is one."""
    match = _HEADING.match(line)
    if match is None:
        return None
    words = _TICK_SIGN.sub("", match[2].replace("**", "")).strip()
    return Heading(len(match[1]), words)
