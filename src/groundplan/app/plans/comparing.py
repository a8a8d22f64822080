"""Differences between two states of a plan, section by section."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from groundplan.markdown.lines import bare, split_lines
from groundplan.plan.dataclass import dataclass
from groundplan.rules.placeholders import is_placeholder, says_something

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.plan.document import Plan, Section

# Pairs of lines: what is sought in more of them takes minutes, and is shown as replaced instead.
_MOST_PAIRS = 4_000_000
_AROUND = 2


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

    @property
    def is_open(self) -> bool:
        """Whether something in it still waits to be written."""
        return any(is_placeholder(line[1:].strip("-* ")) for line in self.lines if line[:1] in {" ", "+"})


def compare_plans(
    before: Plan | None, after: Plan, keys: Iterable[str] | None = None
) -> tuple[SectionDiff, ...]:
    """Return the sections whose words differ, in document order."""
    old = {part.key: part for part in before.parts} if before else {}
    new = {part.key: part for part in after.parts}
    for key, part in _find_grown(old, new).items():
        del old[part.key]
        old[key] = part
    wanted = set(keys) if keys is not None else None
    found = []
    for key in [*new, *(key for key in old if key not in new)]:
        was, now = old.get(key), new.get(key)
        if (wanted is None or key in wanted) and (was is None or now is None or was.normal != now.normal):
            found.append(_diff(key, was, now))
    return tuple(diff for diff in found if diff.lines)


def _find_grown(old: Mapping[str, Section], new: Mapping[str, Section]) -> dict[str, Section]:
    """Return by its new key each section whose title got its last words: its key is made of them."""
    grown: dict[str, Section] = {}
    for gone in (part for key, part in old.items() if key not in new):
        for key, part in new.items():
            is_new = key not in old and key not in grown and part.declared == gone.declared
            if is_new and part.title.startswith(gone.title):
                grown[key] = gone
                break
    return grown


def _diff(key: str, was: Section | None, now: Section | None) -> SectionDiff:
    old, new = _lines(was), _lines(now)
    lines = tuple(_unified(old, new))
    named = now or was
    return SectionDiff(
        key,
        named.title if named else key,
        lines,
        sum(line.startswith("+") for line in lines),
        sum(line.startswith("-") for line in lines),
    )


def _lines(section: Section | None) -> list[str]:
    """Return the lines as Markdown counts them: no other character hides a line end from who reads them."""
    return [bare(line) for line in split_lines(section.text)] if section else []


def _unified(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the lines of a unified difference; one too large to look for is everything between its ends."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    was, now = old[start : len(old) - end], new[start : len(new) - end]
    if len(was) * len(now) <= _MOST_PAIRS:
        yield from list(difflib.unified_diff(old, new, lineterm="", n=_AROUND))[2:]
        return
    first = max(start - _AROUND, 0)
    yield f"@@ -{start + 1},{len(was)} +{start + 1},{len(now)} @@"
    yield from (f" {line}" for line in old[first:start])
    yield from (f"-{line}" for line in was)
    yield from (f"+{line}" for line in now)
    yield from (f" {line}" for line in old[len(old) - end :][:_AROUND])


def _alike(old: list[str], new: list[str]) -> int:
    """Return with how many equal lines both begin."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(old), len(new)))
