"""What a section says of code in words: code quoted beside lines, and functions, classes, members by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.citations import citations_in
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import either, find_passages, masked, sentence_at
from groundplan.markdown.stated_figures import find_figures
from groundplan.markdown.stated_tests import find_tests
from groundplan.markdown.stated_versions import find_versions
from groundplan.plan.citation import KNOWN_ENDINGS
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.citations import Found
    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

# `foo()`, `Foo.bar()`, `foo::bar()`: brackets or a dotted class tell code from a word.
_CALL = late_regex(r"(?:[^\W\d][\w$]*(?:\.|::|#)){0,3}[^\W\d][\w$]*\(\s*(?:\.\.\.|…)?\s*\)")
_FILE = late_regex(rf"[\w-]+\.(?:{'|'.join(sorted(KNOWN_ENDINGS))})")
_MEMBER = late_regex(r"[A-Z][\w$]*[a-z][\w$]*(?:\.|#)[a-z_][\w$]*")
_VERBS = (
    r"is has reads? says? contains? calls? defines? shows? with uses? runs sets returns? imports? declares? "
    r"throws? raises? catches checks? passes logs? creates exports? registers hard-?codes"
)
_THINGS = "function method class helper constant hook component call field gate type handler"
# Between code and the lines it is in, either way round: nothing but these.
_QUOTED_AFTER = late_regex(
    rf"\s*(?:[:–—(-]|=)?\s*(?:(?:{either(_VERBS)})\s+)?(?:the\s+|its\s+|own\s+)?", re.IGNORECASE
)
_QUOTED_BEFORE = late_regex(
    rf"[*_]{{0,2}}\s*(?:,|[–—-])?\s*(?:(?:{either(_THINGS)})\s*)?[*_]{{0,2}}\s*(?:[(\[]|@)?\s*"
    r"(?:(?:(?:is|lives?|defined|declared|called|used|found|located|implemented|see)\s+)?"
    r"(?:at|in|on|from|see)\s+)?(?:lines?\s+)?",
    re.IGNORECASE,
)
_LATER = (
    r"add\w* insert\w* replac\w+ becom\w+ should instead will would must new renam\w* wrap\w* swap\w* "
    r"switch\w* no\ longer not never without missing lacks? after before above below near around mov\w+ like "
    r"mirror\w* similar\w* with"
)
# Words that say the code beside a line is what it will be, or is not there.
_NOT_YET = late_regex(rf"\b(?:{either(_LATER)})\b|→|->|=>", re.IGNORECASE)
_IN_FILE = late_regex(r"\s*(?:\(|in|from|at|of|\((?:in|from|at)|@|—)\s*(?:the\s+)?")
_OF_FILE = late_regex(r"`?\s*(?:\(|:|::|'s|—)\s*")
_BEFORE = 60  # letters before a quote that may say it is not there yet
_LONGEST_QUOTE = 200


def find_statements(section: Section) -> tuple[Statement, ...]:
    """Return what a section says of code in its words, in their order."""
    found: list[Statement] = []
    passages = find_passages(section)
    for passage in passages:
        if "`" in passage.source:
            found += _quotes(passage, section)
            found += _names(passage, section)
        found += find_figures(passage, section)
        found += find_versions(passage, section)
    found += find_tests(passages, section)
    return tuple(found)


def _quotes(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    spans = code_spans(source)
    for found in citations_in(passage.spans, bare=True):
        if not found.citation.first or found.citation.is_link:
            continue
        for start, end in _beside(source, spans, found):
            quoted = source[start:end].strip("`").strip()
            if _is_code(quoted):
                place = passage.place(start, section.document)
                cited = found.citation
                yield Statement(Topic.QUOTE, quoted, cited.text, section.key, place, citation=cited)


def _beside(source: str, spans: list[tuple[int, int]], found: Found) -> Iterator[tuple[int, int]]:
    """Yield the code span right before and right behind a citation, where the words join the two."""
    first, last = sentence_at(source, found.start)
    for start, end in spans:
        if start < first or end > last or (start, end) == (found.start, found.end):
            continue
        if end <= found.start:
            about, joins = source[max(first, start - _BEFORE) : start], _QUOTED_BEFORE
            between = source[end : found.start]
        else:
            about, joins = source[first : found.start], _QUOTED_AFTER
            between = source[found.end : start]
        behind = source[end : min(last, end + _BEFORE // 2)].strip()
        if joins is _QUOTED_AFTER and "(" in between and behind[:1] not in {")", ","}:
            continue  # (`load` description): the lines are those of something else
        if joins.fullmatch(between) and not _NOT_YET.search(masked(about)) and not _NOT_YET.match(behind):
            yield start, end


def _is_code(text: str) -> bool:
    """Tell code from a value, a path or a word: it has a name that a line can be searched for."""
    if (
        len(text) > _LONGEST_QUOTE
        or "/" in text.split("(", maxsplit=1)[0]
        or text.startswith(("-", "$", "<", "#"))
    ):
        return False
    if "…" in text.replace("(…)", "") or " | " in text:
        return False
    has_name = re.search(r"[^\W\d]\w{2,}", text) is not None
    return has_name and re.search(r"[(=;{]|\.\w|_|[a-z][A-Z]", text) is not None


def _names(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    cited = [found for found in citations_in(passage.spans, bare=True) if not found.citation.symbol]
    for start, end in code_spans(source):
        text = source[start:end].strip("`").strip()
        if not (_CALL.fullmatch(text) or (_MEMBER.fullmatch(text) and not _FILE.fullmatch(text))):
            continue
        file = next((found.citation for found in cited if _holds(source, found, start, end)), None)
        place = passage.place(start, section.document)
        aim = str(passage.aim_at(start, end))
        yield Statement(Topic.NAME, text, text.partition("(")[0], section.key, place, aim, citation=file)


def _holds(source: str, found: Found, start: int, end: int) -> bool:
    """Tell whether the words say that a name is in the cited file: `load()` in `src/a.py`."""
    if found.start >= end:
        return _IN_FILE.fullmatch(source[end : found.start]) is not None
    return found.end <= start and _OF_FILE.fullmatch(source[found.end : start]) is not None
