"""Cuts a document into its sections, in Markdown, reStructuredText or AsciiDoc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKDOWN = late_regex(r"^(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ASCIIDOC = late_regex(r"^(={1,6})[ \t]+(\S.*)$")
_SETEXT = late_regex(r"^ {0,3}(?:=+|--+)[ \t]*$")
_NO_TITLE = late_regex(r"^(?: {4}|\t| {0,3}(?:[-*+>|<]|\d+[.)] ))")  # code, an item, a quote, a row, a tag
_MARKDOWN_ENDINGS = (".md", ".mdx", ".markdown")
_UNDERLINE = late_regex(r"^([=\-~^\"'*+#`.])\1{2,}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines from it up to the next one."""

    heading: str
    first: int
    last: int
    lines: tuple[str, ...]


def cut_sections(path: str, text: str) -> list[Section]:
    """Return the sections of a document; in Markdown, what is fenced is no heading."""
    lines = text.removesuffix("\n").split("\n")
    is_markdown = path.lower().endswith(_MARKDOWN_ENDINGS)
    starts = list(_markdown_starts(lines) if is_markdown else _starts(lines))
    if not starts or starts[0][0] > 1:
        starts.insert(0, (1, ""))
    ends = [start - 1 for start, _ in starts[1:]] + [len(lines)]
    return [
        Section(heading, first, last, tuple(lines[first - 1 : last]))
        for (first, heading), last in zip(starts, ends, strict=True)
    ]


def _markdown_starts(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Return the headings of Markdown, each with its line; a block of settings at the top has none."""
    fence, begin = "", _after_settings(lines)
    for number, line in enumerate(lines[begin:], begin + 1):
        bare = line.lstrip()
        if bare.startswith(("```", "~~~")):
            fence = "" if fence and bare.startswith(fence) else fence or bare[:3]
        elif not fence and (found := _MARKDOWN.match(line)):
            yield number, found[2]
        elif (
            not fence and number > begin + 1 and _SETEXT.match(line) and _is_setext(lines[begin : number - 1])
        ):
            yield number - 1, lines[number - 2].strip()


def _after_settings(lines: list[str]) -> int:
    is_begun = lines[0].rstrip() == "---"
    return next((at + 1 for at, line in enumerate(lines) if at and is_begun and line.rstrip() == "---"), 0)


def _is_setext(before: list[str]) -> bool:
    """Tell whether an underline makes a heading of the line before it, a paragraph of its own."""
    title, above = before[-1], before[-2] if len(before) > 1 else ""
    is_alone = not above.strip() or _MARKDOWN.match(above) or _SETEXT.match(above)
    return bool(title.strip() and is_alone) and not _NO_TITLE.match(title) and not _SETEXT.match(title)


def _starts(lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if found := _MARKDOWN.match(line) or _ASCIIDOC.match(line):
            yield number, found[2]
        elif number > 1 and _UNDERLINE.match(line) and _is_title(lines[number - 2], line):
            yield number - 1, lines[number - 2].strip()


def _is_title(title: str, underline: str) -> bool:
    bare = title.strip()
    return bool(bare) and len(underline.strip()) >= len(bare) - 1 and not _UNDERLINE.match(title)
