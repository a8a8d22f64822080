"""How the code around the targets does things: their folder first, then the whole repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Habit
from groundplan.planner.facts.naming import find_naming
from groundplan.survey.patterns.facts import Topic
from groundplan.survey.patterns.finding import find_patterns
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.patterns.facts import Pattern

MOST = 30
MOST_FILES = 600  # code and tests: what is more than that takes seconds to read for the first time
_COUNTED = frozenset({Part.CODE, Part.TEST})
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
        for under in _wider(pack, folder)
        for each in find_patterns(pack.index, under=under)
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


def _wider(pack: EvidencePack, folder: str) -> tuple[str, ...]:
    """Return where else to look: in the whole of a small repository, around the target in a large one."""
    tests = [each.path.rpartition("/")[0] for each in pack.tests if each.exists]
    near_tests = f"{tests[0]}/" if tests and tests[0] else ""
    paths = [path for path in pack.index.paths() if part(path) in _COUNTED]
    parts = folder.split("/")[:-1]
    for length in range(len(parts)):
        around = "".join(f"{each}/" for each in parts[:length])
        if sum(path.startswith(around) for path in paths) <= MOST_FILES:
            holds_tests = not near_tests or near_tests.startswith(around)
            return (around,) if holds_tests else (around, near_tests)
    if not folder and len(paths) <= MOST_FILES:
        return ("",)
    return (near_tests,) if near_tests and near_tests != folder else ()


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
