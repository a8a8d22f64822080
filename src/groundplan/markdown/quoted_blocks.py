"""Fenced code that a section quotes as the code of today, by the words right above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.citations import citations_in
from groundplan.markdown.command_lines import is_shell
from groundplan.markdown.passages import masked, sentence_at
from groundplan.markdown.told import words_of_today
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import BLOCK, TOLD, Statement, Topic

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


def find_blocks(section: Section, *, loose: bool = False) -> Iterator[Statement]:
    """Yield the fenced blocks that a section quotes, with the file that is cited above or below them."""
    heading, lead = "", None
    blocks = list(walk(parse_blocks(section.text, section.line)))
    for at, block in enumerate(blocks):
        if block.kind is Kind.HEADING:
            heading, lead = block.source, None
        elif block.kind is Kind.PARAGRAPH:
            lead = block
        elif block.kind is Kind.FENCE:
            if lead is None or is_shell(block) or _is_new(block):
                lead = None
                continue
            below = _cited_below(block, blocks[at + 1] if at + 1 < len(blocks) else None) if loose else None
            is_told_of = loose and _is_told(block, lead)
            if below or _is_quoted(block, lead, heading) or is_told_of:
                cited = below or _cited(lead)
                place = Place(section.document, block.line + 1, 1)
                subject = cited.text if cited else ""
                content = block.content
                how = TOLD if is_told_of else ""
                yield Statement(
                    Topic.QUOTE,
                    content,
                    subject,
                    section.key,
                    place,
                    BLOCK,
                    len(content),
                    citation=cited,
                    by=how,
                )
            lead = None


def _is_new(block: Block) -> bool:
    """Tell whether a fence says that its code is to be written: a difference, or marked `new`."""
    name, *marks = block.info.casefold().split() or [""]
    return name in {"diff", "patch"} or "new" in marks


def _cited_below(block: Block, below: Block | None) -> Citation | None:
    """Return the lines that the words right below a block begin with, in brackets."""
    if below is None or below.kind is not Kind.PARAGRAPH or below.line - block.last > 2:
        return None
    found = next(iter(citations_in(below.spans, bare=True)), None)
    is_first = found is not None and below.source[: found.start].strip() == "("
    return found.citation if found is not None and is_first and found.citation.first else None


def _is_told(block: Block, lead: Block) -> bool:
    """Tell whether the words right above a block are of today and lead to it."""
    source = lead.source.rstrip()
    is_near = len(block.content) <= _LONGEST and block.line - lead.last <= 2 and source.endswith(":")
    end = max(0, len(source) - 2)
    start, _ = sentence_at(source, end)
    return is_near and words_of_today(source, end) and not _PROPOSES.search(masked(source)[start:])


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
