"""Suppressions: a rule silenced in one place with a reason; process rules never are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.config import Suppression
from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.rules.registry import RULES, rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.case import Case

# Cut at the comment's two ends, then read: a pattern for all of it takes cubic time on a run of spaces.
_INLINE = late_regex(r"\s*<!--\s*groundplan:\s*allow\s((?:(?!<!--|-->).)*)-->", re.DOTALL)
_NEVER = ("GP2", "GP609")


def suppressions_of(case: Case) -> tuple[Suppression, ...]:
    """Return the suppressions of the configuration and those written in the plan beside what they silence."""
    inline = tuple(
        _read_inline(match[1], section.key)
        for section in case.plan.sections
        for comment in section.comments
        for match in _leading(comment)
    )
    return (*case.config.suppressions, *inline)


def _leading(comment: str) -> Iterator[re.Match[str]]:
    """Yield the suppressions a block starts with: behind other HTML one could hide in an attribute."""
    at = 0
    while match := _INLINE.match(comment, at):
        yield match
        at = match.end()


def _read_inline(said: str, section: str) -> Suppression:
    code, _, reason = " ".join(said.split()).partition(" ")
    return Suppression(code.removesuffix(":"), reason.removeprefix(": "), section)


def suppressions_in_force(case: Case) -> tuple[Suppression, ...]:
    """Return the suppressions that name a rule which may be silenced, and say why."""
    return tuple(each for each in suppressions_of(case) if not _fault(each))


def apply_suppressions(case: Case, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that no valid suppression silences."""
    valid = suppressions_in_force(case)
    return [f for f in findings if not any(s.code == f.code and s.section in {"", f.section} for s in valid)]


@rule("GP215", "bad-suppression", always=True)
def bad_suppression(case: Case) -> Iterator[Finding]:
    """A suppression names a rule that may be suppressed, and says why."""
    for suppression in suppressions_of(case):
        fault = _fault(suppression)
        if fault:
            yield Finding(
                "GP215",
                f"Suppression of `{suppression.code}` has no effect: {fault}",
                section=suppression.section if case.plan.section(suppression.section) else "",
                subject=f"{suppression.code} {suppression.section}",
                hint="Write `<!-- groundplan: allow GP603: the reason -->` on its own line, or remove it",
            )


def _fault(suppression: Suppression) -> str:
    if suppression.code.startswith(_NEVER):
        return "rules of process and secrets are never suppressed"
    if suppression.code not in RULES:
        return "there is no such rule"
    return "" if any(letter.isalnum() for letter in suppression.reason) else "it gives no reason"
