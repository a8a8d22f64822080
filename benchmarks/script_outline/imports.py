"""How many imports of scripts and Go lead to a file, and how many names are followed to their definition.

python benchmarks/script_outline/imports.py REPO… [--show 10]
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, cast

from groundplan.code.extracting import extract
from groundplan.code.go_modules import GoModules
from groundplan.code.script_modules import ScriptModules

if TYPE_CHECKING:
    from groundplan.code.index import Index
    from groundplan.code.outline import Outline


class Files:
    """The files of a checkout as far as resolving imports asks for them."""

    def __init__(self, repo: Path) -> None:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=repo, capture_output=True, check=True)
        paths = listed.stdout.decode().split("\0")
        self._texts = {path: (repo / path).read_bytes() for path in paths if path and (repo / path).is_file()}
        self._outlines: dict[str, Outline | None] = {}

    def paths(self) -> tuple[str, ...]:
        """Return every path."""
        return tuple(sorted(self._texts))

    def text(self, path: str) -> bytes | None:
        """Return the text of a file."""
        return self._texts.get(path)

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file, read once."""
        if path not in self._outlines:
            text = self._texts.get(path)
            self._outlines[path] = None if text is None else extract(path, text)
        return self._outlines[path]


def main() -> int:
    """Resolve every import of each repository and print how it was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many that lead nowhere to print")
    options = parser.parse_args()
    print("| repository | rule | imports | lead to a file |\n|--|--|--|--|")
    for repo in options.repos:
        files = cast("Index", Files(repo))
        scripts, go = ScriptModules(files), GoModules(files)
        asked: Counter[str] = Counter()
        found: Counter[str] = Counter()
        nowhere: list[str] = []
        for path in files.paths():
            outline = files.outline(path)
            if outline is None or outline.language == "python":
                continue
            for each in outline.imports:
                resolved = (go if outline.language == "go" else scripts).resolve(path, each)
                asked[resolved.how] += 1
                found[resolved.how] += bool(resolved.paths)
                if each.module and not resolved.paths and not resolved.external:
                    nowhere.append(f"{path}: {each.module}")
                if outline.language != "go" and resolved.paths and each.name not in {"", "*"}:
                    is_found = scripts.follow(resolved.paths[0], each.name) is not None
                    asked["names followed"] += 1
                    found["names followed"] += is_found
                    if not is_found:
                        nowhere.append(f"{path}: {each.name} of {each.module}")
        for how, count in asked.most_common():
            print(f"| {repo.name} | {how} | {count} | {found[how]} |")
        for line in nowhere[: options.show]:
            print(f"    nowhere: {line}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
