"""What is promised is worked on and tested: requirements, criteria, edge cases reach a task or a test."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Severity
from groundplan.plan.record import as_task
from groundplan.plan.task_graph import TaskNode
from groundplan.rules.registry import rule
from groundplan.rules.written import every, is_written, option_flag, option_texts, quoted, written
from groundplan.wording.dependencies import read_graph
from groundplan.wording.terms import identifiers, significant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.rules.written import Written

TESTS = ("test", "unit-test", "integration-test", "manual-test")


@dataclass(frozen=True, slots=True)
class Trace:
    """What a text can be traced by; made once per text, compared often."""

    folded: str
    names: frozenset[str]
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Targets:
    """Where sources are looked for, and the section in which a missing one has to be written."""

    traces: tuple[Trace, ...]
    nodes: tuple[TaskNode, ...]  # the same as tasks that can be named
    section: str


@rule("GP802", "requirement-without-task", progress=True)
def requirement_without_task(case: Case) -> Iterator[Finding]:
    """Every requirement is taken up by a task."""
    yield from _untraced(
        case,
        "GP802",
        ("requirement",),
        "Requirement {} reaches no task",
        "Name it, or its id, in the task that meets it",
    )


@rule("GP803", "requirement-without-test", progress=True)
def requirement_without_test(case: Case) -> Iterator[Finding]:
    """Every requirement is taken up by a test."""
    yield from _untraced(
        case,
        "GP803",
        ("requirement",),
        "Requirement {} reaches no test",
        "Name it, or its id, in the test that proves it",
    )


@rule("GP805", "criterion-without-task", progress=True)
def criterion_without_task(case: Case) -> Iterator[Finding]:
    """Every acceptance criterion is taken up by a task."""
    yield from _untraced(
        case,
        "GP805",
        ("criterion",),
        "Criterion {} reaches no task",
        "Name it, or its id, in the task that meets it",
    )


@rule("GP806", "edge-case-without-task", severity=Severity.WARNING, progress=True)
def edge_case_without_task(case: Case) -> Iterator[Finding]:
    """Every edge case lands in a task."""
    yield from _untraced(
        case,
        "GP806",
        ("edge-case",),
        "Edge case {} lands in no task",
        "Handle it in a task that names its condition",
    )


def _untraced(case: Case, code: str, sources: tuple[str, ...], message: str, hint: str) -> Iterator[Finding]:
    targets = _targets(case, code)
    if targets is None:
        return
    sweeping = option_flag(case, code, "sweeping")
    for source in written(case, *option_texts(case, code, "sources", *sources)):
        unknown, is_named = _named_tasks(source, targets)
        if unknown:
            fault = f"{source.name} names {quoted(unknown)}, which is no task"
        elif is_named or is_traced(source.record.id, _trace(source), targets.traces):
            continue
        else:
            fault = message.format(source.name)
            if sweeping and _is_swept(case, source, targets):
                continue
        # Scoped to the section that lacks the task: the requirement's own may be approved long before.
        lacking = case.plan.section(targets.section)
        is_elsewhere = lacking is not None and lacking.document != source.section.document
        found = replace(source.finding(code, fault, hint), section=targets.section)
        yield replace(found, place=lacking.place) if lacking and is_elsewhere else found


def _named_tasks(source: Written, targets: _Targets) -> tuple[str, bool]:
    """Return the first task a source names that is none, and whether it names any: `Tasks: 5.3, 6.1`."""
    named = ", ".join(source.lines("tasks"))
    if not named:
        return "", False
    found = read_graph([*targets.nodes, TaskNode("", needs=named)])
    return (found.unknown[0].name if found.unknown else ""), bool(found.needs[-1])


def _trace(source: Written) -> Trace:
    """Trace an edge case by the words of its condition, as many end alike, and by all its identifiers."""
    whole = make_trace(source.everything)
    condition = source.says("condition")
    return replace(whole, stems=make_trace(condition).stems) if condition else whole


def _targets(case: Case, code: str) -> _Targets | None:
    """Return where to look, or `None` while nobody has written there: an empty section is said elsewhere."""
    kinds = option_texts(case, code, "kinds", *(TESTS if code == "GP803" else ("task",)))
    fields = option_texts(case, code, "fields", *(("task.tests",) if code == "GP803" else ()))
    found = [target for target in every(case, *kinds) if not target.is_placeholder(target.everything)]
    texts = [target.everything for target in found]
    for name in fields:
        kind, _, field = name.partition(".")
        texts.extend(" ".join(record.lines(field)) for record in every(case, kind))
    judged = [target for target in found if is_written(case, target.section)]
    if not judged:
        return None
    nodes = tuple(
        TaskNode(as_task(target.record).title, target.record.id, target.record.number) for target in found
    )
    return _Targets(tuple(make_trace(text) for text in texts), nodes, judged[-1].record.section)


def _is_swept(case: Case, source: Written, targets: _Targets) -> bool:
    """Tell whether a task takes up the whole list, by the name of a section around it.

    `Validate all acceptance criteria met` sweeps over what stands under `Acceptance Criteria`.
    """
    around = [s for s in case.plan.sections if f"{source.section.key}/".startswith(f"{s.key}/")]
    names = [significant(name) for name in (source.record.part, *(section.title for section in around))]
    return any(
        name and name <= target.stems and {"all", "every"} & set(target.folded.split())
        for name in names
        for target in targets.traces
    )


def make_trace(text: str) -> Trace:
    """Return what a text can be traced by."""
    return Trace(" ".join(text.split()).casefold(), identifiers(text), significant(text))


def is_traced(record_id: str, source: Trace, targets: Iterable[Trace]) -> bool:
    """Tell whether one of the targets takes the source up.

    An id counts wherever it stands as a whole word; else one identifier of a code span; else two significant
    words in one target, or one where the source has no more than two; else all words, spread over targets.
    """
    wanted = min(2, -(-len(source.stems) // 2))
    id_pattern = _whole(record_id) if record_id else None
    found: set[str] = set()
    for target in targets:
        if id_pattern and id_pattern.search(target.folded):
            return True
        if source.names & target.names:
            return True
        shared = source.stems & target.stems
        if wanted and len(shared) >= wanted:
            return True
        found |= shared
    return bool(source.stems) and found == source.stems


def _whole(record_id: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(' '.join(record_id.split()).casefold())}(?![\w]|\.\d)")
