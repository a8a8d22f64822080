"""Plans of others read and replayed: what `check` and `conform` say of them.

    python benchmarks/replays/replay.py OPENSPEC [--workspace ADVANCED_ALCHEMY] [--only NAME] [--show]

OPENSPEC and ADVANCED_ALCHEMY are clones with their histories. They are cloned once more, and each plan is put
there before the work as it was first committed, with every box open.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from adopted import go_on, take_in
from cases import find_cases, find_workspace, git

if TYPE_CHECKING:
    from cases import Case

WORDS = [sys.executable, "-m", "groundplan.cli.main"]
PLANS = re.compile(r"openspec/changes/|specs/(active|archive)/")
COLUMNS = (
    "check",
    "later",
    "planned",
    "excused",
    "unplanned",
    "missing",
    "other",
    "drift",
    "drift today",
    "clean",
)


def call(repo: Path, *words: str) -> dict[str, Any]:
    """Return what a command of groundplan prints as JSON."""
    world = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run([*WORDS, *words, "--json"], cwd=repo, env=world, capture_output=True, check=False)
    told: dict[str, Any] = json.loads(done.stdout or done.stderr)
    return told


def lay(repo: Path, case: Case, commit: str) -> list[str]:
    """Check a commit out with the plan in it, as it was first written; return the plan's documents."""
    git(repo, "checkout", "-qf", commit)
    git(repo, "clean", "-qfd")
    folder = repo / case.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in case.documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [f"{case.folder}/{name}" for name in case.documents]


def replay(repo: Path, case: Case, *, show: bool) -> Counter[str]:
    """Check a plan before its work and after it, and hold the work against it; count what is said."""
    latest = git(repo, "rev-parse", f"origin/{case.branch}").strip()
    row: Counter[str] = Counter()
    for moment, column, commit in (("before", "check", case.base), ("later", "later", latest)):
        for each in call(repo, "check", *lay(repo, case, commit))["documents"]:
            row[column] += len(each["findings"])
            tell(show, case, moment, each["findings"])
    lay(repo, case, case.base)
    joined = f"{case.folder}/plan.md"  # `conform` takes one file, and these plans are several
    (repo / joined).write_text("\n\n".join(case.documents.values()), encoding="utf-8")
    done = call(repo, "conform", "--base", case.base, "--head", case.head, "--plan-file", joined)
    own = PLANS.match  # the plans themselves are neither planned nor unplanned
    row.update(each["verdict"] for each in done["files"] if not own(each["path"]))
    # What is missing is reported at the plan's own line.
    said = [each for each in done["findings"] if each["code"] == "GP402" or not own(each["path"])]
    row["missing"] = sum(each["code"] == "GP402" for each in said)
    row["other"] = sum(each["code"] not in {"GP401", "GP402"} for each in said)
    row["clean"] = not any(each["severity"] == "error" for each in said)
    tell(show, case, "work", said)
    row.update(replay_adopted(repo, case, latest, show=show))
    return row


def replay_adopted(repo: Path, case: Case, latest: str, *, show: bool) -> Counter[str]:
    """Take a plan in before its work; return what is drift after the work, and today."""
    taken = take_in(repo, case)
    row: Counter[str] = Counter(adopted=1)
    for moment, commit in (("drift", case.head), ("drift today", latest)):
        go_on(repo, taken, commit)
        said = [each for each in call(repo, "drift")["findings"] if each["code"] != "GP412"]  # dependencies
        row[moment] = len(said)
        tell(show, case, moment, said)
    return row


def tell(show: bool, case: Case, moment: str, findings: list[dict[str, Any]]) -> None:  # noqa: FBT001
    """Print each line that was said."""
    for each in findings if show else ():
        place = f"{Path(each['path']).name}:{each['line']}"
        print(f"{case.name}  {moment}  {each['code']} {each['severity']}  {place}  {each['message']}")


def main() -> int:
    """Replay every plan that can be, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("openspec", type=Path)
    parser.add_argument("--workspace", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", action="store_true", help="print each line that was said")
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    print(f"| plan | commit | {' | '.join(COLUMNS)} |\n|{'--|' * (len(COLUMNS) + 2)}")
    with tempfile.TemporaryDirectory() as scratch:
        for source, find in ((asked.openspec, find_cases), (asked.workspace, find_workspace)):
            if source is None:
                continue
            repo = Path(scratch) / source.name
            git(source, "clone", "-q", str(source.resolve()), str(repo))
            for case in find(source):
                if asked.only not in case.name:
                    continue
                git(repo, "fetch", "-q", str(source.resolve()), case.head)
                row = replay(repo, case, show=asked.show)
                total += row
                total["plans"] += 1
                told = " | ".join(str(row[each]) for each in COLUMNS[:-1])
                print(
                    f"| {case.name} | `{case.head[:8]}` | {told} | {'yes' if row['clean'] else 'no'} |",
                    flush=True,
                )
    print(f"| **{total['plans']} plans** | | {' | '.join(str(total[each]) for each in COLUMNS)} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
