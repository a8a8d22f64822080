"""What stays out: files where the goal's names stand but that nothing says to change, and twins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.pairs import find_pairs
from groundplan.code.test_paths import is_test
from groundplan.planner.goal import GoalKind
from groundplan.planner.question import Choice, Question
from groundplan.planner.writers.phrases import code, counted, listing
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

SUBJECT = "scope"
_SMALL = frozenset({GoalKind.FIX})
_WHOLE = frozenset({GoalKind.MIGRATION, GoalKind.CAMPAIGN, GoalKind.DEBT})  # every place is meant
_FEWEST = 3
_SHARE = 0.5  # of the product files where a name stands: it is a word of the whole repository


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask whether the places beside the targets stay as they are, and about a twin written by hand."""
    del challenges
    yield from _twin(pack)
    if pack.goal.excluded or pack.goal.kind in _SMALL | _WHOLE:
        return
    beside = left_beside(pack)
    if beside is not None:
        yield _beside(pack, *beside)


def left_beside(pack: EvidencePack) -> tuple[str, tuple[str, ...]] | None:
    """Return the name that stands in most product files beyond the targets, and those files."""
    touched = {target.path for target in pack.targets}
    best: tuple[str, tuple[str, ...]] | None = None
    for standing in pack.standings:
        product = [path for path in standing.files if is_own_code(path)]
        others = tuple(path for path in product if path not in touched)
        if (
            len(others) >= _FEWEST
            and len(product) > len(others)
            and (best is None or len(others) > len(best[1]))
        ):
            best = (standing.term, others)
    return best


def _beside(pack: EvidencePack, term: str, others: tuple[str, ...]) -> Question:
    listed = listing([code(path) for path in others], 3)
    touched = listing([code(target.path) for target in pack.targets], 3)
    return Question(
        SUBJECT,
        f"Do the other {counted(len(others), 'file')} in which {code(term)} stands stay out of scope?",
        f"{code(term)} also stands in {listed}; the change is in {touched}.",
        (
            Choice("out", f"Yes: only {touched} change"),
            Choice("in", "No: they change as well"),
        ),
        recommended="out",
        blocking=False,
        weight=0.3,
        assumption=f"{listed} stay as they are",
    )


def _twin(pack: EvidencePack) -> Iterator[Question]:
    touched = {target.path for target in pack.targets if not is_test(target.path)}
    if not any("sync" in path or "aio" in path for path in touched):
        return
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
            assumption=f"{code(other)} gets the same change",
        )
        return
