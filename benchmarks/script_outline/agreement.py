"""Whether the outlines of scripts and Go hold what universal-ctags sees, and how fast they are read.

    python benchmarks/script_outline/agreement.py REPO… [--show 10]

Wants `ctags` (universal-ctags with JSON) on the path. Definitions are compared as name and line of a file, by
the kind ctags gives them: `found` is the share of its definitions that the outline has too. Speed is CPU time
in this process, files read beforehand, the best of three rounds: the parser alone, and the whole outline.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.grammars.grammar import GRAMMARS, reader
from groundplan.code.grammars.reading import read_with_grammar

if TYPE_CHECKING:
    from collections.abc import Callable

ENDINGS = {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "tsx",
    ".js": "javascript",
    ".jsx": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".go": "go",
}
# No definitions of the file: the package clause, names of imports, embedded types (they are bases here).
LEFT_OUT = {"package", "packageName", "unknown", "anonMember"}
# ctags lists local names of functions as well; an outline has those at the top of the file.
LOCAL_TOO = {"constant", "variable", "alias"}
AT_THE_TOP = re.compile(r"/\^(?:export|declare|const|let|var|type|abstract)\b")
ROUNDS = 3


def read_texts(repo: Path) -> dict[str, bytes]:
    """Return the files of a repository in the languages at hand, as git lists them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=repo, capture_output=True, check=True)
    paths = [path for path in listed.stdout.decode().split("\0") if Path(path).suffix in ENDINGS]
    return {path: (repo / path).read_bytes() for path in paths if (repo / path).is_file()}


def ask_ctags(repo: Path, paths: list[str]) -> list[tuple[str, str, int, str]]:
    """Return path, name, line and kind of every definition that ctags sees."""
    argv = ["ctags", "--output-format=json", "--fields=+nKl", "--sort=no", "-L", "-", "-f", "-"]
    done = subprocess.run(argv, cwd=repo, input="\n".join(paths), capture_output=True, text=True, check=True)
    tags = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [
        (tag["path"], tag["name"].strip("'\"`"), tag["line"], tag["kind"])
        for tag in tags
        if tag.get("_type") == "tag" and is_definition(tag)
    ]


def is_definition(tag: dict[str, str]) -> bool:
    """Tell whether an outline should have what ctags lists."""
    if tag["kind"] in LEFT_OUT or tag["name"].startswith("anonymous"):
        return False
    if tag.get("language") == "JavaScript" and tag["kind"] in {"property", "class"}:
        # It also lists keys of objects, wherever they stand.
        return tag["kind"] == "class" and "class " in tag.get("pattern", "")
    return tag["kind"] not in LOCAL_TOO or AT_THE_TOP.match(tag.get("pattern", "")) is not None


def time_best(texts: dict[str, bytes], read: Callable[[str, bytes], object]) -> float:
    """Return the CPU seconds of the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for path, text in texts.items():
            read(ENDINGS[Path(path).suffix], text)
        best = min(best, time.process_time() - began)
    return best


def compare(repo: Path, texts: dict[str, bytes], show: int) -> None:
    """Print one row for each language and kind of ctags, and one for what ctags does not list."""
    ours: dict[str, set[tuple[str, str, int]]] = defaultdict(set)
    for path, text in texts.items():
        language = ENDINGS[Path(path).suffix]
        for each in read_with_grammar(language, text).definitions:
            ours[language].add((path, each.name, each.line))
    theirs: dict[str, dict[str, set[tuple[str, str, int]]]] = defaultdict(lambda: defaultdict(set))
    for path, name, line, kind in ask_ctags(repo, list(texts)):
        theirs[ENDINGS[Path(path).suffix]][kind].add((path, name, line))
    missed: Counter[tuple[str, str]] = Counter()
    for language in sorted(ours):
        known: set[tuple[str, str, int]] = set()
        for kind, tags in sorted(theirs[language].items()):
            known |= tags
            both = tags & ours[language]
            share = len(both) / len(tags)
            print(f"| {repo.name} | {language} | {kind} | {len(tags)} | {len(both)} | {share:.3f} |")
            for tag in sorted(tags - both):
                missed[language, kind] += 1
                if missed[language, kind] <= show:
                    print(f"    not found: {kind} {tag}")
        both = known & ours[language]
        share = len(both) / len(known) if known else 0.0
        print(f"| {repo.name} | {language} | all | {len(known)} | {len(both)} | {share:.3f} |")
        print(f"| {repo.name} | {language} | (ours alone) | – | {len(ours[language] - known)} | – |")
        for tag in sorted(ours[language] - known)[:show]:
            print(f"    ours alone: {tag}")


def main() -> int:
    """Compare each repository with ctags and time the reading of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences to print for each kind")
    options = parser.parse_args()
    for language in GRAMMARS:
        reader(language)
    print("| repository | language | kind in ctags | ctags | both | found |\n|--|--|--|--|--|--|")
    speeds = []
    for repo in options.repos:
        texts = read_texts(repo)
        compare(repo, texts, options.show)
        size = sum(map(len, texts.values())) / 1e6
        parsed = time_best(texts, lambda language, text: reader(language).parser.parse(text))
        read = time_best(texts, read_with_grammar)
        speeds.append(
            f"| {repo.name} | {len(texts)} | {size:.2f} | {parsed:.2f} | {size / parsed:.1f} "
            f"| {read:.2f} | {size / read:.1f} |"
        )
    print("\n| repository | files | MB | parse, s | parse, MB/s | outline, s | outline, MB/s |")
    print("|--|--|--|--|--|--|--|", *speeds, sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
