"""A goal as the planner reads it: what kind of change it asks for, what it names."""

from __future__ import annotations

import enum

from groundplan.plan.dataclass import dataclass


class GoalKind(enum.StrEnum):
    """What kind of change a goal asks for; playbooks say which kinds they suit."""

    FIX = "fix"
    FEATURE = "feature"
    REFACTOR = "refactor"
    MIGRATION = "replacement"  # one system, store, library or API is replaced by another
    DEBT = "debt"  # technical debt paid back: tests, types, documentation, dead code
    CAMPAIGN = "campaign"  # several phases, owners or releases
    REQUIREMENT = "requirement"  # a product requirement: a PRD, a feature over several backends
    DESIGN = "decision"  # a decision between designs wanted before work starts
    COUNCIL = "opinions"  # several opinions wanted


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, read; every part quotes the goal's own words."""

    text: str
    title: str
    kind: GoalKind
    because: str  # why this kind: the words that say so
    sentences: tuple[str, ...]
    names: tuple[str, ...]  # identifiers it names, as written: `Field.deconstruct`, `fetch_data`
    paths: tuple[str, ...]
    criterion: str = ""  # the sentence by which success could be measured
    excluded: tuple[str, ...] = ()  # what it says is out of scope
