"""Schedules held against trying everything, and how long large plans take.

python benchmarks/schedule.py [--graphs 10000] [--tasks 1000,10000]

The oracle lists every chain of a drawn graph of up to eight tasks and compares waves, starts, slack, the
critical path and what each dependency costs; every levelled schedule is looked at quarter day by quarter day.
Times are CPU seconds of one run each: graphs of two dependencies per task, twelve owners.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import sys
import time
from typing import TYPE_CHECKING

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests/support")]

from schedule_oracle import LENGTHS, find_faults  # noqa: E402 - its folder is only known now

from groundplan.schedule.decoupling import find_decouplings  # noqa: E402
from groundplan.schedule.forecast import forecast_finish  # noqa: E402
from groundplan.schedule.levelling import Workload, level  # noqa: E402
from groundplan.schedule.order import order_tasks, time_tasks  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

OWNERS = 12


def main() -> None:
    """Print the disagreements, then a table of times."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graphs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tasks", default="1000,10000")
    asked = parser.parse_args()
    faults, levelled = find_faults(asked.graphs, asked.seed)
    shortest = sum(each.days == each.least for each in levelled)
    print(f"{asked.graphs:,} graphs: {len(faults)} disagreements")
    print(f"{len(levelled):,} levelled schedules: {shortest:,} as short as the lower bound")
    print(*faults[:10], sep="\n", end="\n" if faults else "")
    print("\n| tasks | waves | slack | levelling | decouplings | forecast |\n|--|--|--|--|--|--|")
    for count in map(int, asked.tasks.split(",")):
        print(f"| {count:,} | {' | '.join(measure(count))} |", flush=True)


def measure(count: int) -> list[str]:
    """Return the CPU seconds of each step over one drawn plan of so many tasks."""
    draw = random.Random(count)
    needs = [frozenset(draw.sample(range(task), min(task, 2))) for task in range(count)]
    days = [draw.choice(LENGTHS) for _ in needs]
    owners = [(f"Owner {draw.randrange(OWNERS)}",) for _ in needs]
    spread = [(each / 2, each, each * 2) for each in days]
    steps: list[Callable[[], object]] = [
        lambda: order_tasks(needs),
        lambda: time_tasks(needs, days),
        lambda: level(Workload(needs, days, owners)),
        lambda: find_decouplings(needs, days),
        lambda: forecast_finish(needs, spread, [0] * count),
    ]
    return [f"{seconds(step):.3f} s" for step in steps]


def seconds(step: Callable[[], object]) -> float:
    """Return the CPU seconds that a call takes."""
    began = time.process_time()
    step()
    return time.process_time() - began


if __name__ == "__main__":
    main()
