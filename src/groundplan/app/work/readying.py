"""What can be worked on now, and all that whoever takes it needs, within a budget of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import inert, one_line
from groundplan.app.plans.tasks import commands_of_phase, find_task, list_tasks
from groundplan.app.work.comparing import is_declared, trailer
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.line import Role
from groundplan.plan.mention import MAKING
from groundplan.plan.progress import Progress
from groundplan.plan.standing import State
from groundplan.survey.patterns.finding import find_examples
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask

BUDGET = 4_000  # tokens
LEAST_BUDGET = 200
_MOST_COMMITS = 300


@dataclass(frozen=True, slots=True)
class Part:
    """One subject of a pack, its most needed line first."""

    title: str
    lines: tuple[str, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Pack:
    """All that whoever does a task needs."""

    task: WorkTask
    parts: tuple[Part, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Next:
    """The tasks by what can be done with them now, and a pack for one of them."""

    opened: OpenPlan
    waits_for: str  # the checkpoint that has to pass first; empty: none
    started: tuple[WorkTask, ...]
    ready: tuple[WorkTask, ...]
    blocked: tuple[tuple[WorkTask, tuple[str, ...]], ...]  # with the names of what each waits for
    closed: tuple[WorkTask, ...]
    begun: tuple[tuple[str, str], ...]  # key of an open task, and the commit for which it looks begun
    pack: Pack | None
    total: int = 0  # tasks there are

    @property
    def following(self) -> WorkTask | None:
        """The task to go on with: the one shown, else what it waits for, else the first that is free."""
        free = {task.key: task for task in (*self.started, *self.ready)}
        needs = {task.key: task.needs for task, _ in self.blocked}
        wanted = [self.pack.task.key] if self.pack else []
        for key in wanted:
            if key in free:
                return free[key]
            wanted += [each for each in needs.get(key, ()) if each not in wanted]
        return next(iter(free.values()), None)


def find_next(opened: OpenPlan, name: str = "", *, budget: int = BUDGET) -> Next:
    """Return what is started, ready and blocked, with a pack for the named task or the first of those."""
    if budget < LEAST_BUDGET:
        raise Misused(f"A pack of {budget} tokens holds no task", hint=f"At least `--budget {LEAST_BUDGET}`")
    tasks = [task for task in list_tasks(opened) if not task.doer]
    names = {task.key: task.name for task in tasks}
    is_open = {task.key for task in tasks if not task.state.is_closed}
    final = opened.playbook.final
    standing = opened.judgement.standing.checkpoint(final.id) if final else None
    waits_for = final.id if final and standing and standing.state is not State.PASSED else ""
    started = tuple(task for task in tasks if task.state.progress is Progress.STARTED)
    free = [task for task in tasks if task.state.progress is Progress.OPEN]
    blocked = tuple(
        (task, tuple(names[key] for key in task.needs if key in is_open))
        for task in free
        if set(task.needs) & is_open
    )
    ready = tuple(task for task in free if not set(task.needs) & is_open) if not waits_for else ()
    chosen = find_task(opened, name) if name else next(iter((*started, *ready)), None)
    return Next(
        opened,
        waits_for,
        started,
        ready,
        blocked,
        tuple(task for task in tasks if task.state.is_closed),
        tuple(_find_begun(opened, [*ready, *(task for task, _ in blocked)])),
        _pack(opened, chosen, budget) if chosen else None,
        len(tasks),
    )


def _find_begun(opened: OpenPlan, tasks: list[WorkTask]) -> Iterator[tuple[str, str]]:
    """Yield open tasks that commits since the last approval touch or name: that is no proof."""
    approvals = [state.approval for state in opened.judgement.promises.approvals if state.holds]
    since = next((each.commit for each in reversed(approvals) if each.commit), "")
    repository = opened.workspace.repository
    if not since or not tasks:
        return
    try:
        ids = repository.commit_ids(("HEAD",), (since,), limit=_MOST_COMMITS)
        commits = tuple(repository.read_commits(ids))
    except GroundplanError:
        return
    closed = {oid for receipt in opened.judgement.promises.receipts for oid in receipt.commits}
    for task in tasks:
        mark = trailer(opened.known.slug, task.name).casefold()
        for commit in commits:
            names_it = any(line.strip().casefold() == mark for line in commit.body.splitlines())
            touches = commit.oid not in closed and any(is_declared(c.path, task) for c in commit.changes)
            if names_it or touches:
                yield task.key, commit.oid
                break


def _pack(opened: OpenPlan, task: WorkTask, budget: int) -> Pack:
    parts: list[Part] = []
    left = budget
    for title, lines in _subjects(opened, task):
        kept: list[str] = []
        wanted = [line for line in lines if line.strip()]
        left -= count_tokens(title) + 2
        for line in wanted:
            left -= count_tokens(line) + 1
            if left < 0:
                break
            kept.append(line)
        if kept:
            parts.append(Part(title, tuple(kept), len(wanted) - len(kept)))
        if left <= 0:
            break
    return Pack(task, tuple(parts), budget - max(left, 0))


def _subjects(opened: OpenPlan, task: WorkTask) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the subjects of a pack, the most needed first."""
    yield "Task", iter(_source(opened, task))
    yield "Files", (f"`{path}` ({intent})" for path, intent in task.files.items())
    yield "Verification", _verification(opened, task)
    yield "Not to be touched", _excluded(opened, task)
    yield "Symbols", (f"`{symbol}`" for symbol in task.symbols)
    yield "Evidence", _evidence(opened, task)
    yield "Existing tests", _tests(opened, task)
    yield "Decided, not to be re-opened", _decisions(opened)
    yield "Patterns to follow", _patterns(opened, task)


def _source(opened: OpenPlan, task: WorkTask) -> list[str]:
    section = opened.plan.section(task.record.section)
    if section is None:
        return [inert(task.title)]
    first = task.record.place.line - section.line
    last = max(task.record.last_line - section.line, first)
    return [
        one_line(line, 400) if line.strip() else "" for line in section.text.split("\n")[first : last + 1]
    ]


def _verification(opened: OpenPlan, task: WorkTask) -> Iterator[str]:
    for command in (*task.commands, *commands_of_phase(opened, task)):
        result = f": {one_line(command.expected, 200)}" if command.expected else ""
        trouble = f" (cannot be run: {command.trouble})" if command.trouble else ""
        yield f"`{command.shown}`{result}{trouble}"


def _excluded(opened: OpenPlan, task: WorkTask) -> Iterator[str]:
    for line in opened.judgement.case.lines:
        if line.role is Role.EXCLUDED:
            yield one_line(line.text, 200)
    for other in list_tasks(opened):
        paths = [path for path in other.files if path not in task.files]
        if other.key != task.key and paths and not other.state.is_closed:
            yield f"{', '.join(f'`{path}`' for path in paths[:6])} (of task {other.name})"


def _evidence(opened: OpenPlan, task: WorkTask) -> Iterator[str]:
    record, evidence = task.record, opened.judgement.case.evidence
    for seen in evidence.citations if evidence else ():
        place = seen.citation.place
        if seen.section == record.section and record.place.line <= place.line <= record.last_line:
            near = f", now `{seen.moved_to}`" if seen.moved_to else ""
            yield f"`{seen.citation.text}`: {seen.state}{near}"


def _tests(opened: OpenPlan, task: WorkTask) -> Iterator[str]:
    index = opened.workspace.code.index
    known = set(index.paths())
    for path, intent in task.files.items():
        if path not in known or intent in MAKING or is_test(path):
            continue
        found = find_tests_for(index, path)
        marks = ((each, "" if each.is_sure else " (possible)") for each in found.found[:5])
        named = ", ".join(f"`{each.path}`{mark}" for each, mark in marks)
        yield f"`{path}`: {named or 'none found by imports, uses and names'}"


def _decisions(opened: OpenPlan) -> Iterator[str]:
    promises = opened.judgement.promises
    for each in promises.live_decisions:
        if not promises.is_relayed(each.entry):
            yield f"{one_line(each.id, 20)} {one_line(each.title)}: {one_line(each.reason)}"


def _patterns(opened: OpenPlan, task: WorkTask) -> Iterator[str]:
    folders = dict.fromkeys(path.rpartition("/")[0] for path in task.files if not is_test(path))
    for folder in list(folders)[:1]:
        for pattern in find_examples(opened.workspace.code.index, under=f"{folder}/" if folder else "")[:6]:
            yield one_line(pattern.example, 200)
