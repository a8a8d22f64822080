"""Code that went on since a plan was approved: new occurrences, dependencies, plans on the same files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.hint import Hint, run
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case


@rule("GP411", "new-occurrence", always=True, severity=Severity.WARNING)
def new_occurrence(case: Case) -> Iterator[Finding]:
    """No file uses a name that the plan changes and did not when the plan was approved."""
    if case.drift and case.drift.trouble:
        yield Finding(
            "GP411",
            f"What changed since then could not be checked: {case.drift.trouble}",
            hint=case.drift.remedy or "See what is broken: `git fsck`",
            severity=Severity.WARNING,
            subject="trouble",
        )
    for each in case.drift.occurrences if case.drift else ():
        before = f"{each.before} before" if each.before else "not at all before"
        yield Finding(
            "GP411",
            f"`{each.term}` appears {each.now} times in `{each.path}`, {before}, and no step covers it"
            if each.now > 1
            else f"`{each.term}` appears in `{each.path}`, {before}, and no step covers it",
            each.place,
            each.section,
            "Add the file to a step, or say why it stays as it is",
            subject=f"{each.term} {each.path}",
        )


@rule("GP412", "changed-dependency", always=True, severity=Severity.NOTE)
def changed_dependency(case: Case) -> Iterator[Finding]:
    """The packages that the code asks for are those it asked for when the plan was approved."""
    for each in case.drift.dependencies if case.drift else ():
        was = f"`{each.before}`" if each.before else "not declared"
        now = f"`{each.now}`" if each.now else "not declared"
        yield Finding(
            "GP412",
            f"Dependency `{each.name}` was {was} and is {now}"
            + (", and the plan names it" if each.is_named else ""),
            Place(each.path, 1, 1),
            "",
            "Read what the plan says about it again",
            severity=Severity.WARNING if each.is_named else Severity.NOTE,
            subject=f"{each.path} {each.name}",
        )


@rule("GP413", "shared-file", always=True, severity=Severity.NOTE)
def shared_file(case: Case) -> Iterator[Finding]:
    """No other open plan works on the same files."""
    for each in case.drift.shared if case.drift else ():
        yield Finding(
            "GP413",
            f"Plan `{each.plan}` works on `{each.path}` too",
            Place(each.path, 1, 1),
            "",
            Hint("Agree on an order; ", run("show", {"plan": each.plan}), " shows it"),
            severity=Severity.NOTE,
            subject=f"{each.path} {each.plan}",
        )
