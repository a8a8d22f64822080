"""Fenced code that a section quotes as the code of today, by the words right above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.citations import citations_in
from groundplan.markdown.command_lines import is_shell
from groundplan.markdown.passages import masked, sentence_at
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import BLOCK, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Section

# Only these words say that a block is what the code reads now; without them it may be proposed.
_NOW = late_regex(
    r"\b(?:currently|today|existing|at\spresent|reads|looks\slike|the\scurrent\s(?:code|implementation))\b",
    re.IGNORECASE,
)
_OF_NOW = late_regex(
    r"\b(?:current(?:ly)?|today|existing|as-is|background|context|where\sthings\sare|how\sit\sworks|status\squo)\b",
    re.IGNORECASE,
)
_PROPOSES = late_regex(
    r"\b(?:will|would|should|could|must|shall|chang\w{1,3}|replac\w{1,3}|becom\w{1,3}|add\w{0,3}|insert\w{0,3}|writ\w{1,3}|"
    r"creat\w{1,3}|updat\w{1,3}|new|after|instead|propos\w{1,4}|implement\w{0,6}|want\w{0,3}|fix\w{0,3}|modif\w{1,4}|"
    r"use|make|let|need\w{0,2}|example|e\.g|like\sthis|simplif\w{1,4}|refactor\w{0,3}|extract\w{0,3}|remov\w{1,3})\b|→|->",
    re.IGNORECASE,
)
_LONGEST = 4_000  # letters of a block that somebody quotes


def find_blocks(section: Section) -> Iterator[Statement]:
    """Yield the fenced blocks that a section quotes, with the file that is cited above them."""
    heading, lead = "", None
    for block in walk(parse_blocks(section.text, section.line)):
        if block.kind is Kind.HEADING:
            heading, lead = block.source, None
        elif block.kind is Kind.PARAGRAPH:
            lead = block
        elif block.kind is Kind.FENCE:
            if lead is not None and not is_shell(block) and _is_quoted(block, lead, heading):
                cited = _cited(lead)
                place = Place(section.document, block.line + 1, 1)
                subject = cited.text if cited else ""
                content = block.content
                yield Statement(
                    Topic.QUOTE, content, subject, section.key, place, BLOCK, len(content), citation=cited
                )
            lead = None


def _is_quoted(block: Block, lead: Block, heading: str) -> bool:
    if len(block.content) > _LONGEST or block.line - lead.last > 2:
        return False
    source = lead.source.rstrip()
    start, _ = sentence_at(source, max(0, len(source) - 1))
    words = masked(source)[start:]
    if _PROPOSES.search(words):
        return False
    has_lines = any(
        found.citation.first and found.start >= start for found in citations_in(lead.spans, bare=True)
    )
    return has_lines or _NOW.search(words) is not None or _OF_NOW.search(heading) is not None


def _cited(lead: Block) -> Citation | None:
    """Return the last file that the words above a block name."""
    found = [
        each.citation for each in citations_in(lead.spans, bare=True) if not each.citation.path.endswith("/")
    ]
    return found[-1] if found else None
