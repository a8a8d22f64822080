"""Entry points that a goal speaks of: `flask run`, `/grades/{id}`; what handles them is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.near_index import NearIndex
from groundplan.survey.entry_points.facts import Entry
from groundplan.survey.entry_points.finding import find_entry_points

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.entry_points.facts import EntryPoint

_LOOKED_AT = 4_000  # letters of a goal: what comes after them is pasted


def spoken_handlers(pack: EvidencePack, path: str) -> tuple[str, ...]:
    """Return the qualified names of a file's handlers whose command or route the goal speaks of."""
    said = " ".join(pack.goal.text[:_LOOKED_AT].split()).lower()
    programs = {each.name.lower() for each in pack.manifest.scripts if each.kind == "console"}
    programs |= {each.name.lower() for each in pack.manifest.projects if each.name and not each.is_example}
    near = NearIndex(pack.index, [path])
    found = [
        each.handler
        for each in find_entry_points(near, manifest=pack.manifest).found
        if each.handler
        and each.handler_at
        and each.handler_at.path == path
        and _is_spoken(each, said, programs)
    ]
    return tuple(dict.fromkeys(found))


def _is_spoken(entry: EntryPoint, said: str, programs: set[str]) -> bool:
    name = entry.name.lower()
    if entry.kind is Entry.HTTP:
        return len(name) > 2 and name in said
    if entry.kind is not Entry.CLI or not name:
        return False
    called = re.escape(name)
    return any(re.search(rf"(?<![\w-]){re.escape(each)} {called}(?![\w-])", said) for each in programs)
