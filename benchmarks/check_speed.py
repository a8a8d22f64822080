"""How long `groundplan check` takes on a plan with a hundred citations, as a whole process.

python benchmarks/check_speed.py path/to/django [more repositories]

The repository is cloned into a temporary folder, with a cache of its own; nothing is written beside it. The
plan cites forty symbols, forty ranges of lines and twenty files, spread evenly over the repository. Times are
of whole processes, wall clock and CPU (children included), with compiled modules at hand as they are where
groundplan is installed. Rows alternate, so that a busy moment hits all: `python -c pass` says how busy the
machine is, and a plan without a citation what a check costs anyhow.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 15
PROGRAM = "import sys; from groundplan.cli.main import main; sys.exit(main())"


def main() -> None:
    """Print a table row per repository and kind of check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    asked = parser.parse_args()
    print("| repository | files | plan | median wall | best wall | median CPU | best CPU |")
    print("|--|--|--|--|--|--|--|")
    for repository in asked.repositories:
        with tempfile.TemporaryDirectory(prefix="groundplan-check-") as folder:
            for row in measure(repository.resolve(), pathlib.Path(folder)):
                print(f"| {repository.name} | {' | '.join(row)} |", flush=True)


def measure(repository: pathlib.Path, folder: pathlib.Path) -> list[tuple[str, ...]]:
    """Measure warm checks of a plan with and without citations, and with one that is missing."""
    world = os.environ | {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "NO_COLOR": "1"}
    world |= {"PYTHONPATH": str(ROOT / "src"), "GIT_CONFIG_NOSYSTEM": "1"}
    # Whoever works on the sources may have forbidden Python to keep what it compiles.
    world |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    places = {name: folder / name for name in ("no citation", "100 citations", "101, one of them missing")}
    for name, clone in places.items():
        make_clone(repository, clone)
        cited = find_citations(clone, world) if name != "no citation" else []
        begin(clone, world, cited, "`src/nowhere_at_all.py` is not there." if "missing" in name else "")
    files = subprocess.run(
        ["git", "ls-files"], cwd=repository, check=True, capture_output=True, text=True
    ).stdout
    count = f"{len(files.splitlines()):,}"
    commands = {"`python -c pass`": ([sys.executable, "-c", "pass"], folder)}
    commands |= {name: ([sys.executable, "-c", PROGRAM, "check"], clone) for name, clone in places.items()}
    times = timed(commands, world)
    return [(count, name, *told(times[name])) for name in commands]


def make_clone(repository: pathlib.Path, clone: pathlib.Path) -> None:
    """Clone without copying objects, with an author of its own."""
    argv = ["git", "clone", "-q", "--shared", str(repository), str(clone)]
    subprocess.run(argv, check=True, env=os.environ | {"GIT_LFS_SKIP_SMUDGE": "1"})
    for key in ("user.name", "user.email"):
        subprocess.run(["git", "config", key, "bench@example.org"], cwd=clone, check=True)


def find_citations(clone: pathlib.Path, world: dict[str, str]) -> list[str]:
    """Return a hundred citations that are true, spread evenly over the files that have definitions."""
    script = (
        "import sys; from pathlib import Path; from groundplan.git.repository import find_repository\n"
        "from groundplan.code.index import open_index\n"
        "index = open_index(find_repository(Path(sys.argv[1])), cache=Path(sys.argv[2])); index.refresh()\n"
        "files = [(p, [d for d in o.definitions if d.size > 1]) for p, o in index.outlines()]\n"
        "files = [(p, d) for p, d in files if d]; step = max(1, len(files) // 100)\n"
        "for at, (path, found) in enumerate(files[::step][:100]):\n"
        "    one = found[len(found) // 2]\n"
        "    print([f'{path}::{one.qualified}', f'{path}:{one.first}-{one.last}', path]"
        "[0 if at % 5 < 2 else 1 if at % 5 < 4 else 2])\n"
    )
    with tempfile.TemporaryDirectory() as cache:
        argv = [sys.executable, "-c", script, str(clone), cache]
        told = subprocess.run(argv, env=world, check=True, capture_output=True, text=True)
    return told.stdout.splitlines()


def begin(clone: pathlib.Path, world: dict[str, str], cited: list[str], more: str) -> None:
    """Begin a plan whose context holds the citations, after the round of talk that writing takes."""
    run(clone, world, "new", "Measure the check", "--playbook", "collaborate", "--name", "measured")
    run(clone, world, "say", "--as", "planner", "--kind", "question", "Which places?")
    run(clone, world, "say", "All of them.")
    words = "".join(f"- `{text}` is part of it\n" for text in cited) or "- One place is part of it\n"
    run(clone, world, "write", "context", "-", stdin=f"The change touches these places. {more}\n\n{words}")


def run(clone: pathlib.Path, world: dict[str, str], *words: str, stdin: str = "") -> None:
    """Run a command that must work."""
    argv = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(
        argv, cwd=clone, env=world, input=stdin, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stdout}{done.stderr}")


def timed(
    commands: dict[str, tuple[list[str], pathlib.Path]], world: dict[str, str]
) -> dict[str, list[tuple[float, float]]]:
    """Return wall and CPU seconds of each command, run in turns; the first round warms up and is left out."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(RUNS + 1):
        for name, (argv, folder) in commands.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            start = time.perf_counter()
            subprocess.run(argv, cwd=folder, env=world, stdout=subprocess.DEVNULL, check=False)
            wall = time.perf_counter() - start
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            times[name].append((wall, cpu))
    return {name: taken[1:] for name, taken in times.items()}


def told(taken: list[tuple[float, float]]) -> tuple[str, ...]:
    """Return median and best wall time, median and best CPU time."""
    walls, processors = zip(*taken, strict=True)
    shown = (statistics.median(walls), min(walls), statistics.median(processors), min(processors))
    return tuple(f"{seconds * 1000:,.0f} ms" for seconds in shown)


if __name__ == "__main__":
    main()
