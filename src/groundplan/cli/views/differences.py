"""Differences by section: what was there, what is there now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.comparing import SectionDiff
    from groundplan.cli.look import Part, Screen

TOKENS = {"+": "ok", "-": "bad", "@": "accent"}


def show_diffs(screen: Screen, diffs: Iterable[SectionDiff], *, indent: int = 2) -> None:
    """Put out every changed section with its changed lines."""
    for number, diff in enumerate(diffs):
        if number:
            screen.blank()
        screen.line(*name_of(diff), "   ", *size_of(diff), indent=indent)
        for line in diff.lines:
            screen.line((line, TOKENS.get(line[:1], "")), indent=indent + 2)


def list_diffs(screen: Screen, diffs: Iterable[SectionDiff], *, indent: int = 2) -> None:
    """Put out the changed sections without their lines."""
    for diff in diffs:
        screen.line(*name_of(diff), "   ", *size_of(diff), indent=indent)


def name_of(diff: SectionDiff) -> list[Part]:
    """Return a section's key and title, once where the title begins with the key."""
    if diff.title.startswith(diff.key) or diff.key.endswith("#header"):
        return [(diff.title if diff.title and "#" not in diff.title else "header", "bold")]
    return [(diff.key, "bold"), " ", diff.title]


def size_of(diff: SectionDiff) -> list[Part]:
    """Return how many lines came and went."""
    parts: list[Part] = []
    if diff.added:
        parts += [(f"+{diff.added}", "ok"), " "]
    if diff.removed:
        parts.append((f"−{diff.removed}", "bad"))
    return parts
