"""Ways of doing something that goals name, and the habits of code that they would depart from."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass


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


_NAMES = {
    "dataclass": ("dataclasses", r"@?\bdata ?class(?:es)?\b"),
    "pydantic model": ("pydantic models", r"\bpydantic (?:models?|classes)\b"),
    "NamedTuple": ("named tuples", r"\bnamed ?tuples?\b"),
    "attrs": ("attrs classes", r"`attrs`|\battrs class(?:es)?\b"),
}


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
        "a `TestCase`", "tests", ("methods of a TestCase",),
        ("plain functions", "methods of a plain class"), "are plain pytest tests", "tests",
    ),
    Way(
        _ask(r"\bpytest[- ](?:style|functions)\b|\bplain pytest\b"),
        "pytest functions", "tests", ("plain functions",), ("methods of a TestCase",),
        "are methods of a `TestCase`", "tests",
    ),
    Way(
        _ask(r"\b(?:MagicMock|unittest\.mock|AsyncMock|mock\.patch|mock objects?)\b"), "mocks",
        "stand-ins for real things", ("mock object", "patch"), ("fake class", "monkeypatch"),
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
        "places that make an error", ("panic",), ("errors.", "fmt.Errorf"), "return an error value",
        "places that make an error",
        "Go",
    ),
    *_shapes(),
)  # fmt: skip
