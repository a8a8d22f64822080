"""Another open plan works on the same files: whoever lands second has to plan again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question
from groundplan.planner.writers.phrases import code, counted, listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.facts.kinds import OtherPlan
    from groundplan.planner.pack import EvidencePack

NAME = "plans"


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return one challenge for each other open plan that shares files with this one."""
    if not pack.others:
        return
    touched = {target.path for target in pack.targets} | {new.path for new in pack.new_files}
    for other in pack.others:
        shared = tuple(path for path in other.paths if path in touched)
        if shared:
            yield _challenge(other, shared, len(touched))


def _challenge(other: OtherPlan, shared: tuple[str, ...], touched: int) -> Challenge:
    listed = listing([code(path) for path in shared], 3)
    every = f"{counted(len(shared), 'file')} of {touched}"
    claim = (
        f"The open plan {code(other.slug)} ({code(other.document)}) works on {listed} as well: {every} here."
    )
    return Challenge(
        detector=NAME,
        subject=other.document,
        claim=claim,
        evidence=(other.document, *shared),
        numbers={"shared": len(shared), "files": touched},
        advice="Agree on which of the two lands first, and build the other one on it.",
        mitigation=f"land after {code(other.slug)} and run the tests of {listed} again",
        risk="regression",
        question=Question(
            f"plans:{other.document}",
            f"Which lands first, this plan or {code(other.slug)}?",
            claim,
            (
                Choice("after", f"{other.slug} first, this plan builds on it"),
                Choice("before", "This plan first"),
                Choice("together", "Both in one change"),
            ),
            recommended="after",
            blocking=False,
            weight=0.6,
            assumption=f"{other.slug} lands first, as it was opened first",
        ),
        weight=0.6 + 0.1 * min(len(shared), 3),
    )
