"""The phases of a migration: the new beside the old, compared, a first file, the rest, the old one out."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.writers.batches import batch, leaves_first, name_files
from groundplan.planner.writers.board import Check
from groundplan.planner.writers.occurrence_accounts import looked_at
from groundplan.planner.writers.own_tools import command_for, find_no_more, run_near_tests, run_tests
from groundplan.planner.writers.phrases import code, counted, joined, listing
from groundplan.planner.writers.strategy import BIG_BANG, choose_strategy
from groundplan.planner.writers.work_frame import add_switch, back_tag, serves
from groundplan.schedule.effort import Size, size_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.replacement import Replacement
    from groundplan.planner.writers.board import Board


def lay_out_replacement(board: Board, brief: Brief, names: Sequence[str], first: int) -> None:
    """Lay out a migration in five phases numbered from `first`, named as the playbook names them."""
    swap = find_replacement(brief.pack)
    files = leaves_first(brief.pack, swap.files or tuple(each.path for each in brief.pack.targets))
    early = _first_files(brief, files)
    for number, (name, lay_out) in enumerate(
        zip(names, (_beside, _compare, _start, _go_on, _clean), strict=True), first
    ):
        board.open(number, name)
        lay_out(board, brief, (files, early))


_Files = tuple[tuple[str, ...], tuple[str, ...]]  # all of them leaves first, and those that go first


def _first_files(brief: Brief, files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files that go first: all of them at once, or the one that fewest others would feel."""
    if choose_strategy(brief).name == BIG_BANG or len(files) < 2:
        return files
    swap, graph = find_replacement(brief.pack), brief.pack.graph
    return (min(files, key=lambda path: (len(graph.importers_of(path)), swap.uses_in(path), path)),)


def _sides(swap: Replacement) -> tuple[str, str]:
    return swap.old or "the old side", swap.new or "the new side"


def _beside(board: Board, brief: Brief, _: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    board.add(f"Tag the commit to go back to as {code(back_tag(brief))}", Size.XS, needs="None")
    _declare(board, swap)
    add_switch(board, pack)
    line = command_for(pack, "test")
    if line:
        board.add(f"Keep the result of {code(line)} on the untouched code", Size.XS, needs="None")
    for check in run_tests(pack, "Run every test on the untouched code"):
        board.check(check)
    board.check(Check("The way back is there", f"git rev-parse --verify {back_tag(brief)}", "one commit id"))


def _declare(board: Board, swap: Replacement) -> None:
    """Add the task that brings the new side in, by what manifests and lock files say of both."""
    old, new = _sides(swap)
    if swap.new_declared:
        told = joined([code(each.at) for each in swap.new_declared[:2]])
        title = f"Check that {new}, declared at {told}, serves every use of {old}"
        board.add(title, Size.XS, needs="None")
    elif swap.is_new_built_in:
        title = f"Check that every version of the language in use has {new}, which comes with it"
        board.add(title, Size.XS, needs="None")
    elif swap.old_declared:
        at = swap.old_declared[0].at
        board.add(f"Declare {new} beside {old} at {code(at)}", Size.XS, files=(at.path,), needs="None")
    elif swap.new_locked:
        board.add(
            f"Declare {new}: {swap.new_locked} comes through other packages only", Size.XS, needs="None"
        )
    else:
        board.add(f"Bring {new} in beside {old}: no manifest declares either", Size.S, needs="None")


def _compare(board: Board, brief: Brief, _: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    old, new = _sides(swap)
    tests = tuple(swap.test_imports)[:5] or tuple(each.path for each in pack.tests if each.exists)[:3]
    if swap.stores:
        board.add(
            f"Write every change to {new} as well, and read from {old} alone",
            size_of(len(swap.files), swap.uses),
        )
        board.add(f"Compare what {old} and {new} hold, with no effect on users", Size.M, needs="All above")
    elif tests:
        board.add(
            (
                f"Run the cases of {listing([code(each) for each in tests], 3)} against {old} and "
                f"{new} and compare"
            ),
            size_of(len(tests), sum(swap.uses_in(path) for path in tests)),
            files=tests,
        )
    else:
        missing = [each for each in pack.tests if not each.exists][:1]
        where = f" in {code(missing[0].path)} (new)" if missing else ""
        board.add(
            f"Write the cases that {old} and {new} must answer alike{where}: no test imports {old}",
            size_of(len(swap.files), swap.uses),
            new=tuple(each.path for each in missing),
        )
    for check in (*run_near_tests(pack), *run_tests(pack, "Run every test on both sides")):
        board.check(check)
    _at_least(board, swap)


def _port(board: Board, swap: Replacement, paths: Sequence[str], what: str = "") -> None:
    """Add the tasks that move files to the new side, a handful at a time."""
    _, new = _sides(swap)
    for some in batch(paths):
        uses = sum(swap.uses_in(path) for path in some)
        title = f"Port {what}{name_files(some)} to {new} ({counted(uses, 'use')})"
        is_after = bool(what and board.phases[-1].tasks)
        board.add(title, size_of(len(some), uses), files=some, needs="All above" if is_after else "")


def _tests_of(swap: Replacement) -> tuple[str, ...]:
    return tuple(swap.test_imports) or swap.others("test")


def _start(board: Board, brief: Brief, files: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    _, new = _sides(swap)
    _port(board, swap, files[1])
    if choose_strategy(brief).name == BIG_BANG:
        _port(board, swap, _tests_of(swap), "the tests ")
        board.add(f"Give a pre-release with {new} to whoever wants to try it", Size.XS, needs="All above")
    if not board.phases[-1].tasks:
        board.add(f"Port the first use to {new}, once its file is known", Size.S)
    if serves(pack):
        way = pack.ways_in[0].entry
        board.add(f"Let {way.title} ({code(way.at)}) run on {new} and watch it", Size.S, needs="All above")
    for check in (*run_near_tests(pack), *run_tests(pack)):
        board.check(check)
    _at_least(board, swap)


def _go_on(board: Board, brief: Brief, files: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    old, new = _sides(swap)
    is_at_once = choose_strategy(brief).name == BIG_BANG
    _port(board, swap, [path for path in files[0] if path not in files[1]])
    if not is_at_once:
        _port(board, swap, _tests_of(swap), "the tests ")
    settings = _settings(swap, files[0])
    if settings:
        board.add(f"Bring {name_files(settings)} from {old} to {new}", size_of(len(settings)), files=settings)
    namesakes = looked_at(swap)
    if namesakes:
        board.add(
            f"Look at {name_files(namesakes)}: they name {swap.term} without importing it",
            size_of(len(namesakes)),
            files=namesakes,
        )
    if swap.stores:
        board.add(f"Read from {new} alone, and keep {old} filled for the way back", Size.S)
    elif is_at_once or not board.phases[-1].tasks:
        board.add(f"Release with {new}, and keep {old} installed for the way back", Size.S)
    for check in run_tests(pack):
        board.check(check)
    _at_least(board, swap)


def _clean(board: Board, brief: Brief, _: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    old, new = _sides(swap)
    places = tuple(dict.fromkeys(each.at.path for each in swap.old_declared))
    if places:
        where = joined([code(each.at) for each in swap.old_declared[:3]])
        name = code(swap.package) if swap.package and swap.is_citable else old
        board.add(f"Remove {name} from {where}", size_of(len(places)), files=places)
    else:
        board.add(f"Take {old} out of service: no manifest declares it", Size.XS)
    written = swap.others("written")
    if written:
        board.add(f"Regenerate {name_files(written)}", Size.XS)
    documents = swap.others("document")
    if documents:
        board.add(
            f"Write {new} where {name_files(documents)} name {old}", size_of(len(documents)), files=documents
        )
    else:
        board.add(
            f"Say in the release notes that {new} took the place of {old}: no document names it", Size.XS
        )
    if swap.package:
        board.check(_no_import(swap))
    for check in run_tests(pack):
        board.check(check)
    _at_least(board, swap)


def _settings(swap: Replacement, files: Sequence[str]) -> tuple[str, ...]:
    declared = {each.at.path for each in swap.old_declared}
    return tuple(path for path in swap.others("setting") if path not in declared and path not in files)


def _no_import(swap: Replacement) -> Check:
    endings = sorted({"*." + path.rpartition(".")[2] for path in swap.imports or swap.test_imports})
    name = re.escape(swap.package)
    if {"*.py", "*.pyi"} & set(endings):
        pattern = f"^ *(import|from) {name}([ .,]|$)"
    elif "*.go" in endings:
        pattern = f'["/]{name}"'
    else:
        pattern = f"""['"]{name}['"/]"""
    line = f"git grep -nE {shlex.join([pattern, '--', *endings])}"
    return Check(f"Nothing imports {swap.package} any more", line, "no lines (exit code 1)")


def _at_least(board: Board, swap: Replacement) -> None:
    """A repository without a runner is checked by where the old name still stands."""
    if not board.phases[-1].checks and swap.term:
        is_last = board.phases[-1].name == "Cleanup"
        check = find_no_more(swap.term, f"Where {swap.term} still stands")
        board.check(
            check
            if is_last
            else Check(check.what, check.command, "prints fewer lines than in the phase before")
        )
