"""The steps of ./check: each runs to its end and gives one line; a failed one shows all it said."""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The rooms without input or output can be tested to the last branch, so they carry the floor.
PURE_ROOMS = ("plan", "rules", "schedule", "wording")
PURE_FLOOR = 90
PURE_TESTS = (*(f"tests/{room}" for room in PURE_ROOMS), "tests/playbooks", "tests/markdown")


@dataclass(frozen=True)
class Step:
    """One thing to run: its name in the report, its words, and whether its output is always shown."""

    name: str
    argv: list[str]
    is_loud: bool = False


def main(venv: str, words: list[str]) -> int:
    """Run every step and return 1 if any failed."""
    parser = argparse.ArgumentParser(prog="check", description="Lint, types, import contracts, docs, tests.")
    parser.add_argument("--fast", action="store_true", help="lint, types and the quick tests; no coverage")
    parser.add_argument("pytest", nargs="*", metavar="-- PYTEST WORDS", help="words for pytest, after `--`")
    asked = parser.parse_args(words)
    bin_folder = pathlib.Path(venv) / ("Scripts" if os.name == "nt" else "bin")
    environment = {
        **os.environ,
        "VIRTUAL_ENV": venv,
        "PATH": os.pathsep.join([str(bin_folder), os.environ.get("PATH", os.defpath)]),
    }
    to_run = steps(bin_folder, is_fast=asked.fast, pytest=asked.pytest)
    failed = [step.name for step in to_run if not passes(step, environment)]
    print(f"check: {'failed: ' + ', '.join(failed) if failed else 'all steps passed'}", flush=True)
    return 1 if failed else 0


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
    others = Step("tests", [*tests, "tests", *(f"--ignore={folder}" for folder in PURE_TESTS)], is_loud=True)
    return [*quick, contracts, *docs, covered, Step("coverage of the pure rooms", floor), others]


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
