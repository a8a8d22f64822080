"""How long `groundplan plan` or `context` takes as a whole process: the first in a fresh clone, and the next.

python benchmarks/plan_speed.py path/to/django [--runs 5] [--command context]

The repository is cloned into a temporary folder, with a cache of its own; nothing is written beside it. Cold
is a plan on an empty cache, so that everything is read for the first time; warm is one with another goal each
time, in a fresh process, and without a plan beside it. CPU seconds and peak memory are of the whole process
tree, with compiled modules at hand as they are where groundplan is installed. The yardstick says how fast the
machine was: CPU time of two million additions before each run, the median.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = "import sys; from groundplan.cli.main import main; sys.exit(main())"
COLD = "The runserver command should retry when the port is taken"
WARM = (
    "Cache sessions should expire in the database backend",
    "Add a --dry-run option to the flush command",
    "The paginator should accept an async queryset",
    "Fix the wrong status code when an upload is too large",
    "Log every failed login with the address it came from",
    "Replace the regular expressions in the URL validator",
    "Support compressed static files in the storage",
    "Migrations should be squashed without losing data",
)
COMMANDS = {"plan": ("--no-talk",), "context": ()}
Taken = tuple[float, float, float, float]  # wall seconds, CPU seconds, peak megabytes, yardstick


def main() -> None:
    """Print a table row for the cold runs and one for the warm ones, for each repository."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=len(WARM), help="warm runs, each with a goal of its own")
    parser.add_argument("--cold", type=int, default=1, help="cold runs")
    parser.add_argument("--command", choices=sorted(COMMANDS), default="plan")
    asked = parser.parse_args()
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC, Python {python}, {os.cpu_count()} cores")
    print(
        "\n| repository | files | plan | runs | load | yardstick "
        "| best wall | median wall | best CPU | median CPU | peak |"
    )
    print("|--|--|--|--|--|--|--|--|--|--|--|")
    for repository in asked.repositories:
        with tempfile.TemporaryDirectory(prefix="groundplan-plan-") as folder:
            measure(repository.resolve(), pathlib.Path(folder), (asked.cold, asked.runs), asked.command)


def measure(repository: pathlib.Path, folder: pathlib.Path, runs: tuple[int, int], command: str) -> None:
    """Plan or look in a clone of a repository, cold and then warm, and print what it took."""
    cache, clone = folder / "cache", folder / "clone"
    world = os.environ | {"HOME": str(folder), "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
    world |= {"PYTHONPATH": str(ROOT / "src"), "GIT_CONFIG_NOSYSTEM": "1"}
    # Whoever works on the sources may have forbidden Python to keep what it compiles.
    world |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    make_clone(repository, clone)
    files = subprocess.run(["git", "ls-files"], cwd=clone, check=True, capture_output=True, text=True).stdout
    compile_modules(folder, world, command)
    cold = []
    for _ in range(runs[0]):
        shutil.rmtree(cache, ignore_errors=True)
        cold.append(plan(clone, world, COLD, command))
    warm = [plan(clone, world, WARM[number % len(WARM)], command) for number in range(runs[1])]
    for name, taken in (("cold", cold), ("warm", warm)):
        count = f"{len(files.splitlines()):,}"
        print(f"| {repository.name} | {count} | {name} | {len(taken)} | {told(taken)} |", flush=True)


def make_clone(repository: pathlib.Path, clone: pathlib.Path) -> None:
    """Clone without copying objects, with an author of its own."""
    argv = ["git", "clone", "-q", "--shared", str(repository), str(clone)]
    subprocess.run(argv, check=True, env=os.environ | {"GIT_LFS_SKIP_SMUDGE": "1"})
    for key in ("user.name", "user.email"):
        subprocess.run(["git", "config", key, "bench@example.org"], cwd=clone, check=True)


def compile_modules(folder: pathlib.Path, world: dict[str, str], command: str) -> None:
    """Have every module of groundplan compiled, by a plan in a repository of one file."""
    small = folder / "small"
    small.mkdir()
    (small / "one.py").write_text("def one():\n    return 1\n", "utf-8")
    for words in (
        ["init", "-q"],
        ["config", "user.name", "bench"],
        ["config", "user.email", "b@example.org"],
    ):
        subprocess.run(["git", *words], cwd=small, check=True)
    for words in (["add", "."], ["commit", "-qm", "One"]):
        subprocess.run(["git", *words], cwd=small, check=True)
    plan(small, world, "Return 2 in `one`", command)


def plan(clone: pathlib.Path, world: dict[str, str], goal: str, command: str) -> Taken:
    """Run one plan to its end, take it away again, and return what the whole process tree took."""
    argv = [sys.executable, "-c", PROGRAM, command, goal, *COMMANDS[command]]
    yardstick = add_up()
    start = time.perf_counter()
    process = subprocess.Popen(argv, cwd=clone, env=world, stdout=subprocess.DEVNULL)
    # Of this one child and all that it waited for itself; the greatest of them is its peak.
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"`{command} {goal}` ended with {process.returncode}")
    for name in ("plans", ".groundplan"):
        shutil.rmtree(clone / name, ignore_errors=True)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / unit, yardstick


def add_up() -> float:
    """Return the CPU seconds of two million additions."""
    start, total = time.process_time(), 0
    for number in range(2_000_000):
        total += number
    return time.process_time() - start


def told(taken: list[Taken]) -> str:
    """Return the cells of a table row."""
    walls, processors, peaks, yardsticks = zip(*taken, strict=True)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
    seconds = (min(walls), statistics.median(walls), min(processors), statistics.median(processors))
    yardstick = f"{statistics.median(yardsticks) * 1000:.0f} ms"
    return " | ".join([load, yardstick, *(f"{each:.1f} s" for each in seconds), f"{max(peaks):.0f} MB"])


if __name__ == "__main__":
    main()
