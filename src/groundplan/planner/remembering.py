"""What was computed for a pack or a brief is computed once, though many writers ask for it."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Given = TypeVar("Given")
Made = TypeVar("Made")


def once(compute: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """Keep the last result for the very same argument, in the pack it is or holds: both go away together."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def ask(given: Given) -> Made:
        kept = vars(getattr(given, "pack", given))
        known = kept.get(name)
        if known is None or known[0] is not given:
            known = kept[name] = (given, compute(given))
        made: Made = known[1]
        return made

    return ask
