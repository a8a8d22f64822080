"""Kill a writer with SIGKILL at random moments; nothing acknowledged may be lost and nothing may be half.

Full scale: `python tests/crash/kills.py --points 200`. With `--broken naive` or `--broken intent` faults must
show.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from typing import TYPE_CHECKING

import mutants
import scenario

from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from pathlib import Path

WRITES_PER_FOLDER = 60


def write_until_killed(root: Path, acks: int) -> None:
    with Folder.open(root) as folder:
        while True:
            number = scenario.write_next(folder)
            os.write(acks, f"{number}\n".encode())


def kill_once(root: Path, pause: float) -> int:
    """Let a writer run for a while, kill it, and return the last number it acknowledged (0: none)."""
    reader, writer = os.pipe()
    child = scenario.in_child(lambda: write_until_killed(root, writer))
    os.close(writer)
    time.sleep(pause)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader) as acks:
        return max((int(line) for line in acks), default=0)


def main() -> int:
    parser = scenario.arguments(__doc__, points=200, longest=400)
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    if asked.broken:
        mutants.break_store(asked.broken)
    chance = random.Random(asked.seed)
    report = scenario.Report("kills")
    with scenario.scratch(asked.place) as place:
        root, last = place, WRITES_PER_FOLDER
        for point in range(asked.points):
            if last >= WRITES_PER_FOLDER:
                root, last = place / str(point), 0
                root.mkdir()
            acknowledged = kill_once(root, chance.uniform(1, asked.longest) / 1000)
            report.figures["kills"] += 1
            report.figures["acknowledged"] += max(0, acknowledged - last)
            last = scenario.check_state(root, max(acknowledged, last), report)
            if asked.broken and report.faults:
                break
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
