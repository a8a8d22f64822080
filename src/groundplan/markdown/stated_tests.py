"""Tests that a section names as ones that are there: extended, kept green, or followed by a new one."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import either, masked, sentence_at
from groundplan.markdown.told import acts, words_of_today
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import NAMED_TEST, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_NAME = late_regex(
    r"(?:[\w./-]+::|[A-Za-z_]\w*[.#])*(?:test_\w{3,}|test[A-Z]\w{2,}|Test[A-Z]\w{2,}(?:::\w+|/\w+)?|"
    r"[A-Z]\w{2,}(?:Tests?|Spec|IT)|\w{3,}_(?:test|spec)|(?:Benchmark|Fuzz)[A-Z]\w+)(?:\(\))?"
)
_MEMBER = late_regex(r"[A-Z]\w*(?:Tests?|Spec|IT)(?:\.|#|::)[a-z]\w{3,}(?:\(\))?")
_TITLE = late_regex(
    r"(?:it|test|describe|should|context|specify)(?:\(|\s+)[\"'](?P<title>[^\"'`]{6,120})[\"'].*"
)
_QUOTED = late_regex(r"(?:[“\"]|(?<=\s)['‘])(?P<title>[^“”\"'‘’\n]{8,120})(?:[”\"]|['’](?!\w))")
_IN_TESTS = late_regex(r"\sin\s`[^`\n]{0,200}(?:test|spec)[^`\n]{0,60}`", re.IGNORECASE)
_KIND = r"(?:(?:unit|integration|regression|e2e|end-to-end|snapshot|existing|current|old)\s+)*"
_TESTS = rf"(?:{_KIND}(?:tests?|cases?|specs?|suites?|test\s+(?:function|method|case|class|suite))\s*)?"
_BEFORE = (
    r"existing current extend(?:s|ing)? updat(?:e|es|ing) modify adjust(?:ing)? amend tighten strengthen "
    r"parametri[sz]e covered\ by exercised\ by pinned\ by guarded\ by caught\ by tested\ (?:by|in) "
    r"asserted\ (?:by|in) locked\ in\ by held\ by checked\ by beside next\ to alongside right\ after after "
    r"mirror(?:s|ing)? (?:in\ the\ )?style\ of (?:same\ )?shape\ (?:of|as) model(?:l)?ed\ on based\ on "
    r"(?:to|like|as|in)\ the\ existing rerun re-run un-?skip delete remove rename breaks? relies\ on "
    r"case\ (?:to|in) row\ (?:to|in) keep(?:s|ing)? already\ (?:in|by) (?:is|are)\ (?:the\ )?subject\ of "
    r"duplicates? follow(?:s|ing)? (?:pattern|layout|structure)\ (?:of|in)"
)
_IS_BEFORE = late_regex(rf"\b(?:{either(_BEFORE)})\s+(?:the\s+|our\s+)?{_TESTS}[\"“(]?$", re.IGNORECASE)
_BEHIND = (
    r"already still currently today (?:must|should|has\ to|have\ to|needs?\ to|will)\ (?:still|keep|"
    r"continue|stay|remain) "
    r"keeps?\ passing stays?\ green remains? pass(?:es)?\ (?:today|now|unchanged|as\ is) "
    r"fails?\ (?:today|now|on\ main) (?:is|are)\ the\ (?:only|existing|closest|nearest) exists? guards? "
    r"(?:must|should)\ (?:not\ (?:change|break)|pass\ (?:unchanged|without)) unchanged cover(?:s|"
    r"ed)?\ (?:this|that|it|the)\b"
)
_IS_BEHIND = late_regex(
    rf"\s*(?:\([^()\n]{{0,120}}\)\s*)?[,:]?\s*(?:which\s+|it\s+)?(?:{either(_BEHIND)})\b", re.IGNORECASE
)
_NOT_THERE = (
    r"no\ (?:test|such) missing lacks? absent does\ not\ exist new create[sd]? will\ be upstream "
    r"e\.?g\.? for\ example such\ as if would could"
)
_ABSENT = late_regex(rf"\b(?:{either(_NOT_THERE)})\b", re.IGNORECASE)
_ADDS = late_regex(r"\b(?:add|write|create|introduce|implement)\w*\b", re.IGNORECASE)
_LEADS = late_regex(
    r"\b(?:existing|already|must (?:still|keep|stay|continue)|stay(?:s)? green|keep(?:s)? passing|unchanged|"
    r"today)\b[^\n]*:\s*[*_]*$",
    re.IGNORECASE,
)
# A heading or lead of tests that are still to be written.
_NEW_TESTS = late_regex(
    r"\b(?:new|added|additional|planned|proposed|missing)\s+(?:[\w-]+\s+){0,2}(?:tests?|specs?|cases?)\b|"
    r"\b(?:tests?|specs?|cases?)\s+(?:to\s+(?:be\s+)?(?:add|writ|creat|implement)\w*|(?:we\s+)?add(?:ed)?\b)|"
    r"\b(?:tests?|specs?|cases?)\W{1,4}new\b",
    re.IGNORECASE,
)
_OLD_TESTS = late_regex(r"\b(?:existing|already|current(?:ly)?|today|no)\b", re.IGNORECASE)
_COVERED = late_regex(
    r"\b(?:covered|exercised|pinned|guarded|caught|tested|asserted|checked|looked at|looked "
    r"after)\b[^.]*\b(?:by|in)\s+$",
    re.IGNORECASE,
)
_STILL = late_regex(
    r"\b(?:(?:must|should|to|will)\s(?:still\s)?(?:pass|stay|remain)|still\spass\w*|unchanged|keeps?\spassing|"
    r"stays?\sgreen)\b"
)
_EXTENDED = late_regex(r"\b[Ee]xtend\w*\s+$")
_TEST_BEFORE = late_regex(r"\b(?:tests?|cases?|specs?)\s+$")
_TITLE_BEFORE = late_regex(r"\b(?:tests?|cases?|specs?|scenarios?)\s+$")
_MARKED_NEW = late_regex(r"`?\s*\(new\b", re.IGNORECASE)
_PLAIN_NAME = late_regex(r"[a-z]\w*(?:_\w+|[A-Z]\w+)(?:\(\))?")
_MOST = 8  # tests of a sentence that say the others are there
_LONGEST = 300  # letters of a name
_REACH = 70  # letters before a name that may say it is there
_CLAUSE_LONG = 400  # letters of a clause that ends with a test


def find_tests(passages: Sequence[Passage], section: Section) -> Iterator[Statement]:
    """Yield the tests that passages say are there."""
    led, new = range(0), range(0)
    heading, new_level = "", 0
    for passage in passages:
        heading = passage.source if passage.is_heading else heading
        if passage.is_heading and not 0 < new_level < passage.level:
            # The title says what all of it is for, not what each line of it does.
            new_level = passage.level if passage.level > 1 and _are_new(heading) else 0
        if passage.below is not None:
            if _are_new(passage.source):
                new = range(passage.below.line, passage.below.last + 1)
            is_lead = _LEADS.search(passage.source) is not None and not _ABSENT.search(passage.source)
            led = range(passage.below.line, passage.below.last + 1) if is_lead else led
        is_new = new_level > 0 or bool(passage.spans and passage.spans[0].line in new)
        is_led = passage.spans[0].line in led if passage.spans else False
        is_about = re.search(r"\btests?\b", heading, re.IGNORECASE) is not None and not passage.is_heading
        for start, end, name in _names(passage.source, is_about=is_about):
            if is_new and not _IS_BEFORE.search(passage.source[max(0, start - _REACH) : start]):
                continue  # what it is said to cover is what it will
            is_there = _is_there(passage.source, start, end, is_led=is_led)
            others = "" if is_there else _others(passage.source, start)
            if is_there or others:
                place = passage.place(start, section.document)
                text = passage.source[start:end].strip("`“”\"'")
                yield Statement(Topic.TEST, text, name, section.key, place, NAMED_TEST, by=others)


def _are_new(words: str) -> bool:
    return _NEW_TESTS.search(words) is not None and not _OLD_TESTS.search(words)


def _names(source: str, *, is_about: bool) -> Iterator[tuple[int, int, str]]:
    """Yield what looks like a test; under a heading about tests, what is extended there is one too."""
    for start, end in code_spans(source):
        text = source[start:end].strip("`").strip()
        reach = max(0, start - _REACH)
        if len(text) > _LONGEST:
            continue
        if (
            _NAME.fullmatch(text)
            or _MEMBER.fullmatch(text)
            or (_PLAIN_NAME.fullmatch(text) and _is_called_test(source[reach:start], is_about=is_about))
        ):
            yield start, end, text.removesuffix("()")
        elif title := _TITLE.fullmatch(text):
            yield start, end, title["title"]
        elif re.match(r"should\s\w+\s[\w ',-]+$", text) or (
            " " in text and _TEST_BEFORE.search(source, reach, start) and re.match(r"[\w ',-]+$", text)
        ):
            yield start, end, text
    for match in _QUOTED.finditer(masked(source)):
        before = source[max(0, match.start() - _REACH) : match.start()]
        if " " in match["title"] and (_TITLE_BEFORE.search(before) or _IN_TESTS.match(source, match.end())):
            yield *match.span(), match["title"]


def _is_called_test(before: str, *, is_about: bool) -> bool:
    """Tell whether the words before a name that could be anything call it a test."""
    is_extended = is_about and re.search(r"\b[Ee]xtend\w{0,3}\s$", before)
    is_beside = re.search(r"\btests?\b", before) and re.search(r"\b(?:next to|beside|alongside)\s$", before)
    return bool(
        is_extended
        or is_beside
        or re.search(r"\b(?:existing|extend|update) (?:the )?test\s$", before, re.IGNORECASE)
    )


def _clause(source: str, start: int, end: int) -> str:
    """Return the words around a name up to the next commas, code left out."""
    first, last = sentence_at(source, start)
    words = masked(source)
    return words[first:start].rpartition(", ")[2] + words[end:last].partition(", ")[0]


def _is_there(source: str, start: int, end: int, *, is_led: bool) -> bool:
    """Tell whether the words around a test say that it is there, and none that it is not."""
    first, last = sentence_at(source, start)
    before = source[max(first, start - _REACH) : start]
    behind = source[end : min(last, end + _REACH)]
    if (
        re.search(r"\bno\s+$", before)
        or _ABSENT.search(_clause(source, start, end))
        or _MARKED_NEW.match(source, end)
    ):
        return False
    if (
        _IS_BEFORE.search(before)
        or _IS_BEHIND.match(behind)
        or _COVERED.search(source, max(first, start - _CLAUSE_LONG), start)
    ):
        # "Add `test_b` after `test_a`": what is added comes right behind the verb.
        return not _ADDS.search(before.rpartition("`")[2]) or _IS_BEFORE.search(before) is not None
    adds, is_kept, _ = _sentence(source, first, last)
    return not adds and (is_led or is_kept or acts(source, start, end))


def _others(source: str, start: int) -> str:
    """Return the tests beside one in a sentence of today: where some are there, all are meant."""
    first, last = sentence_at(source, start)
    _, _, tests = _sentence(source, first, last)
    return "\n".join(name for at, name in tests if at != start) if words_of_today(source, start) else ""


@lru_cache(maxsize=8)  # a sentence may name a thousand tests
def _sentence(source: str, first: int, last: int) -> tuple[bool, bool, tuple[tuple[int, str], ...]]:
    """Return whether a sentence adds something, whether it keeps something, and the first tests it names."""
    spans = code_spans(source)
    inside = spans[bisect_left(spans, (first,)) : bisect_left(spans, (last,))]
    named = ((one, source[one:two].strip("`")) for one, two in inside)
    tests = tuple(each for each in named if _NAME.fullmatch(each[1]))[:_MOST]
    adds = _ADDS.search(masked(source), first, last) is not None
    return adds, _STILL.search(source, first, last) is not None, tests
