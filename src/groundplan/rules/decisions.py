"""Decisions stand in both layers, once."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.promise import Decision
    from groundplan.plan.record import Record


@rule("GP209", "layers-differ", always=True)
def layers_differ(case: Case) -> Iterator[Finding]:
    """A decision stands in the ledger and in the plan, with the same words."""
    written = {record.id: record for record in case.records("decision")}
    declared = any(record.kind == "decision" for spec in case.playbook.sections for record in spec.records)
    recommended = case.records("recommendation")
    for decision in case.promises.live_decisions:
        absent = declared and not _says(written.get(decision.id), decision)
        if absent or (decision.option and recommended and not _recommends(recommended, decision)):
            yield Finding(
                "GP209",
                f"Decision {decision.id} `{decision.title}` is in the ledger, but the plan does not say so",
                subject=decision.entry.id,
                hint=f"Write it back, or a person changes it: `groundplan supersede {decision.id}`",
            )
    known = {decision.id for decision in case.promises.decisions}
    for record in written.values():
        if record.id not in known:
            yield Finding(
                "GP209",
                f"The plan shows decision `{record.key}`, but nobody made it",
                place=record.place,
                section=record.section,
                subject=record.key,
                hint="Make it with `groundplan decide`",
            )


def _says(record: Record | None, decision: Decision) -> bool:
    return record is not None and _fold(decision.title) in _fold(
        record.text + " " + " ".join(record.fields.values())
    )


def _recommends(records: tuple[Record, ...], decision: Decision) -> bool:
    return any(
        _fold(decision.option) in _fold(f"{record.text} {record.field('option')}") for record in records
    )


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()


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
                f"Two decisions stand for {subject}: {named}",
                subject=subject,
                hint=f"A person keeps one: `groundplan supersede {decisions[0].id}`",
            )
