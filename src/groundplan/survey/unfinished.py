"""Unfinished work: what is changed and not committed, what other branches have, what is left to do."""

from __future__ import annotations

import difflib
import os
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.files import as_text
from groundplan.code.past_code import PastCode
from groundplan.plan.dataclass import dataclass
from groundplan.survey.spot import Spot
from groundplan.survey.todo_marks import MARKS, find_marks
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.view import CodeView

_MOST_BRANCHES = 20
_MOST_COMMITS = 200  # of one branch
_MOST_LINES = 20_000  # of a file whose lines are compared
_MOST_LOOKED = 300  # versions of files read for the age of marks
_MOST_VERSIONS = 40  # of one file


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that differs from HEAD: how, and the definitions whose lines differ."""

    path: str
    how: str  # new, changed, removed
    definitions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch with commits that HEAD does not have, and the files they changed."""

    name: str
    commits: int
    subject: str  # of the newest one
    day: str
    paths: tuple[str, ...]
    is_cut: bool = False  # it has more commits than were read


@dataclass(frozen=True, slots=True)
class Changes:
    """The work on this repository that HEAD does not have."""

    files: tuple[ChangedFile, ...]
    branches: tuple[Branch, ...]
    compared: int
    not_compared: tuple[str, ...] = ()  # files without text
    unread: int = 0  # branches that were not looked at


@dataclass(frozen=True, slots=True)
class Todo:
    """A comment that says something is left to do, and since when it has been there."""

    mark: str
    text: str
    at: Spot
    within: str = ""
    since: str = ""  # day of the oldest commit found with it; empty: not committed, or not looked up


@dataclass(frozen=True, slots=True)
class Todos:
    """What comments say is left to do."""

    words: str
    todos: tuple[Todo, ...]
    files: int  # searched


def find_changes(index: CodeView) -> Changes:
    """Return what the worktree and other branches have that HEAD does not."""
    repository = index.repository
    head = repository.head
    committed = repository.file_ids(head) if head else {}
    past = PastCode(repository, head or "")
    here = set(index.paths())
    files = [
        each
        for path in sorted(here)
        if committed.get(path) != index.key(path)
        and (each := _changed(index, past, path, was_there=path in committed))
    ]
    absent = [path for path in committed if path not in here]
    gone = [path for path in absent if not os.path.lexists(index.root / path)]
    files += [ChangedFile(path, "removed") for path in gone]
    others = repository.other_branches() if head else ()
    return Changes(
        tuple(files),
        tuple(_branches(index, others[:_MOST_BRANCHES])),
        len(here),
        tuple(path for path in absent if path not in gone),
        len(others[_MOST_BRANCHES:]),
    )


def _changed(index: CodeView, past: PastCode, path: str, *, was_there: bool) -> ChangedFile | None:
    if not was_there:
        return ChangedFile(path, "new")
    # the index reads a text without its byte order mark, and in whatever encoding the mark says
    old, new = as_text(past.text(path) or b"") or b"", index.text(path) or b""
    if old == new:
        return None
    return ChangedFile(path, "changed", tuple(dict.fromkeys(_touched(index, past, path, (old, new)))))


def _touched(index: CodeView, past: PastCode, path: str, texts: tuple[bytes, bytes]) -> Iterator[str]:
    before, after = past.outline(path), index.outline(path)
    old, new = (text.split(b"\n") for text in texts)
    if before is None or after is None or max(len(old), len(new)) > _MOST_LINES:
        return
    for what, first, last, start, end in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if what == "equal":
            continue
        around = {after.at(line) for line in range(start + 1, end + 1)}
        around |= {before.at(line) for line in range(first + 1, last + 1)}
        yield from sorted(each.qualified for each in around if each)


def _branches(index: CodeView, names: Sequence[str]) -> Iterator[Branch]:
    repository = index.repository
    for name in names:
        ids = repository.commit_ids((name,), (repository.head or "",), limit=_MOST_COMMITS + 1)
        commits = list(repository.read_commits(ids[:_MOST_COMMITS], renames=False))
        if commits:
            paths = sorted({change.path for each in commits for change in each.changes})
            short = name.removeprefix("refs/heads/").removeprefix("refs/remotes/")
            newest, is_cut = commits[0], len(ids) > _MOST_COMMITS
            yield Branch(short, len(commits), newest.subject, newest.day, tuple(paths), is_cut)


def find_todos(index: CodeView, words: str = "") -> Todos:
    """Return the marks in comments, those with all of some words, and how old their lines are."""
    wanted = {word for each in identifiers_in(words) for word in words_of(each)}
    paths = sorted({path for mark in MARKS for path in index.files_with(mark)})
    ages = _Ages(index)
    found = tuple(
        todo
        for path in paths
        for todo in _marks(index, path, ages)
        if wanted <= _words(f"{todo.text} {path}")
    )
    return Todos(words, found, len(index.paths()))


def _words(text: str) -> set[str]:
    return {word for each in identifiers_in(text) for word in words_of(each)}


def _marks(index: CodeView, path: str, ages: _Ages) -> Iterator[Todo]:
    outline, text = index.outline(path), index.text(path) or b""
    lines = text.split(b"\n")
    copies = Counter(map(_bare, lines))
    for mark in find_marks(path, text):
        inside = outline.at(mark.line) if outline and not outline.is_broken else None
        line = lines[mark.line - 1]
        since = ages.of(path, line, copies[_bare(line)])
        where = inside.qualified if inside else ""
        yield Todo(mark.name, mark.words, Spot(path, mark.line), where, since)


class _Ages:
    """Since when lines are in a file: its versions are read backwards until one does not have them."""

    def __init__(self, index: CodeView) -> None:
        self._repository = index.repository
        self._left = _MOST_LOOKED
        self._versions: dict[str, list[str]] = {}
        self._origins: dict[str, str] = {}
        self._texts: dict[tuple[str, str], Counter[bytes]] = {}

    def of(self, path: str, line: bytes, copies: int) -> str:
        """Return the day of the oldest commit found with a line so often; it may be older than that.

        A file that was renamed is followed under its old name; how a line is indented does not matter.
        """
        wanted, found = _bare(line), ""
        for oid, at in self._history(path):
            text = self._text(oid, at)
            if text is None or text[wanted] < copies:
                break
            found = oid
        return self._day(found)

    def _history(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the versions of a file, newest first, each with its path at that time."""
        at, last, left = path, "", _MOST_VERSIONS
        while at and left:
            commits = self._commits(at)
            older = commits[commits.index(last) + 1 :] if last in commits else commits
            yield from ((oid, at) for oid in older[:left])
            left -= min(left, len(older))
            last = older[-1] if older else ""
            at = self._origin(last, at) if last and len(commits) < _MOST_VERSIONS else ""

    def _commits(self, path: str) -> list[str]:
        if path not in self._versions:
            known = (
                self._repository.commits_touching((path,), limit=_MOST_VERSIONS)
                if self._repository.head
                else ()
            )
            self._versions[path] = list(known)
        return self._versions[path]

    def _origin(self, oid: str, path: str) -> str:
        """Return what a file was called before the commit that gave it this path, or nothing."""
        if path not in self._origins:
            commit = next(iter(self._repository.read_commits((oid,))), None)
            changes = commit.changes if commit else ()
            self._origins[path] = next((each.old for each in changes if each.path == path and each.old), "")
        return self._origins[path]

    def _text(self, oid: str, path: str) -> Counter[bytes] | None:
        if (oid, path) not in self._texts:
            if not self._left:
                return None
            self._left -= 1
            text = self._repository.read_file_at(oid, path) or b""
            self._texts[oid, path] = Counter(map(_bare, text.split(b"\n")))
        return self._texts[oid, path]

    def _day(self, oid: str) -> str:
        commits = self._repository.read_commits((oid,), renames=False) if oid else ()
        return next((each.day for each in commits), "")


def _bare(line: bytes) -> bytes:
    return b"".join(line.split())
