"""Questions about the past: of a file, of the whole, of what was tried before, and of one commit."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.code.naming import pick_path
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.rules.secrets import leave_out_secrets
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.view import CodeView
    from groundplan.git.commits import Change, Commit
    from groundplan.git.repository import Repository
    from groundplan.survey.history.facts import Attempt, Churn, Ownership, Step, Together

_MOST = 20
_OID = late_regex(r"[0-9a-f]{7,64}")
_LARGEST = 200_000  # bytes of a file that is compared
_MOST_COMPARED = 20  # files


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The life of one file: how often it changed, who made it, what changes with it, and its commits."""

    path: str
    churn: Churn | None
    ownership: Ownership
    together: tuple[Together, ...]
    steps: tuple[Step, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordsHistory:
    """What was tried before about some words, what was taken back first."""

    words: str
    attempts: tuple[Attempt, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WholeHistory:
    """The repository's past: who made it, what changed most in the last twelve months."""

    commits: int
    ownership: Ownership
    busiest: tuple[Churn, ...]
    notices: tuple[str, ...]


def file_history(code: Codebase, path: str) -> FileHistory:
    """Return the history of a file through all its names."""
    index = code.index
    known = _tracked(index, path) or pick_path(index, path)
    with load_history(index, code.on_history) as history:
        return FileHistory(
            known,
            history.churn([known]).get(known),
            history.ownership(known),
            tuple(history.together(known, limit=_MOST)),
            tuple(history.evolution(known)),
            history.notices,
        )


def _tracked(index: CodeView, said: str) -> str:
    """Return the path of a file that git tracks and the index leaves out, such as an image."""
    path = said.strip().replace("\\", "/").removeprefix("./")
    is_left_out = path not in index.paths() and path in index.repository.tracked_files()
    return path if is_left_out else ""


def whole_history(code: Codebase) -> WholeHistory:
    """Return the history of the repository as a whole."""
    index = code.index
    known = set(index.paths())
    with load_history(index, code.on_history) as history:
        churn = [each for each in history.churn().values() if each.path in known and each.recent]
        busiest = sorted(churn, key=lambda each: (-each.recent, -each.commits, each.path))[:_MOST]
        return WholeHistory(history.count(), history.ownership(), tuple(busiest), history.notices)


def words_history(code: Codebase, words: str) -> WordsHistory:
    """Return the commits about some words: what was tried, what was taken back."""
    with load_history(code.index, code.on_history) as history:
        found = previous_attempts(history, words, limit=_MOST)
        found += unmerged_attempts(history, words, history.repository.other_branches())
        return WordsHistory(words, tuple(found), history.notices)


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
