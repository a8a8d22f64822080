"""An import that the goal implies would close a cycle, or break a layer contract the repository declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.evidence.contrary.kinds import Broken, NewEdge, Ring
    from groundplan.evidence.facts import Facts

NAME = "cycle"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each implied import that closes a ring or breaks a contract."""
    yield from map(_closes, facts.contrary.rings)
    yield from map(_breaks, facts.contrary.broken)


def _closes(ring: Ring) -> Challenge:
    edge = ring.edge
    back = " → ".join(code(each) for each in (*ring.files[1:], ring.files[0]))
    noun = "package" if edge.source.endswith(".go") else "file"
    claim = (
        f"For that {code(edge.source)} would import {code(edge.target)} ({edge.because}), which leads back "
        f"already: {back}. The new import closes a cycle of {counted(len(ring.files), noun)}."
    )
    return _challenge(edge, claim, ring.lines or (edge.target,), {"ring": len(ring.files)}, "close a cycle")


def _breaks(found: Broken) -> Challenge:
    edge = found.edge
    claim = (
        f"For that {code(edge.source)} would import {code(edge.target)} ({edge.because}), which the contract "
        f"“{found.contract}” ({code(found.at)}) forbids: {code(found.source)} may not import "
        f"{code(found.target)}."
    )
    return _challenge(edge, claim, (str(found.at), edge.source), {"contracts": 1}, "break the contract")


def _challenge(
    edge: NewEdge, claim: str, evidence: tuple[str, ...], numbers: Mapping[str, int | float], harm: str
) -> Challenge:
    subject = f"{edge.source} -> {edge.target}"
    return Challenge(
        detector=NAME,
        subject=subject,
        claim=claim,
        evidence=evidence,
        numbers=numbers,
        advice=f"Put {code(edge.name)} where both may import it, or hand it in as an argument.",
        mitigation=f"{code(edge.name)} is in a module that both import, so no import goes back",
        question=Question(
            f"cycle:{subject}",
            f"How should {code(edge.source)} get at {code(edge.name)} without an import that would {harm}?",
            claim,
            (
                Choice("below", f"Move {edge.name} into a module that both import"),
                Choice("argument", f"Hand {edge.name} in from outside"),
                Choice("late", "Import it inside the function that needs it"),
            ),
            recommended="below",
            weight=0.9,
            assumption=f"{edge.name} moves into a module that both import",
        ),
        weight=1.0,
    )
