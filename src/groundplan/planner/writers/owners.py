"""Who owns a task: whoever made most of its files by the history, or nobody yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.planner.remembering import once
from groundplan.planner.writers.figure_labels import OWNERS, label, person_said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Ownership

NOBODY = "unassigned"
_MACHINE = re.compile(r"\[bot\]|\bbot\b|^(?:dependabot|renovate|github-actions|pre-commit-ci)", re.IGNORECASE)
_UNSAFE = re.compile(r"[\[\](){}<>|`*_\\\n]")
_MOST_ASKED = 20  # files of one task whose history is looked at


def owner_of(brief: Brief, files: Iterable[str]) -> str:
    """Return who owns some files, with where that comes from: `Ann (history)`."""
    said = person_said(brief, OWNERS)
    if said:
        return f"{_UNSAFE.sub(' ', said)[:60].strip()} (person)"
    shares: dict[str, float] = {}
    for path in list(files)[:_MOST_ASKED]:
        for name, share in _shares(_ownership(brief.pack, path)):
            shares[name] = shares.get(name, 0.0) + share
    name = max(shares, key=lambda each: (shares[each], each)) if shares else _whole(brief.pack)
    return (
        f"{name} {label(brief, OWNERS, 'history')}" if name else f"{NOBODY} {label(brief, OWNERS, 'default')}"
    )


def _ownership(pack: EvidencePack, path: str) -> Ownership | None:
    known = pack.past.ownership.get(path)
    if known is None and pack.history is not None:
        known = pack.history.ownership(path)
    return known


@once
def _whole(pack: EvidencePack) -> str:
    """Return who made most of the repository lately."""
    shares = _shares(pack.history.ownership()) if pack.history is not None else []
    return max(shares, key=lambda each: (each[1], each[0]))[0] if shares else ""


def _shares(ownership: Ownership | None) -> list[tuple[str, float]]:
    if ownership is None:
        return []
    return [
        (name, each.share)
        for each in ownership.owners
        if not _MACHINE.search(each.name) and (name := " ".join(_UNSAFE.sub(" ", each.name).split()))
    ]
