"""What a goal wants in its own words: what it adds, what it reads from where, how often, which routes."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import stem

LONGEST = 8_000  # characters of a goal that are looked at: what follows is pasted output
MOST_WORDS = 6
MOST_ADDITIONS = 20
LONGEST_PHRASE = 300

_SENTENCE = late_regex(r"(?<=[.!?;])\s+|\n+")
_ADDING = late_regex(
    r"\b(?:add(?:s|ed|ing)?|implement(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|creat(?:e|es|ed|ing)"
    r"|build(?:s|ing)?|writ(?:e|es|ing)|provid(?:e|es|ed|ing))\s+(?=\S)",
    re.IGNORECASE,
)
_DETERMINER = late_regex(
    r"(?:(?:a|an|the|some|our|own|new|simple|small|basic|proper|missing|optional|generic|custom|better)\s+){1,4}",
    re.IGNORECASE,
)
# Where the thing added ends and what is said about it begins.
_END = late_regex(
    r"\b(?:that|which|who|to|for|with|using|in|on|into|onto|so|when|where|while|from|and|or|as|at|by|via|of|like"
    r"|if|after|before|because|since|per|between|over|under|around|based|during|without)\b|[,.;:()\[\]\n]",
    re.IGNORECASE,
)
_WORD = late_regex(r"[A-Za-z_][\w.-]*")
_PIECES = late_regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_READING = late_regex(
    r"\b(?:read|pars|load|extract|fetch|tak|get|look)(?:e|es|s|ing|ed|ting)?(?: up)?\b([^.;`\n]{0,80}?)"
    r"(?:\bfrom\s+(?:the\s+|our\s+)?)?`?((?:[\w.@-]{1,80}/){0,8}[\w@-]{0,80}"
    r"\.(?:toml|json|ya?ml|cfg|ini|env|txt|xml|lock|mod))\b",
    re.IGNORECASE,
)
_EVERY = late_regex(
    r"\b(?:every (?:\d+ |few |other )?(?:second|minute|hour|day|night|morning|week|month)s?"
    r"|each (?:minute|hour|day|night|week)|hourly|daily|nightly|weekly|monthly"
    r"|once an? (?:hour|day|week|month))\b",
    re.IGNORECASE,
)
TAKES_AWAY = late_regex(
    r"\b(?:rename|remove|drop|delete|replace|migrate|get rid of|move away from)\b", re.IGNORECASE
)
_ROUTE = late_regex(r"(?<![\w.:/])/[A-Za-z][\w{}<>:*.-]*(?:/[\w{}<>:*.-]+)*")
_SAY_NOTHING = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "a an the this that it its our we i of to for with in on from into and or is are be new some all any "
        "more"
    ).split()
)
_SAY_LITTLE = frozenset(
    stem(word)
    for word in (  # noqa: SIM905
        "layer support helper method function class module feature option system mechanism service utility "
        "handling ability way logic component tool implementation simple basic default api "
        "common generic general"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A thing the goal adds: the words for it, and their roots."""

    phrase: str
    roots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the goal would read from a file: `the version` from `pyproject.toml`."""

    what: str
    roots: frozenset[str]
    file: str


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a goal."""
    return [each.strip() for each in _SENTENCE.split(text[:LONGEST]) if each and each.strip()]


def additions(text: str) -> list[Addition]:
    """Return the things a goal says it adds, each with the words that name it."""
    found = []
    for sentence in sentences(text):
        for match in _ADDING.finditer(sentence):
            rest = sentence[match.end() : match.end() + LONGEST_PHRASE]
            determiner = _DETERMINER.match(rest)
            rest = rest[determiner.end() :] if determiner else rest
            end = _END.search(rest)
            phrase = rest[: end.start()] if end else rest
            words = _WORD.findall(phrase)
            if 0 < len(words) <= MOST_WORDS:
                found.append(Addition(" ".join(words), telling_roots(phrase)))
            if len(found) == MOST_ADDITIONS:
                return found
    return found


def readings(text: str) -> list[Reading]:
    """Return what a goal says it would read from which file of data."""
    found = []
    for sentence in sentences(text):
        for match in _READING.finditer(sentence):
            what = match[1].strip()
            found.append(Reading(what, telling_roots(what), match[2]))
    return found


def interval(text: str) -> str:
    """Return the interval a goal names, as it says it: `every hour`."""
    match = _EVERY.search(text[:LONGEST])
    return match[0].lower() if match else ""


def routes(text: str) -> list[str]:
    """Return the paths of routes a goal names: `/grades/{student_id}`."""
    return [each.rstrip(".:") for each in _ROUTE.findall(text[:LONGEST])]


def roots(text: str) -> frozenset[str]:
    """Return the roots of a text's words and identifiers: `VersionChecker` and `check_version` are alike."""
    return frozenset(_root(piece.lower()) for piece in _PIECES.findall(text) if len(piece) > 1)


def telling_roots(text: str) -> frozenset[str]:
    """Return the roots of the words that say what something is: `caching layer` is about `cach`."""
    kept = " ".join(each for each in _WORD.findall(text) if each.lower() not in _SAY_NOTHING)
    return frozenset(each for each in roots(kept) if each not in _SAY_LITTLE)


def _root(word: str) -> str:
    """Return a word's root, where who does a thing and the thing done are one: checker, checking, check."""
    for ending in ("er", "or"):
        if word.endswith(ending) and len(word) > 6:
            return stem(f"{word[: -len(ending)]}e") if word[-3] not in "aeiou" else stem(word[: -len(ending)])
    return stem(word)
