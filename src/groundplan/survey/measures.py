"""The size, branching and documentation of each file of code, kept per text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.outline import Kind
from groundplan.survey.kept import keep_records

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

_VERSION = "1"
MOST_WORST = 5
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_DOCUMENTED = _FUNCTIONS | {Kind.CLASS, Kind.INTERFACE}


@dataclass(frozen=True, slots=True)
class Branchy:
    """A function and how often its way forks."""

    qualified: str
    line: int
    lines: int
    branches: int


@dataclass(frozen=True, slots=True)
class Measure:
    """What one file weighs; `documented` of its `public` definitions say what they do."""

    lines: int
    functions: int
    branches: int
    public: int
    documented: int
    is_generated: bool
    worst: tuple[Branchy, ...]


def measure_files(index: CodeView) -> dict[str, Measure]:
    """Return the measure of every file that has an outline, by path."""
    records = keep_records(index, "measures", _VERSION, _make)
    return {path: _unpack(record) for path, record in records.items()}


def _make(text: bytes, outline: Outline) -> bytes:
    functions = [each for each in outline.definitions if each.kind in _FUNCTIONS]
    # A nested function's forks are counted in the one around it as well: only outermost ones sum up.
    spans = _outermost(outline)
    public = [
        each
        for each in outline.definitions
        if each.kind in _DOCUMENTED and each.is_exported and not each.name.startswith("_")
    ]
    worst = sorted(functions, key=lambda each: (-each.branches, each.line))[:MOST_WORST]
    is_generated = outline.is_generated or why_generated("", text) is not None
    return json.dumps(
        [
            outline.lines,
            len(functions),
            spans,
            len(public),
            sum(each.has_doc for each in public),
            int(is_generated),
            [[each.qualified[:200], each.line, each.size, each.branches] for each in worst if each.branches],
        ],
        separators=(",", ":"),
    ).encode()


def _outermost(outline: Outline) -> int:
    total, end = 0, 0
    for each in outline.definitions:
        if each.kind in _FUNCTIONS and each.first > end:
            total += each.branches
            end = each.last
    return total


def _unpack(record: bytes) -> Measure:
    lines, functions, branches, public, documented, generated, worst = json.loads(record)
    found = tuple(Branchy(*each) for each in worst)
    return Measure(lines, functions, branches, public, documented, bool(generated), found)
