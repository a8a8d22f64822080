"""Whether words tell what the code is like today: then what they name beside it must be there.

A plan's new things are made by a verb, named again, or begin what is said of them. What a sentence of the
present leads to by a preposition is there already: the first two are in `clean_up`, it falls back to `scan`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from groundplan.markdown.passages import masked, sentence_at
from groundplan.plan.late_regex import late_regex

# Words of what is to come, of conditions, and of orders to make something.
_TO_COME = late_regex(
    r"\b(?:will|would|should|could|must|may|might|shall|can|new|add\w{0,3}|creat\w{1,3}|introduc\w{1,3}|implement\w{0,6}|"
    r"propos\w{1,4}|instead|if|once|so\sthat|becom\w{1,3}|extract\w{0,3}|e\.g|example|options?|expos\w{1,3}|ensur\w{1,3}|"
    r"want\w{0,3}|need\w{0,2}|plan(?:s|ned)?|goal|future|later|planned|target\w{0,3}|after\sthis|gets?|gains?|"
    r"recommend\w{0,3}|consider\w{0,3}|suggest\w{0,3}|let|make|define|generat\w{1,3}|via|like)\b|→|->|=>|\?",
    re.IGNORECASE,
)
_ORDER = late_regex(
    r"[\W\d_]*(?:use|build|write|pass|wire|call|move|switch|change|replace|update|set|put|route|register|import|return|"
    r"store|show|handle|convert|turn|apply|run|verify|check|keep|map|load|send|parse|render|support|provide|configure|"
    r"delegate|hook|integrate|connect|emit|expose|log|track|validate|persist|display|fetch|refactor|rename)\s",
    re.IGNORECASE,
)
_IS_THERE = late_regex(
    r"\b(?:existing|module['’]s|class['’]s|file['’]s|today['’]s|already)\s(?:[\w'’-]+\s){0,2}$", re.IGNORECASE
)
_CALLED = late_regex(
    r"\b(?:constant|function|method|helper|class|type|field|variable|test)\s(?:named|called)\s$"
)
_FINITE = late_regex(r"\b(?:is|are|has|have|does|was|were|which|never|stays?|both|only)\b", re.IGNORECASE)
_LED_TO = late_regex(
    r"\b(?:in|inside|within|by|through|than|from|to|with|of|on)\s(?:the\s|its\s|our\s)?(?:[\w'’-]+\s){0,2}$"
)
# A verb of the present and its preposition: sleeps through, stays with, falls back to.
_DOES = late_regex(
    r"\b[a-z]{3,20}[a-rt-z]s\s(?:back\s|over\s|up\s|down\s)?(?:through|with|to|in|from|on|into|by)\s"
    r"(?:the\s|its\s|our\s)?(?:[\w'’-]+\s){0,2}$"
)
_COUNTED = late_regex(
    r"(?:\d|\b(?:one|two|three|four|five|both|calls?|lines?))\b[^.;]{0,120}[(\s]in\s$", re.IGNORECASE
)
_REACH = 240  # letters before a name that lead to it
_OPENING = 24  # letters of marks before the first word of a sentence
_SUBJECT = late_regex(r"[\s*_\d.)\]\[-]*$")
_ACTS = late_regex(
    r"(?:\s(?:in|from|of)\s`[^`]{1,120}`)?\s(?:already|still|currently|today)\s"
    r"(?:covers|checks|compares|asserts|guards|tests|verifies|exercises|pins|proves|catches|expects)\b"
)


@lru_cache(maxsize=64)
def _is_of_today(source: str, first: int, last: int) -> bool:
    words = masked(source)
    return _TO_COME.search(words, first, last) is None and _ORDER.match(words, first) is None


def is_said_there(source: str, start: int) -> bool:
    """Tell whether the words right before a name say that it is there."""
    first, _ = sentence_at(source, start)
    return _IS_THERE.search(masked(source)[max(first, start - _REACH) : start]) is not None


def is_told(source: str, start: int) -> bool:
    """Tell whether a sentence of the present leads to what is named at a position."""
    first, last = sentence_at(source, start)
    before = masked(source)[max(first, start - _REACH) : start]
    if _IS_THERE.search(before):
        return True
    if not _is_of_today(source, first, last):
        return False
    is_led = _LED_TO.search(before) is not None and _FINITE.search(before) is not None
    is_led = is_led or _CALLED.search(before) is not None
    return (
        is_led
        or _DOES.search(before) is not None
        or _COUNTED.search(source[max(first, start - _REACH) : start]) is not None
    )


def acts(source: str, start: int, end: int) -> bool:
    """Tell whether what is named begins its sentence and does something today."""
    first, last = sentence_at(source, start)
    is_first = start - first < _OPENING and _SUBJECT.fullmatch(source, first, start) is not None
    return is_first and _ACTS.match(source, end) is not None and _is_of_today(source, first, last)


def words_of_today(source: str, at: int) -> bool:
    """Tell whether the sentence at a position has no word of what is to come."""
    return _is_of_today(source, *sentence_at(source, at))
