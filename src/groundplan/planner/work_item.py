"""A task as it is planned: what it is called, which files it works on, how it is proven, what it serves."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One task before it has its number; `serves` names the criteria it takes up."""

    title: str
    files: tuple[str, ...] = ()  # as the task lists them, marks included
    verification: str = ""  # a command, or what is looked at
    tests: str = ""
    serves: tuple[str, ...] = ()
    short: str = ""  # as an overview says it; empty: the title


@dataclass(frozen=True, slots=True)
class WorkPhase:
    """A phase of tasks: its number, its name, and the role that owns it; none: the name says it."""

    number: int
    name: str
    role: str
    items: tuple[WorkItem, ...]

    @property
    def heading(self) -> str:
        """Return the words of its heading."""
        return f"Phase {self.number}: {self.name}" + (f" ({self.role})" if self.role else "")

    def numbered(self) -> tuple[tuple[str, WorkItem], ...]:
        """Return the tasks with their ids: `3.1`."""
        return tuple((f"{self.number}.{at}", item) for at, item in enumerate(self.items, 1))
