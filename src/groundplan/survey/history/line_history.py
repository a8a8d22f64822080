"""Which commits brought the lines of a piece of code: its last versions compared, the newest first."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.survey.history.facts import PastCommit, Step
    from groundplan.survey.history.past import History

MOST_VERSIONS = 15  # of a file that are read: each costs two questions to git
_SHORTEST = 6  # letters of a line that says something: brackets and `else` come and go


def commits_of_lines(history: History, path: str, lines: Iterable[str]) -> Iterator[tuple[PastCommit, int]]:
    """Give the commits that brought some lines of a file, and how many each brought, newest first.

    The one that made the file brought all of it, which tells nothing of these lines.
    """
    left = {line.strip() for line in lines if len(line.strip()) >= _SHORTEST}
    steps = history.evolution(path)
    for step, before in pairwise(steps[: MOST_VERSIONS + 1]):
        if not left:
            return
        older = left & _lines_at(history, before)
        if older != left:
            yield step.commit, len(left - older)
        left = older


def _lines_at(history: History, step: Step) -> set[str]:
    try:
        text = history.repository.read_file_at(step.commit.oid, step.path)
    except GroundplanError:  # a clone may lack it
        return set()
    return {line.strip() for line in (text or b"").decode("utf-8", "replace").split("\n")}
