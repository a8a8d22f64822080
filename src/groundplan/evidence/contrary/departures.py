"""Finds that the goal asks for a way to do things that this code nearly everywhere does in another way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.introduced import find_introduced
from groundplan.evidence.contrary.kinds import Departure
from groundplan.plan.dataclass import dataclass
from groundplan.survey.patterns.finding import find_patterns, importing
from groundplan.survey.patterns.habits import libraries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.patterns.facts import Pattern

_NAMES = {
    "dataclass": ("dataclasses", r"@?\bdata ?class(?:es)?\b"),
    "pydantic model": ("pydantic models", r"\bpydantic (?:models?|classes)\b"),
    "NamedTuple": ("named tuples", r"\bnamed ?tuples?\b"),
    "attrs": ("attrs classes", r"`attrs`|\battrs class(?:es)?\b"),
}
_SHARE = 0.8  # of the places: below, there is no habit to depart from
_PLACES = 10
_PLAIN_WORDS = frozenset(
    (
        "requests",
        "click",
        "fire",
        "got",
        "next",
        "express",
        "testing",
        "redis",
        "logging",
        "attr",
        "motor",
        "rq",
    )
)  # English too: they must be written as code


@dataclass(frozen=True, slots=True)
class Way:
    """A way as goals name it, the practices it is counted under, and those that are the other way."""

    asked: re.Pattern[str]
    said: str  # how a challenge names it
    what: str  # the pattern in which it is counted
    own: tuple[str, ...]  # beginnings of the practices that are this way
    other: tuple[str, ...]  # beginnings of those that it departs from
    does: str  # what the others do, after `41 of 43 messages`; may name nothing but what is counted
    noun: str
    language: str = "Python"


def _ask(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _shapes() -> tuple[Way, ...]:
    """Return a way for each pair of shapes that records can have."""
    return tuple(
        Way(
            _ask(pattern),
            f"a {own}" if own[0] not in "aeiou" else f"an {own} class",
            "typed shapes of data",
            (own,),
            (other,),
            f"are {_NAMES[other][0]}",
            "classes that only hold data",
        )
        for own, (_, pattern) in _NAMES.items()
        for other in _NAMES
        if other != own
    )


WAYS = (
    Way(
        _ask(r"`?\bprint(?:\(\)|\([^)\n]{0,60}\)| statements?\b| calls?\b|`)"),
        "`print`", "messages", ("are printed",), ("go to a logger",), "go to a logger", "messages",
    ),
    Way(
        _ask(r"\bconsole\.(?:log|error|warn|info)\b"),
        "`console`", "messages", ("go to `console`",), ("go to a logger",), "go to a logger", "messages",
        "JavaScript and TypeScript",
    ),
    Way(
        re.compile(r"\bunittest\.TestCase\b|`unittest`|\bunittest[- ](?:style|class|module)|\bTestCase\b"),
        "a `TestCase`", "tests by their form", ("methods of a class with a base",),
        ("plain functions", "methods of another class"), "are plain pytest tests", "tests",
    ),
    Way(
        _ask(r"\bpytest[- ](?:style|functions)\b|\bplain pytest\b"),
        "pytest functions", "tests by their form", ("plain functions",), ("methods of a class with a base",),
        "are methods of a `TestCase`", "tests",
    ),
    Way(
        _ask(r"\b(?:MagicMock|unittest\.mock|AsyncMock|mock\.patch|mock objects?)\b"), "mocks",
        "mocks, patches and fakes by name", ("mock object", "patch"), ("fake class", "monkeypatch"),
        "are fakes or `monkeypatch`", "stand-ins in the tests",
    ),
    Way(
        _ask(
            r"\bexcept Exception\b|\bbare `?except\b|\bcatch(?:ing|-)? ?(?:all|every|any) (?:exceptions?"
            r"|errors?)\b"
            r"|\bcatch-all except\b|\b(?:swallow(?:ing)?|ignor(?:e|ing)|suppress(?:ing)?) (?:all|any|every) "
            r"(?:exceptions?|errors?)\b|\bblanket except\b"
        ),
        "a catch-all `except`", "`except` clauses", ("catch `Exception`", "are bare"),
        ("name what they catch",), "name what they catch", "`except` clauses",
    ),
    Way(
        _ask(r"\bpanic(?:s|king)?(?= (?:if|when|on|with|instead|unless)\b|\(|`)"), "a `panic`",
        "calls that make an error or panic", ("panic",), ("errors.", "fmt.Errorf"), "return an error value",
        "places that make an error",
        "Go",
    ),
    *_shapes(),
)  # fmt: skip


def find_departures(pack: EvidencePack) -> Iterator[Departure]:
    """Return where the goal brings in a way that at most one place in five follows."""
    text = pack.goal.text
    asked = [way for way in WAYS if find_introduced(text, way.asked, turning=False)]
    asked = [way for way in asked if not _is_both(asked, way)]
    packages = list(_packages_in(text))
    if not asked and not packages:
        return
    languages = _languages(pack)
    patterns = [each for each in find_patterns(pack.index) if each.language in languages]
    for pattern in patterns:
        for way in asked:
            if pattern.what == way.what and pattern.language == way.language:
                yield from _judge(way, pattern)
        for purpose, package in packages:
            if pattern.what == importing(purpose):
                yield from _judge_package(purpose, package, pattern)


def _is_both(asked: Sequence[Way], way: Way) -> bool:
    """Tell whether the goal names the other way as well: then it knows of both."""
    return any(set(each.own) & set(way.other) for each in asked)


def _languages(pack: EvidencePack) -> frozenset[str]:
    """Return the languages of the files to change, as patterns name them."""
    paths = [each.path for each in pack.targets] + [each.path for each in pack.new_files]
    named = {"py": "Python", "pyi": "Python", "go": "Go"}
    return frozenset(named.get(path.rpartition(".")[2], "JavaScript and TypeScript") for path in paths)


def _judge(way: Way, pattern: Pattern) -> Iterator[Departure]:
    own = sum(each.count for each in pattern.practices if each.does.startswith(way.own))
    others = [each for each in pattern.practices if each.does.startswith(way.other)]
    follow = sum(each.count for each in others)
    total = follow + own
    if total < _PLACES or follow < _SHARE * total:
        return
    spots = tuple(spot for each in others for spot in each.spots)[:3]
    yield Departure(way.said, way.does, way.noun, follow, own, total, spots)


def _judge_package(purpose: str, package: str, pattern: Pattern) -> Iterator[Departure]:
    lead = pattern.leading
    own = next((each for each in pattern.practices if each.does == package), None)
    # A package that is not there yet is a new dependency: another detector's subject.
    total = pattern.total
    if own is None or own is lead or lead.count < _SHARE * total or total < _PLACES:
        return
    spots = (lead.spots, own.spots)
    yield Departure(package, lead.does, purpose, lead.count, own.count, total, *spots, is_package=True)


def _packages_in(text: str) -> Iterator[tuple[str, str]]:
    """Return the packages a goal brings in, and what they are for; English words only where they are code."""
    for purpose, names in libraries().items():
        for name in sorted(names):
            if name not in text or purpose == "test packages":  # how tests are written is counted elsewhere
                continue
            pattern = rf"`{re.escape(name)}\b|(?<![\w./-]){re.escape(name)}\.\w"
            if name not in _PLAIN_WORDS:
                pattern += rf"|(?<![\w./@-]){re.escape(name)}(?![\w/.-])"
            if find_introduced(text, re.compile(pattern), turning=False):
                yield purpose, name
