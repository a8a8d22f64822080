"""What the history says of the targets and of the goal's words; nothing where no history was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Past
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.history.past import History

MOST_ATTEMPTS = 6
MOST_BRANCHES = 3  # reading the commits of more takes as long as the rest of the pack


def find_past(pack: EvidencePack) -> Past:
    """Return churn and ownership of each target, and what was tried before about the goal."""
    history = pack.history
    if history is None:
        return Past()
    paths = [each.path for each in pack.targets]
    return Past(
        churn=history.churn(paths),
        ownership={path: history.ownership(path) for path in paths},
        attempts=_attempts(history, pack.goal.title),
    )


def _attempts(history: History, words: str) -> tuple[Attempt, ...]:
    found = previous_attempts(history, words, limit=MOST_ATTEMPTS)
    if len(history.repository.other_branches()) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, limit=MOST_ATTEMPTS)
    return tuple(found)
