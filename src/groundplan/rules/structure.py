"""What reading the documents already found, handed on under its own codes so that each can be explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding


def _found(case: Case, code: str) -> Iterator[Finding]:
    return (finding for finding in case.plan.findings if finding.code == code)


@rule("GP501", "missing-section", always=True, progress=True)
def missing_section(case: Case) -> Iterator[Finding]:
    """Every declared section that a plan must have is there."""
    return _found(case, "GP501")


@rule("GP502", "renamed-section", always=True)
def renamed_section(case: Case) -> Iterator[Finding]:
    """A declared heading keeps the words its playbook gave it."""
    return _found(case, "GP502")


@rule("GP503", "reordered-section", always=True)
def reordered_section(case: Case) -> Iterator[Finding]:
    """Sections stand in the order their playbook declares."""
    return _found(case, "GP503")


@rule("GP505", "unreadable-record", always=True)
def unreadable_record(case: Case) -> Iterator[Finding]:
    """Every item, row or heading that should be a record can be read as one."""
    return _found(case, "GP505")


@rule("GP506", "duplicate-section", always=True)
def duplicate_section(case: Case) -> Iterator[Finding]:
    """A section stands in its document once."""
    return _found(case, "GP506")


@rule("GP507", "conflict-markers", always=True)
def conflict_markers(case: Case) -> Iterator[Finding]:
    """No document holds the markers of an unfinished merge."""
    return _found(case, "GP507")


@rule("GP508", "heading-level", always=True)
def heading_level(case: Case) -> Iterator[Finding]:
    """A declared heading has the level its playbook gave it."""
    return _found(case, "GP508")
