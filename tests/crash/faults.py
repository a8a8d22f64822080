"""Fail every system call of a write in turn: by death, an I/O error or a full disk, once or from then on.

A forked child walks the path and strace attaches to it, so the k-th call counts from the start of the path.
Full scale: `python tests/crash/faults.py`; a sample: `--sample 100`. Needs strace and leave to trace a child.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import fault_paths
import mutants
import scenario

from groundplan.plan.errors import GroundplanError
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from pathlib import Path

ACKNOWLEDGED, REFUSED = 0, 10
# Calls that can fail on a disk; of the rest (memory, time, signals) only death is tried.
FALLIBLE = re.compile(
    r"open|^read$|write|sync|rename|link|mkdir|stat|getdents|truncate|flock|chmod|chown|utimens|close"
)
EFFECTS = ("signal=KILL", "error=EIO", "error=ENOSPC", "error=EIO+", "error=ENOSPC+")
_ANY_TRACER = (0x59616D61, ctypes.c_ulong(-1).value)  # PR_SET_PTRACER, PR_SET_PTRACER_ANY


@dataclass(frozen=True)
class Point:
    """Which call of which path fails how; `at` counts from 1."""

    path: str
    call: str
    effect: str
    at: int

    def inject(self) -> str:
        effect, persists = self.effect.removesuffix("+"), self.effect.endswith("+")
        return f"inject={self.call}:{effect}:when={self.at}{'+' if persists else ''}"


def walk(root: Path, path: fault_paths.Save) -> None:
    """Stop until traced, walk, and end with what a caller would have been told."""
    ctypes.CDLL(None).prctl(*_ANY_TRACER, 0, 0, 0)
    os.kill(os.getpid(), signal.SIGSTOP)
    try:
        with Folder.open(root) as folder:
            path.walk(folder)
        code = ACKNOWLEDGED
    except GroundplanError:
        code = REFUSED
    os._exit(code)


def run_traced(root: Path, path: fault_paths.Save, *expressions: str) -> tuple[int, str]:
    """Walk a path under strace; return the child's status and what strace wrote."""
    child = scenario.in_child(lambda: walk(root, path))
    os.waitpid(child, os.WUNTRACED)
    argv = ["strace", "-p", str(child), *(word for each in expressions for word in ("-e", each))]
    with subprocess.Popen(argv, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        first = tracer.stderr.readline()
        if "attached" not in first:
            os.kill(child, signal.SIGKILL)
            raise SystemExit(f"strace cannot attach: {first}")
        os.kill(child, signal.SIGCONT)
        rest = tracer.stderr.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), rest


def count_calls(root: Path, path: fault_paths.Save) -> Counter[str]:
    """Walk a path undisturbed and count its system calls by name."""
    code, trace = run_traced(root, path, "trace=all")
    assert code == ACKNOWLEDGED, trace[-2000:]
    names = (match[1] for line in trace.splitlines() if (match := re.match(r"(\w+)\(", line)))
    return Counter(name for name in names if name not in {"exit_group", "restart_syscall"})


def list_points(name: str, calls: Counter[str]) -> list[Point]:
    return [
        Point(name, call, effect, at)
        for call, count in sorted(calls.items())
        for effect in EFFECTS
        if effect == "signal=KILL" or FALLIBLE.search(call)
        for at in range(1, count + 1)
    ]


def try_point(root: Path, point: Point, report: scenario.Report) -> None:
    path = fault_paths.PATHS[point.path]
    code, _ = run_traced(root, path, "trace=none", f"trace={point.call}", point.inject())
    report.figures["points"] += 1
    kind = {ACKNOWLEDGED: "acknowledged", REFUSED: "refused", -signal.SIGKILL: "killed"}.get(code)
    if kind is None:
        report.fault("unclear", f"{point}: exit code {code}")
        return
    report.figures[kind] += 1
    before = len(report.faults)
    path.check(root, acknowledged=code == ACKNOWLEDGED, report=report)
    report.faults[before:] = [f"{fault} ({point})" for fault in report.faults[before:]]


def main() -> int:
    parser = scenario.arguments(__doc__, sample=0)
    parser.add_argument("--paths", nargs="*", choices=fault_paths.PATHS, default=list(fault_paths.PATHS))
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    if not shutil.which("strace"):
        raise SystemExit("strace is not installed")
    report = scenario.Report("faults")
    with scenario.scratch(asked.place) as place:
        points = []
        for name in asked.paths:
            template = place / f"{name}.template"
            template.mkdir()
            fault_paths.PATHS[name].prepare(template)
            counting = copy(template, place / "counting")
            points += list_points(name, count_calls(counting, fault_paths.PATHS[name]))
            shutil.rmtree(counting)
        if asked.sample:
            points = random.Random(asked.seed).sample(points, min(asked.sample, len(points)))
        if asked.broken:
            mutants.break_store(asked.broken)
        for point in points:
            root = copy(place / f"{point.path}.template", place / "work")
            try_point(root, point, report)
            shutil.rmtree(root)
            if asked.broken and report.faults:
                break
    return report.finish()


def copy(template: Path, root: Path) -> Path:
    """Copy a prepared folder with hard links, since records are obeyed only under the inode they name."""
    shutil.copytree(template, root, copy_function=os.link)
    # The texts themselves are written over in place by none of the paths, so links are as good as copies.
    return root


if __name__ == "__main__":
    sys.exit(main())
