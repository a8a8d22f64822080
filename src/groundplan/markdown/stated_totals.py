"""Numbers of what can be counted, in whatever words: the name or file nearest to them is what they count."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import either, sentence_at
from groundplan.markdown.stated_counts import NARROWED, OPEN, PLAIN_NUMBER, is_not_now, read_number
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import COUNTED, TOTAL, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_TESTS = r"tests? examples? test\ cases? unit\ tests? test\ functions?"
_USES = (
    r"callers? call[-\ ]?sites? calls invocations usages? uses users? references? occurrences? imports? "
    r"importers? files? modules? places? spots? sites? locations? times subclasses consumers?"
)
_PARTS = r"variants? members? entries items methods modes kinds"
_COUNTED = late_regex(
    rf"(?<![\w.`#-])(?:(?P<number>{PLAIN_NUMBER})\s+(?:(?!of\b|in\b|to\b|and\b|or\b)[a-z-]+\s+){{0,2}}?"
    rf"(?P<unit>(?P<tests>{either(_TESTS)})|(?P<uses>{either(_USES)})|(?P<parts>{either(_PARTS)}))|"
    r"(?P<once>once|twice))(?![\w`-])",
    re.IGNORECASE,
)
# What is around a number of uses: without such a word, files and places may be any.
_USED = late_regex(
    r"\b(?:call(?:s|ed|er|ers|ing)?|use[sdr]?|users?|using|import(?:s|ed|ers?)?|referenc(?:es?|ed)|invo(?:kes?|ked|cations?)|"
    r"subclass(?:es|ed)?|appears?|occurs?|occurrences?|consumers?|sites?)\b",
    re.IGNORECASE,
)
_BEHIND = late_regex(r"\s+(?:of|in|to|from|inside|within)\s+(?:the\s+)?(?:\w+\s+)?`(?P<of>[^`\n]{2,120})`")
_QUOTED = late_regex(r"[\"“][^\"”]{0,40}$")
_GOES_ON = late_regex(r"\s+(?!(?:and|today|now|currently)\b)[a-z]", re.IGNORECASE)
_WHOLE = late_regex(r"\b(?:the|all|its|there\s(?:are|is))\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_IT = late_regex(r"\W{0,4}it\s", re.IGNORECASE)
_DEPENDENCIES = late_regex(
    rf"\b(?:our|its|the|has|lists|declares|all)\s(?P<number>{PLAIN_NUMBER})\s"
    r"(?:(?:runtime|production|direct|dev|development|npm|crate)\s)?dependencies\b",
    re.IGNORECASE,
)
_REACH = 240  # letters around a number that say what it counts
_MOST = 12  # names before it
_NAME = late_regex(r"[^\W\d][\w$.:#]{1,120}(?:\([^()]{0,40}\))?")
_FILE = late_regex(r"[\w@./-]*[\w@-]\.\w{1,5}")


def find_totals(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the numbers of tests, uses and parts that a passage gives of a file or name."""
    source = passage.source
    spans = code_spans(source)
    for match in _DEPENDENCIES.finditer(source):
        if not _is_not_now(source, sentence_at(source, match.start())[0], match):
            place = passage.place(match.start("number"), section.document)
            number = read_number(match["number"])
            yield Statement(Topic.DEPENDENCY, match[0], "", section.key, place, COUNTED, number)
    starts = [start for start, _ in spans]
    for match in _COUNTED.finditer(source) if spans else ():
        at = match.start()
        first, last = sentence_at(source, at)
        here = bisect_left(starts, at)
        is_inside = here > 0 and at < spans[here - 1][1]
        is_uses = match["once"] or match["uses"]
        if is_inside or _QUOTED.search(source, max(first, at - _REACH), at):
            continue
        if is_uses and not _USED.search(source, max(first, at - _REACH), min(last, at + _REACH)):
            continue
        is_open = OPEN.search(source, max(0, at - 20), at) or NARROWED.match(source, match.end())
        if is_open or _is_not_now(source, first, match):
            continue
        behind = _BEHIND.match(source, match.end())
        if (
            behind
            and _GOES_ON.match(source, behind.end())
            and not _WHOLE.search(source, max(first, at - 20), at)
        ):
            continue  # five tests of a file fail: there may be more
        before = [
            source[start:end].strip("`")
            for start, end in spans[max(0, here - _MOST) : here]
            if start >= first
        ]
        files = [each for each in map(_file, [*before, behind["of"] if behind else ""]) if each]
        names = [each for each in before if _NAME.fullmatch(each) and not _file(each)]
        if not names and _IT.match(source, first):
            above = [source[start:end].strip("`") for start, end in spans[max(0, here - _MOST) : here]]
            names = [each for each in above if _NAME.fullmatch(each) and not _file(each)][-1:]
        subject = _subject(match, names, files, behind)
        number = read_number(match["number"] or match["once"])
        if not subject or (number == 1 and not is_uses):
            continue  # "one test per file" counts nothing
        place = passage.place(at, section.document)
        unit = "tests" if match["tests"] else "parts" if match["parts"] else "uses"
        text = " ".join(source[at : (behind or match).end()].split())
        by = "\n".join([unit, *files])
        yield Statement(Topic.COUNT, f"{subject}: {text}", subject, section.key, place, TOTAL, number, by=by)


def _is_not_now(source: str, first: int, match: re.Match[str]) -> bool:
    return is_not_now(source[max(first, match.start() - _REACH) : match.end()])


def _subject(match: re.Match[str], names: list[str], files: list[str], behind: re.Match[str] | None) -> str:
    """Return what is counted: behind `of` or `in`, or else the nearest before the number."""
    of = behind["of"] if behind else ""
    if match["tests"]:
        return files[-1] if files else ""
    if of and not _file(of):
        return of
    return names[-1] if names else ""


def _file(span: str) -> str:
    """Return the one file that a code span names, alone or in a command."""
    words = [word for word in span.split() if _FILE.fullmatch(word) and parse_citation(word) is not None]
    return words[0].partition("::")[0] if len(words) == 1 else ""
