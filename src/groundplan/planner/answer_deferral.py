"""What an answer puts off: left for later on purpose, so that nobody takes it for forgotten."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

_MOST = 5
_LATER = (
    r"(?:later(?: on)?|for later|in (?:the|a) (?:future|later \w{1,20}|next \w{1,20}|second step)"
    r"|another time)"
)
_THING = r"(?P<thing>[^.,;:!?()\n–—]{3,120}?)"
_CLAUSE = r"(?:^|[.,;:!?(\n–—] ?|\b(?:and|but|then) )"
_SUBJECT = (
    r"(?:(?:we|i|you|let['’]?s|please|maybe|perhaps|then|and|but|just)(?:['’]ll)? ){0,3}"
    r"(?:(?:can|could|may|might|should|will) )?"
)
_PUT_OFF = (
    # `we can consider auto-checks later`, `leave the UI for later`, `do the rest in the next release`
    late_regex(
        rf"{_CLAUSE}{_SUBJECT}(?:consider|add|do|look at|think about|revisit|leave|move|discuss|handle)\s"
        rf"{_THING} {_LATER}\b",
        re.IGNORECASE,
    ),
    # `postpone the UI`, `defer auto-checks`
    late_regex(
        rf"{_CLAUSE}{_SUBJECT}(?:postpone|defer|put off|hold off on)\s"
        rf"{_THING}(?= (?:for now|until|till)\b|[.,;:!?)\n]|$)",
        re.IGNORECASE,
    ),
    # `auto-check later`, `the UI can come later`, `Redis: later`
    late_regex(
        rf"{_CLAUSE}{_THING}:?"
        rf"(?: (?:can|could|may|should|will)(?: (?:come|wait|follow|be done|be added|stay))?"
        rf"| comes?| follows?| waits?| is| are)? {_LATER}(?=[.,;:!?)\n]| (?:if|when|once)\b|$)",
        re.IGNORECASE,
    ),
)
# Words that say when and nothing of what: `maybe later`, `we will see later`, `two weeks later`.
_SAYS_NOTHING = late_regex(
    r"(?<![\w-])(?:we|i|you|it|that|this|they|maybe|perhaps|not|or|and|now|sooner|days?|weeks?|months?|years?"
    r"|hours?|minutes?|we['’]ll|i['’]ll|you['’]ll|it['’]s)(?![\w-])",
    re.IGNORECASE,
)
_MOST_WORDS = 8


def things_put_off(said: str) -> tuple[str, ...]:
    """Return what the words leave for later, in their own words."""
    found: list[str] = []
    for pattern in _PUT_OFF:
        for match in pattern.finditer(said):
            thing = match["thing"].strip(" `\"'“”")
            is_told = any(known in thing or thing in known for known in found)
            if len(thing) > 2 and not is_told and _is_thing(thing):
                found.append(thing)
    return tuple(dict.fromkeys(found))[:_MOST]


def _is_thing(thing: str) -> bool:
    return len(thing.split()) <= _MOST_WORDS and not _SAYS_NOTHING.search(thing)
