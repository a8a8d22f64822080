"""Challenges a change by hand to a file that a tool writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.facts import Facts

NAME = "generated"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each target whose first lines say that it is generated."""
    for each in facts.contrary.written_by_tools:
        source = f" from {code(each.source)}" if each.source else ""
        wanted = code(each.source) if each.source else "what it is generated from"
        yield Challenge(
            NAME,
            each.path,
            f"{code(each.path)} says in its first lines that it is generated{source}: what is changed there "
            "by hand is lost when the tool runs again.",
            (each.path, *([each.source] if each.source else ())),
            {},
            advice=f"Change {wanted}, then generate {code(each.path)} anew.",
            mitigation="The file is generated anew in the same change.",
            weight=2.5,
        )
