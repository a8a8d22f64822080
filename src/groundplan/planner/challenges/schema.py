"""The goal changes a table of the database, the repository keeps migrations, and the goal names none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Unmigrated
    from groundplan.evidence.facts import Facts

NAME = "schema"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for a model that the goal names and whose columns it changes."""
    if facts.contrary.unmigrated:
        yield _challenge(facts.contrary.unmigrated)


def _challenge(model: Unmigrated) -> Challenge:
    number = model.migrations
    kept = f"{number} migration{' keeps' if number == 1 else 's keep'} its schema"
    claim = (
        f"{code(model.citation)} maps {counted(model.fields, 'field')} to columns, and {kept}, the newest "
        f"{code(model.newest)}: a changed column needs another one, which the goal does not name."
    )
    return Challenge(
        detector=NAME,
        subject=model.citation,
        claim=claim,
        evidence=(model.citation, model.newest),
        numbers={"migrations": number, "columns": model.fields},
        advice=f"Put a migration after {code(model.newest)} into the same commit as the model.",
        mitigation=f"a migration after {code(model.newest)}, tried forwards and backwards",
        question=_question(model, claim) if model.is_added else None,
        weight=0.9,
    )


def _question(model: Unmigrated, claim: str) -> Question:
    return Question(
        f"schema:{model.citation}",
        f"What do rows of {code(model.citation)} that exist already get in the new column?",
        claim,
        (
            Choice("empty", "Nothing: the column may be empty"),
            Choice("default", "A default value"),
            Choice("backfill", "A value computed for each row by the migration"),
        ),
        recommended="empty",
        weight=0.8,
        assumption="the new column may be empty in rows that exist already",
    )
