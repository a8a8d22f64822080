"""The records of one section by one declaration, as the tests ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import parse_blocks
from groundplan.markdown.found import Desk
from groundplan.markdown.records import find_records

if TYPE_CHECKING:
    from groundplan.plan.document import Section
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record


def read_records(section: Section, spec: RecordSpec) -> tuple[list[Record], list[Finding]]:
    """Return the section's records of one declaration, and a GP505 finding for each that cannot be read."""
    desk = Desk(spec, section.key, section.document)
    blocks = parse_blocks(section.text, section.line)
    found = find_records(blocks, desk, captures=section.captures)
    return [one.record for one in found], desk.findings
