"""What a section says of code in words: code quoted beside lines, and functions, classes, members by name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.citations import citations_in
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import Aim, either, find_passages, masked, sentence_at
from groundplan.markdown.quoted_blocks import find_blocks
from groundplan.markdown.set_apart import find_set_apart
from groundplan.markdown.stated_counts import find_counts
from groundplan.markdown.stated_places import find_line_lists, find_places, find_rows
from groundplan.markdown.stated_tests import find_tests
from groundplan.markdown.stated_totals import find_totals
from groundplan.markdown.stated_versions import find_versions
from groundplan.markdown.told import acts, is_said_there, is_told, words_of_today
from groundplan.plan.citation import KNOWN_ENDINGS, parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import ANYWHERE, ASSERTED, BARE, NEAR, TOLD, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.citations import Found
    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section
    from groundplan.plan.finding import Place

    _At = tuple[int, int]  # line and column

# `foo()`, `Foo.bar()`, `foo::bar()`: brackets or a dotted class tell code from a word.
_CALL = late_regex(r"(?:[^\W\d][\w$]*(?:\.|::|#)){0,3}[^\W\d][\w$]*\(\s*(?:\.\.\.|…)?\s*\)")
_FILE = late_regex(rf"[\w-]+\.(?:{'|'.join(sorted(KNOWN_ENDINGS))})")
_MEMBER = late_regex(r"[A-Z][\w$]*[a-z][\w$]*(?:\.|#)[A-Za-z_][\w$]*")
_SCOPED = late_regex(r"(?:[^\W\d]\w*::){1,3}[^\W\d]\w*")
_LONGEST_NAME = 300  # letters
_WORD = late_regex(r"[A-Z]?[a-z]{3,30}")
# A name that no word of a language has, and words before it that only fit what is there.
_NAME = late_regex(r"_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+|_{0,2}[A-Za-z][a-z0-9]+(?:[A-Z]{1,5}[a-z0-9]*)+")
_DOTTED = late_regex(r"(?:[^\W\d]\w{0,80}(?:\.|::|#)){1,4}\w{2,80}")
_IS_THERE = late_regex(
    r"(?:\b(?:existing|current|today's|in|update|modify|extend|refactor|rename|remove|delete|inline|reuse|simplify)\s+"
    r"(?:the\s+)?|\b(?:callers?|users?)\s+(?:is|are)\s+|\bthe\s+)(?:(?:existing|current|private|public|internal|shared)\s+)?"
    r"(?:(?:function|method|class|helper|struct|type|hook|component)\s+)?$",
    re.IGNORECASE,
)
_BARE_NAME = late_regex(
    r"(?<![\w/.`@$#:-])(?:[a-z]{2}[a-z0-9]*(?:_[a-z0-9]+)+|[a-z]{2}[a-z0-9]*(?:[A-Z][a-z0-9]{2,})+)(?:\(\))?"
    r"(?![\w/`:=-]|\.\w)"
)
_LISTED = r"(?:`[^`\n]{1,200}`(?:,\s|\sand\s|,\sand\s)){0,6}"
# Words right around a name that only fit what the code has: a step makes nothing "returned by" it.
_ASSERTED_BEFORE = late_regex(
    r"\b(?:calls|invokes|exports|overrides|delegates\sto|relies\son|comes?\sfrom|(?:returned|called|handled|followed|"
    rf"driven|computed|read)\sby|has\s(?:[a-z]{{2,20}}\s){{1,3}}?[a-z]{{2,20}},)\s(?:the\s)?{_LISTED}$"
)
_KEPT = late_regex(rf"\b(?:[Kk]eep|[Ll]eave)\s(?:the\s)?{_LISTED}$")
_AS_IT_IS = late_regex(r"[^.`\n]{0,80}\b(?:as\s(?:it\s|they\s)?(?:is|are)|unchanged|untouched|alone)\b")
_ASSERTED_BEHIND = late_regex(
    r",?\s(?:which\s)?(?:is|are)\s(?:(?:defined|declared|implemented|located)\s)?in\s(?:the\ssame|that|this)\s"
)
_PROPOSES = late_regex(
    r"\b(?:will|would|should|could|must|may|might|shall|can|new|add\w{0,3}|creat\w{1,3}|introduc\w{1,3}|implement\w{0,6}|"
    r"propos\w{1,4}|instead|if|when|once|then|after|so\sthat|becom\w{1,3}|mov\w{1,3}|extract\w{0,3}|e\.g|example|option|"
    r"replac\w{1,3}|wrap\w{0,4}|expos\w{1,3}|ensur\w{1,3}|verif\w{1,3}|test(?:s|ed|ing)?)\b|→|->|=>",
    re.IGNORECASE,
)
_RENAMED = late_regex(r"\brenam(?:e|es|ing)\s+(?:the\s+)?(?:\w+\s+)?$", re.IGNORECASE)
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
    r"(?:\s(?:is\s(?:(?:defined|declared|implemented)\s)?)?in\s`[^`\n]{1,200}`(?=\s(?:at\s|\()))?"
    rf"[*_]{{0,2}}\s*(?:,|[–—-])?\s*(?:which\s+)?(?:(?:{either(_THINGS)})\s*)?[*_]{{0,2}}\s*(?:[(\[]|@)?\s*"
    r"(?:(?:(?:is|lives?|sits?|starts?|begins?|(?:is\s+)?(?:defined|declared|called|used|found|located|implemented)|"
    r"see)\s+)?"
    r"(?:at|in|on|from|see)\s+)?(?:lines?\s+)?",
    re.IGNORECASE,
)
_LATER = (
    r"add\w* insert\w* replac\w+ becom\w+ should instead will would must new renam\w* wrap\w* swap\w* "
    r"switch\w* after before above below near around mov\w+ like mirror\w* similar\w*"
)
# What is said not to be there is not: right before the code, since it may be said of something else.
_ABSENT = late_regex(
    r"\b(?:no|no longer|not|never|without|missing|lacks?)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)
# Words that say the code beside a line is what it will be, or is not there.
_NOT_YET = late_regex(rf"\b(?:{either(_LATER)})\b|→|->|=>", re.IGNORECASE)
# Where something goes is given by code that is there: right before `load()` (`src/a.py:3`).
_ANCHOR = late_regex(
    r"\b(?:before|after|above|below|beside|behind|next\s+to|following|between|and)\s+(?:the\s+)?(?:\w+\s+)?$",
    re.IGNORECASE,
)
# An order to write something at a place: neither the call nor the words are there yet.
_ORDER = (
    r"(?:^\W*(?:\d+[.)]\s+)?|[.;:,]\s+|\b(?:and|then|also|to)\s+){}\s+(?:(?:also|the|a|an|it|about|that|how|what|"
    r"there|here)\s+){{0,3}}$"
)
_TELLS = r"(?:document|mention|describe|explain|state|note|advertise|announce|write)"
_DOES = (
    r"(?:call|invoke|pass|log|return|raise|throw|emit|print|set|use|send|import|register|export|include|"
    r"start|await|assign|yield|define|declare)"
)
_TO_TELL = late_regex(_ORDER.format(_TELLS), re.IGNORECASE)
_TO_DO = late_regex(_ORDER.format(f"(?:{_TELLS}|{_DOES})"), re.IGNORECASE)
_USED = late_regex(r"\b(?:call|use|invok|import|pass|rais|throw|return|catch|construct)\w*\b", re.IGNORECASE)
_IN_FILE = late_regex(r"\s*(?:\(|in|from|at|of|\((?:in|from|at)|@|—)\s*(?:the\s+)?")
_OF_FILE = late_regex(r"`?\s*(?:\(|::|'s)\s*")  # behind a colon is what is done to a file
_ADJACENT = late_regex(r"[^\w`]*(?:(?:in|at)\b[^\w`]*)?", re.IGNORECASE)
_BEFORE = 60  # letters before a quote that may say it is not there yet
_REACH = 300  # letters before a name, other names of its list among them, that may say it is there
_MOST_BESIDE = 8
_LONGEST_QUOTE = 200
_PARTS = frozenset({"entries", "fields"})  # numbers of these are counted by the words around them only


def find_statements(section: Section, *, loose: bool = False) -> tuple[Statement, ...]:
    """Return what a section says of code in its words, in their order.

    Of a text that follows no form, what its words only put side by side is read as well.
    """
    found: list[Statement] = []
    passages = find_passages(section)
    quoted = sorted(each for passage in passages for each in _quotations(passage, section))
    for passage in passages:
        if "`" in passage.source:
            found += _quotes(passage, section)
            found += _names(passage, section, loose=loose)
        found += _unticked(passage, section) if loose else ()
        found += find_counts(passage, section)
        found += (each for each in find_versions(passage, section) if loose or each.by != BARE)
    found += find_blocks(section, loose=loose)
    if loose:
        found += _find_loose(section, found)
    tests = tuple(find_tests(passages, section))
    places = {each.place for each in tests}
    # What is named as a test is judged as one.
    named = [each for each in found if each.topic is not Topic.NAME or each.place not in places]
    starts = [start for start, _ in quoted]
    return tuple(each for each in (*named, *tests) if not _is_inside(each.place, starts, quoted))


def _find_loose(section: Section, joined: list[Statement]) -> Iterator[Statement]:
    """Yield what words put side by side without joining it, but for what is joined elsewhere."""
    quotes = {(each.place, each.text) for each in joined if each.topic is Topic.QUOTE}
    counted = {
        (each.place.line, each.number)
        for each in joined
        if each.topic is Topic.COUNT and each.said not in _PARTS
    }
    for passage in find_passages(section):
        yield from (each for each in find_places(passage, section) if (each.place, each.text) not in quotes)
        for each in find_totals(passage, section):
            if (each.place.line, each.number) not in counted:
                yield each
    yield from find_rows(section)
    yield from find_line_lists(section)
    yield from find_set_apart(section)


def _quotations(passage: Passage, section: Section) -> Iterator[tuple[_At, _At]]:
    """Yield where words of others start and end: what they state is theirs."""
    for both in passage.quotations:
        start, end = (passage.place(each, section.document) for each in both)
        yield (start.line, start.column), (end.line, end.column)


def _is_inside(place: Place, starts: list[_At], quoted: list[tuple[_At, _At]]) -> bool:
    at = (place.line, place.column)
    before = bisect_left(starts, at) - 1
    return before >= 0 and at < quoted[before][1]


def _quotes(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    spans = code_spans(source)
    cited = tuple(citations_in(passage.spans, bare=True))
    lines = Counter((found.start, found.end) for found in cited)
    starts, places = [start for start, _ in spans], sorted(lines)
    for found in cited:
        # Of several lines, `src/a.py:3,9`, nobody can tell which one a name is beside.
        if not found.citation.first or found.citation.is_link or lines[found.start, found.end] > 1:
            continue
        # Nothing but a few words may be between code and its lines, so it is a neighbour.
        near = bisect_left(starts, found.start)
        for start, end, said in _beside(source, spans[max(0, near - 2) : near + 3], found):
            quoted = source[start:end].strip("`").strip()
            is_word = said == "whole" and _WORD.fullmatch(quoted)
            if _is_code(quoted) or is_word:
                place = passage.place(start, section.document)
                at, how = found.citation, "word" if is_word else said
                first, last = sentence_at(source, start)
                others = [
                    source[one:two].strip("`")
                    for one, two in spans[max(0, near - 8) : near + 8]
                    if first <= one < last
                ]
                by = "\n".join(each for each in others if each != quoted)
                inside, spanned = _first_of(places, first, last), _first_of(spans, first, last)
                is_alone = len(inside) == 1 and len(spanned - inside) == 1
                yield Statement(
                    Topic.QUOTE,
                    quoted,
                    at.text,
                    section.key,
                    place,
                    how,
                    citation=at,
                    is_sure=is_alone
                    and _is_adjacent(source, (start, end), found)
                    and not (passage.is_step and _is_put_there(source, start, found)),
                    by=by,
                )


def _first_of(spans: Sequence[_At], first: int, last: int) -> set[_At]:
    """Return the spans that begin in a sentence, or three of them: it may have thousands."""
    at = bisect_left(spans, (first,))
    return {each for each in spans[at : at + 3] if each[0] < last}


def _is_put_there(source: str, start: int, found: Found) -> bool:
    """Tell whether code follows its lines behind a colon: in a step it may be what goes there."""
    return found.end <= start and ":" in source[found.end : start]


def _is_adjacent(source: str, span: tuple[int, int], found: Found) -> bool:
    """Tell whether nothing but brackets, punctuation, `in` and `at` is between code and its lines."""
    start, end = span
    between = source[end : found.start] if end <= found.start else source[found.end : start]
    return _ADJACENT.fullmatch(between) is not None


def _beside(source: str, spans: Sequence[tuple[int, int]], found: Found) -> Iterator[tuple[int, int, str]]:
    """Yield the code span right before and right behind a citation, where the words join the two."""
    first, last = sentence_at(source, found.start)
    for start, end in spans:
        if start < first or end > last or (start, end) == (found.start, found.end):
            continue
        if end <= found.start:
            about, joins = source[max(first, start - _BEFORE) : start], _QUOTED_BEFORE
            between = source[end : found.start]
        else:
            about, joins = source[max(first, found.start - _REACH) : found.start], _QUOTED_AFTER
            between = source[found.end : start]
        if not joins.fullmatch(between):
            continue
        behind = source[end : min(last, end + _BEFORE // 2)].strip()
        if joins is _QUOTED_AFTER and "(" in between and behind[:1] not in {")", ","}:
            continue  # (`load` description): the lines are those of something else
        is_anchor = joins is _QUOTED_BEFORE and "(" in between and _ANCHOR.search(about)
        is_later = (
            _NOT_YET.search(masked(about))
            if joins is _QUOTED_BEFORE
            else _first_not_yet(source, first, last) < found.start
        )
        # `Call load() (src/a.py:3)` says where it is; `Call load() in src/a.py:3`, where to call it.
        ordered = _TO_TELL if "(" in between else _TO_DO
        is_later = is_later or (joins is _QUOTED_BEFORE and ordered.search(about) is not None)
        is_there = is_anchor or not (is_later or _ABSENT.search(about))
        if is_there and not _NOT_YET.match(behind):
            # `Store` (`src/a.py:3-20`) means all of it, unless something is done with it there.
            is_whole = "(" in between and joins is _QUOTED_BEFORE and not _USED.search(about)
            yield start, end, "whole" if is_whole else ""


@lru_cache(maxsize=64)  # a sentence may cite a thousand lines
def _first_not_yet(source: str, first: int, last: int) -> int:
    found = _NOT_YET.search(masked(source), first, last)
    return found.start() if found else last


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
    cited = parse_citation(text)
    if cited is not None and cited.first:
        return False
    has_name = re.search(r"[^\W\d]\w{2,}", text) is not None
    return has_name and re.search(r"[(=;{]|\.\w|_|[a-z][A-Z]", text) is not None


def _names(passage: Passage, section: Section, *, loose: bool) -> Iterator[Statement]:
    source = passage.source
    found_here = (found for found in citations_in(passage.spans, bare=True) if not found.citation.symbol)
    cited = sorted(found_here, key=lambda found: found.start)
    starts = [found.start for found in cited]
    for start, end in code_spans(source):
        text = source[start:end].strip("`").strip()
        if len(text) > _LONGEST_NAME:
            continue
        plain = text.partition("(")[0] if _CALL.fullmatch(text) else text
        is_member = (_MEMBER.fullmatch(plain) and not _FILE.fullmatch(text)) or _SCOPED.fullmatch(plain)
        is_dotted = _DOTTED.fullmatch(text) and not _FILE.fullmatch(text)
        is_name = _NAME.fullmatch(re.split(r"[.#]|::", text)[-1] if is_dotted else text)
        is_named = is_name and _IS_THERE.search(source[max(0, start - _BEFORE) : start])
        beside = _asserted_beside(source, start, end) if is_name or _CALL.fullmatch(text) else None
        is_asserted = beside is not None
        is_told_of = loose and bool(is_name or _CALL.fullmatch(text)) and not is_member
        is_told_of = is_told_of and (is_told(source, start) or acts(source, start, end))
        is_near = loose and is_name and not (is_named or is_asserted or is_member)
        if not (_CALL.fullmatch(text) or is_member or is_named or is_asserted or is_near):
            continue
        if is_told_of:
            yield _told(passage, section, start, end)
            continue
        # Nothing but a few words may be between a name and its file, so it is a neighbour.
        near = bisect_left(starts, start)
        around = cited[max(0, near - 2) : near + 3]
        file = next((found.citation for found in around if _holds(source, found, start, end)), None)
        place = passage.place(start, section.document)
        aim = str(passage.aim_at(start, end))
        is_old = _RENAMED.search(source, max(0, start - _BEFORE), start) is not None
        is_made = aim in {Aim.MAKES, Aim.EXAMPLE}
        aim = "named" if is_named and (is_old or not is_made) else aim
        aim = ASSERTED if is_asserted and not is_made else aim
        aim = NEAR if is_near or (loose and is_name and aim in {Aim.MAKES, Aim.EXAMPLE}) else aim
        is_today = not is_made and passage.around is not Aim.MAKES and words_of_today(source, start)
        yield Statement(
            Topic.NAME,
            text,
            text.partition("(")[0],
            section.key,
            place,
            aim,
            citation=file,
            is_sure=is_today,
            by=beside or "",
        )


def _told(passage: Passage, section: Section, start: int, end: int) -> Statement:
    text = passage.source[start:end].strip("`").strip()
    place = passage.place(start, section.document)
    by = ANYWHERE if is_said_there(passage.source, start) else _names_beside(passage.source, start, end)
    return Statement(Topic.NAME, text, text.partition("(")[0], section.key, place, TOLD, by=by)


def _unticked(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the names without backticks that a sentence of today leads to."""
    for match in _BARE_NAME.finditer(masked(passage.source)):
        if is_told(passage.source, match.start()):
            yield _told(passage, section, *match.span())


def _asserted_beside(source: str, start: int, end: int) -> str | None:
    """Return the names beside one that the words say the code has, or nothing where no word says so.

    What a library has is called as well, so it takes something of this repository beside it.
    """
    first, last = sentence_at(source, start)
    before = source[max(first, start - _REACH) : start]
    if _KEPT.search(before):
        return ANYWHERE if _AS_IT_IS.match(source, end) else None
    is_behind = _ASSERTED_BEHIND.match(source, end) is not None
    if not (is_behind or _ASSERTED_BEFORE.search(before)) or _proposes(source, first, last):
        return None
    return ANYWHERE if is_behind else _names_beside(source, start, end)


def _names_beside(source: str, start: int, end: int) -> str:
    """Return the code around a name, line by line."""
    around = source[max(0, start - _REACH) : start] + source[end : end + _REACH]
    return "\n".join(re.findall(r"`([^`\n]{2,200})`", around)[:_MOST_BESIDE])


@lru_cache(maxsize=8)  # a sentence may name a thousand functions
def _proposes(source: str, first: int, last: int) -> bool:
    return _PROPOSES.search(masked(source), first, last) is not None


def _holds(source: str, found: Found, start: int, end: int) -> bool:
    """Tell whether the words say that a name is in the cited file: `load()` in `src/a.py`."""
    if found.start >= end:
        return _IN_FILE.fullmatch(source[end : found.start]) is not None
    return found.end <= start and _OF_FILE.fullmatch(source[found.end : start]) is not None
