"""An evidence pack made in a test: a goal over a few texts, facts computed unless the test gives them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from made_index import MadeIndex

from groundplan.evidence.pack import EvidencePack, own_names
from groundplan.plan.config import Config
from groundplan.plan.goal import Goal, GoalKind
from groundplan.planner.goal.reading import read_goal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.code.view import CodeView
    from groundplan.evidence.facts import Facts
    from groundplan.survey.history.past import History


def make_goal(text: str, **parts: Any) -> Goal:
    """Return a goal with the parts a test names; nothing is read out of its words."""
    given: dict[str, Any] = {
        "title": text.splitlines()[0] if text else "",
        "kind": GoalKind.FEATURE,
        "because": "the test says so",
        "sentences": (text,),
        "names": (),
        "paths": (),
    }
    return Goal(text, **(given | parts))


def make_pack(goal: Goal | str, files: Mapping[str, str | bytes] = {}, **facts: Any) -> EvidencePack:
    """Return a pack over texts by path; each fact given stands in for the computed one of its name."""
    read = make_goal(goal) if isinstance(goal, str) else goal
    pack = EvidencePack(read, MadeIndex(dict(files)), None, Config())
    pack.__dict__.update(facts)
    return pack


def make_facts(goal: Goal | str, files: Mapping[str, str | bytes] = {}, **facts: Any) -> Facts:
    """Return the same, frozen: what the planner sees of it."""
    parts = {name for name in facts if hasattr(EvidencePack, name)}
    pack = make_pack(goal, files, **{name: facts[name] for name in parts})
    return replace(pack.facts, **{name: fact for name, fact in facts.items() if name not in parts})


def gather_pack(index: CodeView, history: History | None, goal: str, **given: Any) -> EvidencePack:
    """Return the pack of a goal that is read out of its words."""
    return EvidencePack(read_goal(goal, own_names(index)), index, history, Config(), **given)
