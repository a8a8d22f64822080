"""Build aider's RepoMap over every tracked file and print its CPU time: `aider_map.py <repository>`.

Runs in a Python with aider-chat. The model is a stub that counts four letters as a token, so no tokenizer is
timed; start-up is not timed either. The tags cache is removed first.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

from aider.io import InputOutput
from aider.repomap import RepoMap


class Model:
    """As much of a model as a RepoMap asks for."""

    def token_count(self, text: str) -> float:
        """Return about the number of tokens."""
        return len(text) / 4


def main() -> None:
    """Print the CPU seconds of one cold map."""
    root = pathlib.Path(sys.argv[1]).resolve()
    for cache in root.glob(".aider.tags.cache*"):
        shutil.rmtree(cache)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True).stdout
    files = [str(root / os.fsdecode(path)) for path in listed.split(b"\0") if path]
    sink = (root / ".git" / "aider.log").open("w")
    speak, sys.stdout = sys.stdout, sink
    before = os.times()
    repo_map = RepoMap(root=str(root), main_model=Model(), io=InputOutput(yes=True, pretty=False))
    made = repo_map.get_repo_map([], files)
    after = os.times()
    sys.stdout = speak
    assert made, "aider made no map"
    print(sum(after[:4]) - sum(before[:4]))


if __name__ == "__main__":
    main()
