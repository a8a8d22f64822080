"""What a user's words mean as an answer: a choice taken, an option dropped, a file named, a scope set."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answer_choices import choice_meant, option_meant
from groundplan.planner.answer_names import names_meant

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
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
_OUTSIDE = (
    re.compile(rf"\b(?:out of|not in) scope(?: is| are)? ?[:=–-]? {_THING}", re.IGNORECASE),
    re.compile(
        r"(?:^|[.;!\n]) ?(?P<thing>[^.;!?\n]{1,120}?) (?:is|are|stays?|remains?|should (?:be|stay)) "
        r"(?:out of|not in) scope\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:leave|keep) (?P<thing>[^.;!?\n]{1,120}?) out(?: of (?:it|this|scope))?(?=[\s.;,!]|$)",
        re.IGNORECASE,
    ),
    re.compile(rf"\bleave out {_THING}", re.IGNORECASE),
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


@dataclass(frozen=True, slots=True)
class Understood:
    """An answer, understood; its own words are always kept beside what was made of them."""

    text: str
    choice: str = ""  # name of the choice it takes; empty: free text
    dropped: tuple[str, ...] = ()  # options it drops: `Option A`, `Redis`
    out_of_scope: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # files or symbols of the repository that it names


def understand(question: Question | None, text: str, index: CodeView | None = None) -> Understood:
    """Return what an answer says; words that could mean two things stay free text."""
    said = "\n".join(" ".join(line.split()) for line in text[:_LONGEST].splitlines()).strip()
    dropped = _dropped(question, said)
    outside = _outside(question, said)
    choice = "" if question is None or dropped or _is_unsure(said) else choice_meant(question, said)
    return Understood(
        text,
        choice=choice,
        dropped=dropped,
        out_of_scope=() if choice else outside,
        files=names_meant(index, said) if index is not None else (),
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


def _things(listed: str) -> list[str]:
    things = (each.strip(" \t\n.,:;-") for each in _BETWEEN.split(listed))
    return [each for each in things if 1 < len(each) <= 120]
