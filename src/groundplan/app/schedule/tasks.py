"""The tasks of a plan as a schedule sees them: names, owners, days, and how far each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.schedule.labelled import effort_of, owners_of
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases
from groundplan.plan.progress import Progress, TaskState, progress
from groundplan.plan.record import as_task, name_tasks
from groundplan.plan.title import make_title
from groundplan.rules.tasks import written_tasks
from groundplan.rules.ticks import DoneTasks
from groundplan.schedule.absence import join_absences
from groundplan.schedule.effort import read_effort, read_length
from groundplan.schedule.levelling import Crew, Workload
from groundplan.schedule.order import order_tasks
from groundplan.wording.dependencies import TaskNames

if TYPE_CHECKING:
    from groundplan.plan.calendar import Calendar, Team
    from groundplan.plan.case import Case
    from groundplan.plan.phases import Phase
    from groundplan.plan.task_graph import TaskGraph
    from groundplan.schedule.effort import Days

_REMARK = late_regex(r"\s*\([^()]*\)\s*$")
_DONE_ALONE = TaskState(Progress.DONE, "groundplan")  # beginning or archiving a plan does some tasks
_LABEL = 60  # letters
_NUMBERED = late_regex(r"#?(\d{1,5})")


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task with what is written about it; `days` and `estimate` are none where nobody gave them."""

    name: str  # its id, or its place where the document has no ids
    title: str
    owners: tuple[str, ...]
    phase: str
    epic: str
    story: str
    effort: str
    days: float | None
    estimate: Days | None
    state: TaskState
    files: tuple[str, ...] = ()
    is_assumed: bool = False  # its days are those that the caller assumes

    @property
    def label(self) -> str:
        """Return its words as a table has room for them: the first clause."""
        return make_title(self.title.replace("`", ""), _LABEL)

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do."""
        return self.state.is_closed


@dataclass(frozen=True, slots=True)
class TaskList:
    """The tasks of a plan in document order, and what each waits for."""

    tasks: tuple[PlannedTask, ...]
    graph: TaskGraph
    phases: tuple[str, ...]  # headings, in order
    calendar: Calendar

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the tasks are called."""
        return tuple(task.name for task in self.tasks)

    @property
    def owners(self) -> tuple[str, ...]:
        """Return everybody who owns a task, in order of their first one."""
        return tuple(dict.fromkeys(owner for task in self.tasks for owner in task.owners))

    @property
    def teams(self) -> dict[str, Team]:
        """Return what the calendar says about owners, by their names as the plan spells them."""
        known = {name.casefold(): team for name, team in self.calendar.owners.items()}
        return {name: known[name.casefold()] for name in self.owners if name.casefold() in known}

    def find(self, said: str) -> int | None:
        """Return the one task that goes by an id, a number such as `3`, or a title."""
        names = TaskNames(self.graph.tasks)
        found = names.with_id(said)
        number = _NUMBERED.fullmatch(said.strip()) if found is None else None
        if number:
            place = int(number[1]) - 1
            is_there = 0 <= place < len(self.tasks) and not self.graph.tasks[place].number
            return place if is_there else None
        return names.titled(-1, said, range(len(self.tasks))) if found is None else found

    def workload(self, *, left: bool = False) -> Workload | None:
        """Return the work as a schedule wants it, `left`: without what is closed.

        None where an open task gives no days, or where tasks wait for each other: such a plan has no end.
        """
        tasks = self.tasks
        if order_tasks(self.graph.needs).stuck or any(
            task.days is None for task in tasks if not task.is_closed
        ):
            return None
        days = [0.0 if left and task.is_closed else task.days or 0.0 for task in tasks]
        has_dates = self.calendar.start is not None  # without a start nobody knows which days are away
        crews = {
            name: Crew(
                team.people,
                join_absences([tuple(map(self.calendar.absence, team.away))] if has_dates else []),
            )
            for name, team in self.teams.items()
        }
        return Workload(self.graph.needs, days, [task.owners for task in tasks], crews)


def list_tasks(case: Case, calendar: Calendar | None = None, assumed: str = "") -> TaskList:
    """Return the tasks that somebody wrote; one without an effort has what is `assumed`, if anything."""
    found, graph = written_tasks(case)
    states = progress(case.promises, [each.record for each in found])
    phases = {phase: name_phase(known) for phase, known in find_phases(case).items()}
    roles = (*case.playbook.roles, *case.config.profile.roles, *case.config.calendar.owners)
    alone = {"archive"} if case.promises.archivings else set()
    spelled: dict[str, str] = {}
    tasks = []
    done = DoneTasks(case)
    names = name_tasks([each.record for each in found])
    for name, each, node in zip(names, found, graph.tasks, strict=True):
        record = each.record
        effort = effort_of(each)
        length, estimate = read_length(effort), read_effort(effort)
        is_assumed = length is None and bool(assumed)
        task = PlannedTask(
            name,
            _plain(as_task(record).title),
            tuple(spelled.setdefault(name.casefold(), name) for name in owners_of(each, roles)),
            phases.get(node.phase, ""),
            each.says("epic"),
            each.says("story"),
            effort,
            read_length(assumed) if is_assumed else length,
            read_effort(assumed) if is_assumed else estimate,
            _DONE_ALONE
            if case.playbook.doer_of(record) in alone or done.is_by_beginning(record)
            else states[record.key],
            each.lines("files"),
            is_assumed,
        )
        tasks.append(task)
    used = {node.phase for node in graph.tasks}
    headings = tuple(dict.fromkeys(name for phase, name in phases.items() if phase in used))
    return TaskList(tuple(tasks), graph, headings, calendar or case.config.calendar)


def name_phase(phase: Phase) -> str:
    """Return a phase by number and name, without the weeks or the role that its heading has in brackets."""
    return f"{phase.label}: {_REMARK.sub('', phase.name)}".strip(": ")


def _plain(title: str) -> str:
    return " ".join(title.replace("**", "").split())
