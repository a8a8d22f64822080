"""Write goals for `run.py`: the subjects of a repository's commits, cleared of numbers and prefixes.

python benchmarks/challenges/mine.py PATH_TO_REPOSITORY [--after COMMIT] [--added] [--named] [--most 400]

--after   only commits that the tree at COMMIT does not have: goals still open there
--added   only subjects that add something
--named   only commits of one file of code, which the goal names
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

from groundplan.survey.sources import is_own_code

_NUMBER = re.compile(r"\s*\(#?[\w-]+\)$")
_PREFIX = re.compile(r"^(?:feat|fix|refactor|perf)(?:\([^)]*\))?!?:\s*", re.IGNORECASE)
_ADDS = re.compile(r"^(?:add(?:ed|s)?|implement\w*|introduce[sd]?|create[sd]?|provide[sd]?)\s", re.IGNORECASE)
_ASIDE = re.compile(
    r"\b(?:bump|docs?|tests?|lint|typing|ci|chore|merge|readme|changelog|typo|release|revert\w*)\b",
    re.IGNORECASE,
)


def main(words: list[str]) -> None:
    """Print one goal a line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("--after", default="")
    parser.add_argument("--added", action="store_true")
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--most", type=int, default=400)
    given = parser.parse_args(words)
    span = f"{given.after}..HEAD" if given.after else "HEAD"
    rows = git(given.repository, "log", "--no-merges", "--format=%h%x09%s", span).splitlines()
    random.Random(1).shuffle(rows)
    printed = 0
    for row in rows:
        commit, _, subject = row.partition("\t")
        goal = _PREFIX.sub("", _NUMBER.sub("", subject))
        if not 12 < len(goal) < 140 or _ASIDE.search(goal) or (given.added and not _ADDS.match(goal)):
            continue
        if given.named:
            files = git(given.repository, "show", "--format=", "--name-only", commit).splitlines()
            own = [each for each in files if is_own_code(each)]
            if len(own) != 1:
                continue
            goal = f"{goal} in `{own[0]}`"
        print(json.dumps({"source": commit, "goal": goal[:1].upper() + goal[1:]}, ensure_ascii=False))
        printed += 1
        if printed == given.most:
            return


def git(repository: Path, *words: str) -> str:
    """Return what git says."""
    asked = ["git", *words]
    return subprocess.run(
        asked, cwd=repository, check=True, capture_output=True, text=True, errors="replace"
    ).stdout


if __name__ == "__main__":
    main(sys.argv[1:])
