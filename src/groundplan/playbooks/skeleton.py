"""Skeleton documents as a playbook's reader sees them: their headings, checkboxes and fields.

A skeleton is our own or a playbook writer's text, so a scan by lines that knows fences is enough here; plans
in users' hands are read by the markdown room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS = ("title", "id", "date", "timestamp", "goal", "slug")

_FIELD = late_regex(r"\{\{\s*([^{}]*?)\s*\}\}")
_HEADING = late_regex(r" {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*")
_FENCE = late_regex(r"[ \t]*(`{3,}|~{3,})(.*)")
_BOX = late_regex(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(.+)")
_CAPTURE = late_regex(r"\{([^{}]*)\}")
_ENDING = late_regex(r" \(\{[^{}]*\}\)$")
_LONGEST = 1000  # letters of a title, or of a pattern


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a skeleton, emphasis removed, and the text up to the next one."""

    level: int
    title: str
    line: int
    body: str


def plain(text: str) -> str:
    """Return a text without emphasis and code marks, white space folded."""
    return " ".join(text.replace("`", "").replace("*", "").replace("__", "").split())


def headings(text: str) -> list[Heading]:
    """Return the headings outside fences and front matter, in their order."""
    lines = text.splitlines()
    found = [
        (number, len(match[1]), plain(match[2]))
        for number, line in _prose(lines)
        if (match := _HEADING.fullmatch(line))
    ]
    ends = [*(number for number, _, _ in found), len(lines)][1:]
    return [
        Heading(level, title, number + 1, "\n".join(lines[number + 1 : end]))
        for (number, level, title), end in zip(found, ends, strict=True)
    ]


def boxes(text: str) -> list[tuple[bool, str]]:
    """Return the checkboxes of a skeleton: whether each is ticked, and its words."""
    matches = (_BOX.fullmatch(line) for _, line in _prose(text.splitlines()))
    return [(match[1] != " ", plain(match[2])) for match in matches if match]


def used_fields(text: str) -> dict[str, int]:
    """Return the `{{field}}` names of a skeleton, each with the line it first stands on."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for match in _FIELD.finditer(line):
            found.setdefault(match[1], number)
    return found


def captures(pattern: str) -> tuple[str, ...]:
    """Return the names a pattern such as `Phase {n}: {name}` catches."""
    return tuple(match[1] for match in _CAPTURE.finditer(pattern))


def matches(pattern: str, title: str) -> bool:
    """Tell whether a heading's words fit a title pattern; an ending in parentheses may be left out."""
    whole = plain(pattern)
    if max(len(whole), len(title)) > _LONGEST:
        return False
    return any(_fits(_CAPTURE.split(words), title) for words in {whole, _ENDING.sub("", whole)})


def _fits(pieces: list[str], title: str) -> bool:
    """Tell whether fixed words, and by turns with them what is caught, make a title.

    A pattern may be a stranger's. All places reached so far go on together, so there is no going back.
    """
    reached = {0}
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            reached = {at + len(piece) for at in reached if title.startswith(piece, at)}
        elif piece == "letter":
            reached = {at + 1 for at in reached if "A" <= title[at : at + 1] <= "Z"}
        elif piece == "n":
            reached = {end for at in reached for end in range(at + 1, at + 1 + _digits(title[at:]))}
        else:
            reached = set(range(min(reached, default=len(title)) + 1, len(title) + 1))
    return len(title) in reached


def _digits(text: str) -> int:
    return len(text) - len(text.lstrip("0123456789"))


def _prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are Markdown, with their index: neither front matter nor inside a fence."""
    start = 0
    if lines and lines[0] == "---":
        start = lines.index("---", 1) + 1 if "---" in lines[1:] else 0
    fence = ""
    for number in range(start, len(lines)):
        line = lines[number]
        match = _FENCE.fullmatch(line)
        if fence:
            closes = match and match[1].startswith(fence) and not match[2].strip()
            fence = "" if closes else fence
        elif match:
            fence = match[1]
        else:
            yield number, line
