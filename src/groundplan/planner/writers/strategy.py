"""How a migration is done, judged by the evidence: all at once, file by file, or both side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.remembering import once
from groundplan.planner.writers.figure_labels import agrees
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.replacement import Replacement

BIG_BANG, STRANGLER, PARALLEL = "Big Bang", "Strangler Fig", "Parallel Run"
STRATEGY = "assumption:strategy"  # subject of the question that settles it
_FEW = 3  # files that one reviewer reads in one change
CHOICES = {"big-bang": BIG_BANG, "strangler-fig": STRANGLER, "parallel-run": PARALLEL}


@dataclass(frozen=True, slots=True)
class Judged:
    """One strategy held against the numbers: how it would go here, what speaks for and against it."""

    name: str
    approach: str
    pros: str
    cons: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The strategies, the one to take, and why, with who says so."""

    judged: tuple[Judged, ...]
    name: str
    reason: str


@once
def choose_strategy(brief: Brief) -> Chosen:
    """Return the strategy for a migration: what a person said, else what the numbers speak for."""
    swap = find_replacement(brief.pack)
    judged = (_big_bang(swap), _strangler(swap), _parallel(swap))
    advised, why = recommend(swap)
    name = _named(brief) or (advised if agrees(brief, STRATEGY) else "")
    if not name:
        return Chosen(judged, advised, f"{why} (computed)")
    if name == advised:
        return Chosen(judged, name, f"{why} (computed) It was chosen by a person (person).")
    return Chosen(
        judged, name, f"It was chosen by a person (person); the numbers speak for {advised} (computed)."
    )


def _named(brief: Brief) -> str:
    """Return the strategy that a person named, by choice or in words."""
    said = brief.settled.get(STRATEGY)
    if said is None:
        return ""
    words = (said.choice or said.text).casefold()
    return CHOICES.get(said.choice) or next(
        (each for each in CHOICES.values() if each.casefold() in words), ""
    )


def recommend(swap: Replacement) -> tuple[str, str]:
    """Return the strategy that the numbers speak for, and those numbers."""
    files, uses = len(swap.files), swap.uses
    where = f"{counted(uses, 'use')} in {counted(files, 'file')}"
    if swap.stores:
        return PARALLEL, (
            f"Data is kept ({swap.stores}), so both sides hold it until they have been compared; "
            f"code has {where} to change."
        )
    if files <= _FEW:
        return BIG_BANG, (
            f"{where} fit into one change that one person reviews, and no stored data was found that would "
            "need a second copy."
        )
    return STRANGLER, (
        f"{where} are too many for one reviewed change (at most {_FEW} files), and no stored data "
        "was found that "
        "would have to be kept in two places, so files move one by one while both are installed."
    )


def _big_bang(swap: Replacement) -> Judged:
    where = f"{counted(swap.uses, 'use')} in {counted(len(swap.files), 'file')}"
    return Judged(
        BIG_BANG,
        f"One change moves {where} from {swap.old or 'the old side'} to {swap.new or 'the new side'}.",
        "Nothing has to work with both sides, and the old one leaves with the same release.",
        f"The way back is to revert everything; one review covers {counted(len(swap.files), 'file')}"
        + (f", and {swap.stores} data has no second copy on the day" if swap.stores else "")
        + ".",
    )


def _strangler(swap: Replacement) -> Judged:
    seam = f"through {code(swap.seam)}" if swap.seam else "file by file, leaves of the import graph first"
    return Judged(
        STRANGLER,
        f"Both sides stand in the code; uses move {seam}, and the old side leaves when none is left.",
        f"Each of {counted(len(swap.files), 'file')} is one small change that can be taken back alone.",
        "Both sides are installed and kept up to date until the last file has moved.",
    )


def _parallel(swap: Replacement) -> Judged:
    compared = (
        f"{swap.stores} data is written on both sides and compared"
        if swap.stores
        else "the same calls run on both sides and their results are compared"
    )
    return Judged(
        PARALLEL,
        f"For a time {compared} before anybody depends on the new side.",
        "Differences are seen before users see them.",
        "Every call costs twice, and a comparison has to be written"
        + ("." if swap.stores else ", though no stored data was found that could differ."),
    )
