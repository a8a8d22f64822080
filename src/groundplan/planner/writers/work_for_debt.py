"""The phases of paying back debt: what was counted, worst first, tests before anything is taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.planner.facts.debt import COMPLEX, PAID, find_debt, topics_of
from groundplan.planner.facts.test_naming import name_test
from groundplan.planner.writers.batches import spread
from groundplan.planner.writers.own_tools import find_files, run_tests
from groundplan.planner.writers.phrases import code, counted, joined
from groundplan.planner.writers.work_frame import prepare, roll_out
from groundplan.schedule.effort import Size, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.debt import Debt
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.writers.board import Board

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
    new: tuple[str, ...] = ()


def lay_out_debt(board: Board, brief: Brief, names: Sequence[str]) -> None:
    """Lay out the payback in five phases; the three in the middle share the counted debt evenly."""
    pack = brief.pack
    payments = find_payments(pack)
    board.open(0, names[0])
    prepare(board, brief)
    for number, mine in enumerate(spread(payments, 3), 1):
        topics = list(dict.fromkeys(_TITLES[each.topic] for each in mine))
        name = joined([*topics[:1], *(each.lower() for each in topics[1:])]) or names[number]
        board.open(number, name)
        _pay(board, pack, mine)
    board.open(4, names[4])
    roll_out(board, brief)


def find_payments(pack: EvidencePack) -> list[Payment]:
    """Return the debt that the goal speaks of as tasks, tests before whatever they have to guard."""
    debt = find_debt(pack)
    found = {
        "tests": lambda: _untested(pack, debt),
        "cycles": lambda: _cycles(debt),
        "complexity": lambda: _complex(debt),
        "documentation": lambda: _undocumented(debt),
        "dependencies": lambda: _unpinned(debt),
    }
    return [each for topic in topics_of(pack.goal.text) for each in found[topic]()]


def _pay(board: Board, pack: EvidencePack, payments: Sequence[Payment]) -> None:
    for each in payments:
        board.add(each.title, each.size, files=each.files, new=each.new)
    if not payments:
        board.add("Count the debt again: no more than two pieces of it were found", Size.XS)
        board.deliver("The counts of this plan, taken again")
    for topic in dict.fromkeys(each.topic for each in payments):
        number = sum(each.topic == topic for each in payments)
        board.deliver(_DONE[topic].format(number=number, s="" if number == 1 else "s"))
    checks = tuple(run_tests(pack))
    for check in checks:
        board.check(check)
    new = tuple(path for each in payments for path in each.new)[:5]
    if new or not checks:
        files = tuple(path for each in payments for path in each.files)[:5]
        board.check(find_files(new or files or (".",), "The files are there"))


def _untested(pack: EvidencePack, debt: Debt) -> Iterator[Payment]:
    tests = [path for path in pack.index.paths() if is_test(path)]
    known = set(tests)
    for spot in debt.untested[:PAID]:
        measure = spot.measure
        place = name_test(spot.path, tests)
        where = f" in {code(place)}" + ("" if place in known else " (new)") if place else ""
        yield Payment(
            "tests",
            f"Write the first tests of {code(spot.path)}{where}: {counted(measure.functions, 'function')}, "
            f"{counted(measure.branches, 'branch', 'branches')}, "
            f"{spot.lately}",
            size_of(1, measure.branches),
            (place,) if place in known else (),
            (place,) if place and place not in known else (),
        )


def _cycles(debt: Debt) -> Iterator[Payment]:
    for ring in debt.cycles:
        way = " → ".join(code(path) for path in (*ring.paths[:4], ring.paths[0]))
        at = code(f"{ring.cut.source}:{ring.cut.line}")
        knot = f", one of a knot of {ring.knot} files" if ring.knot > len(ring.paths) else ""
        title = f"Open the import ring {way}{knot}: give up the import at {at}"
        yield Payment("cycles", title, size_of(len(ring.paths)), (ring.cut.source, ring.cut.target))


def _complex(debt: Debt) -> Iterator[Payment]:
    for path, function in debt.complex[:PAID]:
        yield Payment(
            "complexity",
            f"Take {code(f'{path}::{function.qualified}')} apart: "
            f"{counted(function.branches, 'branch', 'branches')} in {counted(function.lines, 'line')}",
            size_of(1, function.branches),
            (path,),
        )


def _undocumented(debt: Debt) -> Iterator[Payment]:
    for spot in debt.undocumented[:PAID]:
        missing = spot.measure.public - spot.measure.documented
        yield Payment(
            "documentation",
            f"Document {missing} of {counted(spot.measure.public, 'public definition')} of {code(spot.path)}",
            size_of(0, missing),
            (spot.path,),
        )


def _unpinned(debt: Debt) -> Iterator[Payment]:
    if debt.unpinned:
        told = [f"{each.name} ({code(each.at)})" for each in debt.unpinned[:PAID]]
        files = tuple(dict.fromkeys(each.at.path for each in debt.unpinned))
        yield Payment(
            "dependencies",
            f"Give {counted(len(debt.unpinned), 'package')} without a version a range: {joined(told)}",
            size_of(len(files), len(debt.unpinned)),
            files,
        )


_DONE = {
    "tests": "Tests for {number} file{s} that had none",
    "cycles": "{number} import ring{s} fewer",
    "complexity": f"{{number}} function{{s}} brought below {COMPLEX} branches",
    "documentation": "{number} file{s} in which every public definition has words",
    "dependencies": "A version range for every package",
}
