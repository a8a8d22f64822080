"""How far an answer about uses reaches: complete, or partial and why; what no reading of code can see."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

COMPLETE = "complete"
PARTIAL = "partial"
UNSEEN = "reflection, names built at run time, calls by a framework, and code outside this repository"
_BY_NAME = "by name only"
_OWN = ".groundplan/"  # what plans are kept in names everything and uses nothing
_SHOWN = 3
# Texts for people: a name in them is no use.
_PROSE = (
    ".md",
    ".mdx",
    ".rst",
    ".txt",
    ".adoc",
    ".org",
    ".tex",
    ".po",
    ".pot",
    ".svg",
    ".lock",
    ".map",
    ".snap",
)
# Data: a key of it names nothing of the code, its values may.
_DATA = (".yml", ".yaml", ".json", ".jsonc", ".json5", ".toml")
_KEY = rb"(?![\"']?\s*[:=])"
_BUILDING = (
    ".github/",
    ".circleci/",
    ".gitlab-ci",
    ".travis",
    ".vscode/",
    ".idea/",
)  # runs the code, uses none
_PROSE_NAMES = frozenset({"CHANGELOG", "CHANGES", "HISTORY", "NEWS", "AUTHORS", "LICENSE", "CODEOWNERS"})


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A file in a language that is not parsed, and how often it has the word."""

    path: str
    count: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether every place with the name is accounted for, and if not, what is open."""

    extent: str  # COMPLETE or PARTIAL
    reasons: tuple[str, ...]
    searched: int  # parsed files that have the word, in its own case
    unparsed: tuple[Unparsed, ...] = ()
    unseen: str = UNSEEN

    @property
    def is_complete(self) -> bool:
        """Whether every place with the name in this repository is accounted for."""
        return self.extent == COMPLETE

    def but(self, reasons: Sequence[str]) -> Coverage:
        """Return the coverage with further reasons why it is not complete."""
        if not reasons:
            return self
        return replace(self, extent=PARTIAL, reasons=(*self.reasons, *reasons))


def measure(index: CodeView, name: str, possible: Sequence[Usage], more: Iterable[str] = ()) -> Coverage:
    """Return how far the uses of a name are known, given those that only bear it and other reasons."""
    unparsed = find_unparsed(index, name)
    searched = sum(
        bool(is_parsed(index, path) and _count(index.text(path) or b"", name))
        for path in index.files_with(name)
    )
    reasons = [
        *_reason_of_places(possible),
        *_reason_of_files(unparsed),
        *more,
    ]
    return Coverage(PARTIAL if reasons else COMPLETE, tuple(reasons), searched, unparsed)


def join(one: Coverage, other: Coverage, possible: Sequence[Usage]) -> Coverage:
    """Return how far the uses of two names are known together, of which some only bear one of them."""
    kept = (each for each in (*one.reasons, *other.reasons) if not each.endswith(_BY_NAME))
    reasons = tuple(dict.fromkeys([*_reason_of_places(possible), *kept]))
    unparsed = tuple(dict.fromkeys((*one.unparsed, *other.unparsed)))
    return replace(other, extent=PARTIAL if reasons else COMPLETE, reasons=reasons, unparsed=unparsed)


def find_unparsed(index: CodeView, name: str) -> tuple[Unparsed, ...]:
    """Return the files that have a word and no outline, those that are only for reading left out."""
    found = [
        Unparsed(path, number)
        for path in index.files_with(name)
        if not _is_prose(path)
        and not path.startswith((_OWN, *_BUILDING))
        and not is_parsed(index, path)
        and (number := _count(index.text(path) or b"", name, is_data=path.endswith(_DATA)))
    ]
    return tuple(found)


def is_parsed(index: CodeView, path: str) -> bool:
    """Whether a file is in a language that has outlines; its name mostly says so without one being read."""
    if language_of(path, b"") != PLAIN:
        return True
    return "." not in path.rpartition("/")[2] and index.outline(path) is not None


def reason_of_names(names: Iterable[str]) -> list[str]:
    """Return that a definition goes by other names, too, under which it is not looked for."""
    listed = ", ".join(f"`{each}`" for each in sorted(names))
    return [f"it is exported as {listed} as well"] if listed else []


def _reason_of_places(possible: Sequence[Usage]) -> list[str]:
    number = len(possible)
    if not number:
        return []
    return [f"{number} {'place matches' if number == 1 else 'places match'} {_BY_NAME}"]


def _reason_of_files(unparsed: Sequence[Unparsed]) -> list[str]:
    if not unparsed:
        return []
    named = ", ".join(f"`{each.path}`" for each in unparsed[:_SHOWN])
    more = " and others" if len(unparsed) > _SHOWN else ""
    return [f"files that are not parsed may use it: {named}{more}"]


def _is_prose(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith(_PROSE) or name.partition(".")[0].upper() in _PROSE_NAMES


def _count(text: bytes, name: str, *, is_data: bool = False) -> int:
    word = re.escape(name.encode("utf-8", "surrogateescape"))
    return len(re.findall(rb"(?<![\w$])" + word + rb"(?![\w$])" + (_KEY if is_data else b""), text))
