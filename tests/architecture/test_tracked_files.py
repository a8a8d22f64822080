"""What is committed is about the project: no file names a place or habit of the machine it was written on."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Put together from pieces, so that this file does not hold what it looks for.
STRANGE = re.compile(
    "|".join(
        [
            r"(?<![\w.-])/(?:" + "work|farm)/",  # from the root, not `app/…`
            r"\.\./" + "shared",
            r"\bsub" + r"agents?\b",
            r"\bC" + r"EO\b",
            "/opt/" + "pypi",
        ]
    )
)


def strange_lines(text: str) -> list[str]:
    return [
        f"{number}: {line.strip()[:100]}"
        for number, line in enumerate(text.splitlines(), 1)
        if STRANGE.search(line)
    ]


def tracked(root: Path) -> list[Path]:
    """List the files git tracks or would track; a copy without git has nothing to look at."""
    argv = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(argv, cwd=root, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [root / name for name in listed.stdout.decode("utf-8", "surrogateescape").split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_the_place_it_was_written_in(root: Path) -> None:
    found = {
        path.relative_to(root).as_posix(): strange_lines(path.read_bytes().decode("utf-8", "replace"))
        for path in tracked(root)
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("line", ["see /" + "work/main", "cp ../" + "shared/x .", "the C" + "EO said"])
def test_such_a_place_is_seen(line: str) -> None:
    assert strange_lines("fine\n" + line) == [f"2: {line}"]


def test_words_that_only_look_like_it_are_fine() -> None:
    assert strange_lines("a/network/path, app/" + "work/tasks.py, ../shares, an OCEONAUT, working/tree") == []
