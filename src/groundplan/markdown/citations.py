"""Citations in a section's words: code spans and links that name a file, lines of it or a symbol in it."""

from __future__ import annotations

import html
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import unquote

from groundplan.markdown.blocks import Kind, Span, parse_blocks, walk
from groundplan.markdown.inline import code_spans
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Section

_LINK = late_regex(r"\]\(\s*(?:<([^<>\n]*)>|([^\s()]+))(?:\s+\"[^\"\n]*\")?\s*\)")


def find_citations(section: Section) -> tuple[Citation, ...]:
    """Return the citations of a section in their order; those inside fences are code, not citations."""
    return tuple(
        replace(found.citation, place=found.place(section.document))
        for words in words_of(section)
        for found in citations_in(words)
    )


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


def citations_in(words: tuple[Span, ...]) -> Iterator[Found]:
    """Yield the citations among words in their order, code spans and link targets alike."""
    source = "\n".join(span.text for span in words)
    spans = code_spans(source)
    found = [(start, end, source[start:end].strip("`").strip(), False) for start, end in spans]
    found += [
        (*match.span(1 if match[1] is not None else 2), match[1] or match[2] or "", True)
        for match in _LINK.finditer(source)
        if not _is_within(spans, match.start())
    ]
    lines = list(accumulate((len(span.text) + 1 for span in words), initial=0))
    for start, end, text, is_link in sorted(found):
        citation = parse_citation(_decoded(text) if is_link else text)
        if citation is not None:
            above = bisect_right(lines, start) - 1
            span = Span(words[above].line, start - lines[above] + words[above].column, text)
            written = citation.text if citation.trouble else text
            yield Found(replace(citation, is_link=is_link, text=written), start, end, span)


def _is_within(spans: list[tuple[int, int]], position: int) -> bool:
    """Tell whether a position lies inside one of some spans, which are in their order."""
    at = bisect_right(spans, position, key=lambda span: span[0]) - 1
    return at >= 0 and position < spans[at][1]


def _decoded(target: str) -> str:
    """Return the target of a link as a browser goes there: `%2e` and `&#46;` are dots."""
    return unquote(html.unescape(target)) if "%" in target or "&" in target else target
