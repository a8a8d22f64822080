"""Thousands of damaged plans, ledgers and configurations: nothing may crash, hang, or eat memory.

python benchmarks/fuzz/run.py [--cases 10000] [--seed 1] [--workers 2]

Each case takes a repository with a real plan of one of the six playbooks, damages its documents, its ledger
or its configuration or adds a damaged playbook, and asks everything a reader asks. Workers are processes of
their own with little memory and a clock per case; the same seed gives the same cases. Exit code 1 if anything
was found.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import os
import pathlib
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from multiprocessing.connection import wait

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]
import mutating  # noqa: E402 - found beside this file
import seeds  # noqa: E402
import trial  # noqa: E402

from groundplan.app.workspace import open_workspace  # noqa: E402
from groundplan.playbooks.shelf import bundled_files, bundled_names  # noqa: E402

MEMORY = 2 << 30
SECONDS = 20.0  # of the processor, for one case
KEPT = (".groundplan", "plans", "requirements")


class Hang(Exception):
    """A case took too long."""


def main() -> int:
    """Print what was found, and return 1 if it was anything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the case to begin with")
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="groundplan-fuzz-") as folder:
        os.environ["GROUNDPLAN_CACHE_DIR"] = f"{folder}/cache"
        counts, found = run(
            pathlib.Path(folder),
            asked.seed,
            range(asked.first, asked.first + asked.cases),
            workers=asked.workers,
        )
    for line in found:
        print(line)
    told = ", ".join(f"{number:,} {what}" for what, number in sorted(counts.items()))
    took = time.monotonic() - started
    print(f"{asked.cases:,} cases (seed {asked.seed}) in {took:.0f} s: {told}; {len(found)} found")
    return 1 if found else 0


def run(
    folder: pathlib.Path, seed: int, cases: range, *, workers: int
) -> tuple[collections.Counter[str], list[str]]:
    """Run cases in workers, and return how they ended and what is wrong."""
    for name in seeds.GOALS:
        seeds.plant(folder / "whole", name)
    context = multiprocessing.get_context("spawn")
    counts: collections.Counter[str] = collections.Counter()
    found: list[str] = []
    waiting = [cases[start::workers] for start in range(workers)]
    busy = {}
    while waiting or busy:
        while waiting and len(busy) < workers:
            todo = waiting.pop()
            near, far = context.Pipe(duplex=False)
            home = pathlib.Path(tempfile.mkdtemp(dir=folder))
            process = context.Process(target=work, args=(far, folder / "whole", home, seed, todo))
            process.start()
            far.close()
            busy[near] = (process, todo, [])
        for near in wait(list(busy)):
            process, todo, done = busy[near]
            try:
                number, ended, told = near.recv()
            except EOFError:
                del busy[near]
                process.join()
                rest = todo[len(done) :]
                if rest:  # the worker died of this case
                    found.append(f"case {rest[0]}: the worker ended with {process.exitcode}")
                    counts["died"] += 1
                    waiting += [rest[1:]] if rest[1:] else []
                continue
            done.append(number)
            counts[ended] += 1
            found += [told] if told else []
            if counts.total() % 500 == 0:
                print(
                    f"{counts.total():,} cases, {len(found)} found", *found[-3:], file=sys.stderr, flush=True
                )
    return counts, found


def work(pipe, whole: pathlib.Path, home: pathlib.Path, seed: int, cases: range) -> None:  # noqa: ANN001 - a pipe's end
    """Be one worker: copy the six plans, then damage and ask, case by case."""
    shutil.copytree(whole, home, symlinks=True, dirs_exist_ok=True)
    others = [data for name in bundled_names() for data in bundled_files(name).values()]
    others += [path.read_bytes() for path in sorted(whole.glob("*/plans/**/*.md"))]
    workspaces = {path.name: open_workspace(path) for path in sorted(home.iterdir())}
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _too_late)
    for number in cases:
        pipe.send((number, *_one(seed, number, workspaces, others, whole)))
    pipe.close()


def _one(
    seed: int, number: int, workspaces: dict, others: list[bytes], whole: pathlib.Path
) -> tuple[str, str]:
    draw = random.Random(f"{seed}/{number}")
    playbook = draw.choice(sorted(workspaces))
    root = workspaces[playbook].root
    for part in KEPT:
        shutil.rmtree(root / part, ignore_errors=True)
        if (whole / playbook / part).exists():
            shutil.copytree(whole / playbook / part, root / part)
    damage = mutating.mutate(draw, root, others)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return trial.ask_everything(workspaces[playbook]), ""
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is a finding
        kind = {"Hang": "hung", "MemoryError": "out of memory"}.get(type(error).__name__, "crashed")
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = f"case {number} ({playbook}; {damage}): {kind}: {type(error).__name__}: {str(error)[:200]}"
        return kind, f"{told} at {where.filename.rpartition('/')[2]}:{where.lineno}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_late(_signal: int, _frame: object) -> None:
    raise Hang


if __name__ == "__main__":
    sys.exit(main())
