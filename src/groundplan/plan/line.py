"""The lines of a plan by the part they play in it, so that one part can be held against another."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.plan.finding import Place

# Words that limit what is left out: "`a.py` stays as it is, except for step 4".
LIMIT = late_regex(
    r"\b(?:except|beyond|other than|apart from|aside from|besides|unless|until|but|only|save for|more "
    r"than)\b",
    re.IGNORECASE,
)


class Role(enum.StrEnum):
    """What a line is for; the heading or label above it says so."""

    STEP = "step"
    WORK = "work"  # a paragraph among steps
    EXCLUDED = "excluded"  # out of scope, a non-goal, deferred
    REJECTED = "rejected"  # an option that was not taken
    CHOSEN = "chosen"  # the option or strategy that was
    CRITERION = "criterion"
    REQUIREMENT = "requirement"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """One item, labelled value or step heading, with everything below it."""

    role: Role
    text: str  # its own words, folded, code spans as written
    place: Place
    section: str = ""
    heading: str = ""  # the nearest heading above, its own words
    under: int = 0  # the line of that heading: two headings may have the same words
    id: str = ""  # `T004`, `FR-2`, `3`: how others may name it
    details: str = ""  # the words of what is nested below it
    is_parallel: bool = False  # marked as one that may be done beside others

    @property
    def whole(self) -> str:
        """Return its words and those below it."""
        return f"{self.text} {self.details}".strip()
