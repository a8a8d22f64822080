"""Work laid out in phases: tasks with their size, files and what they wait for, and what proves a phase."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from groundplan.plan.phases import PhaseId
from groundplan.plan.task_graph import TaskNode
from groundplan.schedule.effort import forecast
from groundplan.wording.dependencies import read_graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.task_graph import TaskGraph
    from groundplan.schedule.effort import Forecast, Size


@dataclass(frozen=True, slots=True)
class Task:
    """One task: what is done, how big it is, which files it changes or adds, what it waits for."""

    id: str
    title: str
    size: Size
    files: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    needs: str = "None"


@dataclass(frozen=True, slots=True)
class Check:
    """A command that shows something done, and what is then seen."""

    what: str
    command: str
    shows: str


@dataclass(frozen=True, slots=True)
class Phase:
    """Tasks that belong together, and what is there after them."""

    number: int
    name: str
    tasks: tuple[Task, ...] = ()
    deliverables: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def forecast(self) -> Forecast:
        """Return the days of one person who does all of it."""
        return forecast(task.size for task in self.tasks)


@dataclass
class Board:
    """Where work is laid out: phases in their order, tasks numbered through."""

    phases: list[Phase] = field(default_factory=list)
    count: int = 0

    def open(self, number: int, name: str) -> None:
        """Begin a phase; what is added next stands in it."""
        self.phases.append(Phase(number, name))

    def add(
        self,
        title: str,
        size: Size,
        *,
        files: tuple[str, ...] = (),
        new: tuple[str, ...] = (),
        needs: str = "",
    ) -> str:
        """Add a task to the last phase and return its id; it waits for the phase before unless it says."""
        self.count += 1
        phase = self.phases[-1]
        if needs == "All above" and not phase.tasks:
            needs = ""
        task = Task(f"T{self.count}", title, size, files, new, needs or self._before())
        self.phases[-1] = replace(phase, tasks=(*phase.tasks, task))
        return task.id

    def deliver(self, text: str) -> None:
        """Say what is there after the last phase."""
        phase = self.phases[-1]
        self.phases[-1] = replace(phase, deliverables=(*phase.deliverables, text))

    def check(self, check: Check) -> None:
        """Say how the last phase is proven; a command stands once in a phase."""
        phase = self.phases[-1]
        if check.command not in {each.command for each in phase.checks}:
            self.phases[-1] = replace(phase, checks=(*phase.checks, check))

    def note(self, text: str) -> None:
        """Say something that holds for the whole of the last phase."""
        phase = self.phases[-1]
        self.phases[-1] = replace(phase, notes=(*phase.notes, text))

    def _before(self) -> str:
        """Return the nearest earlier phase that has tasks, as a dependency is written."""
        earlier = [phase for phase in self.phases[:-1] if phase.tasks]
        return f"Phase {earlier[-1].number}" if earlier else "None"


def graph_of(phases: Sequence[Phase]) -> TaskGraph:
    """Return the tasks of all phases in their order, and what each waits for."""
    return read_graph(
        [
            TaskNode(
                task.title, task.id, phase=PhaseId("", f"{phase.number}"), table=phase.name, needs=task.needs
            )
            for phase in phases
            for task in phase.tasks
        ]
    )
