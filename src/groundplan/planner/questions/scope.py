"""What stays out: files where the goal's names stand but that nothing says to change, and twins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.facts import part_of_repository
from groundplan.plan.goal import GoalKind
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge

SUBJECT = "scope"
_WIDE = frozenset({GoalKind.REQUIREMENT, GoalKind.DESIGN, GoalKind.CAMPAIGN})


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask what stays out of a wide goal that does not say so, and about a twin written by hand."""
    del challenges
    yield from _twin(facts)
    # Where no target is known, every folder is one that none is in.
    if facts.targets and facts.goal.kind in _WIDE and not facts.goal.excluded:
        outside = folders_outside(facts)
        if outside:
            yield _outside(facts, outside)


def folders_outside(facts: Facts) -> tuple[tuple[str, int], ...]:
    """Return the folders of product code that no target is in, with their files, largest first."""
    touched = {part_of_repository(each.path) for each in facts.targets} | {
        part_of_repository(each.path) for each in facts.new_files
    }
    return tuple((folder, count) for folder, count in facts.folders if folder not in touched)


def _outside(facts: Facts, outside: tuple[tuple[str, int], ...]) -> Question:
    listed = listing([f"{code(f'{folder}/')} ({counted(count, 'file')})" for folder, count in outside], 3)
    touched = listing([code(target.path) for target in facts.targets], 3)
    words = listing([code(f"{folder}/") for folder, _ in outside], 3)
    return Question(
        SUBJECT,
        "What stays out of scope?",
        f"The goal reaches {touched}; no target is in {listed}.",
        recommended=f"Out of scope: {words}",
        blocking=False,
        weight=0.3,
        after=(PLACE,),
        assumption=f"{words} stay as they are",
    )


def _twin(facts: Facts) -> Iterator[Question]:
    touched = {target.path for target in facts.targets if not is_test(target.path)}
    for pair in facts.twins:
        both = {pair.asynchronous, pair.synchronous}
        if pair.is_generated or len(both & touched) != 1:
            continue
        mine, other = next(iter(both & touched)), next(iter(both - touched))
        yield Question(
            f"twin:{other}",
            f"Does {code(other)} get the same change as {code(mine)}?",
            f"The two are an async module and its sync twin, written by hand: {code(pair.asynchronous)} and "
            f"{code(pair.synchronous)}.",
            (Choice("yes", "Yes, both in one commit"), Choice("no", f"No, only {code(mine)}")),
            recommended="yes",
            weight=0.6,
            after=(PLACE,),
            assumption=f"{code(other)} gets the same change",
        )
        return
