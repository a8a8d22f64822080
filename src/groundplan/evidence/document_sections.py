"""Cuts a document into its sections, in Markdown, reStructuredText or AsciiDoc."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

_MARKDOWN = late_regex(r"^(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ASCIIDOC = late_regex(r"^(={1,6})[ \t]+(\S.*)$")
_SETEXT = late_regex(r"^(=|-)\1{2,}[ \t]*$")
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
    lines = text.split("\n")
    starts: list[tuple[int, str]] = []
    fence = ""
    is_markdown = path.lower().endswith(_MARKDOWN_ENDINGS)
    underline = _SETEXT if is_markdown else _UNDERLINE
    for number, line in enumerate(lines, 1):
        bare = line.lstrip()
        if is_markdown and bare.startswith(("```", "~~~")):
            fence = "" if fence and bare.startswith(fence) else fence or bare[:3]
            continue
        if fence:
            continue
        found = _MARKDOWN.match(line) or (None if is_markdown else _ASCIIDOC.match(line))
        if found:
            starts.append((number, found[2]))
        elif number > 1 and underline.match(line) and _is_title(lines[number - 2], line):
            starts.append((number - 1, lines[number - 2].strip()))
    if not starts or starts[0][0] > 1:
        starts.insert(0, (1, ""))
    ends = [start - 1 for start, _ in starts[1:]] + [len(lines)]
    return [
        Section(heading, first, last, tuple(lines[first - 1 : last]))
        for (first, heading), last in zip(starts, ends, strict=True)
    ]


def _is_title(title: str, underline: str) -> bool:
    bare = title.strip()
    return bool(bare) and len(underline.strip()) >= len(bare) - 1 and not _UNDERLINE.match(title)
