"""Which headings of a document are declared ones, and under which key each section goes."""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, walk
from groundplan.markdown.brackets import is_bracketed
from groundplan.markdown.gaps import is_gap
from groundplan.markdown.inline import code_spans
from groundplan.markdown.lines import fold
from groundplan.markdown.patterns import compile_pattern
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.patterns import Pattern
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import Playbook, SectionSpec

_LONGEST = 300
_UNFILLED = late_regex(r"-?\{[a-z_]+\}")
# Letters of other scripts that look like Latin ones, Cyrillic, Greek and Armenian, small and capital.
_FOREIGN = str.maketrans(
    "аеорсухіјѕԁԛԝһӏкАВЕКМНОРСТУХІЈЅҮԌԜԚ" + "οναρικυγηωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "օսոհցՍՕ" + "ıɑɡɩ",
    "aeopcyxijsdqwhlkABEKMHOPCTYXIJSYGWQ" + "ovapikuynwcjABEZHIKMNOPTYX" + "ounhgUO" + "iagi",
)
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_HTML = late_regex(
    rf"<h([1-6])\b[^<>]{{0,{_LONGEST}}}>(.{{0,{_LONGEST}}}?)</h\1\s*>", re.IGNORECASE | re.DOTALL
)
_TAG = late_regex(rf"<[^<>]{{0,{_LONGEST}}}>")


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


def match_open_title(spec: SectionSpec, text: str) -> dict[str, str] | None:
    """Return what a title catches whose last words nobody knows yet: `Phase 1` of `Phase {n}: {name}`."""
    return compile_pattern(spec.title).match_open(text)


def has_open_title(section: Section, spec: SectionSpec) -> bool:
    """Tell whether a title lacks its last words, or catches a placeholder, as in `Phase 1: {Name}`."""
    caught = match_title(spec, section.title)
    return caught is None or any(is_bracketed(words) for words in section.captures.values())


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
    each = [*blocks]
    found = (
        finder.claim(block, is_open=_is_open(each[at + 1 : at + 3]))
        for at, block in enumerate(each)
        if block.kind is Kind.HEADING
    )
    return [heading for heading in found if heading is not None]


def _is_open(below: Sequence[Block]) -> bool:
    """Tell whether nothing but a placeholder stands between a heading and what follows."""
    ends = len(below) < 2 or below[1].kind in {Kind.HEADING, Kind.RULE}
    return bool(below) and ends and is_gap(below[0])


class _Finder:
    """Goes through the headings of a document and knows which repeated sections are open."""

    def __init__(self, specs: Sequence[SectionSpec]) -> None:
        # A literal title is the surer claim, so `Risks` is not swallowed by `{name}`.
        self.specs = sorted(specs, key=lambda spec: (not spec.within, spec.catches))
        self.scoping = {spec.within for spec in specs if spec.within}
        self.open: dict[str, DeclaredHeading] = {}  # declared key -> the open section of it
        self.counts: dict[str, int] = {}

    def claim(self, block: Block, *, is_open: bool) -> DeclaredHeading | None:
        """Return the heading with the declaration that claims it, if any does; an open one may be shorter."""
        for match in (match_title, match_open_title) if is_open else (match_title,):
            for spec in self.specs:
                if spec.level != block.level or (spec.within and spec.within not in self.open):
                    continue
                caught = match(spec, block.text)
                if caught is not None:
                    return self._claimed(block, spec, caught)
        return None

    def _claimed(self, block: Block, spec: SectionSpec, caught: Mapping[str, str]) -> DeclaredHeading:
        scope = self.open[spec.within] if spec.within else None
        captures = {**(scope.captures if scope else {}), **caught}
        first = _UNFILLED.sub("", fill_key(spec.key, captures))
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


# Headings that a reader takes for a declared one and the parser does not: foreign letters, HTML.


def read_as_seen(text: str) -> str:
    """Return a text in the plain letters that a reader sees, without what nobody sees."""
    plain = unicodedata.normalize("NFKC", text[: 2 * _LONGEST])
    seen = (
        letter
        for letter in plain
        if letter.isspace()
        or not (
            letter in _UNSEEN
            or unicodedata.category(letter) in {"Cf", "Cc"}
            or unicodedata.name(letter, "").startswith("VARIATION SELECTOR")
        )
    )
    return fold("".join(seen).translate(_FOREIGN))


def find_lookalikes(
    blocks: Sequence[Block], specs: Sequence[SectionSpec], declared: set[int], path: str
) -> Iterator[Finding]:
    """Yield a finding for each heading that reads as a declared one and is none."""
    for block in walk(blocks):
        for level, words in _headings(block) if block.line not in declared else ():
            seen = read_as_seen(words)
            # HTML is never a declared heading; other headings are, unless their letters are others.
            is_html = block.kind is not Kind.HEADING
            for spec in specs:
                is_other = is_html or match_title(spec, words) is None
                if spec.level == level and is_other and match_title(spec, seen) is not None:
                    yield _finding(block, words, spec, path)
                    break


def _headings(block: Block) -> Iterator[tuple[int, str]]:
    if block.kind is Kind.HEADING:
        yield block.level, block.text
    elif block.kind is Kind.HTML:
        yield from _html_headings(block.content, [])
    elif block.kind is Kind.PARAGRAPH and "<h" in block.source.lower():
        yield from _html_headings(block.source, code_spans(block.source))


def _html_headings(source: str, code: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    for found in _HTML.finditer(source):
        if not any(start <= found.start() < end for start, end in code):
            yield int(found[1]), fold(html.unescape(_TAG.sub("", found[2])))


def _finding(block: Block, words: str, spec: SectionSpec, path: str) -> Finding:
    marks = "#" * spec.level
    return Finding(
        "GP502",
        f"Heading `{words}` reads as the declared `{spec.title}`, but is not that section's heading",
        Place(path, block.line, block.column + 1),
        spec.key,
        hint=f"Write `{marks} {spec.title}` in plain letters, or choose other words",
        subject=f"{spec.key}:{words}",
    )
