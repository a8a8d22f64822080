"""What a user's words mean as an answer: a choice taken, an option dropped, a file named, a scope set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Understood:
    """An answer, understood; its own words are always kept beside what was made of them."""

    text: str
    choice: str = ""  # name of the choice it takes; empty: free text
    dropped: tuple[str, ...] = ()  # options it drops: `Option A`, `Redis`
    out_of_scope: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # files or symbols of the repository that it names
    is_unsure: bool = False  # `I don't know`, `later`
