"""Decisions stand in both layers, once."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.plan.accounts import words_of
from groundplan.plan.finding import Finding
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.hint import Run
    from groundplan.plan.promise import Decision
    from groundplan.plan.record import Record


@rule("GP209", "layers-differ", always=True)
def layers_differ(case: Case) -> Iterator[Finding]:
    """A decision stands in the ledger and in the plan, with the same words."""
    written = case.records("decision")
    declared = any(record.kind == "decision" for spec in case.playbook.sections for record in spec.records)
    missed = set()
    for decision in case.promises.live_decisions:
        # What was decided by approving a recommendation is said by the recommendation.
        is_option = bool(decision.option and case.records("recommendation"))
        absent = declared and not is_option and not any(_says(record, decision) for record in written)
        if absent or not _recommends(case, decision):
            missed.add(decision.id)
            yield Finding(
                "GP209",
                f"Decision {decision.id} `{decision.title}` is in the ledger, but the plan does not say so",
                subject=decision.entry.id,
                hint=Hint("Write it back, or a person changes it: ", _replacing(decision)),
            )
    for record in written:
        # Words that took a decision's place are said once, above.
        if record.id not in missed and not any(_says(record, each) for each in case.promises.decisions):
            yield Finding(
                "GP209",
                f"The plan shows decision `{record.key}`, which is not in the ledger",
                place=record.place,
                section=record.section,
                subject=record.key,
                hint=Hint("Make it with ", run("decide", WORDS, {"because": WORDS})),
            )

    yield from _other_answers(case)


def _other_answers(case: Case) -> Iterator[Finding]:
    """Yield the answers that the plan shows in other words than those that were given."""
    answered = {question.id: question for question in case.promises.questions if question.answer}
    for record in case.records("question"):
        question = answered.get(record.id)
        shown = words_of(record.field("answer"))
        if question is None or question.answer is None or not shown:
            continue
        if shown != words_of(question.answer.text):
            yield Finding(
                "GP209",
                f"The plan shows another answer to {question.id} than the one that was given",
                place=record.place,
                section=record.section,
                subject=f"answer {question.id}",
                hint=Hint("Write it back, or give another answer: ", run("answer", question.name, WORDS)),
            )


def _says(record: Record, decision: Decision) -> bool:
    """Tell whether a record is the decision: its id, and its words and no others; marks may differ."""
    reason = words_of(record.field("reason"))
    if reason and reason != words_of(decision.reason):
        return False
    decided = _words(decision.title)
    if "title" in record.fields:
        return record.id == decision.id and _words(record.fields["title"]) == decided
    return record.id == decision.id and _words(record.text)[: len(decided)] == decided


def _recommends(case: Case, decision: Decision) -> bool:
    """Tell whether the plan's recommendation, where it has one, is for the option that was decided."""
    recommendations = case.records("recommendation")
    if not (decision.option and recommendations):
        return True
    options = [decision.option, *(option.id for option in case.records("option"))]
    return any(recommended_option(each, options) == decision.option for each in recommendations)


def recommended_option(recommendation: Record, options: Iterable[str]) -> str:
    """Return the id of the option a recommendation names first: `Option A, not Option B` is for A."""
    said = f" {' '.join(_words(recommendation.field('option') or recommendation.text))} "
    places = ((said.find(f" {' '.join(_words(option))} "), option) for option in options if _words(option))
    found = [(place, -len(option), option) for place, option in places if place >= 0]
    return min(found)[2] if found else ""


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", html.unescape(text).casefold())


@rule("GP216", "two-decisions", always=True)
def two_decisions(case: Case) -> Iterator[Finding]:
    """A question is decided once; two branches that decided it differently are reconciled by a person."""
    subjects: dict[str, list[Decision]] = defaultdict(list)
    for decision in case.promises.live_decisions:
        subjects[f"question {decision.question}" if decision.question else f"id {decision.id}"].append(
            decision
        )
    for subject, decisions in subjects.items():
        if len(decisions) > 1:
            named = " and ".join(f"`{decision.title}`" for decision in decisions)
            yield Finding(
                "GP216",
                f"Two decisions are in force for {subject}: {named}",
                subject=subject,
                hint=Hint("A person decides on one: ", _replacing(decisions[0])),
            )


def _replacing(decision: Decision) -> Run:
    return run("supersede", decision.id, WORDS, {"because": WORDS})
