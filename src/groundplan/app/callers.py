"""Who calls a use case, and through which channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import Author
from groundplan.plan.errors import Refused
from groundplan.plan.hint import Hint

if TYPE_CHECKING:
    from groundplan.plan.hint import Run


@dataclass(frozen=True, slots=True)
class Caller:
    """A person at a terminal or page, or somebody in between; surfaces observe it, use cases judge by it."""

    name: str
    channel: str = "pipe"  # terminal, web: attended; agent, pipe: not
    via: tuple[str, ...] = ()  # process ancestry, nearest first
    reason: str = ""  # why the channel is what it is, in one sentence

    @property
    def is_person(self) -> bool:
        """Whether the channel is a person's own."""
        return self.channel in {"terminal", "web"}

    def author(self, speaker: str, *, channel: str = "") -> Author:
        """Return the author of an entry made by this caller."""
        return Author(speaker, self.name, channel or self.channel, self.via[:8])


def by_person(command: Run) -> Hint:
    """Return the hint that a person has to run a command."""
    return Hint("The person runs ", command, " in a terminal")


def demand_person(caller: Caller, act: str, *, hint: str) -> None:
    """Refuse an act that only a person may do."""
    if not caller.is_person:
        because = caller.reason or f"this call came through the channel `{caller.channel}`"
        raise Refused(f"Only a person at a terminal may {act}: {because}", hint=hint)
