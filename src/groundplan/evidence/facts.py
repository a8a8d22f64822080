"""All that is known about a goal when it is challenged and asked about: frozen, plain, nothing live in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import FactKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.code.pairs import Pair
    from groundplan.evidence.contrary.kinds import (
        Blocking,
        Broken,
        Departure,
        Kept,
        MadeAsync,
        Met,
        NewPackage,
        OldName,
        Readings,
        Ring,
        SamePurpose,
        Shown,
        Taken,
        Unmigrated,
        Untested,
        WrittenByTool,
    )
    from groundplan.evidence.kinds import (
        Command,
        Constraint,
        Gathered,
        NewFile,
        OtherPlan,
        Past,
        Reach,
        Region,
        Replacement,
        Standing,
        Target,
        Verdict,
    )
    from groundplan.plan.fact import Fact
    from groundplan.plan.goal import Goal


@dataclass(frozen=True, slots=True)
class Contrary:
    """What is against a goal, and what it leaves open."""

    kept: tuple[Kept, ...]
    taken: tuple[Taken, ...]
    same_purpose: SamePurpose | None
    new_packages: tuple[NewPackage, ...]
    unmigrated: Unmigrated | None
    rings: tuple[Ring, ...]
    broken: tuple[Broken, ...]
    blocking: tuple[Blocking, ...]
    made_async: tuple[MadeAsync, ...]
    departures: tuple[Departure, ...]
    readings: tuple[Readings, ...]
    untested: tuple[Untested, ...]
    written_by_tools: tuple[WrittenByTool, ...]
    shown: tuple[Shown, ...]
    gone: Standing | None  # where a name stands that the goal takes away
    old_name: OldName | None
    met: Met | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What code, history and documents say about one goal; what nobody would read is left empty."""

    goal: Goal
    gathered: Gathered  # every fact with its provenance and coverage, as `context` gives them
    others: tuple[OtherPlan, ...]
    file_count: int
    # where it goes
    targets: tuple[Target, ...]  # given, found, named, or following from code
    likely: tuple[Target, ...]  # candidates that have several telling words of the goal
    regions: tuple[Region, ...]
    new_files: tuple[NewFile, ...]
    missing: tuple[
        tuple[str, tuple[str, ...]], ...
    ]  # what the goal names and is not there; the nearest names
    twins: tuple[Pair, ...]  # async and sync modules of which a target is one
    replacement: Replacement
    # what it reaches
    reach: tuple[Reach, ...]
    namesakes: Mapping[str, int]  # own definitions of the name that each reached one has
    commands: tuple[Command, ...]
    constraints: tuple[Constraint, ...]
    past: Past
    contrary: Contrary

    @property
    def verdict(self) -> Verdict:
        """Return how the places are known: the one answer that questions, screen and plan go by."""
        return self.gathered.verdict

    @property
    def already(self) -> tuple[Fact, ...]:
        """Return what is there already of what the goal asks for."""
        return tuple(each for each in self.gathered.facts if each.kind is FactKind.ALREADY)

    @property
    def against(self) -> tuple[Fact, ...]:
        """Return what the project has said against the goal."""
        return tuple(each for each in self.gathered.facts if each.kind is FactKind.AGAINST)
