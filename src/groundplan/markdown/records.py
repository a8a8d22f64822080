"""Records read out of a section's visible Markdown, or a finding with line and column; never a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.plan.document import Section
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record


def read_records(section: Section, spec: RecordSpec) -> tuple[list[Record], list[Finding]]:
    """Return the section's records of one declaration, and a GP505 finding for each that cannot be read."""
    raise NotImplementedError
