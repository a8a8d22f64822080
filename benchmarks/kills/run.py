"""Kill commands while they write: nothing acknowledged may be lost, nothing may be half, nothing left behind.

python benchmarks/kills/run.py --kills 500              # nine commands, every fifth among three other writers
python benchmarks/kills/run.py --kills 40 --broken intent   # faults must show
python benchmarks/kills/run.py --crowd 8                # no kills: eight writers, six questions each
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/crash")]

import mutants  # noqa: E402 - found by the line above
from aim import MARK, Gun  # noqa: E402
from field import ACTS, Act, Range  # noqa: E402

if TYPE_CHECKING:
    from aim import Shot
    from desk import Ran

PER_RANGE = 18  # kills in one repository; a ledger of thousands of entries would make each look slow
MOST_SAVES = 4  # of one `plan` that are shot at


def main() -> int:
    """Run what was asked for and print the figures as JSON; 1 if anything was broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--crowd", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--place", help="folder to work in; /dev/shm is quicker, and a kill needs no disk")
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="groundplan-kills-", dir=asked.place) as folder:
        place = Path(folder)
        (place / "first").mkdir()
        prepared = Range.prepare(place / "first")
        if asked.crowd:
            figures, faults = crowd(prepared, asked.crowd)
        else:
            if asked.broken:
                mutants.break_store(asked.broken)
            figures, faults = kill(prepared, place, asked)
    print(
        json.dumps({**figures, "faults": len(faults), "seconds": round(time.monotonic() - started)}, indent=1)
    )
    for line in faults[:20]:
        print(line, file=sys.stderr)
    return 1 if faults else 0


@dataclass
class Tally:
    """Where the kills fell, what they left of each command, and everything that went wrong."""

    figures: Counter[str] = field(default_factory=Counter)
    by_act: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in ACTS})
    faults: list[str] = field(default_factory=list)


def kill(prepared: Range, place: Path, asked: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    """Shoot until enough commands died, or until interrupted, and return the figures."""
    gun, tally, here = Gun(random.Random(asked.seed)), Tally(), prepared
    _measure(gun, prepared)
    with contextlib.suppress(KeyboardInterrupt):
        for number in itertools.count():
            if tally.figures["kills"] >= asked.kills or (asked.broken and tally.faults):
                break
            if number % PER_RANGE == 0:
                (place / str(number)).mkdir()
                here = prepared.copy(place / str(number))
            shoot(gun, here, number, tally)
    windows = {kind: round(1000 * statistics.median(took)) for kind, took in gun.windows.items()}
    told = {kind: dict(sorted(counts.items())) for kind, counts in tally.by_act.items()}
    return {
        **dict(sorted(tally.figures.items())),
        "by act": told,
        "median window in ms": windows,
    }, tally.faults


def shoot(gun: Gun, here: Range, number: int, tally: Tally) -> None:
    """Disturb one command, every fifth among three other writers, and look at what is left."""
    kind = ACTS[number % len(ACTS)]
    act = here.next_act(kind, number)
    before = here.entries()
    shot = gun.aim(kind, gun.chance.randint(1, MOST_SAVES) if kind == "plan" else 1)
    others = _start_others(here, number) if number % 5 == 0 else []
    ran = here.run(act, MARK)
    accepted = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in others]
    time.sleep(0.02)  # for the last words in the pipe
    gun.rest()
    broken, is_there = here.faults(), here.has(act, before)
    end = _where_it_fell(ran, shot)
    tally.figures[end] += 1
    tally.figures["kills"] += end.startswith("kill")
    tally.figures["others acknowledged"] += accepted.count(0)
    tally.figures["others refused"] += len(accepted) - accepted.count(0)
    tally.by_act[kind][f"{end}, {'whole' if is_there else 'absent'}"] += 1
    if (ran.code == 0 or (shot.was_saved and kind != "plan")) and not is_there:
        broken.append("it was saved and is gone")
    tally.faults += [f"{number} {kind}: {each}" for each in broken]
    here.acknowledged = here.entries()


def _where_it_fell(ran: Ran, shot: Shot) -> str:
    """Say where the kill fell, or how the command ended without one."""
    if ran.code != -9:
        return "acknowledged" if ran.code == 0 else f"ended with {ran.code}"
    return "kill after the save" if shot.was_saved else "kill inside the save"


def _measure(gun: Gun, here: Range) -> None:
    """Run every command three times undisturbed, to know how long its saves take."""
    for number in range(3):
        for kind in ACTS:
            gun.rest()
            act = here.next_act(kind, -number)
            gun.rest(kind)
            ran = here.run(act)
            assert ran.code == 0, ran.said
            time.sleep(0.02)
    gun.rest()


def _start_others(here: Range, number: int) -> list[int]:
    children = []
    for other in range(3):
        child = os.fork()
        if child == 0:
            act = Act("ask", ["ask", f"Other {other} of {number}?", "--not-blocking"])
            os._exit(here.run(act).code & 255)
        children.append(child)
    return children


def crowd(here: Range, writers: int, each: int = 6) -> tuple[dict[str, object], list[str]]:
    """Have many ask at once, without kills; every accepted question is there once."""
    children = []
    for writer in range(writers):
        child = os.fork()
        if child == 0:
            acts = (Act("ask", ["ask", f"Asked {writer} {n}?", "--not-blocking"]) for n in range(each))
            os._exit(sum(here.run(act).code == 0 for act in acts))
        children.append(child)
    accepted = sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
    text = "".join(path.read_text() for path in here.desk.root.glob("plans/*.md"))
    shown = sum(text.count(f"Asked {writer} {n}?") for writer in range(writers) for n in range(each))
    faults = here.faults()
    if shown != accepted:
        faults.append(f"{accepted} accepted, {shown} in the plan")
    return {"asked": writers * each, "accepted": accepted}, faults


if __name__ == "__main__":
    sys.exit(main())
