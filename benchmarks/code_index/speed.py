"""How much CPU time the index takes, beside aider's RepoMap and universal-ctags on the same files.

python benchmarks/code_index/speed.py <repository>… --aider-python <python with aider-chat> --runs 3
python benchmarks/code_index/speed.py <repository>… --memory    # peak of all processes together, no peers

Every repository is cloned first: aider writes its cache beside the files. CPU time is user and system time
with children. ctags counts as a whole process; of groundplan and aider the start (imports) is left out, which
is kind to aider. Runs alternate, so that a busy machine hits all; the best of the runs counts.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
CODE = (
    "*.py",
    "*.pyi",
    "*.js",
    "*.jsx",
    "*.mjs",
    "*.cjs",
    "*.ts",
    "*.mts",
    "*.cts",
    "*.tsx",
    "*.go",
    "*.vue",
)


def main() -> None:
    """Print a table of one-time costs and one of questions, a column for each repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    parser.add_argument("--aider-python", help="a Python that has aider-chat installed")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--memory", action="store_true", help="only the peak of memory")
    asked = parser.parse_args()
    columns: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="code-index-") as folder:
        for source in asked.repositories:
            clone = pathlib.Path(folder, "repository", source.resolve().name)
            subprocess.run(["git", "clone", "-q", "--shared", str(source.resolve()), str(clone)], check=True)
            measure = measure_memory if asked.memory else measure_speed
            columns[clone.name] = measure(clone, pathlib.Path(folder), asked)
    print_table(columns)


def measure_speed(clone: pathlib.Path, folder: pathlib.Path, asked: argparse.Namespace) -> dict[str, str]:
    """Return the rows of one repository."""
    size, count = code_size(clone)
    ours = [str(HERE / "fill.py"), str(clone), str(folder / "cache")]
    contenders = {"groundplan": [sys.executable, *ours]}
    if shutil.which("ctags"):
        listed = folder / "files"
        listed.write_text("\n".join(code_files(clone)))
        contenders["ctags"] = ["ctags", "-f", str(folder / "tags"), "-L", str(listed)]
    if asked.aider_python:
        contenders["aider"] = [asked.aider_python, str(HERE / "aider_map.py"), str(clone)]
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(asked.runs):
        for name, argv in contenders.items():
            shutil.rmtree(folder / "cache", ignore_errors=True)
            taken[name].append(cpu_of(argv, cwd=clone))
            print(clone.name, name, f"{taken[name][-1]:.2f}", file=sys.stderr)
    best = {name: min(times) for name, times in taken.items()}
    rows = {"code": f"{count} files, {size / 1e6:.1f} MB"}
    rows |= {f"cold, {name}, CPU s": f"{seconds:.2f}" for name, seconds in best.items()}
    if "aider" in best:
        rows["aider / groundplan"] = f"{best['aider'] / best['groundplan']:.1f}"
    rows["MB of code per CPU s"] = f"{size / 1e6 / best['groundplan']:.1f}"
    subprocess.run([sys.executable, *ours], check=True, stdout=subprocess.DEVNULL)
    told = subprocess.run(
        [sys.executable, str(HERE / "questions.py"), *ours[1:]], check=True, stdout=subprocess.PIPE, text=True
    )
    return rows | json.loads(told.stdout)


def measure_memory(clone: pathlib.Path, folder: pathlib.Path, _: argparse.Namespace) -> dict[str, str]:
    """Return the peak of what all processes of a cold index hold together, looked at every 20 ms."""
    size, count = code_size(clone)
    argv = [sys.executable, str(HERE / "fill.py"), str(clone), str(folder / "cache")]
    before = children_cpu()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    peak, stop = [0], threading.Event()

    def watch() -> None:
        while not stop.wait(0.02):
            peak[0] = max(peak[0], group_memory(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    process.wait()
    wall = time.perf_counter() - start
    stop.set()
    watcher.join()
    database = sum(file.stat().st_size for file in (folder / "cache").rglob("*.sqlite"))
    return {
        "code": f"{count} files, {size / 1e6:.1f} MB",
        "cold, CPU s": f"{children_cpu() - before:.1f}",
        "cold, s by the clock": f"{wall:.1f}",
        "MB of code per CPU s": f"{size / 1e6 / (children_cpu() - before):.1f}",
        "peak of all processes, MB": f"{peak[0] / 1e6:.0f}",
        "database, MB": f"{database / 1e6:.1f}",
    }


def code_files(clone: pathlib.Path) -> list[str]:
    """Return the tracked files in languages the index reads."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *CODE], cwd=clone, check=True, capture_output=True
    )
    paths = [os.fsdecode(path) for path in listed.stdout.split(b"\0") if path]
    return [path for path in paths if (clone / path).is_file() and not (clone / path).is_symlink()]


def code_size(clone: pathlib.Path) -> tuple[int, int]:
    """Return the bytes and the number of the files in languages the index reads."""
    files = code_files(clone)
    return sum((clone / path).stat().st_size for path in files), len(files)


def cpu_of(argv: list[str], *, cwd: pathlib.Path) -> float:
    """Return the CPU time of a command; one that prints a number knows better what of it counts."""
    before = children_cpu()
    done = subprocess.run(argv, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True)
    whole = children_cpu() - before
    return float(done.stdout) if done.stdout.strip() else whole


def children_cpu() -> float:
    """Return the CPU time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def group_memory(leader: int) -> int:
    """Return the resident bytes of a process and its descendants; shared pages count for each."""
    total, parents = 0, {leader}
    for entry in sorted(pathlib.Path("/proc").glob("[0-9]*"), key=lambda entry: int(entry.name)):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(entry.name) in parents or int(fields[1]) in parents:
                parents.add(int(entry.name))
                total += int(fields[21]) * resource.getpagesize()
        except (OSError, IndexError):
            continue
    return total


def print_table(columns: dict[str, dict[str, str]]) -> None:
    """Print a Markdown table."""
    rows = list(dict.fromkeys(row for column in columns.values() for row in column))
    print("| |", " | ".join(columns), "|")
    print("|--|" + "--|" * len(columns))
    for row in rows:
        print(f"| {row} |", " | ".join(column.get(row, "") for column in columns.values()), "|")


if __name__ == "__main__":
    main()
