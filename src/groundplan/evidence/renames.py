"""What a goal renames, and to what: read from its first line, and only where that gives a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = r"`?(@?[A-Za-z_][\w.:/@-]{0,80}?)(?:\(\))?`?"
NOUN = r"(?:class|function|method|module|constant|type|struct|package|library|crate|gem|dependency)"
KIND = rf"(?:(?:the|our|its) )?(?:{NOUN} )?"
_ENDS = r"(?=[.,;:)]*(?:\s|$))"  # a dot inside a word ends no name
_RENAME = late_regex(
    rf"(?<!not )(?<!n't )(?<!never )\brename {KIND}{NAME}(?: {NOUN})? (?:to|into|as) {NAME}{_ENDS}"
    r"(?! (?!(?:in|so|for|because|as|everywhere|throughout|across|and|but|which|without|since)\b|[(–-]))",
    re.IGNORECASE,
)
_JOINTS = late_regex(r"\.|::|/|:")
_NO_NAMES = frozenset({"a", "an", "the", "it", "that", "this", "one", "something", "anything", "whatever"})


@dataclass(frozen=True, slots=True)
class Rename:
    """A name as the goal spells it, what it is in, and the one it gets: none where the goal gives none."""

    said: str
    owners: Sequence[str]
    old: str
    new: str


def read_rename(goal: str) -> Rename | None:
    """Return what the first line renames; with another owner a name is moved, which is no rename."""
    found = _RENAME.search(goal.strip().partition("\n")[0])
    if not found:
        return None
    (*owners, old), (*others, new) = _JOINTS.split(found[1]), _JOINTS.split(found[2])
    is_name = others in ([], owners) and new.isidentifier() and new not in {*_NO_NAMES, old}
    return Rename(found[1], owners, old, new if is_name else "")
