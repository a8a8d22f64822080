"""Finds that a parameter a goal would add is taken already by code the value could be handed on to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.wanted import sentences
from groundplan.planner.goal import GoalKind
from groundplan.planner.phrases import cite, code
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack

NAME = "reuse"
MOST_FILES = 60
# A name that many functions take says nothing about one of them.
MOST_TAKERS = 4
_ADDS = late_regex(r"\b(?:add|give|introduce|provide|accept|take|support|offer|expose)\b", re.IGNORECASE)
_NAMED = (
    late_regex(r"`([a-z_]\w{2,40}) ?=[^`\n]{0,40}`"),
    late_regex(r"`([a-z_]\w{2,40})` (?:keyword )?(?:argument|parameter|kwarg)\b"),
    late_regex(r"\b(?:argument|parameter|kwarg) `([a-z_]\w{2,40})`"),
)
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def taken_parameters(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each parameter the goal adds that few functions take already."""
    if pack.goal.kind is GoalKind.FIX:
        return
    for name in _added(pack.goal.text):
        takers = _takers(pack, name)
        if 0 < len(takers) <= MOST_TAKERS:
            yield _taken(name, takers)


def _added(text: str) -> list[str]:
    found = [
        match[1]
        for sentence in sentences(text)
        if _ADDS.search(sentence)
        for pattern in _NAMED
        for match in pattern.finditer(sentence)
    ]
    return list(dict.fromkeys(found))


def _takers(pack: EvidencePack, name: str) -> list[tuple[str, str, int]]:
    """Return the public functions of own code with a parameter of the name: path, name, line."""
    paths = [each for each in pack.index.files_with(name) if is_own_code(each) and not is_test(each)]
    if len(paths) > MOST_FILES:
        return []
    parameter = re.compile(rf"[(,]\s*(?:\*,\s*)?{re.escape(name)}\s*[:=,)]")
    return [
        (path, each.qualified, each.line)
        for path in paths
        if (outline := pack.index.outline(path)) is not None
        for each in outline.definitions
        if each.kind in _FUNCTIONS and parameter.search(each.header)
    ]


def _taken(name: str, takers: list[tuple[str, str, int]]) -> Challenge:
    path, qualified, line = takers[0]
    cited = f"{path}::{qualified}"
    others = [f"{each[0]}::{each[1]}" for each in takers[1:]]
    also = f", and so {'does' if len(others) == 1 else 'do'} {cite(others, 6)}" if others else ""
    claim = (
        f"{code(cited)} takes {code(name)} already (`{path}:{line}`){also}. "
        f"A second meaning of {code(name)} would have to be told apart from that."
    )
    return Challenge(
        NAME,
        cited,
        claim,
        (cited, f"{path}:{line}", *others),
        {"definitions": len(takers)},
        advice=f"Hand {code(name)} on to {code(cited)}.",
        question=Question(
            f"reuse:{cited}",
            f"Is {code(name)} handed on to {code(cited)}, which takes it already?",
            claim,
            (
                Choice("reuse", f"Hand {code(name)} on to {code(cited)}"),
                Choice("new", f"Give {code(name)} a meaning of its own"),
            ),
            "reuse",
            weight=2.8,
            assumption=f"{code(name)} is handed on to {code(cited)}",
        ),
        weight=2.8,
    )
