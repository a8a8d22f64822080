"""Where the outlines of a language and universal-ctags disagree, so that a person can read who is right.

    python benchmarks/outlines/agreement.py rust REPO… [--show 10] [--sample 200 --seed 1]

Wants `ctags` (universal-ctags with JSON) on the path. Definitions are compared as name and line of a file.
With `--sample`, definitions drawn at random from what either lists, each with its line of the file and who
lists it: where both do they agree; the others are to be judged.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from groundplan.code.extracting import read_outline
from groundplan.code.languages import PLAIN, language_of

NAMES = {
    "rust": "Rust",
    "java": "Java",
    "csharp": "C#",
    "ruby": "Ruby",
    "php": "PHP",
    "c": "C",
    "cpp": "C++",
    "kotlin": "Kotlin",
}
# No definitions of the file: packages, names of imports, included files, and what is local to a function.
LEFT_OUT = {
    "package",
    "packageName",
    "header",
    "local",
    "implementation",
    "namespace-php",
    "alias-php",
    "library",
}
ROUNDS = 3


class Named(NamedTuple):
    """A definition as both sides can say it."""

    path: str
    line: int
    name: str


def read_texts(repo: Path, language: str) -> dict[str, bytes]:
    """Return the files of a repository in a language, as git lists them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=repo, capture_output=True, check=True)
    found: dict[str, bytes] = {}
    for path in listed.stdout.decode().split("\0"):
        if language_of(path, b"") == PLAIN or not (repo / path).is_file():
            continue
        text = (repo / path).read_bytes()
        if language_of(path, text) == language:
            found[path] = text
    return found


def ask_ctags(repo: Path, language: str, paths: list[str]) -> dict[Named, str]:
    """Return what ctags lists in some files, each with its kind."""
    name = NAMES[language]
    argv = ["ctags", "--output-format=json", "--fields=+nKl", "--sort=no", f"--language-force={name}"]
    argv += [f"--kinds-{name}=+p"] if language in {"c", "cpp"} else []
    argv += ["-L", "-", "-f", "-"]
    done = subprocess.run(argv, cwd=repo, input="\n".join(paths), capture_output=True, text=True, check=True)
    tags = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {}
    for tag in tags:
        kind = tag.get("kind", "")
        skipped = {kind, f"{kind}-{language}"} & LEFT_OUT
        if not skipped and not tag["name"].startswith("__anon"):
            found[Named(tag["path"], tag["line"], plain(tag["name"]))] = kind
    return found


def plain(name: str) -> str:
    """Return a name as both spell it: no spaces or quotes, without the scope that ctags leaves before it."""
    return name.strip("`'\"").replace("operator ", "operator").replace(" ", "").rpartition("::")[2]


def read_ours(language: str, texts: dict[str, bytes]) -> dict[Named, str]:
    """Return what the outlines list, each with its kind."""
    return {
        Named(path, each.line, plain(each.name)): f"{each.kind}{' (declared)' if each.is_declared else ''}"
        for path, text in texts.items()
        for each in read_outline(language, text).definitions
    }


def show(repo: Path, language: str, options: argparse.Namespace) -> tuple[int, float]:
    """Print how the two agree on a repository; return bytes read and CPU seconds taken."""
    texts = read_texts(repo, language)
    ours, theirs = read_ours(language, texts), ask_ctags(repo, language, sorted(texts))
    both = ours.keys() & theirs.keys()
    broken = sum(read_outline(language, text).is_broken for text in texts.values())
    print(f"== {repo.name} ({language}): {len(texts)} files, {broken} with syntax errors")
    print(f"outline {len(ours)}, ctags {len(theirs)}, both {len(both)}")
    for title, mine, other in (("only ctags", theirs, ours), ("only the outline", ours, theirs)):
        rest = {each: kind for each, kind in mine.items() if each not in other}
        print(f"-- {title}: {dict(Counter(rest.values()).most_common())}")
        drawn = random.Random(options.seed).sample(sorted(rest), min(options.show, len(rest)))
        for each in sorted(drawn):
            print(f"   {rest[each]} {each.name}  {each.path}:{each.line}: {line_of(texts, each)}")
    if options.sample:
        print_sample(texts, ours, theirs, options)
    size = sum(map(len, texts.values()))
    return size, min(_seconds(language, texts) for _ in range(ROUNDS))


def print_sample(
    texts: dict[str, bytes], ours: dict[Named, str], theirs: dict[Named, str], options: argparse.Namespace
) -> None:
    """Print definitions drawn from what either lists."""
    union = sorted(ours.keys() | theirs.keys())
    drawn = random.Random(options.seed).sample(union, min(options.sample, len(union)))
    both = [each for each in drawn if each in ours and each in theirs]
    print(f"-- sample of {len(drawn)}: {len(both)} in both; to be judged:")
    for each in sorted(set(drawn) - set(both)):
        who = f"outline: {ours[each]}" if each in ours else f"ctags: {theirs[each]}"
        print(f"   [{who}] {each.name}  {each.path}:{each.line}: {line_of(texts, each)}")


def line_of(texts: dict[str, bytes], each: Named) -> str:
    """Return the line a definition stands on."""
    lines = texts[each.path].split(b"\n")
    return lines[each.line - 1].decode("utf-8", "replace").strip()[:120] if each.line <= len(lines) else ""


def _seconds(language: str, texts: dict[str, bytes]) -> float:
    start = time.process_time()
    for text in texts.values():
        read_outline(language, text)
    return time.process_time() - start


def main() -> int:
    """Compare repositories one by one and say how fast they were read."""
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=sorted(NAMES))
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for repo in options.repos:
        size, seconds = show(repo.resolve(), options.language, options)
        print(
            f"speed: {size / 1e6:.2f} MB in {seconds:.2f} CPU s, {size / 1e6 / max(seconds, 1e-9):.1f} MB/s\n"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
