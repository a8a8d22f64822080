"""A plan's tasks as whoever does the work sees them: files, commands, what each waits for, how far it is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.proofs import commands_of, verification_of
from groundplan.code.test_paths import is_test
from groundplan.conform.declared import find_changed, is_evidence
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.plan.phases import phase_of
from groundplan.plan.record import as_task, name_tasks
from groundplan.plan.standing import State
from groundplan.rules.tasks import written_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.line import Line
    from groundplan.plan.mention import Mention
    from groundplan.plan.progress import TaskState
    from groundplan.plan.record import Record
    from groundplan.plan.task_command import TaskCommand
    from groundplan.rules.written import Written

_NEW_BEHAVIOUR = late_regex(r"\bbehaviou?r\W{1,6}new\b", re.IGNORECASE)
_SPAN = late_regex(r"`[^`\n]*`")
_LEAST_BEGINNING = 8  # letters of a task's words by which it may be named
# `T3`, `step 3`, `Commit 3`: a word for a task, and its number
_NUMBERED = late_regex(r"(?P<word>[^\W\d_]+)? ?#?(?P<number>\d+(?:\.\d+)*)\.?")
_ANY_TASK = frozenset({"", "t", "step", "task"})
_NEW_TEST = late_regex(r"\(new\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WorkTask:
    """One task: its record, what its words declare, and its state."""

    record: Record
    name: str  # what names it for a person, and can be typed
    state: TaskState
    title: str
    files: Mapping[str, Intent]  # declared path -> what is done to it
    symbols: tuple[str, ...]
    commands: tuple[TaskCommand, ...]
    tests: tuple[str, ...]
    words: str  # all that it says
    needs: tuple[str, ...] = ()  # keys of the tasks it waits for
    phase: str = ""
    doer: str = ""  # the use case that does it by itself
    place: int = 0  # among the tasks of the plan, from 1
    verification: tuple[str, ...] = ()  # the words by which it is verified, commands among them

    @property
    def key(self) -> str:
        """Return what names it in the ledger."""
        return self.record.key

    def is_its_test(self, path: str) -> bool:
        """Tell whether a file is a test by its name, or because a command of the task chooses it."""
        return is_test(path) or path in self.chosen

    @property
    def chosen(self) -> frozenset[str]:
        """Return the files that its commands may choose."""
        words = (word for command in self.commands for word in command.argv)
        return frozenset(path for word in words for path in paths_of(word))

    @property
    def prose(self) -> str:
        """Return what it says without paths, names and commands."""
        return _SPAN.sub(" ", self.words)

    @property
    def is_new_behaviour(self) -> bool:
        """Whether the plan says that it brings behaviour which no test has seen yet."""
        return _NEW_BEHAVIOUR.search(self.words) is not None or any(map(_NEW_TEST.search, self.tests))


def paths_of(word: str) -> tuple[str, str]:
    """Return the files that a word of a command may choose: a path, or a module by its dotted name."""
    return word.partition("::")[0].removeprefix("./"), f"{word.replace('.', '/')}.py"


def list_tasks(opened: OpenPlan) -> tuple[WorkTask, ...]:
    """Return every task that somebody wrote, in the order of the plan."""
    case = opened.judgement.case
    written, graph = written_tasks(case)
    keys = [each.record.key for each in written]
    names = name_tasks([each.record for each in written])
    read = (
        _read(opened, each, names[place], tuple(keys[needed] for needed in sorted(graph.needs[place])))
        for place, each in enumerate(written)
    )
    return tuple(replace(task, place=place) for place, task in enumerate(read, 1))


def _read(opened: OpenPlan, found: Written, name: str, needs: tuple[str, ...]) -> WorkTask:
    case, record = opened.judgement.case, found.record
    proof = verification_of(case, found)
    worked = [
        each
        for each in (case.evidence.worked if case.evidence else ())
        if each.mention.section == record.section and _is_within(record, each.mention)
    ]
    changed = find_changed(line for line in case.lines if _is_within(record, line))
    meant = [each for each in worked if not is_evidence(each.mention, changed)] or worked
    declared = [each for each in meant if each.mention.intent is not Intent.IN_TASK] or meant
    run_files = {word for command in proof.commands for word in command.argv}
    return WorkTask(
        record,
        name,
        case.promises.state_of(record),
        as_task(record).title,
        {
            each.path: each.mention.intent
            for each in declared
            if each.mention.intent is not Intent.IN_TASK or each.path not in run_files
        },
        tuple(dict.fromkeys(each.mention.citation.symbol for each in worked if each.mention.citation.symbol)),
        proof.commands,
        tuple(found.lines("tests")),
        "\n".join([found.everything, *found.source]),
        needs,
        phase_of(record, found.section).number,
        opened.playbook.doer_of(record),
        verification=proof.words,
    )


def _is_within(record: Record, each: Line | Mention) -> bool:
    first, place = record.place, each.place
    is_same = place.document == first.document
    return is_same and first.line <= place.line <= max(record.last_line, first.line)


def commands_of_phase(opened: OpenPlan, task: WorkTask) -> tuple[TaskCommand, ...]:
    """Return the commands that prove a task's phase; they are for the last task of it."""
    return commands_of(opened.judgement.case, task.phase)


def all_commands(opened: OpenPlan, sections: Container[str]) -> tuple[TaskCommand, ...]:
    """Return every verification command that can be run of the tasks in some sections, each once."""
    found: list[TaskCommand] = []
    for task in list_tasks(opened):
        if task.record.section not in sections:
            continue
        found += [*task.commands, *commands_of_phase(opened, task)]
    return tuple({each.key: each for each in found if not each.trouble}.values())


def find_person_judged(opened: OpenPlan) -> tuple[WorkTask, ...]:
    """Return the tasks whose verification is words that no command stands for: a person looks at it."""
    found = (task for task in list_tasks(opened) if not task.doer and not task.state.is_closed)
    return tuple(task for task in found if task.verification and not task.commands)


def _is_numbered(task: WorkTask, name: str) -> bool:
    """Tell whether a name is a word for a task and the number that the plan gives this one."""
    asked, own = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(task.name.casefold())
    if asked is None or (asked["word"] or "") not in _ANY_TASK | {own["word"] or "" if own else ""}:
        return False
    return asked["number"] in {own["number"] if own else str(task.place), task.record.number}


# How a task may be named, the plainest way first.
_WAYS: tuple[Callable[[WorkTask, str], bool], ...] = (
    lambda task, name: task.record.id.casefold() == name,
    lambda task, name: task.record.number.casefold() == name,
    lambda task, name: task.name.casefold() == name,
    lambda task, name: not task.record.id and str(task.place) == name.removeprefix("#"),
    _is_numbered,
    lambda task, name: name in {task.record.text.casefold(), task.title.casefold()},
    lambda task, name: len(name) >= _LEAST_BEGINNING and task.title.casefold().startswith(name),
)


def find_task(opened: OpenPlan, name: str) -> WorkTask:
    """Return the task that a person means: `T3`, `3`, `Commit 3`, `3.1`, its words, or how they begin."""
    tasks = list_tasks(opened)
    if not tasks:
        raise Misused(f"Plan `{opened.known.slug}` has no tasks", hint=Hint(run("show"), " shows the plan"))
    wanted = " ".join(name.split()).casefold()
    for is_meant in _WAYS:
        found = [task for task in tasks if is_meant(task, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            named = ", ".join(f"`{task.name}`" for task in found[:5])
            raise Misused(f"`{name}` could be {named}", hint="Name one of them in full")
    raise Unknown(f"There is no task `{name}`", name=name, known=[task.name for task in tasks])


_SAYS = {
    State.BLOCKED: "is not reached yet",
    State.READY: "waits for a person",
    State.STALE: "was passed before the text changed",
    State.DRIFTED: "was passed before the code changed that it cites",
}


def demand_approved(opened: OpenPlan) -> None:
    """Refuse work on a plan that its last person has not approved, or whose approval is stale."""
    final = opened.playbook.final
    if final is None:
        return
    standing = opened.judgement.standing.checkpoint(final.id)
    if standing.state is not State.PASSED:
        raise Refused(
            f"Plan `{opened.known.slug}` is not approved: checkpoint `{final.id}` {_SAYS[standing.state]}",
            hint=Hint("A person approves it with ", run("approve", final.id)),
        )
