"""Findings as a linter shows them, and the one line that sums them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.explaining import find_rule
from groundplan.cli.look import clean
from groundplan.cli.wrapping import cells
from groundplan.plan.finding import Severity
from groundplan.plan.hint import about

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.look import Part, Screen
    from groundplan.plan.finding import Finding

TOKENS = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: "dim"}


def rule_name(code: str) -> str:
    """Return the short name of a rule."""
    rule = find_rule(code)
    return rule.name if rule else ""


def show_findings(
    screen: Screen, findings: Sequence[Finding], plan: str = "", *, with_weight: bool = False
) -> None:
    """Put out each finding on a line of its own, its hint below, with commands for that plan."""
    for found in findings:
        _show(screen, found, plan, f"{found.severity} " if with_weight else "")


def show_in_words(screen: Screen, findings: Sequence[Finding], plan: str = "") -> None:
    """Put out what each finding says and what to do, for whoever needs no code to act."""
    for found in findings:
        screen.prose(f"{found.message} ({found.place})", indent=2)
        if found.hint:
            _show_hint(screen, about(found.hint, plan))


def _show(screen: Screen, found: Finding, plan: str, weight: str) -> None:
    place = str(found.place).removeprefix(found.place.document)
    code = f"{weight}{found.code} {rule_name(found.code)}".rstrip()
    head: list[Part] = [(found.place.document, "bold"), (place, "dim"), "  ", (code, TOKENS[found.severity])]
    length = sum(cells(clean(text)) for text in (found.place.document, place, code, found.message)) + 4
    if screen.columns and length > screen.columns:  # the narrow form
        screen.line(*head)
        screen.prose(found.message, indent=4)
    else:
        screen.line(*head, "  ", found.message)
    if found.hint:
        _show_hint(screen, about(found.hint, plan))


def _show_hint(screen: Screen, hint: str) -> None:
    if screen.columns:
        screen.prose(hint, indent=4, tone="dim")
    else:
        screen.line((hint, "dim"), indent=4)


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def times(number: int) -> str:
    """Return how often something happens."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def verdict(findings: Sequence[Finding], unfinished: Sequence[Finding]) -> list[Part]:
    """Return what a check says about findings, those apart that only say that a draft is not finished."""
    wrong = [found for found in findings if found not in unfinished]
    parts: list[Part] = [*tally(wrong), "" if wrong else " wrong"]
    return [*parts, (f", {len(unfinished)} unfinished", "dim")] if unfinished else parts


def summary(findings: Sequence[Finding], unfinished: Sequence[Finding]) -> str:
    """Return how many findings there are in the words of `check`; empty where there are none."""
    wrong = [found for found in findings if found not in unfinished]
    left = len(findings) - len(wrong)
    return ", ".join([*(text for text, _ in _counts(wrong)), *([f"{left} unfinished"] if left else [])])


def tally(findings: Sequence[Finding]) -> list[Part]:
    """Return how many findings of each weight there are."""
    parts: list[Part] = []
    for part in _counts(findings):
        parts += [", ", part] if parts else [part]
    return parts or [("nothing", "ok")]


def _counts(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    found = []
    for severity, noun in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "note")):
        number = sum(each.severity is severity for each in findings)
        if number:
            found.append((count(number, noun), TOKENS[severity]))
    return found
