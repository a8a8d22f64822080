"""The evidence pack: everything the code says about a goal, each part computed when first asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.index import Index
    from groundplan.plan.config import Config
    from groundplan.planner.facts.kinds import (
        Alike,
        Caller,
        Command,
        Constraint,
        Failure,
        Habit,
        NewFile,
        OtherPlan,
        Past,
        Reach,
        Region,
        Standing,
        Target,
        TestPlace,
        UsedPackage,
        WayIn,
    )
    from groundplan.planner.goal import Goal
    from groundplan.survey.history.past import History
    from groundplan.survey.manifest.facts import Manifest


@dataclass
class EvidencePack:
    """What the code says about one goal. Every part is cited; what could not be computed is a notice."""

    goal: Goal
    index: Index
    history: History | None
    config: Config
    others: tuple[OtherPlan, ...] = ()  # other open plans and the files they work on
    extra: tuple[str, ...] = ()  # files the user named in answers: targets whatever the ranking says
    notices: list[str] = field(default_factory=list)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the files to modify, best first: those the evidence is strong for, not a fixed number."""
        raise NotImplementedError

    @cached_property
    def is_new(self) -> bool:
        """Whether the goal adds something that nothing there does yet."""
        raise NotImplementedError

    @cached_property
    def new_files(self) -> tuple[NewFile, ...]:
        """Return the files to add, where the goal adds something of its own."""
        raise NotImplementedError

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Return the definitions to change, best first, over all targets."""
        raise NotImplementedError

    @cached_property
    def tests(self) -> tuple[TestPlace, ...]:
        """Return where the change is tested, existing test files first."""
        raise NotImplementedError

    @cached_property
    def reach(self) -> tuple[Reach, ...]:
        """Return what changing the foremost definitions reaches."""
        raise NotImplementedError

    @cached_property
    def callers(self) -> tuple[Caller, ...]:
        """Return every product caller of the foremost definitions, each once."""
        raise NotImplementedError

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return every occurrence of the identifiers the goal names."""
        raise NotImplementedError

    @cached_property
    def ways_in(self) -> tuple[WayIn, ...]:
        """Return the entry points from which the targets are reached, nearest first."""
        raise NotImplementedError

    @cached_property
    def habits(self) -> tuple[Habit, ...]:
        """Return how the code around the targets does things."""
        raise NotImplementedError

    @cached_property
    def alike(self) -> tuple[Alike, ...]:
        """Return code that already does something like the goal."""
        raise NotImplementedError

    @cached_property
    def packages(self) -> tuple[UsedPackage, ...]:
        """Return the packages from outside that the targets use, with their versions."""
        raise NotImplementedError

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Return the files of this repository that the targets import."""
        raise NotImplementedError

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Return what deploying the change has to mind."""
        raise NotImplementedError

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """Return the ways the regions to change fail today."""
        raise NotImplementedError

    @cached_property
    def past(self) -> Past:
        """Return what the history says about the targets and the goal's words."""
        raise NotImplementedError

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """Return the repository's own calls of its tools."""
        raise NotImplementedError

    @cached_property
    def manifest(self) -> Manifest:
        """Return what the manifests say."""
        raise NotImplementedError

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Return the import cycles that a target is part of."""
        raise NotImplementedError

    @cached_property
    def file_map(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the targets leaves first, each with those of them that it imports."""
        raise NotImplementedError
