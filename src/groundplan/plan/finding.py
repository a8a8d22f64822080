"""A finding is data: one fault of a plan, where it stands, and what to do about it."""

from __future__ import annotations

import enum

from groundplan.plan.dataclass import dataclass


class Severity(enum.StrEnum):
    """How much a finding weighs: an error blocks checkpoints, a warning is shown, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in a document something stands; lines and columns count from 1."""

    document: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Write the place as linters do, `file:line:col`, leaving out what is unknown."""
        parts = [self.document] + [str(number) for number in (self.line, self.column) if number]
        return ":".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found. `section` scopes it to the checkpoints that cover that section."""

    code: str
    message: str
    place: Place = Place()
    section: str = ""
    hint: str = ""
    severity: Severity = Severity.ERROR
    # Stable across re-wording of the message: what the finding is about (a record id, an entry id, …).
    subject: str = ""
    mends: str = ""  # the words of the section that are wrong by themselves: put right, nothing else changes
    offers: tuple[str, ...] = ()  # what could be written instead of them
    is_wrong: bool = False  # of a rule that asks for what is missing: here, what is written is off

    @property
    def blocks(self) -> bool:
        """Whether the finding keeps a checkpoint from passing."""
        return self.severity is Severity.ERROR

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes two findings the same one, wherever they moved to in the document."""
        return (self.code, self.section, self.subject or self.message)


class Findings(tuple[Finding, ...]):  # noqa: SLOT001 - a tuple with slots remembers nothing
    """Findings in their order; whether one is among them takes no longer for many."""

    def __contains__(self, found: object) -> bool:
        """Tell whether a finding is among them."""
        if "_known" not in self.__dict__:
            self._known = frozenset(self)
        return found in self._known
