"""What the history says of the targets and of the goal's words; a history that is missing is a notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Past
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Attempt, Together
    from groundplan.survey.history.past import History

MOST_TOGETHER = 6
MOST_ATTEMPTS = 6
MOST_BRANCHES = 3  # reading the commits of more takes as long as the rest of the pack


def find_past(pack: EvidencePack) -> Past:
    """Return churn, ownership and companions of each target, and what was tried before about the goal."""
    history = pack.history
    if history is None:
        return Past(notices=("No history was read, so nothing is said about the past",))
    paths = [each.path for each in pack.targets]
    return Past(
        churn=history.churn(paths),
        ownership={path: history.ownership(path) for path in paths},
        together={path: _companions(pack, history, path) for path in paths},
        attempts=_attempts(history, pack.goal.title),
        notices=history.notices,
    )


def _companions(pack: EvidencePack, history: History, path: str) -> tuple[Together, ...]:
    """Return the files that changed with one and still stand: what was removed since is no place to look."""
    known = set(pack.index.paths())
    found = history.together(path, limit=2 * MOST_TOGETHER)
    return tuple(each for each in found if each.path in known)[:MOST_TOGETHER]


def _attempts(history: History, words: str) -> tuple[Attempt, ...]:
    found = previous_attempts(history, words, limit=MOST_ATTEMPTS)
    if len(history.repository.other_branches()) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, limit=MOST_ATTEMPTS)
    return tuple(found)
