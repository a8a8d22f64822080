"""Nothing is written past a stop: earlier sections, open questions, checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.promise import EVIDENCE, RECORD
from groundplan.rules.completeness import incomplete_sections
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section

PAST = "past:"  # subject of a finding that is about words standing past a stop


def _position(case: Case) -> dict[str, int]:
    return {spec.key: number for number, spec in enumerate(case.playbook.sections)}


def _written_after(case: Case, position: int) -> Iterator[Section]:
    """Yield the sections with words of their own that are declared after a position."""
    order = _position(case)
    for section in case.plan.sections:
        spec = case.playbook.section(section.declared)
        if spec is None or spec.computed or spec.container:
            continue
        if order[section.declared] > position and case.has_words(section):
            yield section


@rule("GP203", "section-order")
def section_order(case: Case) -> Iterator[Finding]:
    """Each section is complete before the next one has words, questions and facts of the engine apart."""
    order = _position(case)
    incomplete = incomplete_sections(case)
    if not incomplete:
        return
    positions = {}
    for key in incomplete:
        section = case.plan.section(key)
        positions[key] = order[section.declared if section else key]
    first = min(positions, key=lambda key: positions[key])
    for section in _written_after(case, positions[first]):
        if _is_only_recorded(case, section):
            continue
        yield Finding(
            "GP203",
            f"Section `{section.key}` has words while `{first}` is incomplete: {incomplete[first][0]}",
            place=section.place,
            section=section.key,
            subject=PAST + section.key,
            hint=Hint("Complete it first: ", run("write", first)),
        )


def _is_only_recorded(case: Case, section: Section) -> bool:
    """Tell whether all words of a section came with questions, answers and facts."""
    revisions = [each for each in case.promises.revisions if section.key in each.sections]
    known = {each.sections[section.key][1] for each in revisions}
    return {each.cause for each in revisions} <= {EVIDENCE, RECORD} and section.fingerprint in known


@rule("GP204", "open-question", always=True, progress=True)
def open_question(case: Case) -> Iterator[Finding]:
    """An unanswered question blocks; where the playbook stops for questions, nothing stands past it."""
    order = _position(case)
    stopped_at: int | None = None
    for question in case.promises.open_questions:
        section = case.plan.section(question.section)
        yield Finding(
            "GP204",
            f"{question.id or 'A question'} is not answered: {question.text}",
            place=_place_of_question(case, question.id),
            section=question.section if section else "",
            subject=question.digest,
            hint=Hint(run("answer", question.name or "<question>", WORDS)),
        )
        if section is not None and section.declared in order:
            at = order[section.declared]
            stopped_at = at if stopped_at is None else min(at, stopped_at)
    if stopped_at is None or not case.options("GP204").get("stops"):
        return
    count = len(case.promises.open_questions)
    for section in _written_after(case, stopped_at):
        yield Finding(
            "GP204",
            f"Section `{section.key}` has words past {count} open question{'' if count == 1 else 's'}",
            place=section.place,
            section=section.key,
            subject=PAST + section.key,
            hint=Hint("Answer the open questions first: ", run("answer", "<question>", WORDS)),
        )


def _place_of_question(case: Case, question_id: str) -> Place:
    return next((record.place for record in case.records("question") if record.id == question_id), Place())


@rule("GP213", "checkpoint-passed-by", always=True)
def checkpoint_passed_by(case: Case) -> Iterator[Finding]:
    """No words stand past a checkpoint that a person has not opened."""
    order = _position(case)
    for checkpoint in case.playbook.checkpoints:
        if not checkpoint.person:
            continue
        if any(state.holds for state in case.promises.approvals_of(checkpoint.id)):
            continue
        last = max((order[key] for key in checkpoint.covers if key in order), default=len(order))
        for section in _written_after(case, last):
            yield Finding(
                "GP213",
                f"Section `{section.key}` has words past checkpoint `{checkpoint.id}`, which is not open",
                place=section.place,
                section=section.key,
                subject=PAST + section.key,
                hint=Hint("A person opens it: ", run("approve", checkpoint.id)),
            )


@rule("GP217", "question-withdrawn", always=True)
def question_withdrawn(case: Case) -> Iterator[Finding]:
    """An open question is answered, not removed from the plan or reworded."""
    declares = any(record.kind == "question" for spec in case.playbook.sections for record in spec.records)
    if not declares:
        return
    for question in case.promises.open_questions:
        if question.asked is not None and not question.in_plan and question.asked.section:
            yield Finding(
                "GP217",
                f"{question.id or 'A question'} was asked and not answered, "
                f"but the plan does not show it: {question.text}",
                section=question.section if case.plan.section(question.section) else "",
                subject=question.digest,
                hint=Hint("Answer it: ", run("answer", question.name or "<question>", WORDS)),
            )
