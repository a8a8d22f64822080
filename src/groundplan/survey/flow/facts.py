"""A flow: where it starts, where it ends, and every step between with how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Step:
    """One call on the way: in what, of what, on which line, and by which rule the called thing is known."""

    caller: str  # qualified name of the calling definition
    words: str  # as written: `self.repository.add`
    at: Spot
    callee: str  # qualified name of the called definition; empty: the call leaves the repository
    callee_at: Spot | None
    how: str


@dataclass(frozen=True, slots=True)
class End:
    """A call that leaves the program, and the shortest way to it."""

    kind: str  # `database`, `http`, `file`, `subprocess`, `queue`, `cache`, `mail`, `network`, `server`, …
    words: str
    at: Spot
    steps: tuple[Step, ...]

    @property
    def is_sure(self) -> bool:
        """Whether each step is known by a rule, and none by its name."""
        return not any("name" in each.how.split() or each.how.startswith("named") for each in self.steps)


@dataclass(frozen=True, slots=True)
class Loose:
    """A call on the way of which nothing is known: it may lead on."""

    words: str
    at: Spot
    caller: str


@dataclass(frozen=True, slots=True)
class Flow:
    """Where an entry point leads: the ends reached, the nearest first, and what could not be followed."""

    path: str
    qualified: str
    ends: tuple[End, ...]
    reached: int  # definitions looked at
    loose: tuple[Loose, ...]
    is_cut: bool = False  # there is more than the limits let through
