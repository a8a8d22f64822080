"""One commit as text: what it says, and what it changed line by line, as far as that is short."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.plan.late_regex import late_regex
from groundplan.rules.secrets import leave_out_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.git.commits import Change, Commit
    from groundplan.git.repository import Repository

_OID = late_regex(r"[0-9a-f]{7,64}")
_LARGEST = 200_000  # bytes of a file that is compared
_MOST_COMPARED = 20  # files


def is_commit_name(words: str) -> bool:
    """Tell whether words look like the id of a commit."""
    return _OID.fullmatch(words) is not None


def tell_commit(repository: Repository, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the id of a commit and its text, secrets left out; NotFound where there is none."""
    (commit,) = repository.read_commits([repository.resolve(name)])
    told = "\n".join(
        [commit.day, commit.subject, *commit.body.splitlines(), "", *_changes(repository, commit)]
    )
    return commit.oid, tuple(leave_out_secrets(told).split("\n"))


def _changes(repository: Repository, commit: Commit) -> Iterator[str]:
    before = commit.parents[0] if commit.parents else ""
    for at, change in enumerate(commit.changes):
        renamed = f" (was {change.old})" if change.old else ""
        yield f"{change.status} {change.path}{renamed}"
        if at < _MOST_COMPARED:
            yield from _difference(repository, before, commit.oid, change)


def _difference(repository: Repository, before: str, after: str, change: Change) -> Iterator[str]:
    old = repository.read_file_at(before, change.old or change.path) if before else None
    new = repository.read_file_at(after, change.path)
    texts = (old or b"", new or b"")
    if all(len(text) <= _LARGEST and b"\0" not in text for text in texts):
        was, now = ([line.decode("utf-8", "replace") for line in split_lines(text)] for text in texts)
        yield from list(difflib.unified_diff(was, now, n=2, lineterm=""))[2:]
