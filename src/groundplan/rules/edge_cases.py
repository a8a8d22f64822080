"""Edge cases in three parts: when it happens, what is done, what the user sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.rules.language import is_english
from groundplan.rules.placeholders import is_filled, known_placeholders
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.record import Record

_PARTS = {"condition": "the condition", "action": "the action", "result": "what the user sees"}
# Someone outside the program, or something that reaches them.
_SEEN = late_regex(
    r"\b(?:users?|callers?|clients?|customers?|admins?|operators?|developers?|visitors?|members?|readers?|everyone|"
    r"people|person|author|agent|sees?|seen|shows?|shown|displays?|displayed|prints?|printed|renders?|rendered|"
    r"reads?|gets?|receives?|received|notices?|visible|transparent(?:ly)?|unnoticed|silent(?:ly)?|messages?|"
    r"responses?|responds?|returns?|returned|status|page|screen|toast|banner|dialog|button|form|prompt|notification|"
    r"e-?mail|output|stdout|stderr|terminal|console|exit\s+(?:code|status)|exits|warning|error|http|hint|tooltip|"
    r"no\s+(?:visible\s+)?(?:change|effect|difference))\b|\b[1-5]\d\d\b|[\"“”`]",
    re.IGNORECASE,
)


@rule("GP515", "edge-case-parts")
def edge_case_parts(case: Case) -> Iterator[Finding]:
    """Every edge case has a condition, an action, and a result that a user can see."""
    for record in case.records("edge-case"):
        section = case.plan.section(record.section)
        known = known_placeholders(case, section) if section else frozenset[str]()
        missing = [words for name, words in _PARTS.items() if not is_filled(record.field(name), known)]
        if missing:
            yield _fault(record, f"does not say {' and '.join(missing)}")
        elif not _is_user_facing(record):
            yield _fault(record, f"ends in `{record.field('result')}`, which no user sees")


def _is_user_facing(record: Record) -> bool:
    result = record.field("result")
    return _SEEN.search(result) is not None or not is_english(f"{record.text} {result}")


def _fault(record: Record, what: str) -> Finding:
    return Finding(
        "GP515",
        f"Edge case `{record.field('condition') or record.text}` {what}",
        record.place,
        record.section,
        "Write it as `**If condition** → action → user-visible result`, or leave out a case no user meets",
        subject=record.key,
    )
