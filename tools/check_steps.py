"""The steps of ./check: each runs to its end and prints one line; a failed one shows all its output."""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The rooms without input or output can be tested to the last branch, so they carry the floor.
PURE_ROOMS = ("plan", "rules", "schedule", "wording")
PURE_FLOOR = 90
PURE_TESTS = tuple(f"tests/{room}" for room in PURE_ROOMS)
# What depends on the Python most: patterns over text, the database, and plans from goal to approval, one for
# each of the long playbooks; the other stories go over the same code again.
SYSTEM_STORIES = (
    "collaborate",
    "council",
    "design",
    "first_conversations",
    "migration",
    "roadmap",
)
SYSTEM_TESTS = (
    *("tests/architecture/test_patterns.py", "tests/code", "tests/survey"),
    *(f"tests/stories/test_{name}.py" for name in SYSTEM_STORIES),
    # The other one of this playbook begins and writes the same plan.
    "tests/stories/test_product.py::test_a_requirement_is_planned_approved_and_given_up",
)
# Every save waits for the disk, which is a third of the tests' time; memory makes nobody wait.
MEMORY = pathlib.Path("/dev/shm")  # noqa: S108  (the tests get a folder of their own in it)
MEMORY_NEEDED = 4 << 30  # a full run writes a little over 1 GiB


@dataclass(frozen=True)
class Step:
    """One thing to run: its name in the report, its words, and whether its output is always shown."""

    name: str
    argv: list[str]
    is_loud: bool = False


def main(venv: str, words: list[str]) -> int:
    """Run every step of the environment that this Python belongs to; return 1 if any failed."""
    parser = argparse.ArgumentParser(prog="check", description="Lint, types, import contracts, docs, tests.")
    parser.add_argument("--fast", action="store_true", help="lint, types and the quick tests; no coverage")
    parser.add_argument("--tests", action="store_true", help="the tests alone")
    parser.add_argument("--system", action="store_true", help="some tests, under the system's own Python")
    parser.add_argument("pytest", nargs="*", metavar="-- PYTEST WORDS", help="words for pytest, after `--`")
    asked = parser.parse_args(words)
    bin_folder = pathlib.Path(venv) / ("Scripts" if os.name == "nt" else "bin")
    environment = {
        **os.environ,
        "VIRTUAL_ENV": venv,
        "PATH": os.pathsep.join([str(bin_folder), os.environ.get("PATH", os.defpath)]),
        # Containers often forbid Python to keep what it compiles; each process would compile it anew.
        "PYTHONDONTWRITEBYTECODE": "",
    }
    if asked.system:
        return run_under_system(venv, asked.pytest)
    to_run = steps(bin_folder, is_fast=asked.fast, pytest=asked.pytest)
    to_run = [step for step in to_run if step.is_loud or not asked.tests]
    with folder_in_memory() as folder:
        failed = [step.name for step in to_run if not passes(step, environment | folder)]
    print(f"check: {'failed: ' + ', '.join(failed) if failed else 'all steps passed'}", flush=True)
    return 1 if failed else 0


def run_under_system(venv: str, pytest: list[str]) -> int:
    """Run tests under the Python that the operating system brings, in an environment of its own."""
    python = shutil.which("python3", path=os.confstr("CS_PATH")) if hasattr(os, "confstr") else None
    ask = "import sys; print(*sys.version_info[:3], sep='.')"
    said = (
        subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False) if python else None
    )
    version = said.stdout.strip() if said else ""
    if version in {"", "{}.{}.{}".format(*sys.version_info[:3])}:
        print(f"check: the system has no other Python than {sys.version.split()[0]}", flush=True)
        return 0
    words = ["--fast", "--tests", "--", *(pytest or SYSTEM_TESTS)]
    print(f"check: tests under the system's own Python {version}", flush=True)
    environment = {**os.environ, "GROUNDPLAN_VENV": f"{venv}-system"}
    return subprocess.run([str(python), "check", *words], cwd=ROOT, env=environment, check=False).returncode


def steps(bin_folder: pathlib.Path, *, is_fast: bool, pytest: list[str]) -> list[Step]:
    """List what to run, cheapest first and the tests last, so that their summary ends the output."""
    python = str(bin_folder / "python")
    quick = [
        Step("format", [python, "-m", "ruff", "format", "--check", "."]),
        Step("lint", [python, "-m", "ruff", "check", "."]),
        Step("types", [python, "-m", "mypy"]),
    ]
    # Stories take a hundred times as long as most tests: whoever is done takes over what the other has left.
    tests = [python, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
    if is_fast:
        return [*quick, Step("tests", [*tests, "-m", "not slow and not crash", *pytest], is_loud=True)]
    docs = [Step("docs", [python, "tools/docs.py", "--check"])] if (ROOT / "tools/docs.py").exists() else []
    contracts = Step("imports", [str(bin_folder / "lint-imports"), "--no-logo"])
    if pytest:  # part of the tests says nothing about coverage
        return [*quick, contracts, *docs, Step("tests", [*tests, *pytest], is_loud=True)]
    folders = [f"src/groundplan/{room}" for room in PURE_ROOMS]
    include = ",".join(f"{folder}/*" for folder in folders)
    floor = [python, "-m", "coverage", "report", f"--include={include}", f"--fail-under={PURE_FLOOR}"]
    rooms = [*(f"--cov={folder}" for folder in folders), "--cov-report="]
    # Counting lines doubles the time of whatever runs, so only what proves the pure rooms is counted.
    covered = Step("tests of the pure rooms", [*tests, *PURE_TESTS, *rooms], is_loud=True)
    # The others wait for terminals, programs and time limits: one worker more has the processors at work.
    busy = [*tests, "-n", str(processors() + 1)]
    others = Step("tests", [*busy, "tests", *(f"--ignore={folder}" for folder in PURE_TESTS)], is_loud=True)
    return [*quick, contracts, *docs, covered, Step("coverage of the pure rooms", floor), others]


def processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def folder_in_memory() -> Iterator[dict[str, str]]:
    """Give the tests a temporary folder in memory, unless TMPDIR names another or there is no room."""
    if "TMPDIR" in os.environ or not can_be_used(MEMORY):
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="groundplan-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        yield {"TMPDIR": folder}


def can_be_used(folder: pathlib.Path) -> bool:
    """Tell whether tests can work in a folder: it may be written to, has room, and runs programs."""
    if not hasattr(os, "statvfs") or not os.access(folder, os.W_OK):
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize >= MEMORY_NEEDED and not disk.f_flag & os.ST_NOEXEC


def passes(step: Step, environment: dict[str, str]) -> bool:
    """Run a step, print its line, and say whether it passed."""
    start = time.monotonic()
    done = subprocess.run(
        step.argv,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=None if step.is_loud else subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    has_passed = done.returncode == 0
    if done.stdout and not has_passed:
        sys.stdout.write(done.stdout.decode("utf-8", "replace"))
    print(f"{'ok    ' if has_passed else 'FAILED'} {step.name}  {time.monotonic() - start:.1f} s", flush=True)
    return has_passed


if __name__ == "__main__":
    try:
        sys.exit(main(sys.prefix, sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
