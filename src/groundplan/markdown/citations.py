"""Citations in a section's words: code spans and links that name a file, lines of it or a symbol in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, parse_blocks, walk
from groundplan.markdown.inline import code_spans
from groundplan.plan.citation import parse_citation
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Section

_LINK = re.compile(r"\]\(\s*(?:<([^<>\n]*)>|([^\s()]+))(?:\s+\"[^\"\n]*\")?\s*\)")


def find_citations(section: Section) -> tuple[Citation, ...]:
    """Return the citations of a section in their order; those inside fences are code, not citations."""
    return tuple(
        replace(citation, place=Place(section.document, span.line, span.column + 1))
        for words in _words(section)
        for citation, span in _in_words(words)
    )


def _words(section: Section) -> Iterator[tuple[Span, ...]]:
    for block in walk(parse_blocks(section.text, section.line)):
        if block.spans:
            yield block.spans
        elif block.kind is Kind.ROW:
            # An escaped pipe is part of the cell's source, and no path has one.
            yield from ((Span(block.line, cell.start, cell.source),) for cell in block.cells)


def _in_words(words: tuple[Span, ...]) -> Iterator[tuple[Citation, Span]]:
    source = "\n".join(span.text for span in words)
    spans = code_spans(source)
    found = [(start, source[start:end].strip("`").strip()) for start, end in spans]
    found += [
        (match.start(1 if match[1] is not None else 2), match[1] or match[2] or "")
        for match in _LINK.finditer(source)
        if not any(start <= match.start() < end for start, end in spans)
    ]
    for start, text in sorted(found):
        citation = parse_citation(text)
        if citation is not None:
            above = source.count("\n", 0, start)
            column = start - (source.rfind("\n", 0, start) + 1) + words[above].column
            yield citation, Span(words[above].line, column, text)
