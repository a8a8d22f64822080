"""Cut the power: what the disk holds at a random moment, without what was only in memory, must be sound.

A file system in an image lies on an outer file system. Freezing the outer one stops the image's disk between
two writes; its copy is what a power cut would leave. It is mounted, which replays its journal, and looked at.
The model does not reorder writes inside a drive. Full scale: `python tests/crash/powercut.py --cuts 60`, as
root on Linux. With `--broken fsync` most cuts must show faults.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import kills
import mutants
import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FREEZE, THAW = 0xC0045877, 0xC0045878
INNER_SIZE, OUTER_SIZE = 48_000_000, 160_000_000
WRITES_PER_FOLDER = 40


@contextlib.contextmanager
def mounted(image: Path, size: int = 0) -> Iterator[Path]:
    """Mount an image, made first where a size is given."""
    if size:
        with image.open("wb") as file:
            file.truncate(size)
        _run("mkfs.ext4", "-q", "-F", str(image))
    place = image.with_suffix(".mounted")
    place.mkdir(exist_ok=True)
    _run("mount", "-o", "loop", str(image), str(place))
    try:
        yield place
    finally:
        _run("umount", str(place))


def cut(outer: Path, image: Path, copy: Path) -> None:
    """Copy the image as its disk is at this moment."""
    handle = os.open(outer, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, FREEZE, 0)
        try:
            shutil.copyfile(image, copy)
        finally:
            fcntl.ioctl(handle, THAW, 0)
    finally:
        os.close(handle)


def cut_once(place: Path, outer: Path, root: Path, pause: float) -> int:
    """Let a writer run, cut its power, and return the last number it had acknowledged before the cut."""
    reader, writer = os.pipe()
    child = scenario.in_child(lambda: kills.write_until_killed(root, writer))
    os.close(writer)
    time.sleep(pause)
    os.set_blocking(reader, False)
    try:
        told = os.read(reader, 1 << 20).decode()
    except BlockingIOError:
        told = ""
    cut(outer, outer / "inner.img", place / "cut.img")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)
    return max(map(int, told.split()), default=0)


def main() -> int:
    parser = scenario.arguments(__doc__, cuts=60)
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    if sys.platform != "linux" or os.geteuid() != 0:
        raise SystemExit("cutting the power needs root on Linux: it mounts images")
    if asked.broken:
        mutants.break_store(asked.broken)
    chance, report = random.Random(asked.seed), scenario.Report("powercut")
    with (
        scenario.scratch(asked.place) as place,
        mounted(place / "outer.img", OUTER_SIZE) as outer,
        mounted(outer / "inner.img", INNER_SIZE) as inner,
    ):
        last, name = WRITES_PER_FOLDER, ""
        for number in range(asked.cuts):
            if last >= WRITES_PER_FOLDER:
                name, last = str(number), 0
                shutil.rmtree(inner / str(number - 1), ignore_errors=True)
                (inner / name).mkdir()
                os.sync()
            acknowledged = cut_once(place, outer, inner / name, chance.uniform(0.05, 0.6))
            report.figures["cuts"] += 1
            report.figures["acknowledged"] += max(0, acknowledged - last)
            before = len(report.faults)
            with mounted(place / "cut.img") as seen:
                scenario.check_state(seen / name, max(acknowledged, last), report)
            report.figures["bad_cuts"] += len(report.faults) > before
            # Only what a caller was told before this cut counts for the next one.
            last = scenario.check_state(inner / name, acknowledged, scenario.Report("running"))
    return report.finish()


def _run(*argv: str) -> None:
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
