"""Figures that a section states: how many callers a name has, how long a list is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS
from groundplan.markdown.passages import either
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_WORDS, 2)}
_NUMBER = rf"(?P<number>\d{{1,4}}|{'|'.join(_WORDS)})"
_UNITS = r"callers? call[-\ ]sites? usages? uses references occurrences imports? files places"
_UNIT = rf"(?P<unit>{either(_UNITS)})"
_KIND = r"(?:(?:direct|existing|other|different|distinct|production|source|known|test)\s+){0,2}"
_HAS = (
    r"has is\ called\ from is\ called\ in is\ used\ in is\ used\ by is\ imported\ in is\ imported\ by "
    r"is\ referenced\ in appears\ in occurs\ in used\ in called\ from called\ in imported\ by"
)
_OF = (
    r"of to for that\ (?:call|use|import|reference) which\ (?:call|use|import) "
    r"calling using importing referencing"
)
_NAMED = r"`(?P<name>[^`\n]{2,80})`"
_COUNTS = (
    late_regex(rf"\b{_NUMBER}\s+{_KIND}{_UNIT}\s+(?:{either(_OF)})\s+(?:the\s+)?{_NAMED}", re.IGNORECASE),
    late_regex(
        rf"{_NAMED}\s+(?:{either(_HAS)})\s+(?:exactly\s+|only\s+|all\s+)?{_NUMBER}\s+{_KIND}{_UNIT}",
        re.IGNORECASE,
    ),
)
# That nothing calls a name is a number too.
_NONE = late_regex(
    r"\b(?:nothing|no one|nobody)\b[^.`\n]{0,40}\bcalls\s+`(?P<called>[^`\n]{2,80})`|"
    rf"{_NAMED}\s+(?:has no callers|is (?:never called|not called anywhere|called nowhere))",
    re.IGNORECASE,
)
_MEASURES = (
    r"hours? days? weeks? months? minutes? seconds? years? ms times percent points sprints? lines bytes "
    r"columns chars characters spaces tokens rows pixels px"
)
_NO_MEASURE = rf"(?!(?:{either(_MEASURES)})\b)"
_NO_VERB = r"(?!(?:are|is|were|was|have|has|which|that|in|of)\b)"
_ITEMS = rf"(?:^|[\s(*]){_NUMBER}\s+{_NO_MEASURE}(?:{_NO_VERB}[a-z][a-z-]{{0,24}}\s+){{0,3}}"
_ITEMS += rf"{_NO_MEASURE}(?P<noun>[a-z-]{{2,24}}s)"
_LIST_LEAD = late_regex(
    rf"{_ITEMS}(?:\s+\([^()\n]{{0,60}}\))?(?:\s+(?:are|exist|remain|apply|to \w+|must be \w+))?\s*"
    r"[*_]{0,2}:[*_]{0,2}\s*$",
    re.IGNORECASE,
)
_SPAN = r"`[^`\n]{1,80}`"
_LINE = late_regex(r":\d+(?:-\d+)?`")  # places are evidence of what is counted, not the things themselves
_INLINE_LIST = late_regex(
    rf"{_ITEMS}\s*(?:\(|:\s+)(?P<list>{_SPAN}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_SPAN}){{1,40}})"
    r"\s*(?P<close>[).;\n]|$)",
    re.IGNORECASE,
)
_ROUGHLY = (
    r"at\ least up\ to about around some over more\ than among including e\.?g such\ as or first another "
    r"last top of\ the out\ of between least most approximately roughly under"
)
_NUMBERED = (
    "phase step stage tier level part section version week day milestone sprint option priority task story"
)
# What is said of the number before it: then the list need not be whole.
_OPEN = late_regex(
    rf"\b(?:{either(_ROUGHLY)}|{either(_NUMBERED)})\s*[(*]{{0,3}}$|[~≈>≥<+]\s*$", re.IGNORECASE
)


def find_figures(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the counts and list lengths that a passage states."""
    yield from _counts(passage, section)
    yield from _lists(passage, section)


def _counts(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    for match in _NONE.finditer(source):
        place = passage.place(match.start(), section.document)
        name = match["called"] or match["name"]
        yield Statement(Topic.COUNT, match[0], name, section.key, place, "callers", 0)
    for pattern in _COUNTS:
        for match in pattern.finditer(source):
            if _OPEN.search(source[max(0, match.start("number") - 20) : match.start("number")]):
                continue
            place = passage.place(match.start(), section.document)
            said, number = match["unit"].casefold(), _number(match["number"])
            yield Statement(Topic.COUNT, match[0], match["name"], section.key, place, said, number)


def _lists(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the lists that a passage counts: the one it leads to, and those in its own words."""
    source, below = passage.source, passage.below
    lead = _LIST_LEAD.search(source) if below is not None and below.kind in LISTS else None
    found = [(lead, len(below.children))] if lead and below is not None and not passage.is_heading else []
    found += [
        (match, len(re.findall(_SPAN, match["list"])))
        for match in _INLINE_LIST.finditer(source)
        if (match["close"] == ")" or "(" not in match[0]) and not _LINE.search(match["list"])
    ]
    for match, length in found:
        start = match.start("number")
        if not _OPEN.search(source[:start]) and _number(match["number"]) > 1:
            text = source[start : match.end()].strip(" *:\n")
            place = passage.place(start, section.document)
            number = _number(match["number"])
            yield Statement(Topic.LIST, text, match["noun"], section.key, place, str(length), number)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _NUMBERS[text.casefold()]
