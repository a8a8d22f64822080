"""Questions about the past: of a file, of the whole, and of what was tried before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.naming import pick_path
from groundplan.plan.dataclass import dataclass
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.survey.history.facts import Attempt, Churn, Ownership, Step, Together

_MOST = 20


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
    known = pick_path(index, path)
    with load_history(index, code.on_history) as history:
        return FileHistory(
            known,
            history.churn([known]).get(known),
            history.ownership(known),
            tuple(history.together(known, limit=_MOST)),
            tuple(history.evolution(known)),
            history.notices,
        )


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
