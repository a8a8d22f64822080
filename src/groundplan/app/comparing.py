"""Differences between two states of a plan, section by section."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.rules.placeholders import is_placeholder, says_something

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.document import Plan, Section


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """One section's lines before and after; empty text stands for a section that is not there."""

    key: str
    title: str
    lines: tuple[str, ...]  # unified: ` `, `+` or `-`, then the line
    added: int
    removed: int

    @property
    def is_first(self) -> bool:
        """Whether nothing but placeholders was there before."""
        old = [line[1:].strip("-* ") for line in self.lines if line[:1] in {" ", "-"}]
        words = [line for line in old if not (line.startswith("#") or is_placeholder(line))]
        return not says_something("\n".join(words))


def compare_plans(
    before: Plan | None, after: Plan, keys: Iterable[str] | None = None
) -> tuple[SectionDiff, ...]:
    """Return the sections whose words differ, in document order."""
    old = {part.key: part for part in before.parts} if before else {}
    new = {part.key: part for part in after.parts}
    wanted = set(keys) if keys is not None else None
    found = []
    for key in [*new, *(key for key in old if key not in new)]:
        was, now = old.get(key), new.get(key)
        if (wanted is None or key in wanted) and (was is None or now is None or was.normal != now.normal):
            found.append(_diff(key, was, now))
    return tuple(diff for diff in found if diff.lines)


def _diff(key: str, was: Section | None, now: Section | None) -> SectionDiff:
    old = was.text.splitlines() if was else []
    new = now.text.splitlines() if now else []
    lines = tuple(line for line in list(difflib.unified_diff(old, new, lineterm="", n=2))[2:])
    named = now or was
    return SectionDiff(
        key,
        named.title if named else key,
        lines,
        sum(line.startswith("+") for line in lines),
        sum(line.startswith("-") for line in lines),
    )
