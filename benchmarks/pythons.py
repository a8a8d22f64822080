"""Are the facts the same under every Python? Questions and a plan, compared byte by byte.

    python benchmarks/pythons.py FOLDER PYTHON…

FOLDER holds clones of the repositories below; each PYTHON belongs to an environment with groundplan in it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

# repository -> symbols to ask for, and the goal of a plan
CASES = {
    "flask": (
        ("load_dotenv", "Flask.dispatch_request", "url_for", "ScriptInfo.load_app", "Blueprint.register"),
        "Retry loading the environment file when it is locked",
    ),
    "express": (
        ("createApplication", "compileETag", "View", "setCharset", "acceptParams"),
        "Cache compiled views between requests",
    ),
    "cobra": (
        ("Command.ExecuteC", "Command.Find", "CompDebug", "OnInitialize", "GenMarkdownTree"),
        "Suggest the nearest flag when an unknown flag is given",
    ),
}
NOW = "2026-01-02T03:04:05Z"
# Entries and plans are named by chance.
CHANCE = re.compile(rb"\b0[0-9A-HJKMNP-TV-Z]{25}\b|gp-[0-9a-hjkmnp-tv-z]{10}")


def questions(symbols: tuple[str, ...], goal: str) -> list[list[str]]:
    """List the commands to compare; the plan is the last, as it alone writes."""
    asked = [["code", subject, symbol] for symbol in symbols for subject in ("symbol", "callers", "impact")]
    return [["where", goal], *asked, ["plan", goal]]


def answers(python: str, repository: Path, words: list[list[str]]) -> list[bytes]:
    """Return what each command prints, asked in the same folder with an empty cache."""
    subprocess.run(["git", "clean", "-qfdx"], cwd=repository, check=True)
    subprocess.run(["git", "checkout", "-q", "."], cwd=repository, check=True)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "GROUNDPLAN_CACHE_DIR": cache, "GROUNDPLAN_NOW": NOW}
        done = [
            subprocess.run(
                [Path(python).absolute().parent / "groundplan", "--json", *each],
                cwd=repository,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
            for each in words
        ]
    plans = sorted((repository / "plans").rglob("*.md")) if (repository / "plans").exists() else []
    texts = [each.stdout + each.stderr for each in done] + [path.read_bytes() for path in plans]
    return [CHANCE.sub(b"ID", text) for text in texts]


def main() -> None:
    """Compare and print one line for each repository and Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pythons", nargs="+")
    asked = parser.parse_args()
    for name, case in CASES.items():
        words = questions(*case)
        first: list[bytes] = []
        for python in asked.pythons:
            version = subprocess.run(
                [python, "-V"], capture_output=True, text=True, check=True
            ).stdout.split()[1]
            given = answers(python, asked.folder / name, words)
            first = first or given
            differing = [
                " ".join(words[at][:3]) if at < len(words) else "document"
                for at, each in enumerate(given)
                if each != first[at]
            ]
            digest = hashlib.sha256(b"".join(given)).hexdigest()[:12]
            size = f"{len(given)} answers, {sum(map(len, given))} bytes"
            print(f"{name}  {version}  {size}  {digest}  differing: {differing}", flush=True)


if __name__ == "__main__":
    main()
