"""Control flow says both ways: how it goes when all goes well, and what happens when it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.hint import Hint, run
from groundplan.rules.outline import filled_items, find_part, read_parts, sections_for
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case

_PATHS = ("Happy Path", "Failure Paths")


@rule("GP518", "control-flow-paths", progress=True)
def control_flow_paths(case: Case) -> Iterator[Finding]:
    """The happy path and the failure paths are both written down, step by step."""
    wanted = tuple(case.options("GP518").get("paths", _PATHS))
    is_named = "section" in case.options("GP518")
    for section in sections_for(case, "GP518"):
        parts = read_parts(section)
        found = {name: find_part(parts, name) for name in wanted}
        if not case.has_words(section) or not (is_named or any(found.values())):
            continue
        for name, part in found.items():
            if part is None or not filled_items(case, section, part):
                yield Finding(
                    "GP518",
                    f"`{name}` is {'not there' if part is None else 'empty'}",
                    section.place,
                    section.key,
                    Hint(f"Write `**{name}:**` with one step per line: ", run("write", section.key)),
                    subject=name,
                )
