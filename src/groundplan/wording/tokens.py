"""The size of a text as models count it, near enough for a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS_PER_TOKEN = 4


def count_letters(text: str) -> int:
    """Return the size of a text in letters; a sign of another script is a whole token, and counts as that."""
    others = len(text) - len(text.encode("ascii", "ignore"))
    return len(text) + (LETTERS_PER_TOKEN - 1) * others


def count_tokens(text: str) -> int:
    """Return the size of a text in tokens: four letters of English each, or one sign of any other script."""
    return -(-count_letters(text) // LETTERS_PER_TOKEN)


def take_within(texts: Sequence[str], limit: int | None) -> int:
    """Return how many of the first texts have that many tokens at most together; without a limit, all."""
    total = 0
    for number, text in enumerate(texts if limit is not None else ()):
        total += count_tokens(text)
        if limit is not None and total > limit:
            return number
    return len(texts)
