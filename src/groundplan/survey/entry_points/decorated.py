"""Python functions behind a decorator: where each decorator call stands and which function it adorns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.argument_text import Arguments, read_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.survey.sources import Sources


@dataclass(frozen=True, slots=True)
class Decorated:
    """A function or class, one decorator above it, that decorator's line and arguments."""

    definition: Definition
    words: str
    line: int
    arguments: Arguments


def decorated(sources: Sources, path: str, lasts: frozenset[str]) -> Iterator[Decorated]:
    """Return the definitions of a file with a decorator whose last word is one of some words."""
    outline = sources.outlines[path]
    for definition in outline.definitions:
        line = definition.first - 1
        for words in definition.decorators:
            if words.rpartition(".")[2] in lasts:
                # One function may bear the same decorator twice: the next one is looked for below the last.
                line = _line_of(sources, path, (line + 1, definition.line), words) or definition.first
                arguments = read_arguments(sources.lines(path), line, words) or Arguments()
                yield Decorated(definition, words, line, arguments)


def _line_of(sources: Sources, path: str, span: tuple[int, int], words: str) -> int:
    for line in range(*span):
        if sources.line(path, line).lstrip().startswith(f"@{words}"):
            return line
    return 0


def made_by(outline: Outline) -> dict[str, tuple[str, int]]:
    """Return the top-level names of a file that a call makes, with what is called and the line."""
    found = {}
    for each in outline.definitions:
        if each.kind in {Kind.CONSTANT, Kind.ATTRIBUTE} and "(" in each.header:
            called = each.header.partition("=")[2].partition("(")[0].strip()
            if called and called.replace(".", "").replace("_", "").isalnum():
                found[each.qualified] = (called, each.line)
    return found
