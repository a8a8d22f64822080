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
        Hot,
        Kept,
        MadeAsync,
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
        Alike,
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
        TestPlace,
        Verdict,
        WayIn,
    )
    from groundplan.plan.fact import Fact
    from groundplan.plan.goal import Goal

MANY_FILES = 60  # in fewer the words of a goal are rare whatever they say
MOST_SOURCES = 4  # files that are offered as places where nothing says which


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
    hot: tuple[Hot, ...]
    shown: tuple[Shown, ...]
    gone: Standing | None  # where a name stands that the goal takes away
    old_name: OldName | None
    debt: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Facts:
    """What code, history and documents say about one goal; what nobody would read is left empty."""

    goal: Goal
    gathered: Gathered  # every fact with its provenance and coverage, as `context` gives them
    others: tuple[OtherPlan, ...]
    extra: tuple[str, ...]  # files and definitions that the user named in answers
    file_count: int
    is_ranked: bool  # whether names or words of the goal led to any file
    # where it goes
    targets: tuple[Target, ...]
    known: tuple[Target, ...]  # given, found, named, or following from code; the rest are candidates
    likely: tuple[Target, ...]  # candidates that have several telling words of the goal
    sure: tuple[Target, ...]  # those that a challenge may speak of
    regions: tuple[Region, ...]
    named_paths: tuple[str, ...]  # targets that the goal spells
    named_regions: tuple[Region, ...]  # definitions that an answer or else the goal names
    sources: tuple[str, ...]  # the first files of own code, where no target is known
    is_handler_spoken: bool  # a command or route in the goal's words leads to a target
    is_new: bool
    new_files: tuple[NewFile, ...]
    beside_lines: int | None  # of the file beside which the first new one would stand
    alike: tuple[Alike, ...]
    twins: tuple[Pair, ...]  # async and sync modules of which a target is one
    folders: tuple[tuple[str, int], ...]  # of own code, with their files, for a wide goal
    replacement: Replacement
    # what it reaches
    reach: tuple[Reach, ...]
    namesakes: Mapping[str, int]  # own definitions of the name that each reached one has
    tests: tuple[TestPlace, ...]
    tested_names: tuple[tuple[str, str], ...]  # test file, and a name among `named_regions` that it has
    commands: tuple[Command, ...]
    ways_in: tuple[WayIn, ...]
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


def part_of_repository(path: str) -> str:
    """Return the part of a repository that a file belongs to: two folders down, as `src/` says nothing."""
    return "/".join(path.split("/")[:-1][:2])
