"""Rules that a repository's own notes for agents spell out, quoted for a person to take up or leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.profile.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.profile.values import Profiled

MOST_RULES = 10
SHORTEST, LONGEST = 12, 240
NOTES = ("AGENTS.md", "CLAUDE.md")
# `don't` orders at the start of a clause; `so that users don't need it` orders nothing.
_RULE = late_regex(
    r"\b(?:never|always|must)\b|(?:^|[.;:,(!*]\s*|\b(?:and|but|or|please|then)\s+)(?:do\s+not|don't)\b",
    re.IGNORECASE,
)
_ITEM = late_regex(r"\s{0,20}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_FENCE = late_regex(r"\s{0,20}(?:```|~~~)")
_NO_PROSE = ("#", "|", ">", "<", "    ", "\t", "---")
_SENTENCE_END = late_regex(r"(?<=[.!?])\s+(?=[A-Z`*])")


def find_rules(code: Profiled) -> Iterator[Value]:
    """Return sentences of the notes for agents that order or forbid something; none is switched on."""
    found: dict[str, Value] = {}
    for path in NOTES:
        source = code.lines(path)
        for number, text in _sentences(source.lines) if source else ():
            if source and SHORTEST <= len(text) <= LONGEST and _RULE.search(text):
                key = ("standards", f"{path.partition('.')[0].lower()}-{len(found) + 1}")
                found.setdefault(text, Value(key, text, source.spot(number), is_on=False))
    yield from list(found.values())[:MOST_RULES]


def _sentences(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each sentence of prose with the line it starts on; a paragraph may go over several lines."""
    for block in _blocks(lines):
        starts, joined = [], ""
        for number, text in block:
            starts.append((len(joined), number))
            joined += text + " "
        at = 0
        for sentence in _SENTENCE_END.split(joined.strip()):
            at = joined.index(sentence, at)
            yield max(number for start, number in starts if start <= at), sentence.strip()


def _blocks(lines: list[str]) -> Iterator[list[tuple[int, str]]]:
    """Yield the items and paragraphs that are no code, heading, table or quotation."""
    block: list[tuple[int, str]] = []
    is_code = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            is_code = not is_code
        item = _ITEM.match(line)
        is_prose = bool(line.strip()) and not is_code and not _FENCE.match(line)
        is_prose = is_prose and (bool(item) or bool(block) or not line.startswith(_NO_PROSE))
        is_prose = is_prose and not line.startswith(_NO_PROSE[:4])
        if block and (item or not is_prose):
            yield block
            block = []
        if is_prose:
            block.append((number, (line[item.end() :] if item else line).strip()))
    if block:
        yield block
