"""The closed set of writers: each composes the sections whose playbook names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from groundplan.plan.errors import NotFound

if TYPE_CHECKING:
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief, SectionDraft

Writer = Callable[["Brief", "SectionSpec"], Iterator["SectionDraft"]]

WRITERS: dict[str, Writer] = {}


def writer(name: str) -> Callable[[Writer], Writer]:
    """Register a function as the writer that playbooks call by this name."""

    def register(compose: Writer) -> Writer:
        if name in WRITERS:
            raise ValueError(f"writer {name} is registered twice")
        WRITERS[name] = compose
        return compose

    return register


def find_writer(name: str) -> Writer:
    """Return the writer of that name; `catalogue` has to be imported for all of them to be known."""
    if name not in WRITERS:
        raise NotFound(f"There is no writer `{name}`", name=name, known=WRITERS)
    return WRITERS[name]
