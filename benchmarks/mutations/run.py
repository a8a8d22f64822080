"""Break each process rule in a copy of the project, and see that a unit test and an attack both notice.

python benchmarks/mutations/run.py [rule …]     # prints one row of docs/benchmarks/mutations.md per mutant
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_name("process_rules.toml")


def main(rules: list[str]) -> int:
    """Return 1 if a mutant survived, or a test failed on the copy before anything was broken."""
    mutants = [
        one for one in tomllib.loads(LIST.read_text("utf-8"))["mutant"] if not rules or one["rule"] in rules
    ]
    survived = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = pathlib.Path(folder)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for mutant in mutants:
            found = kill(copy, mutant)
            survived += any(test.startswith("**") for test in found)
            print(f"| {mutant['rule']} | {mutant['what']} | {found[0]} | {found[1]} |", flush=True)
    return 1 if survived else 0


def kill(copy: pathlib.Path, mutant: dict[str, Any]) -> list[str]:
    """Break the code, run both files of tests, mend it, and return which tests noticed."""
    attack, _, words = mutant["attack"].partition(" -k ")
    runs = [[f"tests/{mutant['unit']}"], [f"tests/bypass/{attack}", "-k", words]]
    whole = {}
    try:
        for change in (mutant, mutant.get("second")):
            if change is not None:
                path = copy / "src/groundplan" / change["file"]
                whole[path] = path.read_text("utf-8")
                if whole[path].count(change["old"]) != 1:
                    raise SystemExit(f"{change['file']} does not hold once: {change['old']}")
                path.write_text(whole[path].replace(change["old"], change["new"]), "utf-8")
        return [first_failure(copy, run) for run in runs]
    finally:
        for path, text in whole.items():
            path.write_text(text, "utf-8")


def first_failure(copy: pathlib.Path, selection: list[str]) -> str:
    """Return the first test that fails, or say that the mutant survives."""
    argv = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *selection]
    ran = subprocess.run(argv, cwd=copy, capture_output=True, text=True, check=False)
    failed = re.search(r"^(?:FAILED|ERROR) \S+?::(.+?)(?: - .*)?$", ran.stdout, re.MULTILINE)
    if failed:
        return f"`{failed[1].partition('[')[0]}`"
    return (
        "**survived**" if ran.returncode == 0 else f"**no test ran** ({ran.stdout.strip().splitlines()[-1]})"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
