"""What a user's words mean as an answer: a choice taken, an option dropped, a file named, a scope set."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.choices import choice_meant, option_meant

if TYPE_CHECKING:
    from groundplan.planner.question import Question

_LONGEST = 4_000  # characters looked at: what follows is pasted
_MOST = 10
_UNSURE = late_regex(
    r"(?:(?:hm+|well|sorry|honestly|erm)[,.]? )?"
    r"(?:(?:i )?(?:really )?(?:(?:do not|don['’]?t) know|dunno)(?: yet)?"
    r"|(?:i am |i['’]?m )?(?:really )?not sure(?: yet)?"
    r"|no idea|unsure|undecided|(?:decide |ask me |maybe )?later|not now|skip(?: (?:it|this))?|tbd|pass"
    r"|i can['’]?(?:not|t) (?:say|tell)(?: yet)?)",
    re.IGNORECASE,
)
_CLAUSE_END = r"(?=[.;!?\n]|, (?:but|and|so|because|please)\b| (?:because|since|as it|for now)\b|$)"
_THING = rf"(?P<thing>[^.;!?\n]{{1,200}}?(?:\.\w[^.;!?\n]{{0,80}}?){{0,4}}){_CLAUSE_END}"
_BEGINS = r"(?:^|[;!\n]|\.(?=\s)) ?"
_SUBJECT_THING = r"(?P<thing>(?:[^.;!?\n]|\.(?=\w)){1,120}?)"
_OUTSIDE = (
    re.compile(rf"\b(?:out of|not in) scope(?: is| are)? ?[:=–-]? {_THING}", re.IGNORECASE),
    re.compile(
        rf"{_BEGINS}{_SUBJECT_THING} (?:is|are|stays?|remains?|should (?:be|stay)) "
        r"(?:out of|not in) scope\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:leave|keep) (?P<thing>[^.;!?\n]{1,120}?) out(?: of (?:it|this|scope))?(?=[\s.;,!]|$)",
        re.IGNORECASE,
    ),
    re.compile(rf"\bleave out {_THING}", re.IGNORECASE),
    # `the CLI is not part of this`, `the CLI stays out`, `the CLI stays as it is`; of what stays the same,
    # that can be what somebody measures
    re.compile(
        rf"{_BEGINS}{_SUBJECT_THING} (?:"
        r"(?:is|are)(?: not|n['’]t| no) (?:a )?part of "
        r"(?:it|this|that|(?:the|this) (?:plan|change|work|task))\b"
        r"|(?:stays?|remains?|should stay|can stay) (?:out|untouched|as (?:it is|they are))(?=[.;,!]|$))",
        re.IGNORECASE,
    ),
    # An order, not a fact: `grades don't change much` leaves nothing out.
    re.compile(
        rf"(?:^|[.;:,!?\n–—] ?|\b(?:please|we|you|should|must|can|but|and|so|then|just) )"
        rf"(?:do not|don['’]?t|without|never) (?:touch|chang|modify)(?:e|ing)? "
        rf"(?!much\b|often\b|a lot\b){_THING}",
        re.IGNORECASE,
    ),
    re.compile(rf"\bwithout (?:touching|changing|modifying) {_THING}", re.IGNORECASE),
)
_NOTHING = late_regex(r"(?:nothing|none|no)\b", re.IGNORECASE)
_BETWEEN = late_regex(r" ?, (?:and |or )?| (?:and|or|nor) ", re.IGNORECASE)
_DROP = late_regex(
    r"(?:^|[.;,!\n] ?|\b(?:please|let['’]?s|we|can|should) )"
    r"(?:drop|discard|reject|scrap|forget(?: about)?|rule out|no|not|without) "
    rf"{_THING}",
    re.IGNORECASE,
)
_MOST_DEFERRING = 5
_LATER = (
    r"(?:later(?: on)?|for later|in (?:the|a) (?:future|later \w{1,20}|next \w{1,20}|second step)"
    r"|another time)"
)
_THING_PUT_OFF = r"(?P<thing>[^.,;:!?()\n–—]{3,120}?)"
_CLAUSE = r"(?:^|[.,;:!?(\n–—] ?|\b(?:and|but|then) )"
_SUBJECT = (
    r"(?:(?:we|i|you|let['’]?s|please|maybe|perhaps|then|and|but|just)(?:['’]ll)? ){0,3}"
    r"(?:(?:can|could|may|might|should|will) )?"
)
_PUT_OFF = (
    # `we can consider auto-checks later`, `leave the UI for later`, `do the rest in the next release`
    late_regex(
        rf"{_CLAUSE}{_SUBJECT}(?:consider|add|do|look at|think about|revisit|leave|move|discuss|handle)\s"
        rf"{_THING_PUT_OFF} {_LATER}\b",
        re.IGNORECASE,
    ),
    # `postpone the UI`, `defer auto-checks`
    late_regex(
        rf"{_CLAUSE}{_SUBJECT}(?:postpone|defer|put off|hold off on)\s"
        rf"{_THING_PUT_OFF}(?= (?:for now|until|till)\b|[.,;:!?)\n]|$)",
        re.IGNORECASE,
    ),
    # `the UI can wait`
    late_regex(rf"{_CLAUSE}{_THING_PUT_OFF} (?:can|may|should|will) wait(?=[.,;:!?)\n]|$)", re.IGNORECASE),
    # `auto-check later`, `the UI can come later`, `Redis: later`
    late_regex(
        rf"{_CLAUSE}{_THING_PUT_OFF}:?"
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


@dataclass(frozen=True, slots=True)
class Understood:
    """An answer, understood; its own words are always kept beside what was made of them."""

    text: str
    choice: str = ""  # name of the choice it takes; empty: free text
    dropped: tuple[str, ...] = ()  # options it drops: `Option A`, `Redis`
    out_of_scope: tuple[str, ...] = ()
    is_unsure: bool = False  # `I don't know`, `later`
    put_off: tuple[str, ...] = ()  # what it leaves for later: `auto-checks`


def understand(question: Question | None, text: str) -> Understood:
    """Return what an answer says; words that could mean two things stay free text."""
    said = "\n".join(" ".join(line.split()) for line in text[:_LONGEST].splitlines()).strip()
    dropped = _dropped(question, said)
    outside = _outside(question, said)
    unsure = _is_unsure(said)
    choice = "" if question is None or dropped or unsure else choice_meant(question, said)
    return Understood(
        text,
        choice=choice,
        dropped=dropped,
        out_of_scope=() if choice else outside,
        is_unsure=unsure,
        put_off=() if unsure else things_put_off(said),
    )


def _is_unsure(said: str) -> bool:
    """Tell whether that is all they say: `I don't know, take the second` says more."""
    match = _UNSURE.match(said)
    return match is not None and not said[match.end() :].strip(" \n.,!;:)…-")


def _dropped(question: Question | None, said: str) -> tuple[str, ...]:
    found = []
    for match in _DROP.finditer(said):
        for thing in _BETWEEN.split(match["thing"]):
            meant = option_meant(question, thing.strip())
            if meant:
                found.append(meant)
    return tuple(dict.fromkeys(found))[:_MOST]


def _outside(question: Question | None, said: str) -> tuple[str, ...]:
    found: list[str] = []
    for pattern in _OUTSIDE:
        found += [thing for match in pattern.finditer(said) for thing in _things(match["thing"])]
    is_asked = question is not None and question.subject == "scope"
    if is_asked and not found and said and not _NOTHING.match(said) and "?" not in said:
        found = _things(said)
    return tuple(dict.fromkeys(found))[:_MOST]


def without_scope(said: str) -> str:
    """Return words without those that leave something out, or for later."""
    for pattern in (*_OUTSIDE, *_PUT_OFF):
        said = pattern.sub(" ", said)
    return said


def _things(listed: str) -> list[str]:
    things = (each.strip(" \t\n.,:;-") for each in _BETWEEN.split(listed))
    return [each for each in things if 1 < len(each) <= 120]


# What an answer puts off: left for later on purpose, so that nobody takes it for forgotten.


def things_put_off(said: str) -> tuple[str, ...]:
    """Return what the words leave for later, in their own words."""
    found: list[str] = []
    for pattern in _PUT_OFF:
        for match in pattern.finditer(said):
            thing = match["thing"].strip(" `\"'“”")
            is_told = any(known in thing or thing in known for known in found)
            if len(thing) > 2 and not is_told and _is_thing(thing):
                found.append(thing)
    return tuple(dict.fromkeys(found))[:_MOST_DEFERRING]


def _is_thing(thing: str) -> bool:
    return len(thing.split()) <= _MOST_WORDS and not _SAYS_NOTHING.search(thing)
