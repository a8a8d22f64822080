"""Differences by section: what was there, what is there now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.cli.look import Part, Screen

TOKENS = {"+": "ok", "-": "bad", "@": "accent"}


def show_diffs(screen: Screen, diffs: Iterable[SectionDiff], *, indent: int = 2) -> None:
    """Put out every changed section with its changed lines."""
    for number, diff in enumerate(diffs):
        if number:
            screen.blank()
        screen.line(*name_of(diff), "   ", *size_of(diff), indent=indent)
        for line in _shown(diff.lines):
            screen.line((line, TOKENS.get(line[:1], "")), indent=indent + 2)


def _shown(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines a person reads: a mark between two places instead of their numbers, no blank end."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    for number, line in enumerate(kept):
        if not line.startswith("@@"):
            yield line
        elif number:
            yield "@ …"


def list_diffs(
    screen: Screen, diffs: Iterable[SectionDiff], *, indent: int = 2, is_sized: bool = True
) -> None:
    """Put out the changed sections without their lines; of one that is new how many it has says nothing."""
    for diff in diffs:
        size = ["   ", *size_of(diff)] if is_sized else []
        screen.line(*name_of(diff), *size, indent=indent)


def name_of(diff: SectionDiff) -> list[Part]:
    """Return a section's title, and its key where that is not made of it."""
    if diff.key.endswith("#header"):
        return [("Header", "bold")]
    if diff.title.startswith(diff.key) or _slug(diff.title) == diff.key:
        return [(diff.title, "bold")]
    return [(diff.title, "bold"), (f" ({diff.key})", "dim")]


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.casefold()).split())


def size_of(diff: SectionDiff) -> list[Part]:
    """Return how many lines came and went."""
    parts: list[Part] = []
    if diff.added:
        parts += [(f"+{diff.added}", "ok"), " "]
    if diff.removed:
        parts.append((f"−{diff.removed}", "bad"))
    return parts
