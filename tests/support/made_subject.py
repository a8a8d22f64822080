"""A goal over a few texts, as evidence is gathered about it: no history unless a test gives one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from made_index import MadeIndex

from groundplan.app.queries.context import find_given
from groundplan.evidence.gathering import gather
from groundplan.evidence.subject import Subject
from groundplan.plan.config import Config
from groundplan.survey.where.goal import read_goal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.fact import Fact, FactKind


def make_subject(goal: str, files: Mapping[str, str], *, at: tuple[str, ...] = (), **more: Any) -> Subject:
    """Return a subject over texts by path."""
    index = MadeIndex(dict(files))
    regions, paths = find_given(index, at)
    return Subject(goal, read_goal(goal), index, None, Config(), given=regions, given_files=paths, **more)


def facts_of(goal: str, files: Mapping[str, str], kind: FactKind, **more: Any) -> list[Fact]:
    """Return the facts of one kind about a goal."""
    return [each for each in gather(make_subject(goal, files, **more)).facts if each.kind is kind]
