"""A whole plan on one screen: standing, checkpoints, sections, records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import by_number
from groundplan.app.changes.checking import finished_sections
from groundplan.app.judgement.computed import RELAYED, one_line, unconfirmed
from groundplan.app.objections.attacks import tell_by
from groundplan.app.views.outlook import find_schedule, tell_schedule
from groundplan.app.views.waiting import has_conflict, tell_work, waiting_for_person
from groundplan.cli.views.findings import summary
from groundplan.cli.views.standing import (
    approval_told,
    glyph_of,
    show_checklist,
    show_head,
    show_waiting,
    unfinished_of,
)
from groundplan.plan.hint import Hint, run
from groundplan.plan.probe import tell_end
from groundplan.plan.task_command import show_argv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.known import Known
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.views.viewing import Overview
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.document import Document
    from groundplan.plan.promise import Decision
    from groundplan.plan.promises import Promises

_LONGEST = 600  # letters of an answer or a decision in the overview; the plan and the log have all of it
_ONE_LINE = 60  # columns that name, state and title need beside each other


def show_plan(screen: Screen, opened: OpenPlan) -> None:
    """Put out everything about a plan but its text."""
    show_head(screen, opened, with_checkpoints=False)
    screen.blank()
    standing = opened.judgement.standing
    schedule = find_schedule(opened)
    facts = (
        ("stage", standing.stage),
        ("phase", standing.phase),
        ("playbook", f"{opened.playbook.name} {opened.playbook.version}"),
        ("approved by", standing.approved_by or "nobody"),
        ("attacked", tell_by(opened)),
        ("id", opened.known.id),
        *(tell_schedule(schedule) if schedule else ()),
    )
    screen.table([[(name, "dim"), value] for name, value in facts if value], indent=2, flexible=1)
    _show_checkpoints(screen, opened)
    if standing.checklist:
        screen.blank()
        show_checklist(screen, opened)
    _show_sections(screen, opened)
    _show_promises(screen, opened)
    _show_records(screen, opened)
    show_waiting(screen, opened)


def show_plans(screen: Screen, seen: Overview) -> None:
    """Put out one line for each open plan; on a narrow screen the title is below it."""
    rows: list[list[Part]] = []
    for opened in seen.plans:
        number = len(waiting_for_person(opened))
        waits: Part = (f"{number} waiting for you", "warn") if number else ""
        stage = ", ".join(filter(None, (opened.judgement.standing.stage, tell_work(opened))))
        rows.append([(opened.known.slug, "bold"), stage, waits, opened.plan.title or opened.known.title])
    if screen.width >= _ONE_LINE:
        screen.table(rows, indent=0, flexible=3)
        return
    for name, state, waiting, title in rows:
        screen.line(name, "  ", state, *(["  ", waiting] if waiting else []), hang=2)
        screen.line(title, indent=2)


def show_archived(screen: Screen, archived: Sequence[Known]) -> None:
    """Put out one line for each archived plan, or that there are none."""
    if not archived:
        screen.line("No archived plans", indent=2)
    screen.table(
        [[(each.slug, "bold"), ("archived", "dim"), each.title] for each in archived], indent=0, flexible=2
    )


def show_no_plans(screen: Screen, archived: Sequence[Known], where: str = "") -> None:
    """Say that no plan is open, which ones are archived, and how to go on."""
    screen.line(
        "No open plans" if archived else "No plans yet", (f"   {where}" if where else "", "dim"), indent=2
    )
    if archived:
        named = ", ".join(each.slug for each in archived)
        screen.line((f"{len(archived)} archived: {named}", "dim"), indent=2)
        screen.line(
            (Hint("A person restores one with ", run("archive", {"restore": True}, "<name>")), "dim"),
            indent=2,
        )
    screen.blank()
    screen.line("Next  ", (run("plan", "<goal>"), "bold"), indent=2)


def _heading(screen: Screen, text: str) -> None:
    screen.blank()
    screen.line((text, "bold"), indent=2)


def _show_checkpoints(screen: Screen, opened: OpenPlan) -> None:
    standing, unfinished = opened.judgement.standing, unfinished_of(opened)
    rows: list[list[Part]] = []
    for checkpoint in standing.checkpoints:
        glyph = glyph_of(checkpoint, is_current=checkpoint is standing.current)
        rows.append([glyph, checkpoint.spec.label, (approval_told(checkpoint, unfinished), "dim")])
    if rows:
        _heading(screen, "Checkpoints")
        screen.table(rows, indent=4, flexible=2)


def _show_sections(screen: Screen, opened: OpenPlan) -> None:
    documents = [document for document in opened.plan.documents if document.sections]
    for number, document in enumerate(documents):
        if not number:
            _heading(screen, "Sections")
        if len(documents) > 1:
            screen.line((document.path, "dim"), indent=4)
        screen.table(_section_rows(opened, document), indent=4, flexible=2)


def _section_rows(opened: OpenPlan, document: Document) -> list[list[Part]]:
    complete, unfinished = finished_sections(opened.judgement), unfinished_of(opened)
    rows: list[list[Part]] = []
    for section in document.sections:
        mark: Part = ("✓", "ok") if section.key in complete else ("○", "dim")
        found = [each for each in opened.judgement.findings if each.section == section.key]
        faults: Part = (summary(found, unfinished), "warn")
        rows.append([mark, section.key, section.title, (f"line {section.line}", "dim"), faults])
    return rows


def _show_promises(screen: Screen, opened: OpenPlan) -> None:
    promises = opened.judgement.promises
    # In a merge conflict only what the ledger asked is surely a question.
    questions = [each for each in promises.questions if each.asked or not has_conflict(opened)]
    if questions:
        _heading(screen, "Questions")
        rows: list[list[Part]] = []
        for asked in by_number(questions):
            told = f"{asked.text} → {one_line(asked.answer.text, _LONGEST)}" if asked.answer else asked.text
            told += " (withdrawn)" if asked.is_withdrawn else ""
            told += f" {RELAYED}" if asked.answer and promises.is_relayed(asked.answer.entry) else ""
            rows.append([("?", "warn") if asked.is_open else ("✓", "ok"), asked.id, told])
        screen.table(rows, indent=4, flexible=2)
    if promises.live_decisions:
        _heading(screen, "Decisions")
        screen.table(
            [["·", d.id, _tell_decision(d, promises)] for d in promises.live_decisions],
            indent=4,
            flexible=2,
        )

    if promises.probes:
        _heading(screen, "Probes")
        rows = [["·", p.id, f"{show_argv(p.argv)}: {tell_end(p.ended, p.code)}"] for p in promises.probes]
        screen.table(rows, indent=4, flexible=2)


def _tell_decision(decision: Decision, promises: Promises) -> str:
    told = one_line(f"{decision.title}, because {decision.reason}", _LONGEST)
    return f"{told} {unconfirmed(decision.entry)}" if promises.is_relayed(decision.entry) else told


def _show_records(screen: Screen, opened: OpenPlan) -> None:
    """Count the records by kind; tasks are few words each, so they are listed."""
    kinds: dict[str, int] = {}
    for part in opened.plan.parts:
        for record in part.records:
            kinds[record.kind] = kinds.get(record.kind, 0) + 1
    kinds.pop("question", None)
    if not kinds:
        return
    _heading(screen, "Records")
    told = ", ".join(f"{kind} {number}" for kind, number in kinds.items())
    screen.prose(told, indent=4)
    tasks = list(opened.plan.records("task"))
    if tasks:
        screen.blank()
    marks: dict[bool | None, Part] = {True: ("✓", "ok"), False: ("○", "dim"), None: ("·", "dim")}
    screen.table(
        [[marks[task.ticked], task.id, task.field("title") or task.text] for task in tasks],
        indent=4,
        flexible=2,
    )
