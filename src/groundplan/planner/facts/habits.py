"""How the code around the targets does things: their folder first, then the whole repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.kinds import Habit
from groundplan.planner.facts.naming import find_naming
from groundplan.survey.patterns.facts import Topic
from groundplan.survey.patterns.finding import find_patterns

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.patterns.facts import Pattern

MOST = 30
_TOPICS = {Topic.CONVENTIONS: "structure"}
FEWEST = 3  # places: two are no habit


def find_habits(pack: EvidencePack) -> tuple[Habit, ...]:
    """Return the habits to preserve, the nearest folder's before the repository's, by topic."""
    folder = _folder_of(pack)
    local = (
        [each for each in find_patterns(pack.index, under=folder) if _says_something(each)] if folder else []
    )
    seen = {(each.topic, each.what, each.language) for each in local}
    whole = [
        each
        for each in find_patterns(pack.index)
        if _says_something(each) and (each.topic, each.what, each.language) not in seen
    ]
    naming = list(find_naming(pack.index, folder))
    near = [_habit(each, is_local=True) for each in local]
    far = [_habit(each, is_local=False) for each in whole]
    return (*naming, *near, *far)[:MOST]


def _folder_of(pack: EvidencePack) -> str:
    """Return the folder of the foremost target, with its slash; nothing where it stands at the root."""
    paths = [each.path for each in pack.targets] or [each.beside for each in pack.new_files]
    folder = paths[0].rpartition("/")[0] if paths else ""
    return f"{folder}/" if folder else ""


def _says_something(pattern: Pattern) -> bool:
    return bool(pattern.practices) and pattern.total >= FEWEST


def _habit(pattern: Pattern, *, is_local: bool) -> Habit:
    share = pattern.leading.count / pattern.total if pattern.total and not pattern.is_listing else 1.0
    return Habit(
        _TOPICS.get(pattern.topic, pattern.topic.value),
        pattern.statement,
        pattern.leading.spots,
        round(min(share, 1.0), 3),
        is_local,
    )
