"""Who owns a task: whoever changed its files most within twelve months, or nobody yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.remembering import once
from groundplan.planner.writers.figure_labels import OWNERS, label, person_said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Ownership

NOBODY = "unassigned"
_MACHINE = late_regex(r"\[bot\]|\bbot\b|^(?:dependabot|renovate|github-actions|pre-commit-ci)", re.IGNORECASE)
_UNSAFE = late_regex(r"[\[\](){}<>|`*_\\\n]")
_LONGEST_NAME = 60  # longer answers are no name
_MOST_ASKED = 20  # files of one task whose history is looked at


def owner_of(brief: Brief, files: Iterable[str]) -> str:
    """Return who owns some files, with where that comes from: `Ann (history)`."""
    said = person_said(brief, OWNERS)
    if said and len(said) <= _LONGEST_NAME:
        return f"{plain_name(said)} (person)"
    weights: dict[str, float] = {}
    for path in list(files)[:_MOST_ASKED]:
        for name, weight in recent_people(_ownership(brief.pack, path)):
            weights[name] = weights.get(name, 0.0) + weight
    name = max(weights, key=lambda each: (weights[each], each)) if weights else _whole(brief.pack)
    return f"{name} (history)" if name else f"{NOBODY} {label(brief, OWNERS, 'default')}"


def worker_on(pack: EvidencePack, path: str) -> tuple[str, int]:
    """Return who changed a file most within twelve months, else who changed most at all, with the commits."""
    for ownership in (_ownership(pack, path), pack.history.ownership() if pack.history else None):
        if ownership is not None and (working := recent_people(ownership)):
            name = max(working, key=lambda each: (each[1], each[0]))[0]
            return name, next(each.recent for each in ownership.owners if plain_name(each.name) == name)
    return "", 0


@once
def _asked(pack: EvidencePack) -> dict[str, Ownership | None]:
    """Return what is known of paths so far: many tasks ask for the same files."""
    return dict(pack.past.ownership)


def _ownership(pack: EvidencePack, path: str) -> Ownership | None:
    known = _asked(pack)
    if path not in known:
        known[path] = pack.history.ownership(path) if pack.history is not None else None
    return known[path]


@once
def _whole(pack: EvidencePack) -> str:
    """Return who made most of the repository lately."""
    weights = recent_people(pack.history.ownership()) if pack.history is not None else []
    return max(weights, key=lambda each: (each[1], each[0]))[0] if weights else ""


def recent_people(ownership: Ownership | None) -> list[tuple[str, float]]:
    """Return people and what they did within twelve months: whoever left long ago takes no task."""
    if ownership is None:
        return []
    return [
        (name, each.recent + each.share)
        for each in ownership.owners
        if each.recent and not _MACHINE.search(each.name) and (name := plain_name(each.name))
    ]


def plain_name(name: str) -> str:
    """Return a name without what a table or Markdown would take for its own."""
    return " ".join(_UNSAFE.sub(" ", name).split())
