"""What a goal renames or replaces, and whether that is all it says: read only where it gives a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import FactKind
from groundplan.plan.late_regex import late_regex
from groundplan.plan.title import without_preamble
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from groundplan.plan.fact import Fact

NAME = r"`?(@?[A-Za-z_][\w.:/@-]{0,80}?)(?:\(\))?`?"
NOUN = r"(?:class|function|method|module|constant|type|struct|package|library|crate|gem|dependency)"
KIND = rf"(?:(?:the|our|its) )?(?:{NOUN} )?"
_ENDS = r"(?=[.,;:)]*(?:\s|$))"  # a dot inside a word ends no name
_RENAME = late_regex(
    rf"(?<!not )(?<!n't )(?<!never )\brename {KIND}{NAME}(?: {NOUN})? (?:to|into|as) {NAME}{_ENDS}"
    r"(?! (?!(?:in|so|for|because|as|everywhere|throughout|across|and|but|which|without|since)\b|[(–-]))",
    re.IGNORECASE,
)
REPLACE = late_regex(
    rf"\b(?:replac(?:e|ing) {KIND}{NAME}(?: {NOUN})? (?:with|by)"
    rf"|(?:migrat(?:e|ing)|switch(?:ing)?|mov(?:e|ing))(?: away| over)? from {NAME}(?: {NOUN})? to)"
    rf" (?:{NAME}(?=[.,;:)]+(?:\s|$)|$))?",
    re.IGNORECASE,
)
# The whole of a goal: what is left over may keep the old name, limit the change or ask for more.
_ALONE = late_regex(
    rf"(?:rename {KIND}{NAME}(?: {NOUN})? (?:to|into|as) {KIND}{NAME}"
    rf"|replace {KIND}{NAME}(?: {NOUN})? (?:with|by) {KIND}{NAME}(?: {NOUN})?"
    rf"|(?:migrate|switch|move)(?: away| over)? from {KIND}{NAME}(?: {NOUN})? to {KIND}{NAME}(?: {NOUN})?"
    rf"|(?:remove|drop|delete|get rid of) (?:(?:the|our|its) )?(?:(?:old|deprecated|unused|legacy) )?"
    rf"(?:{NOUN} )?{NAME}(?: {NOUN})?)"
    r"(?:,? (?:everywhere|throughout|completely|entirely"
    r"|(?:in|throughout|across) (?:the |this |our )?(?:whole |entire )?"
    r"(?:code ?base|code|project|repository|package|library)"
    r"|and (?:update|change|adapt) (?:all |every )?(?:of )?(?:its |the )?"
    r"(?:callers?|uses?|usages?|call sites?|references?|occurrences?)))?"
    r"[.!]?(?: Place: `[^`]{1,200}`(?:, `[^`]{1,200}`){0,9})?",
    re.IGNORECASE,
)
_LONGEST = 1_000
_JOINTS = late_regex(r"\.|::|/|:")
_NO_NAMES = frozenset({"a", "an", "the", "it", "that", "this", "one", "something", "anything", "whatever"})


@dataclass(frozen=True, slots=True)
class Rename:
    """A name as the goal spells it, and the one it gets: none where the goal gives none."""

    said: str
    old: str
    new: str


def is_alone(goal: str) -> bool:
    """Tell whether a rename, a replacement or a removal is all that the goal says."""
    return len(goal) <= _LONGEST and bool(_ALONE.fullmatch(without_preamble(" ".join(goal.split()))))


def is_unmistakable(fact: Fact) -> bool:
    """Tell whether every place of a name means one thing: a plain word is also a key, an option, a verb."""
    is_counted = fact.kind is FactKind.OCCURRENCES and not fact.is_absence
    return is_counted and (is_compound(fact.subject) or fact.value("namesakes") == 0)


def read_rename(goal: str) -> Rename | None:
    """Return what the first line renames; with another owner a name is moved, which is no rename."""
    found = _RENAME.search(goal.strip().partition("\n")[0])
    if not found:
        return None
    (*owners, old), (*others, new) = _JOINTS.split(found[1]), _JOINTS.split(found[2])
    is_name = others in ([], owners) and new.isidentifier() and new not in {*_NO_NAMES, old}
    return Rename(found[1], old, new if is_name else "")
