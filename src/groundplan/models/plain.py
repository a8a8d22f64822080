"""Any command that reads a prompt from its standard input and prints an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.models.runner import Reading, Runner, unread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.process.job import Outcome


def plain(name: str, argv: Sequence[str], environment: Sequence[str] = ()) -> Runner:
    """Return a model from a command and the names of the variables that it needs."""
    program, *words = argv
    return Runner(
        name=name,
        program=program,
        words=lambda _: words,
        read=_read,
        environment=re.compile("|".join(map(re.escape, environment)) or r"(?!)"),
    )


def _read(outcome: Outcome) -> Reading:
    return unread(outcome) if outcome.code else Reading(text=outcome.out.decode("utf-8", "replace"))
