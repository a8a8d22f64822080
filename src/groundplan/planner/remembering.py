"""What was computed for a pack or a brief is computed once, though many writers ask for it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Given = TypeVar("Given")
Made = TypeVar("Made")


def once(compute: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """Keep the last result for the very same argument: writers of one plan follow each other."""
    kept: list[tuple[Given, Made]] = []

    @wraps(compute)
    def ask(given: Given) -> Made:
        if not kept or kept[0][0] is not given:
            kept[:] = [(given, compute(given))]
        return kept[0][1]

    return ask
