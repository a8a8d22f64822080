"""Front matter kept apart from Markdown: only `key: value` lines are read, every other byte is left alone.

No YAML library: a plan's front matter is a handful of plain lines, and YAML's surprises would become ours.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.lines import bare, dominant_line_end, fold, split_bom, split_lines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY = late_regex(r"([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*:(?=[ \t]|$)[ \t]*")
_COMMENT = late_regex(r"[ \t]+#.*$")
_NEEDS_QUOTES = late_regex(r"^[\s\-?:,\[\]{}#&*!|>'\"%@`]|: |:$| #|\s$")


@dataclass(frozen=True, slots=True)
class FrontMatterField:
    """One `key: value` line; the value stands between the columns `start` and `end`, counted from 0."""

    value: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands between the `---` lines: how many lines it takes, and each plain `key: value`."""

    lines: int = 0  # both fences included; 0: there is none
    fields: Mapping[str, FrontMatterField] = field(default_factory=dict)


def read_front_matter(text: str) -> FrontMatter:
    """Read the front matter of a document, empty where it has none or it is never closed."""
    lines = [bare(line) for line in split_lines(split_bom(text)[1])]
    if not lines or lines[0].rstrip() != "---":
        return FrontMatter()
    last = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() in {"---", "..."}), 0)
    if not last:
        return FrontMatter()
    fields: dict[str, FrontMatterField] = {}
    for at in range(1, last):
        found = _read_line(lines[at], at + 1)
        if found and found[0] not in fields:
            fields[found[0]] = found[1]
    return FrontMatter(last + 1, fields)


def set_front_matter(text: str, key: str, value: str) -> str:
    """Return the document with one key set, added where it is missing; every other byte stays."""
    mark, rest = split_bom(text)
    lines = split_lines(rest)
    end = dominant_line_end(rest)
    front = read_front_matter(rest)
    if not _KEY.fullmatch(f"{key}:"):
        raise Misused(f"`{key}` is no front matter key")
    if not front.lines:
        return f"{mark}---{end}{key}: {front_matter_value(value)}{end}---{end}{rest}"
    if key not in front.fields:
        lines.insert(front.lines - 1, f"{key}: {front_matter_value(value)}{end}")
        return mark + "".join(lines)
    known = front.fields[key]
    line = lines[known.line - 1]
    if lines[known.line][:1] in {" ", "\t", "-"} and bare(lines[known.line]).rstrip() != "---":
        raise Misused(
            f"Front matter key `{key}` spans several lines", hint="Write it as one `key: value` line"
        )
    gap = "" if line[: known.start].endswith((" ", "\t")) else " "
    written = front_matter_value(value, line[known.start : known.start + 1])
    tail = line[known.end :]
    lines[known.line - 1] = line[: known.start] + gap + written + (" " if tail[:1] == "#" else "") + tail
    return mark + "".join(lines)


def _read_line(line: str, number: int) -> tuple[str, FrontMatterField] | None:
    match = _KEY.match(line)
    if match is None:
        return None
    start = match.end()
    quote = line[start : start + 1]
    closing = line.rfind(quote) if quote in {"'", '"'} else -1
    end = closing + 1 if closing > start else start + len(_COMMENT.sub("", " " + line[start:]).strip())
    return match[1], FrontMatterField(_unquoted(line[start:end]), number, start, end)


def _unquoted(raw: str) -> str:
    if len(raw) >= 2 and raw[0] == raw[-1] == '"':
        return re.sub(r"\\(.)", r"\1", raw[1:-1])
    if len(raw) >= 2 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw


def front_matter_value(value: str, quote: str = "") -> str:
    """Return a value as it is written behind a key, in quotes where it needs them or had them before."""
    value = fold(value)
    if quote == "'":
        return "'" + value.replace("'", "''") + "'"
    if quote == '"' or _NEEDS_QUOTES.search(value):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return value
