"""Challenges adding what is there: a value kept already, what evidence found, a module that does it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.fact import How
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.deciding import deciding_questions
from groundplan.planner.challenges.kept_values import kept_values
from groundplan.planner.challenges.own_modules import own_modules
from groundplan.planner.challenges.purposes import all_purposes, named_packages
from groundplan.planner.challenges.wanted import additions, sentences, telling_roots
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.fact import Fact
    from groundplan.planner.challenges.purposes import Purpose
    from groundplan.planner.challenges.wanted import Addition
    from groundplan.planner.pack import EvidencePack

NAME = "reuse"
MOST_SHOWN = 3
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


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each thing the goal would make that the code has already."""
    yield from kept_values(pack)
    yield from taken_parameters(pack)
    if pack.already:
        # Names before commits, which say less; what is there is asked about once.
        first, *others = sorted(pack.already, key=lambda each: each.value("match") == "commit")
        yield _there(first)
        yield from (replace(_there(each), question=None) for each in others)
    else:
        yield from _same_purpose(pack, additions(pack.goal.text))


def _there(fact: Fact) -> Challenge:
    """Return the challenge that a fact about what is there makes."""
    cited = _cite(fact)
    is_named = fact.value("match") in {"name", "description", "file"}
    at = f" ({code(fact.places[0].cited)})" if is_named and cited != fact.places[0].cited else ""
    name = code(cited)
    said = fact.value("subject") or fact.value("says") or ("" if is_named else fact.subject)
    quoted = f": “{said.replace('`', '')}”" if said else ""
    claim = f"This may be there already: {name}{at}{quoted}."
    return Challenge(
        NAME,
        cited,
        claim,
        (cited, *(each.cited for each in fact.places if each.first)),
        {"places": fact.total},
        advice=f"Look at {name} first, and say what it does not do.",
        question=Question(
            f"reuse:{cited}",
            f"Does the goal build on {name}, or is something else meant?",
            claim,
            (
                Choice("reuse", f"It builds on {name}"),
                Choice("new", "Something else is meant: it stays as it is"),
            ),
            "reuse",
            weight=3.0,
            assumption=f"the change builds on {name}",
        ),
        weight=3.0,
    )


def _cite(fact: Fact) -> str:
    """Return what a plan would cite: the definition, the line, or the commit."""
    if fact.value("match") == "commit":
        return fact.subject[:10]
    place = fact.places[0]
    is_symbol = fact.known.how is How.SYNTAX and bool(place.symbol)
    return f"{place.path}::{place.symbol}" if is_symbol else place.cited


def _ask_reuse(
    claim: str, cited: str, evidence: tuple[str, ...], numbers: dict[str, int | float]
) -> Challenge:
    return Challenge(
        NAME,
        cited,
        claim,
        evidence,
        numbers,
        advice=f"Build on {code(cited)}; a second one would have to be kept in step with it.",
        question=Question(
            f"reuse:{cited}",
            f"Do we build on {code(cited)} or make something new beside it?",
            claim,
            (Choice("reuse", f"Build on {code(cited)}"), Choice("new", "Make something new beside it")),
            "reuse",
            weight=2.5,
            assumption=f"the change builds on {code(cited)}",
        ),
        weight=2.5,
    )


def _same_purpose(pack: EvidencePack, wanted: list[Addition]) -> Iterator[Challenge]:
    """Return a challenge where the goal adds a thing of a purpose that a module of own code serves.

    A goal that names a package for the purpose is challenged with the package, not here.
    """
    spoken = {purpose.name for each in named_packages(pack.goal.text) for purpose in each.purposes}
    for purpose in all_purposes():
        added = next((each for each in wanted if _speaks_of(each, purpose)), None)
        if purpose.name in spoken or not purpose.stems or added is None:
            continue
        modules = own_modules(pack, purpose)
        if not modules:
            continue
        module = modules[0]
        others = [each.citation for each in modules[1:MOST_SHOWN]]
        also = f" (also {cite(others, 6)})" if others else ""
        used = f", imported in {counted(module.users, 'file')}" if module.users else ""
        offers = module.shown_offers
        yield _ask_reuse(
            f"We already have {code(module.citation)}{offers}{used}{also}. "
            f"The {added.phrase} could build on it instead of duplicating it.",
            module.citation,
            (module.citation, *others),
            {"modules": len(modules), "importers": module.users},
        )
        yield from deciding_questions(pack, NAME, None, purpose, module)
        return


def _speaks_of(addition: Addition, purpose: Purpose) -> bool:
    """Whether what is added is, word for word, one of the ways to call a thing of the purpose."""
    said = addition.roots
    return bool(said) and any(said == telling_roots(words) for words in purpose.words)


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
