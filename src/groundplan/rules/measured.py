"""What a plan marks as measured has a receipt, and the code is still the one that was measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.prose import prose_of
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section

# A mark alone, or one that names receipts. `(measured: 35 ms)` and `(measured on Linux)` are words.
_MARK = late_regex(r"\(measured(?::[ ]?(?P<names>P\d+(?:,[ ]?P\d+)*))?\)", re.IGNORECASE)
_SHORT = 12  # letters of a commit's id


@rule("GP117", "not-measured", always=True)
def not_measured(case: Case) -> Iterator[Finding]:
    """A plan that says (measured: P1) has that receipt, and the code has not changed since."""
    if case.promises.created is None:  # a document of somebody else's has its measurements elsewhere
        return
    for section in case.plan.parts:
        for line in prose_of(section).lines:
            for mark in _MARK.finditer(line.masked):
                place = Place(section.document, line.number, mark.start() + 1)
                for name in re.split(r",\s*", mark["names"] or ""):
                    yield from _judge(case, section, place, name.upper())


def _judge(case: Case, section: Section, place: Place, name: str) -> Iterator[Finding]:
    known = [each for each in case.promises.probes if each.id == name]
    probe = run("probe", WORDS)
    if not name:
        if not case.promises.is_vouched(section):  # a person answers for what they measured themselves
            hint = Hint("Try it with ", probe, " and cite the receipt, or leave the mark out")
            yield _finding(section, place, "`(measured)` names no receipt", hint, Severity.WARNING)
    elif not known:
        hint = Hint("Those there are: ", run("probe", {"list": True}))
        yield _finding(section, place, f"There is no receipt `{name}`", hint, Severity.ERROR)
    else:
        now = case.evidence.state if case.evidence else ""
        if now and all(each.state not in {"", now} for each in known):
            at = f" (commit {known[-1].commit[:_SHORT]})" if known[-1].commit else ""
            told = f"The code has changed since `{name}` was measured{at}"
            yield _finding(section, place, told, Hint("Try it again with ", probe), Severity.WARNING)


def _finding(section: Section, place: Place, told: str, hint: Hint, severity: Severity) -> Finding:
    return Finding("GP117", told, place, section.key, hint, severity=severity, subject=told)
