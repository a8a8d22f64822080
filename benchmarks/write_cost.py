"""How often one command reads and judges a plan, and how long it takes: check, write and plan.

python benchmarks/write_cost.py [--playbook collaborate …] [--runs 5]

Each command runs as `main()` in a process of its own, over a small repository made here. Calls are counted
by a profile hook in one run; times are of other runs without the hook, the best CPU time of a whole process.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import datetime as dt
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLAIN = "import sys; from groundplan.cli.main import main; sys.exit(main())"
COUNTED = (
    f"import sys; sys.path.insert(0, {str(ROOT / 'benchmarks')!r}); import write_cost; write_cost.count()"
)
WATCHED = {
    ("markdown/sections.py", "_cut"): "documents cut",
    ("markdown/sections.py", "cut_with_findings"): "asked for",
    ("markdown/blocks.py", "_parse"): "texts parsed",
    ("judgement/judging.py", "judge"): "judged",
    ("rules/registry.py", "run_rules"): "rules run",
    ("store/documents.py", "save"): "texts saved",
}
GOAL = "Retry failed uploads in the client"
FILES = {
    ".gitignore": ".cache\n",
    "src/client.py": """class Client:
    def upload(self, path):
        return self.send(path)

    def send(self, path):
        return open(path)
""",
    "src/main.py": "from client import Client\n\n\ndef main():\n    Client().upload('a')\n",
    "tests/test_client.py": "from client import Client\n\n\ndef test():\n    assert Client().send('x')\n",
}
PLAYBOOKS = ("collaborate", "design", "product", "roadmap")


def main() -> None:
    """Print one row for each command of each playbook."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--playbook", nargs="*", default=PLAYBOOKS)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    now = f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC"
    print(f"{now}, Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print(f"| playbook | command | best CPU s | {' | '.join(WATCHED.values())} |")
    print("|--" * (3 + len(WATCHED)) + "|")
    for playbook in asked.playbook:
        for name, row in measure(playbook, asked.runs).items():
            print(
                f"| {playbook} | {name} | {row[0]:.2f} | {' | '.join(str(n) for n in row[1:])} |", flush=True
            )


def measure(playbook: str, runs: int) -> dict[str, tuple[float, ...]]:
    """Return CPU time and counts of `plan`, `check`, `answer` and `say` over a fresh plan."""
    found = {}
    for name, words in commands(playbook).items():
        with tempfile.TemporaryDirectory(prefix="groundplan-write-") as folder:
            times = [run(pathlib.Path(folder) / str(n), name, words, PLAIN)[0] for n in range(runs)]
            counts = run(pathlib.Path(folder) / "counted", name, words, COUNTED)[1]
            found[name] = (min(times), *(counts.get(each, 0) for each in WATCHED.values()))
    return found


def commands(playbook: str) -> dict[str, list[list[str]]]:
    """Return the commands to run, the last one measured."""
    plan = ["plan", GOAL, "--playbook", playbook]
    return {
        "plan": [plan],
        "check": [plan, ["check"]],
        "answer": [plan, ["answer", "1", "A test in tests/test_client.py that fails today"]],
        "say": [plan, ["say", "Uploads fail in 2 % of all calls."]],
    }


def run(
    folder: pathlib.Path, name: str, words: list[list[str]], program: str
) -> tuple[float, dict[str, int]]:
    """Run the commands in a fresh repository; return CPU time and counts of the last one."""
    make_repository(folder)
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": str(ROOT / "src"),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "HOME": str(folder),
    }
    for each in words[:-1]:
        subprocess.run(
            [sys.executable, "-c", PLAIN, *each],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
        )
    last = words[-1]
    if name == "answer":
        last = ["answer", first_question(folder, environment), last[2]]
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", program, *last],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    after = os.times()
    if done.returncode not in {0, 1}:
        sys.exit(f"{' '.join(last)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    counted = done.stderr.rpartition("COUNTS ")[2]
    return spent, json.loads(counted) if program is COUNTED else {}


def first_question(folder: pathlib.Path, environment: dict[str, str]) -> str:
    """Return the id of the question that is asked first."""
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, "--json", "show"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return next(q["id"] for q in json.loads(done.stdout)["questions"] if q.get("state", "open") == "open")


def make_repository(folder: pathlib.Path) -> None:
    """Make a small client with a test, committed."""
    (folder / "src").mkdir(parents=True)
    (folder / "tests").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "Begin"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True)


def count() -> None:
    """Run groundplan's `main` with a profile hook and print what it counted, behind everything else."""
    from groundplan.cli.main import main as groundplan  # noqa: PLC0415

    counts: collections.Counter[str] = collections.Counter()

    def hook(frame, event, _argument) -> None:  # noqa: ANN001
        if event == "call":
            path = frame.f_code.co_filename
            name = WATCHED.get(("/".join(path.rsplit("/", 2)[-2:]), frame.f_code.co_name))
            if name:
                counts[name] += 1

    sys.setprofile(hook)
    with contextlib.suppress(SystemExit):
        groundplan()
    sys.setprofile(None)
    sys.stderr.write("COUNTS " + json.dumps(counts))


if __name__ == "__main__":
    main()
