"""Work that a plan waits for and another team does: somebody has to be asked for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.registry import rule
from groundplan.rules.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case

_KINDS = ("dependency", "internal-dependency", "external-dependency")
_SOMEBODY = late_regex(
    r"\b(?:another|some|some other|an external|an outside|a different|the other)\s+"
    r"(?:team|squad|department|group|vendor|supplier)\b",
    re.IGNORECASE,
)
# A name in brackets, or one that is said to own it.
_OWNED = late_regex(r"\([^()\n]*\b[A-Z][^()\n]*\)|\b(?:[Oo]wner|[Oo]wned by|[Cc]ontact)\b\W{0,4}\w|@\w")


@rule("GP709", "unowned-dependency", always=True, severity=Severity.NOTE)
def unowned_dependency(case: Case) -> Iterator[Finding]:
    """A dependency on another team's work names whose it is."""
    for found in written(case, *_KINDS):
        words = found.everything
        if _SOMEBODY.search(words) and not _OWNED.search(words):
            yield Finding(
                "GP709",
                f"{found.name} is another team's work, and nobody is named for it",
                found.record.place,
                found.section.key,
                Hint("Name who owns it, or ask: ", run("ask", "Who owns it?")),
                Severity.NOTE,
                subject=found.key,
            )
