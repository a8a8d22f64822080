"""The tasks of a plan and what each waits for, as values; texts become such a graph in `wording` alone."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass
from groundplan.plan.phases import PhaseId

NO_PHASE = PhaseId("", "")


@dataclass(frozen=True, slots=True)
class TaskNode:
    """A task as dependencies see it. `table` tells which rows stand together, for `All above`."""

    title: str
    id: str = ""
    number: str = ""
    phase: PhaseId = NO_PHASE
    table: str = ""
    needs: str = ""
    groups: tuple[str, ...] = ()  # the epic and the story that it is part of


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name that is no task's, or that several could bear; `near` holds what may be meant."""

    task: int
    name: str
    near: tuple[str, ...]
    is_ambiguous: bool


@dataclass(frozen=True, slots=True)
class EmptyGroup:
    """A group named as a dependency that has no tasks."""

    task: int
    name: str
    exists: bool  # whether the document has such a phase at all


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """Tasks by their place, for each the places it waits for, and what could not be resolved."""

    tasks: tuple[TaskNode, ...]
    needs: tuple[frozenset[int], ...]
    unknown: tuple[Unknown, ...] = ()
    empty: tuple[EmptyGroup, ...] = ()
