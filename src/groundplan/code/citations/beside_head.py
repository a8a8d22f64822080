"""Renames that are not committed yet: which new file a file of HEAD that is gone from the disk became."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Protocol

from groundplan.code.citations.texts import likeness, split_lines
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from groundplan.code.view import CitedCode
    from groundplan.git.commits import Commit

_LIKE = 0.5  # as git's own `-M`: half of the text
_LIKE_RENAMED = 0.7  # under another name: lists of exports and imports are half alike everywhere
_MOST_LIKENED = 400  # new files whose text is compared
_MOST_RIVALS = 60  # removed files that a new file may belong to


class History(Protocol):
    """What a repository says of files that are gone."""

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        """Return the commits of HEAD's history that changed one of the paths, newest first."""

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give commits with the files they changed."""

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a file's content in a revision."""

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the files of a revision."""


@dataclass(frozen=True, slots=True)
class Followed:
    """Where a path went (empty: not known), whether it ever was, and the revision that last had it."""

    path: str = ""
    was_there: bool = False
    revision: str = ""


class BesideHead:
    """What the worktree has beside HEAD: files removed, files new, and which of them are the same."""

    def __init__(self, index: CitedCode, kind: Callable[[str], str]) -> None:
        self._index = index
        self._kind = kind
        self._committed: frozenset[str] | None = None
        self._texts: dict[str, bytes | None] = {}

    def follow(self, history: History, paths: Iterable[str]) -> dict[str, Followed]:
        """Return those of the paths that HEAD has and the disk has not, each with where it went."""
        if self._committed is None:
            self._committed = frozenset(history.list_files("HEAD"))
        found = {}
        for path in paths:
            inside = [path] if path in self._committed else _inside(path, self._committed)
            if inside:
                pairs = [(old, self._became(history, old, self._committed)) for old in inside]
                target = pairs[0][1] if inside == [path] else folder_of(path, [p for p in pairs if p[1]])
                found[path] = Followed(target, was_there=True, revision="HEAD")
        return found

    def made_of(self, history: History, path: str) -> list[str]:
        """Return the files of HEAD, gone from the disk, that a new file has half of the lines of."""
        if self._committed is None:
            self._committed = frozenset(history.list_files("HEAD"))
        if path in self._committed:
            return []
        lines = split_lines(self._index.text(path) or b"")
        return [
            each
            for each in self._rivals(path, self._committed)
            if likeness(split_lines(self._text(history, each) or b""), lines) >= _LIKE
        ]

    def _became(self, history: History, path: str, committed: frozenset[str]) -> str:
        fresh = [each for each in self._index.paths() if each not in committed][:_MOST_LIKENED]
        if not fresh:
            return ""
        text = self._text(history, path)
        target, score = likest(self._index, text, path, fresh)
        lines = split_lines(self._index.text(target) or b"") if target else []
        for rival in self._rivals(path, committed) if target else ():
            # like git, pair the likest: a new file is one file's successor, not that of all its kin
            if likeness(split_lines(self._text(history, rival) or b""), lines) > score:
                return ""
        return target

    def _rivals(self, path: str, committed: frozenset[str]) -> list[str]:
        ending = posixpath.splitext(path)[1]
        there = frozenset(self._index.paths())
        gone = (each for each in sorted(committed - there - {path}) if each.endswith(ending))
        return [each for each in gone if not self._kind(each)][:_MOST_RIVALS]

    def _text(self, history: History, path: str) -> bytes | None:
        if path not in self._texts:
            self._texts[path] = history.read_file_at("HEAD", path)
        return self._texts[path]


def likest(index: CitedCode, text: bytes | None, path: str, choice: Sequence[str]) -> tuple[str, float]:
    """Return the one file of a choice with enough of the lines, and how like it is; else nothing."""
    lines = split_lines(text) if text is not None else []
    name, scored = posixpath.basename(path), []
    for each in choice if lines else ():
        other = index.text(each)
        least = _LIKE if posixpath.basename(each) == name else _LIKE_RENAMED
        if other is not None and (score := likeness(lines, split_lines(other))) >= least:
            scored.append((score, each))
    scored.sort(reverse=True)
    equal = [each for each in scored if each[0] > scored[0][0] - 0.05]
    if len(equal) > 1:  # copies of one text: only the name can tell, as with git
        equal = [each for each in equal if posixpath.basename(each[1]) == name]
    return (equal[0][1], equal[0][0]) if len(equal) == 1 else ("", 0.0)


def folder_of(path: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the folder that took a folder's place, when every file of it that was renamed went there."""
    targets = set()
    for old, new in pairs:
        tail = old[len(path) :]
        if not new.endswith(tail):
            return ""
        targets.add(new[: -len(tail)])
    return targets.pop() if len(targets) == 1 else ""


def _inside(folder: str, files: Iterable[str]) -> list[str]:
    return sorted(each for each in files if each.startswith(f"{folder}/"))[:20]
