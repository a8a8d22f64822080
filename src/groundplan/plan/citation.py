"""A citation: words of a plan that name a file, lines of it, or a symbol in it. Its syntax, not its truth."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.plan.finding import Place


@dataclass(frozen=True, slots=True)
class Citation:
    """What a code span or link names; `text` is the span as written, `first` is 0 where no lines are named."""

    path: str
    first: int = 0
    last: int = 0
    symbol: str = ""
    text: str = ""
    place: Place = Place()


def parse_citation(text: str) -> Citation | None:
    """Read the text of a code span or link target as a citation, or return None where it names no file."""
    raise NotImplementedError
