"""The phases of a migration: the new beside the old, compared, a first file, the rest, the old one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.writers.batches import batch, leaves_first, name_files
from groundplan.planner.writers.board import Check
from groundplan.planner.writers.effort import Size, size_of
from groundplan.planner.writers.occurrence_accounts import looked_at
from groundplan.planner.writers.own_tools import command_for, find_no_more, run_near_tests, run_tests
from groundplan.planner.writers.phrases import code, counted, joined, listing
from groundplan.planner.writers.strategy import BIG_BANG, choose_strategy
from groundplan.planner.writers.work_frame import add_switch, back_tag, serves

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
    old, new = _sides(swap)
    board.add(f"Tag the commit to go back to as {code(back_tag(brief))}", Size.XS, needs="None")
    spots = [each.at for each in swap.old_declared]
    if swap.new_declared:
        told = joined([code(each.at) for each in swap.new_declared[:2]])
        board.add(
            f"Check that {new} of {told} serves every use: it is declared already", Size.XS, needs="None"
        )
    elif spots:
        board.add(
            f"Declare {new} beside {old} at {code(spots[0])}", Size.XS, files=(spots[0].path,), needs="None"
        )
    else:
        board.add(f"Make {new} available beside {old}: no manifest declares either", Size.S, needs="None")
    add_switch(board, pack)
    line = command_for(pack, "test")
    if line:
        board.add(f"Keep the result of {code(line)} on the untouched code", Size.XS, needs="None")
    for check in run_tests(pack, "Run every test on the untouched code"):
        board.check(check)
    board.check(Check("The way back is there", f"git rev-parse --verify {back_tag(brief)}", "one commit id"))


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


def _start(board: Board, brief: Brief, files: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    _, new = _sides(swap)
    for paths in batch(files[1]) or ((),):
        uses = sum(swap.uses_in(path) for path in paths)
        where = name_files(paths) if paths else "the first use"
        board.add(f"Port {where} to {new} ({counted(uses, 'use')})", size_of(len(paths), uses), files=paths)
    if serves(pack):
        way = pack.ways_in[0].entry
        board.add(f"Let {way.title} ({code(way.at)}) run on {new} and watch it", Size.S, needs="All above")
    for check in (*run_near_tests(pack), *run_tests(pack)):
        board.check(check)
    _at_least(board, swap)


def _go_on(board: Board, brief: Brief, files: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    old, new = _sides(swap)
    rest = [path for path in files[0] if path not in files[1]]
    for paths in batch(rest):
        uses = sum(swap.uses_in(path) for path in paths)
        board.add(
            f"Port {name_files(paths)} to {new} ({counted(uses, 'use')})",
            size_of(len(paths), uses),
            files=paths,
        )
    tests = tuple(swap.test_imports) or swap.others("test")
    for paths in batch(tests):
        uses = sum(swap.uses_in(path) for path in paths)
        board.add(
            f"Port the tests {name_files(paths)} ({counted(uses, 'use')})",
            size_of(len(paths), uses),
            files=paths,
            needs="All above" if board.phases[-1].tasks else "",
        )
    settings = _settings(swap, files[0])
    if settings:
        board.add(f"Bring {name_files(settings)} from {old} to {new}", size_of(len(settings)), files=settings)
    namesakes = looked_at(swap)
    if namesakes:
        board.add(
            f"Look at {name_files(namesakes)}: they name {old} without importing it",
            size_of(len(namesakes)),
            files=namesakes,
        )
    if swap.stores:
        board.add(f"Read from {new} alone, and keep {old} filled for the way back", Size.S)
    elif not (rest or tests or settings or namesakes):
        board.add(f"Release with {new}, and keep {old} installed for the way back", Size.S)
    for check in run_tests(pack):
        board.check(check)
    _at_least(board, swap)


def _clean(board: Board, brief: Brief, _: _Files) -> None:
    pack, swap = brief.pack, find_replacement(brief.pack)
    old, new = _sides(swap)
    places = tuple(dict.fromkeys(each.at.path for each in swap.old_declared))
    where = f" from {joined([code(each.at) for each in swap.old_declared[:3]])}" if places else ""
    name = code(swap.package) if swap.package and swap.counts else old
    board.add(
        f"Remove {name}{where}" if places or swap.package else f"Take {old} out of service",
        size_of(len(places) or 1),
        files=places,
    )
    written = swap.others("written")
    if written:
        board.add(f"Regenerate {name_files(written)}", Size.XS, files=(), new=())
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
    quoted = " ".join(f"'{each}'" for each in endings)
    is_python = any(each in {"*.py", "*.pyi"} for each in endings)
    pattern = rf"^ *(import|from) {swap.package}" if is_python else rf"['\"/]{swap.package}['\"/]"
    return Check(
        f"Nothing imports {swap.package} any more",
        f'git grep -nE "{pattern}" -- {quoted}',
        "no lines (exit code 1)",
    )


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
