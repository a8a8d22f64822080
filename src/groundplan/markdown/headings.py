"""Which headings of a document are declared ones, and under which key each section goes."""

from __future__ import annotations

import functools
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind
from groundplan.markdown.patterns import compile_pattern
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.patterns import Pattern
    from groundplan.plan.playbook import Playbook, SectionSpec


@dataclass(frozen=True, slots=True)
class DeclaredHeading:
    """A heading that a declaration of the playbook claims."""

    block: Block
    spec: SectionSpec
    key: str
    captures: Mapping[str, str] = field(default_factory=dict)
    scope: str = ""  # key of the section it stands within, for a declaration with `within`
    first: str = ""  # for a duplicate, the key it would have had


def declarations(playbook: Playbook, document_name: str) -> tuple[SectionSpec, ...]:
    """Return the playbook's declarations for one document in their order."""
    return tuple(spec for spec in playbook.sections if spec.document == document_name)


@functools.lru_cache(maxsize=1024)
def title_patterns(title: str, aliases: tuple[str, ...]) -> tuple[Pattern, ...]:
    """Return the patterns under which a declaration's heading may stand."""
    return tuple(compile_pattern(text) for text in (title, *aliases))


def match_title(spec: SectionSpec, text: str) -> dict[str, str] | None:
    """Return what the declaration's title catches in a heading's words, None where it is another heading."""
    for pattern in title_patterns(spec.title, spec.aliases):
        caught = pattern.match(text)
        if caught is not None:
            return caught
    return None


def fill_key(pattern: str, captures: Mapping[str, str]) -> str:
    """Return the key with the captures filled in, each reduced to letters, digits and dashes."""
    for name, value in captures.items():
        pattern = pattern.replace(f"{{{name}}}", slug(value))
    return pattern


def slug(value: str) -> str:
    """Return the value in lower case with everything but letters and digits as single dashes."""
    words = "".join(letter if letter.isalnum() else " " for letter in value.lower()).split()
    return "-".join(words) or "-"


def find_declared(blocks: Iterable[Block], specs: Sequence[SectionSpec]) -> list[DeclaredHeading]:
    """Return the declared headings among top blocks; those inside lists, quotes, fences or HTML are none."""
    finder = _Finder(specs)
    found = (finder.claim(block) for block in blocks if block.kind is Kind.HEADING)
    return [heading for heading in found if heading is not None]


class _Finder:
    """Goes through the headings of a document and knows which repeated sections are open."""

    def __init__(self, specs: Sequence[SectionSpec]) -> None:
        # A literal title is the surer claim, so `Risks` is not swallowed by `{name}`.
        self.specs = sorted(specs, key=lambda spec: (not spec.within, spec.catches))
        self.scoping = {spec.within for spec in specs if spec.within}
        self.open: dict[str, DeclaredHeading] = {}  # declared key -> the open section of it
        self.counts: dict[str, int] = {}

    def claim(self, block: Block) -> DeclaredHeading | None:
        """Return the heading with the declaration that claims it, if any does."""
        for spec in self.specs:
            if spec.level != block.level or (spec.within and spec.within not in self.open):
                continue
            caught = match_title(spec, block.text)
            if caught is not None:
                return self._claimed(block, spec, caught)
        return None

    def _claimed(self, block: Block, spec: SectionSpec, caught: Mapping[str, str]) -> DeclaredHeading:
        scope = self.open[spec.within] if spec.within else None
        captures = {**(scope.captures if scope else {}), **caught}
        first = fill_key(spec.key, captures)
        count = self.counts[first] = self.counts.get(first, 0) + 1
        key = first if count == 1 else f"{first}~{count}"
        heading = DeclaredHeading(
            block, spec, key, captures, scope.key if scope else "", first if count > 1 else ""
        )
        # Only a declared heading closes a scope: under a misspelt one the sections below would be lost.
        self.open = {
            name: section
            for name, section in self.open.items()
            if section.block.level < block.level or name == spec.within
        }
        if spec.key in self.scoping:
            self.open[spec.key] = heading
        return heading
