"""Edge cases in three parts: when it happens, what is done, what the user sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.rules.placeholders import is_filled, known_placeholders
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.record import Record

_PARTS = {"condition": "the condition", "action": "the action", "result": "what the user sees"}


@rule("GP515", "edge-case-parts", severity=Severity.WARNING)
def edge_case_parts(case: Case) -> Iterator[Finding]:
    """Every edge case has a condition, an action, and a result."""
    for record in case.records("edge-case"):
        section = case.plan.section(record.section)
        known = known_placeholders(case, section) if section else frozenset[str]()
        missing = [words for name, words in _PARTS.items() if not is_filled(record.field(name), known)]
        if missing:
            yield _fault(record, f"does not say {' and '.join(missing)}")


def _fault(record: Record, what: str) -> Finding:
    return Finding(
        "GP515",
        f"Edge case `{record.field('condition') or record.text}` {what}",
        record.place,
        record.section,
        "Write it as `**If condition** → action → what the user sees`, or leave out a case no user meets",
        subject=record.key,
    )
