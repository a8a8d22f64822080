"""Tasks hang together: dependencies name tasks, none waits for itself, ids stand once and in order."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.circles import find_circles
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of
from groundplan.plan.record import as_task, name_tasks
from groundplan.plan.task_graph import TaskNode
from groundplan.rules.labels import labelled_needs
from groundplan.rules.registry import rule
from groundplan.rules.written import (
    every,
    listed,
    option_flag,
    option_texts,
    quoted,
    spec_of,
    written,
)
from groundplan.wording.dependencies import read_graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.plan.record import Record
    from groundplan.plan.task_graph import TaskGraph
    from groundplan.rules.written import Written

_CAPTURE = late_regex(r"\{(\w+)\}")
_CAUGHT = {"n": r"(?P<n>\d+)", "phase": r"(?P<phase>\d+)", "letter": r"[A-Z]"}


def _graph(case: Case, code: str) -> tuple[tuple[Written, ...], TaskGraph]:
    """Return the tasks and what they wait for; the three rules over them agree on what a task is."""
    tasks = tuple(every(case, *option_texts(case, code, "kinds", "task")))
    return tasks, _read(case, tasks)


def written_tasks(case: Case) -> tuple[tuple[Written, ...], TaskGraph]:
    """Return the tasks that somebody wrote, without a skeleton's own, and what they wait for."""
    tasks = tuple(written(case, *option_texts(case, "GP301", "kinds", "task")))
    return tasks, _read(case, tasks)


def work_tasks(case: Case) -> tuple[Record, ...]:
    """Return the tasks that somebody has to do: what a use case does by itself is none of them."""
    found = written(case, *option_texts(case, "GP301", "kinds", "task"))
    return tuple(each.record for each in found if not case.playbook.doer_of(each.record))


def _read(case: Case, tasks: Sequence[Written]) -> TaskGraph:
    nodes = []
    for found in tasks:
        task = as_task(found.record)
        phase = phase_of(found.record, found.section)
        needs = ", ".join(found.lines("needs"))
        groups = tuple(filter(None, (found.says(name) for name in ("epic", "story"))))
        nodes.append(
            TaskNode(task.title, task.id, found.record.number, phase, found.section.key, needs, groups)
        )
    phases = {phase: known.name for phase, known in find_phases(case).items()}
    graph = read_graph(nodes, phases)
    # What a task is called: its id or number, else its place in the plan.
    places = {
        name.casefold(): place for place, name in enumerate(name_tasks([each.record for each in tasks]))
    }
    return replace(
        graph,
        needs=tuple(
            needed if _has_field(case, found) else labelled_needs(found.source, places)
            for found, needed in zip(tasks, graph.needs, strict=True)
        ),
    )


def _has_field(case: Case, found: Written) -> bool:
    spec = spec_of(case, found)
    return "needs" in found.record.fields or (spec is not None and "needs" in spec.given_fields)


@rule("GP301", "unknown-dependency")
def unknown_dependency(case: Case) -> Iterator[Finding]:
    """Every dependency of a task names one task, a phase, an epic, a story, `All above` or `None`."""
    tasks, graph = _graph(case, "GP301")
    for unknown in graph.unknown:
        task, name = tasks[unknown.task], quoted(unknown.name)
        if unknown.is_ambiguous:
            message = f"{task.name} depends on {name}, which {len(unknown.near)} tasks could be"
            hint = f"Write one of the names in full: {listed(unknown.near)}"
        else:
            message = f"{task.name} depends on {name}, which names no task"
            hint = f"Nearest: {listed(unknown.near)}" if unknown.near else "Name a task, a phase or `None`"
        yield task.finding("GP301", message, hint, about=unknown.name)


@rule("GP302", "cycle")
def cycle(case: Case) -> Iterator[Finding]:
    """No task waits for itself, directly or through others."""
    tasks, graph = _graph(case, "GP302")
    for circle in find_circles(graph.needs):
        first = tasks[circle.way[0]]
        way = " needs ".join(tasks[place].name for place in circle.way)
        more = len(circle.knot) - len(set(circle.way))
        beyond = f"; {more} more tasks are in the same cycle" if more else ""
        yield first.finding(
            "GP302",
            f"Tasks depend on each other: {way}{beyond}",
            f"Take one dependency out, such as that of {tasks[circle.way[-2]].name}",
            about=" ".join(sorted(tasks[place].key for place in circle.knot[1:])),
        )


@rule("GP303", "orphan")
def orphan(case: Case) -> Iterator[Finding]:
    """A phase, or `All above`, that a task depends on has tasks."""
    tasks, graph = _graph(case, "GP303")
    for group in graph.empty:
        task = tasks[group.task]
        if not group.exists:
            message, hint = (
                "which is not in the plan",
                f"Write the heading of {quoted(group.name)}, or name another",
            )
        elif group.name.casefold().startswith("phase"):
            message, hint = "which has no tasks", f"Write a task into {quoted(group.name)}, or name another"
        else:
            message, hint = "but there is no task above it", "Name the tasks, or write `None`"
        yield task.finding(
            "GP303", f"{task.name} depends on {quoted(group.name)}, {message}", hint, about=group.name
        )


@rule("GP306", "duplicate-id")
def duplicate_id(case: Case) -> Iterator[Finding]:
    """No two records of a kind share an id, and no two tasks of a phase without ids share their words."""
    first: dict[tuple[str, ...], Written] = {}
    for found in every(case, *option_texts(case, "GP306", "kinds", "task")):
        record = found.record
        words = " ".join(found.key.split()).casefold()
        place = "" if record.id else str(phase_of(record, found.section))
        if not words or found.is_placeholder(words):
            continue
        known = first.setdefault((record.kind, words, place), found)
        if known is not found:
            yield found.finding(
                "GP306",
                f"{found.name} is already the {record.kind} on line {known.record.place.line}",
                "Give it an id of its own" if record.id else "Give it words of its own",
            )


@rule("GP308", "numbering")
def numbering(case: Case) -> Iterator[Finding]:
    """Ids have the playbook's pattern and run on without a gap."""
    has_gaps = option_flag(case, "GP308", "gaps")
    counted: dict[tuple[str, str], tuple[int, int]] = {}  # the next number by count, and the last one written
    for found in every(case, *option_texts(case, "GP308", "kinds", "task")):
        spec = spec_of(case, found)
        if spec is None or not spec.id or found.is_placeholder(found.key):
            continue
        record = found.record
        match = _pattern(spec.id).fullmatch(record.id)
        phase = phase_of(record, found.section)
        if match is None or match.groupdict().get("phase", phase.number) not in {phase.number, None}:
            wanted = spec.id.replace("{phase}", phase.number or "{phase}")
            said = f"has the id {quoted(record.id)}" if record.id else "has no id"
            yield found.finding(
                "GP308", f"{found.name} {said}, {quoted(wanted)} expected", "Number it as its neighbours are"
            )
            continue
        if "n" not in match.groupdict():
            continue
        # `{phase}.{n}` starts anew in each phase; `{n}` alone runs on through the document.
        series = (f"{record.kind} {spec.id}", str(phase) if "{phase}" in spec.id else found.section.document)
        number = int(match["n"])
        wanted_number, last = counted.get(series, (1, 0))
        # One wrong number is one finding: those after it may count on from it, or as if it had been right.
        if number in {wanted_number, last + 1} or (has_gaps and number > wanted_number):
            counted[series] = (number + 1, number)
        else:
            counted[series] = (wanted_number + (not has_gaps), number)
            wanted = spec.id.replace("{n}", str(wanted_number)).replace("{phase}", phase.number)
            yield found.finding(
                "GP308",
                f"{found.name} is out of sequence: {quoted(wanted)} comes next",
                f"Write {quoted(wanted)}",
            )


def _pattern(source: str) -> re.Pattern[str]:
    """Compile an id pattern of a playbook such as `Commit {n}`."""
    pieces = _CAPTURE.split(source)
    caught = [_CAUGHT.get(name, r"[^\s.]+") for name in pieces[1::2]]
    fixed = [re.escape(piece) for piece in pieces[0::2]]
    return re.compile("".join(text for pair in zip(fixed, [*caught, ""], strict=True) for text in pair))
