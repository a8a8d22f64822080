"""The first and the last phase of a campaign: a baseline to compare with, a way back, a release in steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.planner.writers.board import Check
from groundplan.planner.writers.own_tools import command_for, find_files, run_near_tests, run_tests
from groundplan.planner.writers.phrases import cite, code, counted, joined
from groundplan.schedule.effort import Size, size_of

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.writers.board import Board

_SERVES = frozenset({"http", "job", "consumer", "rpc"})


def back_tag(brief: Brief) -> str:
    """Return the name of the tag that marks the commit to go back to."""
    words = re.findall(r"[a-z0-9]+", (brief.slug or brief.pack.goal.title).casefold())
    return "before-" + ("-".join(words[:4]) or "plan")


def serves(pack: EvidencePack) -> bool:
    """Tell whether the targets are reached by requests, jobs or messages rather than by importing them."""
    return any(way.entry.kind.value in _SERVES and not way.entry.is_example for way in pack.ways_in)


def switch_of(pack: EvidencePack) -> str:
    """Return the place where this repository keeps its switches, as a citation, or nothing."""
    flags = [spot for each in pack.constraints if each.kind == "flag" for spot in each.spots]
    return code(flags[0]) if flags else ""


def prepare(board: Board, brief: Brief) -> None:
    """Lay out what is done before the first change: a baseline, a way back, tests where there are none."""
    pack = brief.pack
    line = command_for(pack, "test")
    if line:
        board.add(f"Keep the result of {code(line)} on the untouched code", Size.XS, needs="None")
        board.deliver("The result of the test suite before the first change, kept with its commit id")
    tag = back_tag(brief)
    board.add(f"Tag the commit to go back to as {code(tag)}", Size.XS, needs="None")
    board.deliver(f"Tag {code(tag)}, from which every later phase can be taken back")
    missing = [each for each in pack.tests if not each.exists][:3]
    for place in missing:
        board.add(
            f"Pin today's behaviour of {_foremost(pack)} in {code(place.path)} (new)",
            size_of(1, len(pack.regions[:5])),
            new=(place.path,),
            needs="None",
        )
    if missing:
        board.deliver(
            f"Tests that pass on the old code in {joined([f'{code(m.path)} (new)' for m in missing])}"
        )
    add_switch(board, pack)
    for check in run_tests(pack, "Run every test on the untouched code"):
        board.check(check)
    board.check(Check("The way back is there", f"git rev-parse --verify {tag}", "one commit id"))


def add_switch(board: Board, pack: EvidencePack) -> None:
    """Add the task of a switch where the code is served and switches are known here."""
    place = switch_of(pack)
    if serves(pack) and place:
        board.add(f"Add a switch for the change beside those at {place}, off at first", Size.S, needs="None")
        board.deliver(f"A switch that is off, beside those at {place}")


def roll_out(board: Board, brief: Brief, *, needs: str = "") -> None:
    """Lay out the release: steps as the rollout schedule has them, then what is learned from it."""
    pack = brief.pack
    if serves(pack):
        ways = [f"{way.entry.title} ({code(way.entry.at)})" for way in pack.ways_in[:2]]
        first = board.add(
            f"Deploy in the steps of the rollout schedule; watched: {joined(ways)}", Size.M, needs=needs
        )
    else:
        first = board.add("Release in the steps of the rollout schedule", Size.S, needs=needs)
    board.add("Collect what users of the change report and decide on the next release", Size.S, needs=first)
    board.deliver("The change is released to everybody, or taken back by the rollback plan")
    for check in (*run_tests(pack, "Run every test on the released commit"), *run_near_tests(pack)):
        board.check(check)
    board.check(
        Check(
            "What is released",
            f"git log --oneline {back_tag(brief)}..HEAD",
            "prints the commits of this plan only",
        )
    )


def check_phase(board: Board, pack: EvidencePack, files: tuple[str, ...] = ()) -> None:
    """Say how the last phase is proven: tests near the change, all tests, or that files are there."""
    checks = (*run_near_tests(pack), *run_tests(pack))
    for check in checks:
        board.check(check)
    if not checks:
        board.check(
            find_files(files or tuple(t.path for t in pack.targets[:3]) or (".",), "The files are there")
        )


def _foremost(pack: EvidencePack) -> str:
    regions = [each.citation for each in pack.regions]
    paths = [each.path for each in pack.targets]
    return cite(regions or paths, 2) or counted(len(pack.targets), "file")
