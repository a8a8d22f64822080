"""Challenges adding what is there: a value kept already, what evidence found, a module that does it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.purposes import purpose_named
from groundplan.plan.fact import How
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.deciding import Weighed, deciding_questions, shown_offers
from groundplan.planner.challenges.kept_values import kept_values
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import SamePurpose, Taken
    from groundplan.evidence.facts import Facts
    from groundplan.plan.fact import Fact

NAME = "reuse"
MOST_SHOWN = 3


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each thing the goal would make that the code has already."""
    yield from kept_values(facts)
    yield from map(_taken, facts.contrary.taken)
    if facts.already:
        # Names before commits, which say less; what is there is asked about once.
        first, *others = sorted(facts.already, key=lambda each: each.value("match") == "commit")
        yield _there(first)
        yield from (replace(_there(each), question=None) for each in others)
    elif facts.contrary.same_purpose:
        yield from _same_purpose(facts.goal.text, facts.contrary.same_purpose)


def _there(fact: Fact) -> Challenge:
    """Return the challenge that a fact about what is there makes."""
    cited = _cite(fact)
    is_named = fact.value("match") in {"name", "description", "file"}
    at = f" ({code(fact.places[0].cited)})" if is_named and cited != fact.places[0].cited else ""
    name = code(cited)
    said = fact.value("subject") or fact.value("says") or ("" if is_named else fact.subject)
    quoted = f": “{said.replace('`', '')}”" if said else ""
    claim = f"This may be there already: {name}{at}{quoted}."
    # Enter takes what is recommended: words that a description shares with the goal are too little for that.
    is_sure = fact.value("match") == "name" and fact.known.how is How.SYNTAX
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
                Choice("new", f"Something else is meant: {name} stays as it is"),
            ),
            "reuse" if is_sure else "",
            weight=3.0,
            assumption=f"the change builds on {name}" if is_sure else "",
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


def _same_purpose(goal: str, found: SamePurpose) -> Iterator[Challenge]:
    """Return a challenge where the goal adds a thing of a purpose that a module of own code serves."""
    module, *rest = found.modules
    others = [each.citation for each in rest[: MOST_SHOWN - 1]]
    also = f" (also {cite(others, 6)})" if others else ""
    used = f", imported in {counted(module.users, 'file')}" if module.users else ""
    yield _ask_reuse(
        f"We already have {code(module.citation)}{shown_offers(module)}{used}{also}. "
        f"The {found.phrase} could build on it instead of duplicating it.",
        module.citation,
        (module.citation, *others),
        {"modules": len(found.modules), "importers": module.users},
    )
    weighed = Weighed(goal, purpose_named(found.purpose), module, found.served)
    yield from deciding_questions(NAME, weighed)


def _taken(found: Taken) -> Challenge:
    name, first = found.name, found.takers[0]
    cited, at = f"{first.path}::{first.symbol}", first.cited
    others = [f"{each.path}::{each.symbol}" for each in found.takers[1:]]
    also = f", and so {'does' if len(others) == 1 else 'do'} {cite(others, 6)}" if others else ""
    claim = (
        f"{code(cited)} takes {code(name)} already (`{at}`){also}. "
        f"A second meaning of {code(name)} would have to be told apart from that."
    )
    return Challenge(
        NAME,
        cited,
        claim,
        (cited, at, *others),
        {"definitions": len(found.takers)},
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
