"""What stays out: files where the goal's names stand but that nothing says to change, and twins."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.pairs import find_pairs
from groundplan.code.test_paths import is_test
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

SUBJECT = "scope"
_WIDE = frozenset({GoalKind.REQUIREMENT, GoalKind.DESIGN, GoalKind.CAMPAIGN})


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask what stays out of a wide goal that does not say so, and about a twin written by hand."""
    del challenges
    yield from _twin(pack)
    # Where no target is known, every folder is one that none is in.
    if pack.targets and pack.goal.kind in _WIDE and not pack.goal.excluded:
        outside = folders_outside(pack)
        if outside:
            yield _outside(pack, outside)


def folders_outside(pack: EvidencePack) -> tuple[tuple[str, int], ...]:
    """Return the folders of product code that no target is in, with their files, largest first."""
    touched = {_folder(each.path) for each in pack.targets} | {_folder(each.path) for each in pack.new_files}
    counts = Counter(_folder(path) for path in pack.index.paths() if is_own_code(path) and "/" in path)
    return tuple((folder, count) for folder, count in counts.most_common() if folder not in touched)


def _folder(path: str) -> str:
    """Return the part of a repository that a file belongs to: two folders down, as `src/` says nothing."""
    return "/".join(path.split("/")[:-1][:2])


def _outside(pack: EvidencePack, outside: tuple[tuple[str, int], ...]) -> Question:
    listed = listing([f"{code(f'{folder}/')} ({counted(count, 'file')})" for folder, count in outside], 3)
    touched = listing([code(target.path) for target in pack.targets], 3)
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


def _twin(pack: EvidencePack) -> Iterator[Question]:
    touched = {target.path for target in pack.targets if not is_test(target.path)}
    for pair in find_pairs(pack.index):
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
