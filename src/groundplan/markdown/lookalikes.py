"""Headings that a reader takes for a declared one and the parser does not: foreign letters, HTML."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, walk
from groundplan.markdown.headings import match_title
from groundplan.markdown.inline import code_spans
from groundplan.markdown.lines import fold
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.plan.playbook import SectionSpec

_LONGEST = 300
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
