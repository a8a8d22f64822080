"""List the commands groundplan would state for a repository: its suite, and the tests of some source files.

python benchmarks/commands/list.py PATH_TO_REPOSITORY [SOURCE_FILE…]   (without files: three are picked)
python benchmarks/commands/list.py --run SECONDS PATH_TO_REPOSITORY [SOURCE_FILE…]

With `--run` each command of a test file is typed in a shell at the root of the repository, after everything
its project needs was installed there; its exit code and last line are printed. Only run what you trust.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.index import open_index
from groundplan.code.test_paths import is_test
from groundplan.evidence.commands import line_of
from groundplan.git.repository import find_repository
from groundplan.survey.manifest.facts import Role
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.running.finding import find_run
from groundplan.survey.running.ground import Ground
from groundplan.survey.running.native import run_suite
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.facts import Manifest

ENDINGS = (
    ".py",
    ".go",
    ".rs",
    ".rb",
    ".php",
    ".cs",
    ".java",
    ".kt",
    ".c",
    ".cc",
    ".cpp",
    ".js",
    ".ts",
    ".tsx",
)
PICKED = 3
COUNTED = re.compile(r"\d+ (?:passed|pass\b|tests?\b)|test result|^ok\b|^# (?:pass|fail)|tests passed|^OK\b")


def main(words: list[str]) -> None:
    """Print the suite's commands, then one block per source file."""
    seconds = 0
    if words[:1] == ["--run"]:
        seconds, words = int(words[1]), words[2:]
    root = Path(words[0])
    with tempfile.TemporaryDirectory() as cache:
        index = open_index(find_repository(root), cache=Path(cache))
        index.refresh()
        manifest = read_manifest(index)
        ground = Ground(index, manifest)
        for line in suite(manifest):
            print(line)
        native = run_suite(ground)
        if native and not any(tool.calls[0].unfit == "" for tool in manifest.tools_for(Role.TEST)):
            print(f"test    {native.line}   [{native.at}]")
        for path in words[1:] or pick(index):
            show(index, ground, path, (root, seconds))
        index.close()


def suite(manifest: Manifest) -> Iterator[str]:
    """Yield each tool's call that would be stated, with its line, and how many were held back."""
    for role in Role:
        for tool in manifest.tools_for(role):
            call = next((each for each in tool.calls if not each.unfit), None)
            if call:
                yield f"{role.value:7} {line_of(call)}   [{call.at}]"
            else:
                yield f"{role.value:7} ({tool.name}: none; {tool.calls[0].unfit}: {line_of(tool.calls[0])})"


def pick(index: CodeView) -> list[str]:
    """Return three source files that look as if somebody tests them, the same ones at every run."""
    code = [
        path for path in index.paths() if path.endswith(ENDINGS) and is_own_code(path) and not is_test(path)
    ]
    order = sorted(code, key=lambda path: hashlib.sha256(path.encode()).hexdigest())
    tested = (path for path in order if find_tests_for(index, path).found)
    return [path for path, _ in zip(tested, range(PICKED), strict=False)]


def show(index: CodeView, ground: Ground, path: str, place: tuple[Path, int]) -> None:
    """Print the foremost test files of a source file, how each was found, and what runs it."""
    found = find_tests_for(index, path)
    print(f"\n{path}  ({found.looked_at} test files looked at)")
    for each in found.found[:2]:
        how = ", ".join(dict.fromkeys(reason.how for reason in each.reasons))
        run = find_run(ground, each.path)
        print(f"  {each.path}  [{how}]")
        print(f"    {run.line}   [{run.at}]" if run else "    (no command known)")
        if run and place[1]:
            print(f"    -> {executed(run.line, place)}")


def executed(line: str, place: tuple[Path, int]) -> str:
    """Return the exit code and the last words of a command."""
    try:
        done = subprocess.run(
            line, shell=True, cwd=place[0], capture_output=True, text=True, timeout=place[1], check=False
        )
    except subprocess.TimeoutExpired:
        return f"still running after {place[1]} s"
    words = [each.strip() for each in (done.stdout + done.stderr).splitlines() if each.strip()]
    telling = [each for each in words if COUNTED.search(each)] or words
    return f"exit {done.returncode}: {' | '.join(telling[-2:])[:200]}"


if __name__ == "__main__":
    main(sys.argv[1:])
