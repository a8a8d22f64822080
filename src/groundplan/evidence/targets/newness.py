"""What a goal names and is not there: files to add, and names that may be slips of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.nearest import nearest, nearest_paths
from groundplan.evidence.kinds import NewFile
from groundplan.evidence.naming import named_files
from groundplan.plan.goal import GoalKind
from groundplan.wording.quoted_names import is_quoted_name

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

MOST = 3
_CHANGES = frozenset({GoalKind.FIX, GoalKind.REFACTOR, GoalKind.DEBT})


def find_new_files(pack: EvidencePack) -> tuple[NewFile, ...]:
    """Return the files to add: those that a goal for something new names."""
    if pack.goal.kind in _CHANGES:
        return ()
    known = set(pack.index.paths())
    named = [each for each in pack.goal.paths if each not in known and _is_meant(each, known)]
    return tuple(NewFile(each, "the goal names it, and it is not there yet") for each in named[:MOST])


def find_missing(pack: EvidencePack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what a goal for a change names and is not there, with the nearest names that are."""
    if pack.goal.kind not in _CHANGES:
        return ()
    paths = [said for said, found in named_files(pack.subject).items() if not found]
    # What is renamed or extracted gets a name that is not there yet.
    is_fix = pack.goal.kind is GoalKind.FIX and not pack.targets
    unknown = [each for each in pack.verdict.unknown if is_fix and each in pack.goal.names]
    files = tuple((each, nearest_paths(each, pack.index.paths())) for each in paths)
    names = ((each, nearest(each, pack.index.names())) for each in unknown)
    # `WSL2` may be no name at all: it is one where it is written so, or a slip of one that is there
    meant = [(each, near) for each, near in names if near or is_quoted_name(each, pack.goal.text)]
    return (*files, *meant)[:MOST]


def _is_meant(path: str, known: set[str]) -> bool:
    """Tell whether a path could be one of this repository: its folder is there, it is no end of another."""
    folder = path.rpartition("/")[0]
    if not folder or path.startswith(("/", "~", ".")):
        return False
    top = folder.split("/")[0]
    return any(each.startswith(f"{top}/") for each in known) and not any(
        each.endswith(f"/{path}") for each in known
    )
