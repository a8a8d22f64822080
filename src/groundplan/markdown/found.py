"""A record together with where its parts stand, so that reading, masking and writing agree on the place."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.markdown.blocks import Block, Span
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record


@dataclass(frozen=True, slots=True)
class Found:
    """A record, the block that holds it, its checkbox, and the words of each of its fields."""

    record: Record
    block: Block
    tick: Span | None = None
    spots: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    # the list item or paragraph of a labelled field
    holders: Mapping[str, Block] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)  # the line its label stands on
    rest: tuple[str, ...] = ()  # words that stand in it and are no field and no item
    is_value: bool = False  # the words behind a label, where items below it were expected


@dataclass(frozen=True, slots=True)
class Desk:
    """What every reader of records needs: the declaration, where the section stands, a tray for findings."""

    spec: RecordSpec
    section: str  # key
    document: str  # path
    findings: list[Finding] = field(default_factory=list)

    def place(self, line: int, column: int) -> Place:
        """Return a place from a line, counted from 1, and a column, counted from 0."""
        return Place(self.document, line, column + 1)

    def fault(self, line: int, column: int, message: str, *, hint: str = "", subject: str = "") -> None:
        """Note that something which should be a record cannot be read."""
        self.findings.append(
            Finding(
                "GP505", message, self.place(line, column), self.section, hint, subject=subject or message
            )
        )


def last_line(blocks: Iterable[Block], otherwise: int) -> int:
    """Return the last line of the blocks; a rule only sets apart what comes next."""
    return max((block.last for block in blocks if block.kind is not Kind.RULE), default=otherwise)
