"""What a document surely makes: the objects of its verbs, what it marks as new, what it writes out.

The aim of a sentence tells what may be made, which is nearly everything a plan names. Where something that is
there lies next to a name, only a word that makes this very name is a reason for it not to be there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.command_lines import is_shell
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import fences_of, find_passages, makes_elsewhere, masked, sentence_at
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.document import Section

_MAKING = (
    r"creat(?:e|es|ed|ing)|add(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|new|writ(?:e|es|ten|ing)|extract(?:s|ed|ing)?|"
    r"scaffold(?:s|ed|ing)?|implement(?:s|ed|ing)?|generat(?:e|es|ed|ing)|defin(?:e|ing)|propos(?:e|es|ed|ing)|"
    r"declar(?:e|ing)|insert(?:s|ed|ing)?|append(?:s|ed|ing)?|expos(?:e|ing)|provid(?:e|ing)|build(?:ing)?|need(?:s|ed)?|missing|an?|another"
)
# Between a verb and its object: no word that leads to where the object goes, or to what it is made of.
_LEADING = r"(?:in|into|to|of|from|by|via|with|for|on|at|as|like|see|using|under|over|through|beside|next)"
_BETWEEN = rf"(?:[\s:*_(–—-]{{1,4}}(?!{_LEADING}\b)[\w'’/-]{{1,24}}){{0,5}}[\s:*_(–—\"-]{{1,4}}"
_OBJECT = late_regex(
    rf"\b(?:{_MAKING}){_BETWEEN}(?:\0[\s,;/+&*]{{1,4}}(?:and\s|or\s)?){{0,12}}$", re.IGNORECASE
)
# A file that something is made in may be made with it; what is added to one is added to what is there.
_INSIDE = late_regex(
    r"\b(?:implement|creat|writ|add|introduc|put|extract|defin)\w{0,4}\b(?:[^.;]|\.(?=\w)){0,120}\b(?:in|into|under|at|as)\s{1,2}$",
    re.IGNORECASE,
)
# What a new file has is as new: create `src/a.py` with `load`.
_WITHIN = late_regex(
    r"\b(?:creat|add|introduc|writ|new)\w{0,3}\b[^.;]{0,80}\0[^.;]{0,30}"
    r"\b(?:with|exporting|containing|defining|holding|including|for)\s[^.;]{0,60}$",
    re.IGNORECASE,
)
_RESULT = late_regex(
    r"\b(?:renam|mov|split|turn|convert|extract|cop|chang|replac|switch|migrat)\w{1,4}\b(?:[^.;]|\.(?=\w)){0,120}"
    r"\b(?:to|into|as|with|by|towards)\s(?:[\w'’-]{1,24}\s){0,3}$|\bbecomes?\s(?:[\w'’-]{1,24}\s){0,2}$|(?:→|->|=>)\s?$",
    re.IGNORECASE,
)
_MARKED = late_regex(
    r"[*_]{0,2}\s?[(\[][^()\[\]\n]{0,40}\b(?:new|create[sd]?|add(?:ed)?|planned|optional|missing|proposed)\b|"
    r"\s(?:is|are)\s(?:new|missing|created|added|introduced|not\s)|"
    r"\s(?:does|do)(?:\snot|n['’]t)\b|,?\sa\snew\b",
    re.IGNORECASE,
)
_ABSENT = late_regex(
    r"\b(?:no|without|lacks?|lacking)\s(?:[\w-]{1,20}\s){0,2}$|\b(?:not|nor|named|called|naming)\s$",
    re.IGNORECASE,
)
_POSSIBLE = late_regex(
    r"\b(?:will|would|should|could|might|shall|may|can|if|e\.g|for\sexample|such\sas|instead|alternativ\w+|options?\s[A-Z\d]\b|"
    r"either|propos\w+|future|later|eventually|hypothetical\w*)\b",
    re.IGNORECASE,
)
# What is above a list or in the head of a table says of all below it that it is new.
_NEW_BELOW = late_regex(
    r"\b(?:new|create[sd]?|creating|added?|adding|proposed|target|deliverables?|extract\w*|split\w*|introduc\w*)\b",
    re.IGNORECASE,
)
_WORDS = late_regex(r"[\w$][\w$./@-]*[\w$]|\w")
_PATH = late_regex(r"(?<![\w.@-])[\w.@-]{1,200}(?:/[\w.@-]{1,200})+")
_REACH = 160


def find_created(section: Section) -> frozenset[str]:
    """Return the words that a step makes by its own words, and all that code blocks write."""
    found: set[str] = set()
    for block in fences_of(section):
        if not is_shell(block):
            found.update(_words_in(block.content))
    above = ""
    for passage in find_passages(section):
        source = passage.source
        if passage.is_heading or passage.below is not None:
            above = source
        hidden = with_marks(source)
        is_below = _NEW_BELOW.search(masked(above)) is not None
        for start, end in _named(source):
            if is_below or is_created(source, hidden, start, end):
                found.update(_words_in(source[start:end]))
    return frozenset(found)


def is_created(source: str, hidden: str, start: int, end: int) -> bool:
    """Tell whether words make what is named at a position, say it is not there, or only that it may be."""
    first, last = sentence_at(source, start)
    before = hidden[max(first, start - _REACH) : start]
    return bool(
        _OBJECT.search(before)
        or _WITHIN.search(before)
        or _RESULT.search(before.replace("\0", " "))
        or _ABSENT.search(before)
        or _MARKED.match(source, end)
        or _is_possible(source, first, last)
        or (_INSIDE.search(before) and "." in source[start:end])
        or makes_elsewhere(source, first, last)
    )


@lru_cache(maxsize=64)  # a sentence may name a thousand things
def _is_possible(source: str, first: int, last: int) -> bool:
    return _POSSIBLE.search(masked(source), first, last) is not None


def _named(source: str) -> Iterator[tuple[int, int]]:
    spans = code_spans(source)
    starts = [start for start, _ in spans]
    yield from spans
    for match in _PATH.finditer(source):
        before = bisect_right(starts, match.start()) - 1
        if before < 0 or match.start() >= spans[before][1]:
            yield match.span()


def with_marks(source: str) -> str:
    """Return words with each code span or path as one mark and blanks: their letters say nothing."""
    letters = list(source)
    for start, end in _named(source):
        letters[start:end] = [" "] * (end - start)
        letters[end - 1] = "\0"
    return "".join(letters)


def _words_in(text: str) -> Iterator[str]:
    for match in _WORDS.finditer(text):
        # Of a path, the folders are there; its name, with the ending and without, is what is made.
        name = match[0].rpartition("/")[2]
        yield from (match[0], name, *re.split(r"[.@]", name))
