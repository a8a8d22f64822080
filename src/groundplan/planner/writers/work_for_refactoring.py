"""The phases of a refactoring: behaviour pinned, leaves first, callers by folder, the old way out last."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.goal import GoalKind
from groundplan.planner.remembering import once
from groundplan.planner.writers.batches import MOST_TASKS, batch, leaves_first, name_files
from groundplan.planner.writers.occurrence_accounts import account_for, is_record
from groundplan.planner.writers.own_tools import run_quality
from groundplan.planner.writers.phrases import code, counted, joined
from groundplan.planner.writers.work_for_feature import change_target, documents_on
from groundplan.planner.writers.work_frame import check_phase, prepare, roll_out
from groundplan.planner.writers.work_kind import kind_of
from groundplan.schedule.effort import Size, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.writers.board import Board

_FEW = 100  # files: a name in more of them is a common word


@dataclass(frozen=True, slots=True)
class Reshaped:
    """What a refactoring goes through: where the thing is defined, and how often it stands elsewhere."""

    what: str  # the names, in backticks
    homes: tuple[str, ...]
    users: Mapping[str, int]  # product file -> how often the names stand there
    tests: Mapping[str, int] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()

    @property
    def uses(self) -> int:
        """Return how often the names stand outside their homes."""
        return sum(self.users.values())


@once
def find_reshaped(pack: EvidencePack) -> Reshaped:
    """Return what is reshaped: the goal's names and every file they stand in, else targets and callers."""
    if kind_of(pack) is GoalKind.MIGRATION and (swap := find_replacement(pack)).files:
        used = {path: swap.uses_in(path) for path in swap.files}
        tests = {path: swap.uses_in(path) for path in swap.test_imports}
        return Reshaped(swap.old, (), used, tests, swap.others("document"))
    homes = tuple(each.path for each in pack.targets)
    standings = [each for each in pack.standings if 0 < len(each.files) <= _FEW]
    counts: dict[str, int] = {}
    for standing in standings:
        for path, count in standing.files.items():
            counts[path] = counts.get(path, 0) + count
    for caller in pack.callers:
        counts.setdefault(caller.path, 1)
    away = {path: count for path, count in counts.items() if path not in homes}
    return Reshaped(
        joined([code(each.term) for each in standings[:3]]) or joined([code(path) for path in homes[:2]]),
        homes,
        {path: count for path, count in away.items() if _is_code(pack, path)},
        {path: count for path, count in away.items() if is_test(path)},
        tuple(
            path for path in away if not is_test(path) and not _is_code(pack, path) and not is_record(path)
        ),
        tuple(account_for(each.term, each.files) for each in standings if _is_citable(each.files)),
    )


def lay_out_refactoring(board: Board, brief: Brief, names: Sequence[str]) -> None:
    """Lay out a refactoring in five phases: behaviour pinned, leaves, callers, the old way out, release."""
    pack = brief.pack
    shape = find_reshaped(pack)
    board.open(0, names[0])
    prepare(board, brief)
    board.open(1, "Leaves")
    _change_homes(board, pack, shape)
    board.open(2, "Callers")
    _change_users(board, pack, shape)
    board.open(3, "Old way out")
    _close(board, pack, shape)
    board.open(4, names[4])
    roll_out(board, brief)


def _change_homes(board: Board, pack: EvidencePack, shape: Reshaped) -> None:
    order = leaves_first(pack, shape.homes[:MOST_TASKS])
    by_path = {each.path: each for each in pack.targets}
    last = ""
    for path in order:
        last = change_target(board, pack, by_path[path], needs=last)
    if not order:
        first = next(iter(leaves_first(pack, shape.users)), "")
        uses = shape.users.get(first, 0)
        board.add(
            f"Change {code(first)} first, which imports none of the others ({counted(uses, 'use')})"
            if first
            else "Find where the goal's words stand in the code, and name the files in this plan",
            size_of(1, uses),
            files=(first,) if first else (),
        )
    board.deliver(
        f"The new form of {shape.what or 'the code'} beside the old one: nothing that calls it has changed"
    )
    check_phase(board, pack)


def _change_users(board: Board, pack: EvidencePack, shape: Reshaped) -> None:
    order = leaves_first(pack, shape.users)
    taken = set(board.phases[-2].tasks[0].files) if not shape.homes and board.phases[-2].tasks else set()
    paths = [path for path in order if path not in taken]
    for paths_of_task in batch(paths):
        uses = sum(shape.users[path] for path in paths_of_task)
        board.add(
            f"Change {name_files(paths_of_task)} ({counted(uses, 'use')})",
            size_of(len(paths_of_task), uses),
            files=paths_of_task,
        )
    if not paths:
        board.add("Run the whole suite: no other product file uses what changed", Size.XS)
    for tests in batch(tuple(shape.tests)):
        uses = sum(shape.tests[path] for path in tests)
        board.add(
            f"Bring the tests {name_files(tests)} to the new form ({counted(uses, 'use')})",
            size_of(len(tests), uses),
            files=tests,
            needs="All above",
        )
    for line in shape.accounts:
        board.note(line)
    board.deliver(
        f"{counted(len(shape.users), 'product file')} with {counted(shape.uses, 'use')} in the new form"
    )
    check_phase(board, pack)


def _close(board: Board, pack: EvidencePack, shape: Reshaped) -> None:
    checks = tuple(run_quality(pack))
    board.add(
        f"Take the old form out of {name_files(shape.homes[:3])}" if shape.homes else "Take the old form out",
        size_of(max(1, len(shape.homes))),
        files=shape.homes[:3],
    )
    documents = shape.documents or documents_on(pack)
    if documents:
        board.add(f"Bring {name_files(documents)} up to date", size_of(len(documents)), files=documents)
    if checks:
        board.add(f"Pass {joined([code(each.command) for each in checks])}", Size.XS, needs="All above")
    board.deliver("One form of it in the code, and no caller of the other")
    for check in checks:
        board.check(check)
    check_phase(board, pack)


def _is_citable(paths: Iterable[str]) -> bool:
    return all(parse_citation(path) is not None for path in paths)


def _is_code(pack: EvidencePack, path: str) -> bool:
    return pack.index.outline(path) is not None and not is_test(path)
