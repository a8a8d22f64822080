"""Asks about features one commit before they landed: what is said to be there already is read by hand.

    .venv/bin/python benchmarks/already/before.py FOLDER REPOSITORY… [--most 10]

Checks out the parent of each commit whose subject line begins with `Add`, `Support`, `Allow` or `feat:`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from run import ask

from groundplan.wording.facts import as_text

_FEATURE = re.compile(r"^(?:feat(?:\([^)]*\))?: |Add |Support |Allow |Implement )", re.IGNORECASE)
_CHORE = re.compile(
    r"\b(?:tests?|docs?|documentation|typos?|fix\w*|examples?|readme|changelog|ci|lint|note|comment|link|sponsor"
    r"|badge|workflow|translation|release|version|gitignore|missing|benchmark|types?|typing|annotations?)\b",
    re.IGNORECASE,
)


def git(root: Path, *words: str) -> str:
    """Return what git says."""
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout


def features(root: Path, most: int) -> list[tuple[str, str]]:
    """Return the commits that add something, spread over the history: id and subject without its number."""
    lines = git(root, "log", "--no-merges", "--first-parent", "--format=%H %s").splitlines()
    found = [line.split(" ", 1) for line in lines if " " in line]
    kept = [(oid, re.sub(r"\s*\(#\d+\)$", "", said)) for oid, said in found if _is_feature(said)]
    return kept[:: max(1, len(kept) // most)][:most]


def _is_feature(subject: str) -> bool:
    return bool(_FEATURE.match(subject)) and not _CHORE.search(subject) and len(subject.split()) > 2


def main() -> None:
    """Run, and put out every claim."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--most", type=int, default=10)
    options = parser.parse_args()
    asked = claimed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.repositories:
            tree = Path(scratch) / name
            git(options.folder, "clone", "-q", "-s", str(options.folder / name), str(tree))
            for oid, goal in features(tree, options.most):
                git(tree, "checkout", "-q", f"{oid}~1")
                facts = ask(tree, Path(scratch) / "cache", goal)
                asked, claimed = asked + 1, claimed + bool(facts)
                print(f"{'CLAIM' if facts else 'silent'}  {name} {oid[:10]}  {goal}", flush=True)
                for fact in facts:
                    print("    " + f"[{fact.kind}] {as_text(fact)}".replace("\n", "\n    "), flush=True)
    print(f"asked {asked}, claimed {claimed}")


if __name__ == "__main__":
    main()
