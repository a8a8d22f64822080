"""Citations in a section's words: code spans and links that name a file, lines of it or a symbol in it."""

from __future__ import annotations

import html
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import unquote

from groundplan.markdown.blocks import Kind, Span, parse_blocks, walk
from groundplan.markdown.inline import code_spans, joined
from groundplan.plan.citation import KNOWN_ENDINGS, parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Section

_LINK = late_regex(r"\]\(\s*(?:<([^<>\n]*)>|([^\s()]+))(?:\s+\"[^\"\n]*\")?\s*\)")
# A path without backticks: a name with a known ending, and a folder or lines. No part of an address.
_ENDING = "|".join(sorted(KNOWN_ENDINGS, key=len, reverse=True))
_LINES = r"\d{1,6}(?:-\d{1,6})?"
_AT = rf":{_LINES}(?:,{_LINES}){{0,30}}"
_BARE = late_regex(
    r"(?<![\w/.:@<>{}$*~\\=-])(?:\.{1,2}/)?[\w@][\w.@-]{0,80}"
    rf"(?:(?:/[\w.@-]{{1,80}}){{0,15}}/[\w.@-]{{0,80}}\w\.(?:{_ENDING})(?:{_AT})?|\.(?:{_ENDING}){_AT})"
    r"(?![\w/*<>{}@-]|\.\w|:\d)"
)
_SEVERAL = late_regex(rf"([^\s:]+):({_LINES}(?:,\s?{_LINES}){{1,30}})")


@dataclass(frozen=True, slots=True)
class Found:
    """A citation among words: where it starts and ends in their joined source, and where that is."""

    citation: Citation
    start: int
    end: int
    span: Span

    def place(self, document: str) -> Place:
        """Return where in a document it stands."""
        return Place(document, self.span.line, self.span.column + 1)


def words_of(section: Section) -> Iterator[tuple[Span, ...]]:
    """Yield the words of a section, paragraph by paragraph and cell by cell."""
    for block in walk(parse_blocks(section.text, section.line)):
        if block.spans:
            yield block.spans
        elif block.kind is Kind.ROW:
            # An escaped pipe is part of the cell's source, and no path has one.
            yield from ((Span(block.line, cell.start, cell.source),) for cell in block.cells)


def citations_in(words: tuple[Span, ...], *, bare: bool = False) -> Iterator[Found]:
    """Yield the citations among words in their order: code spans, link targets, with `bare` other paths."""
    source = joined(span.text for span in words)
    spans = code_spans(source)
    found = [(start, end, source[start:end].strip("`").strip(), False) for start, end in spans]
    links = [match for match in _LINK.finditer(source) if not _is_within(spans, match.start())]
    found += [
        (*match.span(1 if match[1] is not None else 2), match[1] or match[2] or "", True) for match in links
    ]
    taken = sorted([*spans, *(match.span() for match in links)])
    found += [
        (match.start(), match.end(), match[0], False)
        for match in (_BARE.finditer(source) if bare else ())
        if not _is_within(taken, match.start())
    ]
    lines = list(accumulate((len(span.text) + 1 for span in words), initial=0))
    for start, end, text, is_link in sorted(found):
        for citation in _cited(_decoded(text) if is_link else text, several=bare):
            above = bisect_right(lines, start) - 1
            span = Span(words[above].line, start - lines[above] + words[above].column, text)
            written = citation.text if citation.trouble or bare else text
            yield Found(replace(citation, is_link=is_link, text=written), start, end, span)


def _cited(text: str, *, several: bool) -> Iterator[Citation]:
    """Yield what a text cites: `src/a.py:10,24` cites two places of one file, where that is allowed."""
    match = _SEVERAL.fullmatch(text) if several else None
    texts = [f"{match[1]}:{each.strip()}" for each in match[2].split(",")] if match else [text]
    yield from (citation for each in texts if (citation := parse_citation(each)) is not None)


def _is_within(spans: Sequence[tuple[int, int]], position: int) -> bool:
    """Tell whether a position lies inside one of some spans, which are in their order."""
    at = bisect_right(spans, position, key=lambda span: span[0]) - 1
    return at >= 0 and position < spans[at][1]


def _decoded(target: str) -> str:
    """Return the target of a link as a browser goes there: `%2e` and `&#46;` are dots."""
    return unquote(html.unescape(target)) if "%" in target or "&" in target else target
