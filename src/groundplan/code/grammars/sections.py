"""Words like `private:` that say of all that follows them in a class who may use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.grammars.gathered import Found, Gathered


class Holder(NamedTuple):
    """A class as a place in the text, and whether its first members are for others."""

    start: int
    end: int
    is_open: bool


def hide_in_sections(
    gathered: Gathered, members: Iterable[Found], holders: Iterable[Holder], marks: Iterable[tuple[int, bool]]
) -> None:
    """Hide the members that stand below a word, in the same class, that closes it to others."""
    events: list[tuple[int, int, int, bool]] = [(each.start, 0, 0, False) for each in members]
    events += [(each.start, 1, each.end, each.is_open) for each in holders]
    events += [(at, 2, 0, is_open) for at, is_open in marks]
    around: list[tuple[int, bool]] = []
    for at, what, end, is_open in sorted(events):
        while around and around[-1][0] <= at:
            around.pop()
        if what == 1:
            around.append((end, is_open))
        elif what == 2 and around:
            around[-1] = (around[-1][0], is_open)
        elif what == 0 and around and not around[-1][1]:
            gathered.hidden.add(at)
