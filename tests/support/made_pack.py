"""An evidence pack made in a test: a goal over a few texts, facts computed unless the test gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from made_index import MadeIndex

from groundplan.plan.config import Config
from groundplan.planner.goal.goal import Goal, GoalKind
from groundplan.planner.pack import EvidencePack

if TYPE_CHECKING:
    from collections.abc import Mapping


def make_goal(text: str, **parts: Any) -> Goal:
    """Return a goal with the parts a test names; nothing is read out of its words."""
    given: dict[str, Any] = {
        "title": text.splitlines()[0] if text else "",
        "kind": GoalKind.FEATURE,
        "because": "the test says so",
        "sentences": (text,),
        "names": (),
        "paths": (),
        "demands": (),
    }
    return Goal(text, **(given | parts))


def make_pack(goal: Goal | str, files: Mapping[str, str | bytes] = {}, **facts: Any) -> EvidencePack:
    """Return a pack over texts by path; each fact given stands in for the computed one of its name."""
    read = make_goal(goal) if isinstance(goal, str) else goal
    pack = EvidencePack(read, MadeIndex(dict(files)), None, Config())
    pack.__dict__.update(facts)
    return pack
