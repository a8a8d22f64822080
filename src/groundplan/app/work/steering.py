"""Files that decide what a command does, listed in `steering.toml`, and those of them that no commit has."""

from __future__ import annotations

import fnmatch
import os
import posixpath
import re
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.files.plain import read_below
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.toml_text import read_toml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.git.repository import Entry, Repository

RUNNERS = frozenset({"pytest", "_pytest", "unittest", "coverage", "tox", "nox"})
_LARGEST = 1_000_000  # bytes of a file that is read
_MOST_BELOW = 500  # files of a folder such as `.mvn`
_INCLUDE = late_regex(r"^[ ]*[-s]?include[ \t]+([^#\n]+)", re.MULTILINE)
_ASSIGNED = late_regex(r"^[ ]*([\w.-]+)[ \t]*[:?]{0,2}=[ \t]*([^#\n]*)", re.MULTILINE)
_USED = late_regex(r"\$[({]([\w.-]+)[)}]")
_WILDCARD = late_regex(r"\$[({]wildcard\s+([^)}]*)[)}]")


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of files, and what in the text of one replaces what a command does; none said: anything."""

    pattern: re.Pattern[str]
    replaces: re.Pattern[str] | None = None
    is_usual: bool = False

    def has(self, path: str) -> bool:
        """Tell whether a path ends in one of the names."""
        return self.pattern.fullmatch(path) is not None

    def find_replaced(self, text: str) -> set[str]:
        """Return what of a text replaces what a command does."""
        if self.replaces is None:
            return set() if self.is_usual else {text}
        return set(self.replaces.findall(text))


@dataclass(frozen=True, slots=True)
class _Table:
    tasks: Mapping[str, _Names]  # by the program that reads them
    runners: _Names
    loaded: _Names
    settings: _Names
    usual: tuple[_Names, ...]
    included: _Names
    above: tuple[str, ...]
    modules: Mapping[str, frozenset[str]]
    folders: frozenset[str]  # that such files lie in, by name

    @property
    def every(self) -> tuple[_Names, ...]:
        """Return all names, the surest first."""
        return (self.runners, self.loaded, *self.tasks.values(), self.settings, *self.usual)


@cache
def _table() -> _Table:
    read = read_toml(resources.files("groundplan.app.work").joinpath("steering.toml").read_text("utf-8"))
    modules = {"names": [f"{name}.py" for name in RUNNERS]}
    usual = tuple(_names(each, is_usual=True) for each in read["usual"])
    named = [each for row in (read["runners"], *read["usual"]) for each in row["names"]]
    loaded = {"names": read["loaded"]["names"] + modules["names"]}
    return _Table(
        {program: _names({"names": names}) for program, names in read["tasks"].items()},
        _names(read["runners"]),
        _names(loaded),
        _names(read["settings"]),
        usual,
        _names(read["included"]),
        tuple(read["above"]["names"]),
        {kind: frozenset(names) for kind, names in read["modules"].items()},
        frozenset(each.partition("/")[0] for each in named if "/" in each),
    )


def _names(row: Mapping[str, Any], *, is_usual: bool = False) -> _Names:
    choices = "|".join(fnmatch.translate(each) for each in row["names"])
    replaces = re.compile(row["replaces"]) if "replaces" in row else None
    # a disk that takes no heed of case opens them by any spelling
    return _Names(re.compile(rf"(?:.*/)?(?:{choices})", re.IGNORECASE | re.DOTALL), replaces, is_usual)


def names_above() -> tuple[str, ...]:
    """Return what runners look for in folders above the one they run in."""
    return _table().above


def find_modules(kind: str) -> frozenset[str]:
    """Return what test runners import: names in Python, ends of paths in other languages."""
    return _table().modules[kind]


def is_steering(path: str) -> bool:
    """Tell whether a file decides what a command does, or may."""
    return any(each.has(path) for each in _table().every)


def is_loaded(path: str) -> bool:
    """Tell whether a file is run by whatever finds it."""
    return _table().loaded.has(path)


def programs_of(path: str) -> frozenset[str]:
    """Return the programs that do what is written in a file."""
    return frozenset(program for program, names in _table().tasks.items() if names.has(path))


def rewires(path: str, before: str, after: str) -> bool:
    """Tell whether a change of a file changes which tests run, or what a command does."""
    table = _table()
    if table.runners.has(path):
        return True
    told = [each for each in table.usual if each.has(path)]
    return any(each.find_replaced(before) != each.find_replaced(after) for each in told)


def find_steering(
    repository: Repository, tree: Mapping[str, Entry], untracked: Iterable[str], tested: Collection[str]
) -> Iterator[tuple[str, bool]]:
    """Yield files that no commit has and a tool reads, and whether each replaces what a command does."""
    root = Path(repository.root)
    for path in _list(root, untracked, tested):
        names = next((each for each in _table().every if each.has(path)), None)
        if names is not None:
            yield path, _replaces(names, root, path)
    for path in _find_included(repository, tree, root):
        yield path, _replaces(_table().included, root, path)


def _list(root: Path, untracked: Iterable[str], tested: Collection[str]) -> Iterator[str]:
    """Yield untracked files; of folders without a tracked file only those that tools look into."""
    for path in (each.rstrip("/") for each in untracked):
        if not (root / path).is_dir():
            yield path
        elif path.rpartition("/")[2] in _table().folders:
            yield from islice(_below(root, path), _MOST_BELOW)
        elif path in tested:
            yield from (f"{path}/{name}" for name in os.listdir(root / path))  # noqa: PTH208 - names alone


def _below(root: Path, folder: str) -> Iterator[str]:
    for above, _, names in os.walk(root / folder):
        yield from (Path(above, name).relative_to(root).as_posix() for name in names)


def _replaces(names: _Names, root: Path, path: str) -> bool:
    """Tell whether a file replaces what a command does; what a link leads to is anybody's to change."""
    if names.replaces is None:
        return not names.is_usual
    try:
        text = read_below(root, path, most=_LARGEST + 1)
    except OSError:
        return True
    return len(text) > _LARGEST or bool(names.find_replaced(text.decode("utf-8", "replace")))


def _find_included(repository: Repository, tree: Mapping[str, Entry], root: Path) -> Iterator[str]:
    """Yield what committed Makefiles bring in and no commit has, as far as its name can be told."""
    made = {path: entry.oid for path, entry in tree.items() if _table().included.has(path) and entry.is_file}
    texts = repository.read_blobs(made.values(), largest=_LARGEST) if made else {}
    for path, oid in made.items():
        text = texts.get(oid, b"").decode("utf-8", "replace").replace("\\\n", " ")
        for word in _included(text):
            for found in _matching(root, posixpath.normpath(posixpath.join(posixpath.dirname(path), word))):
                if found not in tree:
                    yield found


def _included(text: str) -> Iterator[str]:
    assigned = dict(_ASSIGNED.findall(text))
    for line in _INCLUDE.findall(text):
        told = _WILDCARD.sub(r"\1", _USED.sub(lambda each: assigned.get(each[1], each[0]), line))
        yield from (word for word in told.split() if "$" not in word and not word.startswith("/"))


def _matching(root: Path, path: str) -> list[str]:
    if "*" not in path:
        return [path] if (root / path).is_file() else []
    try:
        found = islice(root.glob(path), _MOST_BELOW)
        return [each.relative_to(root).as_posix() for each in found if each.is_file()]
    except (ValueError, NotImplementedError):
        return []
