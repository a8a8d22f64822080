"""Facts of a repository, read with git and plain text alone: what is measured is not its own judge.

A fact is taken only where the text leaves no doubt: a name that one line defines and others only call; a
package that a manifest writes, and one that no tracked file has a word of.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFINES = {
    ".py": r"^(?:async )?def (\w+)\(|^class (\w+)\b",
    ".go": r"^func (?:\([^)]*\) )?(\w+)\(",
    ".ts": r"^(?:export )?(?:async )?function (\w+)[(<]",
    ".rs": r"^\s*(?:pub(?:\([^)]*\))? )?(?:const )?fn (\w+)[(<]",
    ".rb": r"^\s*def (?:self\.)?(\w+[?!]?)",
}
COMMENT = re.compile(r"^\s*(?:#|//|\*|/\*|\"\"\")")
UNHEARD = ("redis", "celery", "kafka-client", "zookeeper", "sidekiq", "rabbitmq", "mongoose", "graphql-yoga")
MANIFESTS = ("pyproject.toml", "go.mod", "package.json", "Cargo.toml", "Gemfile")


@dataclass(frozen=True)
class Named:
    """A definition: where, how often it is called outside and inside tests, and in which of them."""

    name: str
    path: str
    line: int
    calls: int
    tests: tuple[str, ...]  # that call it
    named_in: tuple[str, ...] = ()  # files with the word

    @property
    def in_tests(self) -> bool:
        """Whether a test has the word."""
        return any(map(is_test, self.named_in))


@dataclass(frozen=True)
class Facts:
    """What is surely so in a repository."""

    files: tuple[str, ...]
    named: tuple[Named, ...]
    packages: tuple[str, ...]
    unheard: tuple[str, ...]
    lengths: dict[str, int]
    manifests: tuple[str, ...]


def is_test(path: str) -> bool:
    """Tell whether a file holds tests, by its name."""
    return (
        re.search(r"(?:^|/)(?:tests?|spec|__tests__)/|_test\.|test_|\.test\.|\.spec\.|_spec\.", path)
        is not None
    )


def read_facts(root: Path) -> Facts:
    """Read a clone."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    paths = [each for each in listed.split("\n") if each]
    texts = dict(_split(root, [each for each in paths if Path(each).suffix in DEFINES]))
    whole = "\n".join(_text(root / each) for each in paths)
    return Facts(
        tuple(sorted(each for each in texts if each in paths)),
        tuple(_named(texts, whole)),
        tuple(sorted(set(_packages(root, paths)))),
        tuple(each for each in UNHEARD if each not in whole.lower()),
        {path: text.count("\n") for path, text in texts.items()},
        tuple(each for each in MANIFESTS if each in paths),
    )


def _split(root: Path, paths: list[str]) -> Iterator[tuple[str, str]]:
    """Yield files with their text; of Rust, the tests at the end of a file as a file of their own."""
    for path in paths:
        text, mark, tests = _text(root / path).partition("#[cfg(test)]")
        yield path, text
        if mark:
            yield f"tests/{path}", "\n" * text.count("\n") + tests


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace") if path.is_file() else ""
    except OSError:
        return ""


def _named(texts: dict[str, str], whole: str) -> list[Named]:
    """Return what is defined on one line of the repository and only called everywhere else."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for path, text in texts.items():
        pattern = re.compile(DEFINES[Path(path).suffix])
        for number, line in enumerate(text.split("\n"), 1):
            if match := pattern.match(line):
                found[next(filter(None, match.groups()))].append((path, number))
    named = []
    for name, places in found.items():
        (path, number), *more = places
        if more or len(name) < 6 or is_test(path) or not re.fullmatch(r"\w+", name):
            continue
        calls, tests, is_plain = _calls(texts, name, (path, number))
        in_all = len(re.findall(rf"\b{name}\b", whole))
        in_code = sum(len(re.findall(rf"\b{name}\b", text)) for text in texts.values())
        if is_plain and in_all - in_code < 20:
            files = tuple(each for each, text in texts.items() if name in text)
            named.append(Named(name, path, number, calls, tuple(tests), files))
    return sorted(named, key=lambda each: each.name)


def _calls(texts: dict[str, str], name: str, home: tuple[str, int]) -> tuple[int, list[str], bool]:
    """Count the calls outside tests; not plain: some line has the name in another role."""
    word, call = re.compile(rf"\b{name}\b"), re.compile(rf"\b{name}\(")
    calls, tests, is_plain = 0, [], True
    for path, text in texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if not word.search(line) or (path, number) == home:
                continue
            is_import = re.match(r"\s*(?:import|from|use|export|require|pub use)\b|\s*[\w, ]+,?$", line)
            if COMMENT.match(line):
                is_plain = False
            elif is_test(path):
                tests += [path] if call.search(line) else []
            elif call.search(line) and len(word.findall(line)) == len(call.findall(line)):
                calls += len(call.findall(line))
            elif not is_import:
                is_plain = False
    return calls, list(dict.fromkeys(tests)), is_plain


def _packages(root: Path, paths: list[str]) -> list[str]:
    """Return the packages that the manifests of the root write, by their last part."""
    found = []
    for name in MANIFESTS:
        text = _text(root / name) if name in paths else ""
        if name == "go.mod":
            found += re.findall(r"^\t([\w./-]+) v[\w.+-]+$", text, re.MULTILINE)
        elif name == "package.json":
            block = re.search(r'"dependencies"\s*:\s*\{([^}]*)\}', text)
            found += re.findall(r'"([\w@/-]+)"\s*:', block[1]) if block else []
        elif name == "Cargo.toml":
            block = re.search(r"\[dependencies\]\n(.*?)(?:\n\[|\Z)", text, re.DOTALL)
            found += re.findall(r"^([\w-]+)\s*=", block[1], re.MULTILINE) if block else []
        elif name == "Gemfile":
            found += re.findall(r"^\s*gem ['\"]([\w-]+)['\"]", text, re.MULTILINE)
        else:
            found += re.findall(r'^\s+"([A-Za-z][\w-]+)(?:[<>=!~][^"]*)?",?$', text, re.MULTILINE)
    return found
