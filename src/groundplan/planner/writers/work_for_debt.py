"""The phases of paying back debt: what was counted, worst first, tests before anything is taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.planner.facts.debt import find_debt, topics_of
from groundplan.planner.writers.batches import spread
from groundplan.planner.writers.effort import Size, size_of
from groundplan.planner.writers.phrases import code, counted, joined
from groundplan.planner.writers.work_frame import check_phase, prepare, roll_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.debt import Debt
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.writers.board import Board

MOST = 6  # of each kind: the worst are a plan, all of them are a list
_TITLES = {
    "tests": "Tests",
    "cycles": "Import rings",
    "complexity": "Complexity",
    "documentation": "Documentation",
    "dependencies": "Dependencies",
}


@dataclass(frozen=True, slots=True)
class Payment:
    """One piece of debt as a task: what it is about, what is done, how big it is."""

    topic: str
    title: str
    size: Size
    files: tuple[str, ...] = ()


def lay_out_debt(board: Board, brief: Brief, names: Sequence[str]) -> None:
    """Lay out the payback in five phases; the three in the middle share the counted debt evenly."""
    pack = brief.pack
    debt = find_debt(pack)
    payments = [each for topic in topics_of(pack.goal.text) for each in _PAYMENTS[topic](debt)]
    board.open(0, names[0])
    prepare(board, brief)
    for number, mine in enumerate(spread(payments, 3), 1):
        topics = list(dict.fromkeys(each.topic for each in mine))
        board.open(
            number,
            joined([_TITLES[topics[0]], *(_TITLES[each].lower() for each in topics[1:])])
            if topics
            else names[number],
        )
        _pay(board, pack, mine)
    board.open(4, names[4])
    roll_out(board, brief)


def _pay(board: Board, pack: EvidencePack, payments: Sequence[Payment]) -> None:
    for each in payments:
        board.add(each.title, each.size, files=each.files)
    if not payments:
        board.add("Count the debt again: fewer than three pieces of it were found", Size.XS)
    counts: dict[str, int] = {}
    for each in payments:
        counts[each.topic] = counts.get(each.topic, 0) + 1
    told = [f"{counted(count, 'task')} on {_TITLES[topic].lower()} done" for topic, count in counts.items()]
    board.deliver(joined(told) or "The counts of this plan, taken again")
    check_phase(board, pack, tuple(path for each in payments for path in each.files)[:5])


def _untested(debt: Debt) -> Iterator[Payment]:
    for spot in debt.untested[:MOST]:
        measure = spot.measure
        yield Payment(
            "tests",
            f"Write the first tests for {code(spot.path)}: {counted(measure.functions, 'function')}, "
            f"{counted(measure.branches, 'branch', 'branches')}, {counted(spot.recent, 'commit')} "
            "in twelve months, no test",
            size_of(1, measure.branches),
            (spot.path,),
        )


def _cycles(debt: Debt) -> Iterator[Payment]:
    for ring in debt.cycles[:MOST]:
        way = " → ".join(code(path) for path in (*ring[:4], ring[0]))
        yield Payment("cycles", f"Open the import ring {way}", size_of(len(ring)), tuple(ring[:4]))


def _complex(debt: Debt) -> Iterator[Payment]:
    for path, function in debt.complex[:MOST]:
        yield Payment(
            "complexity",
            f"Take {code(f'{path}::{function.qualified}')} apart: "
            f"{counted(function.branches, 'branch', 'branches')} in {counted(function.lines, 'line')}",
            size_of(1, function.branches),
            (path,),
        )


def _undocumented(debt: Debt) -> Iterator[Payment]:
    for spot in debt.undocumented[:MOST]:
        missing = spot.measure.public - spot.measure.documented
        yield Payment(
            "documentation",
            f"Document {counted(missing, 'public definition')} of {code(spot.path)} "
            f"({missing} of {spot.measure.public} have no words)",
            size_of(0, missing),
            (spot.path,),
        )


def _unpinned(debt: Debt) -> Iterator[Payment]:
    if debt.unpinned:
        told = [f"{each.name} ({code(each.at)})" for each in debt.unpinned[:MOST]]
        files = tuple(dict.fromkeys(each.at.path for each in debt.unpinned))
        yield Payment(
            "dependencies",
            f"Give {counted(len(debt.unpinned), 'package')} without a version a range: {joined(told)}",
            size_of(len(files), len(debt.unpinned)),
            files,
        )


_PAYMENTS = {
    "tests": _untested,
    "cycles": _cycles,
    "complexity": _complex,
    "documentation": _undocumented,
    "dependencies": _unpinned,
}
