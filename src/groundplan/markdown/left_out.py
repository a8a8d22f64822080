"""What sentences leave out: code that stays as it is, and options that were rejected."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from groundplan.markdown.passages import either
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import LIMIT, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOUNS = (
    "module file files folder directory package class function method script helper component crate itself "
    "tests?"
)
_THING = (
    r"(?:(?:the|our|all of|everything (?:under|in|below)|anything (?:under|in|below))\s+)?"
    r"(?:`[^`\n]{2,120}`|(?<![\w./-])(?:(?:[\w.-]{1,60}/){0,12}[\w.-]{1,60}\.[a-z]{1,4}\b(?!\.\w)"
    r"|(?:[\w.-]{1,60}/){1,12}(?=[\s,.;])))"
    rf"(?:\s+(?:{either(_NOUNS)}))?"
)
_THINGS = (
    rf"(?P<names>{_THING}(?:(?:\s*,\s*(?:and\s+|or\s+|nor\s+)?"
    rf"|\s+(?:and|or|nor|as well as)\s+){_THING}){{0,12}})"
)
_END = (
    r"(?=\s*(?:[.;,)—–:]|$|(?:and|or|in this|here|for now|for this|for the|to avoid|while|at all"
    r"|because|since|except|beyond|other than|apart from|so)\b))"
)
_SAME = (
    r"as\ (?:it\ is|they\ are|is|now) exactly\ as\ (?:it\ is|they\ are) unchanged untouched alone "
    r"unmodified frozen "
    r"off[-\ ]limits out\ of\ scope out\ of\ bounds not\ (?:changed|touched|modified|edited|in\ scope|"
    r"part\ of\ this)"
)
_NOT = (
    r"(?:do(?:es)? not|don['’]t|won['’]t|will not|would not|never|must not|should not|shall not|may "
    r"not|cannot|"
    r"are not|is not|am not|without)"
)
_TOUCH = r"(?:touch|chang|modify|modify|edit|alter|rewrit|refactor|rework|mov|renam)(?:e|ing|s)?"
_KEPT = tuple(
    late_regex(form, re.IGNORECASE)
    for form in (
        rf"\b{_NOT}\s+(?:be\s+)?{_TOUCH}\s+(?:any\s+of\s+)?{_THINGS}{_END}",
        (
            rf"{_THINGS}\s+(?:itself\s+)?(?:(?:both|all)\s+)?(?:stays?|remains?|is|are|(?:is|are|gets?) "
            rf"left|must stay|"
            rf"must remain|will stay|has to stay|have to stay)\s+(?:{either(_SAME)}){_END}"
        ),
        (
            rf"{_THINGS}\s+(?:must|may|should|will|shall|is to|are to)\s*(?:not|n['’]t)\s+(?:be\s+)?"
            rf"(?:touched|changed?|modified|edited|move[d]?){_END}"
        ),
        (
            rf"\b(?:no|without(?: any)?)\s+(?:\w+\s+)?(?:changes?|edits?|modifications?)\s+(?:to|in|of|"
            rf"under)\s+{_THINGS}{_END}"
        ),
        rf"\b(?:leav(?:e|es|ing)|keep(?:s|ing)?)\s+{_THINGS}\s+(?:exactly\s+|entirely\s+)?(?:{either(_SAME)}){_END}",
        (
            rf"\b(?:nothing|no (?:code|line|file)) (?:in|under|inside|below)\s+{_THINGS}\s+(?:changes|"
            rf"moves|is (?:changed|touched))"
        ),
        rf"\b(?:hands off|stay out of|keep out of|stay away from|steer clear of)\s+{_THINGS}{_END}",
    )
)
_LONGEST = 1_000  # letters; nobody leaves anything out in more
# What one part of the work leaves alone, another may be for.
_OF_ONE_PART = late_regex(
    r"\b(?:PR|phase|slice|stage|step|task|wave|milestone|sprint|commit|part|batch)s?[\s#-]*\d", re.IGNORECASE
)
_INSIDE = late_regex(r"\b(?:in|of|from|by|for|to|on|at|with|inside|via|like)\s+$", re.IGNORECASE)
_OPTION = r"(?P<option>[^,.;:()]{3,60}?)"
_NO = (
    r"reject\w* decided\ against rul\w+\ (?:it\ |that\ )?out discard\w* "
    r"dismiss\w* declin\w+ turned\ (?:it\ )?down"
)
_REFUSED = tuple(
    late_regex(form, re.IGNORECASE)
    for form in (
        (
            rf"\b(?:considered|evaluated|looked at|discussed|thought about|explored|tried)\s+{_OPTION}\s*"
            rf"(?:\([^()]*\)\s*)?(?:,\s*(?:and|but)|,|and|but)\s*(?:we\s+)?(?:then\s+|have\s+)?(?:{either(_NO)})"
        ),
        (
            rf"(?:^|[.;]\s+){_OPTION}\s+(?:was|is|were|are|has been|have been)\s+(?:\w+\s+){{0,4}}"
            r"(?:rejected|ruled out|discarded|dismissed|off the table|not an option)\b"
        ),
        (
            rf"\b(?:we\s+)?(?:rejected|ruled out|decided against|dismissed|will not use|are not using|do "
            rf"not use)\s+{_OPTION}"
            r"(?=\s*(?:[:;,.(—–]|$|because|since|as\b|for\b|here|in favou?r))"
        ),
        (
            rf"^[*_]{{0,2}}{_OPTION}[*_]{{0,2}}\s*(?:[:(–—-]|,)+[*_]{{0,2}}\s*(?:rejected|ruled out|not "
            rf"chosen|discarded|dismissed)\b"
        ),
    )
)


def find_left_out(text: str) -> Iterator[tuple[Role, str]]:
    """Yield what the sentences of a text leave out: names with the limits of it, and options."""
    for sentence in re.split(r"(?<=[.;!?])\s+(?=[A-Z`*])", text):
        if len(sentence) <= _LONGEST:
            yield from _left_out(sentence)


# One command reads a plan several times, and a dozen patterns look through each sentence.
@functools.lru_cache(maxsize=4096)
def _left_out(sentence: str) -> tuple[tuple[Role, str], ...]:
    return (*_kept(sentence), *_refused(sentence))


def _kept(sentence: str) -> Iterator[tuple[Role, str]]:
    for form in _KEPT:
        for match in form.finditer(sentence):
            if _OF_ONE_PART.search(sentence, 0, match.start("names")):
                continue
            if match.start("names") == match.start() and _INSIDE.search(sentence[: match.start()]):
                continue  # "the retries in `a.py` stay": only they do
            limit = LIMIT.search(sentence)
            yield Role.EXCLUDED, match["names"] + (f" {sentence[limit.start() :]}" if limit else "")


def _refused(sentence: str) -> Iterator[tuple[Role, str]]:
    for form in _REFUSED:
        for match in form.finditer(sentence):
            yield Role.REJECTED, match["option"].strip(" *_")
