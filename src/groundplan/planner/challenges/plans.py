"""Another open plan works on the same files: whoever lands second has to plan again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, listing
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import OtherPlan

NAME = "plans"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return one challenge for all other open plans that share files with this one."""
    if not facts.others:
        return
    alike = [each for each in facts.others if _folded(each.title) == _folded(facts.goal.title)]
    if alike:
        yield _same_goal(alike)
    touched = {target.path for target in facts.targets} | {new.path for new in facts.new_files}
    colliding = [each for each in facts.others if touched.intersection(each.paths)]
    if colliding:
        shared = {path: None for each in colliding for path in each.paths if path in touched}
        yield _challenge(colliding, tuple(shared))


def _folded(title: str) -> str:
    return " ".join(title.casefold().split())


def _same_goal(others: Sequence[OtherPlan]) -> Challenge:
    """Say that a plan of this very goal is open: it may have been begun twice."""
    plans = listing([f"{code(each.slug)} ({code(each.document)})" for each in others], 3)
    return Challenge(
        NAME,
        f"goal:{others[0].document}",
        f"{'A plan' if len(others) == 1 else f'{len(others)} plans'} with this very goal "
        f"{'is' if len(others) == 1 else 'are'} open: {plans}.",
        tuple(each.document for each in others),
        advice="Go on with one of them, and give the other up.",
        weight=1.5,
    )


def _challenge(others: Sequence[OtherPlan], shared: tuple[str, ...]) -> Challenge:
    listed = listing([code(path) for path in shared], 3)
    plans = listing([f"{code(each.slug)} ({code(each.document)})" for each in others], 3)
    one = len(others) == 1
    works = f"The open plan {plans} works" if one else f"{len(others)} open plans, {plans}, work"
    claim = f"{works} on {listed} as well."  # how many files this plan has is not known yet
    slugs = listing([code(each.slug) for each in others], 3)
    first = others[0].slug if one else "The others"
    return Challenge(
        detector=NAME,
        subject=others[0].document,
        claim=claim,
        evidence=(*(each.document for each in others), *shared),
        numbers={"shared": len(shared)},
        advice="Agree on which lands first, and build the rest on it.",
        mitigation=f"land after {slugs} and run the tests of {listed} again",
        question=Question(
            f"plans:{','.join(each.document for each in others)}",
            f"Which lands first, this plan or {slugs}?",
            claim,
            (
                Choice("after", f"{first} first, this plan builds on it"),
                Choice("before", "This plan first"),
                Choice("together", "Both in one change" if one else "All in one change"),
            ),
            recommended="after",
            blocking=False,
            weight=0.6,
            assumption=f"{slugs} {'lands' if one else 'land'} first, as opened first",
        ),
        weight=0.6 + 0.1 * min(len(shared), 3),
    )
