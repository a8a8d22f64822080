"""Unfinished work: what is changed and not committed, what other branches have."""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING

from groundplan.code.files import as_text
from groundplan.code.past_code import PastCode
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.view import CodeView

_MOST_BRANCHES = 20
_MOST_COMMITS = 200  # of one branch
_MOST_LINES = 20_000  # of a file whose lines are compared


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
