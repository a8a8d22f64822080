"""Makes instances of a repository's own commits: the message is the goal, the files it changed are sought.

    python benchmarks/localization/mine.py MIRROR/owner+name/repo … --each 30 --facts F.jsonl --issues I.jsonl

For tuning only, and only on repositories no evaluation uses. Commits count that change one to five code files
that stood there before, tests beside them, and whose message says something.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from pathlib import Path

from groundplan.survey.where.kinds import Part, part_of

NEWEST = 6000  # commits of a repository looked at
FEWEST_WORDS = 5
LARGEST = 5  # files
_REFERENCE = re.compile(r"\(?#\d+\)?|^(?:Co-authored|Signed-off|Reviewed)-by:.*$", re.MULTILINE)
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+", re.MULTILINE)
_DULL = re.compile(r"^(?:merge|revert|bump|release|version|typo|docs|\[?pre-commit)", re.IGNORECASE)


def main() -> None:
    """Write facts and goals of the commits chosen."""
    shape = argparse.RawDescriptionHelpFormatter
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    reader.add_argument("mirrors", type=Path, nargs="+")
    reader.add_argument("--each", type=int, default=30, help="instances of each repository")
    reader.add_argument("--facts", type=Path, required=True)
    reader.add_argument("--issues", type=Path, required=True)
    asked = reader.parse_args()
    facts, issues = [], []
    for mirror in asked.mirrors:
        found = [each for each in commits(mirror) if is_telling(*each[2:])]
        repository = mirror.parent.name.replace("+", "/")
        for commit, parent, message, files in found[:: max(1, len(found) // asked.each)][: asked.each]:
            name = f"{repository.replace('/', '__')}-{commit[:10]}"
            gold = [path for status, path in files if status == "M" and part_of(path) is Part.CODE]
            lines = {path: changed_lines(mirror, parent, commit, path) for path in gold}
            facts.append(
                {
                    "instance_id": name,
                    "repo": repository,
                    "base_commit": parent,
                    "gold_files": gold,
                    "gold_lines": lines,
                }
            )
            issues.append({"instance_id": name, "problem_statement": _REFERENCE.sub(" ", message).strip()})
    asked.facts.write_text("".join(json.dumps(each) + "\n" for each in facts))
    asked.issues.write_text("".join(json.dumps(each) + "\n" for each in issues))


def changed_lines(mirror: Path, parent: str, commit: str, path: str) -> list[tuple[int, int]]:
    """Return the stretches of lines, as they were before, that a commit changed or added behind."""
    words = ["git", "--git-dir", str(mirror), "diff", "-U0", "--no-ext-diff", parent, commit, "--", path]
    told = subprocess.run(words, check=True, capture_output=True).stdout.decode("utf-8", "replace")
    found = [(int(each[1]), int(each[2] or 1)) for each in _HUNK.finditer(told)]
    return [(first, first + max(count, 1) - 1) for first, count in found]


def is_telling(message: str, files: list[tuple[str, str]]) -> bool:
    """Return whether a commit is a change of code that its message tells of."""
    code = [(status, path) for status, path in files if part_of(path) is Part.CODE]
    has_test = any(part_of(path) is Part.TEST for _, path in files)
    is_small = 1 <= len(code) <= LARGEST and all(status == "M" for status, _ in code)
    return has_test and is_small and not _DULL.match(message) and len(message.split()) >= FEWEST_WORDS


def commits(mirror: Path) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """Return the newest commits: id, parent, message, and files with their status."""
    shape = "--format=%x01%H%x02%P%x02%B%x02"
    options = ["--no-merges", "--no-renames", "--name-status", "-z", shape, "-n", str(NEWEST)]
    words = ["git", "--git-dir", str(mirror), "log", *options]
    told = subprocess.run(words, check=True, capture_output=True).stdout
    found = []
    for record in told.decode("utf-8", "replace").split("\x01")[1:]:
        commit, parent, message, listed = record.split("\x02", 3)
        parts = [part.strip("\n") for part in listed.split("\0") if part.strip("\n")]
        found.append((commit, parent, message.strip(), list(zip(parts[::2], parts[1::2], strict=False))))
    return found


if __name__ == "__main__":
    main()
