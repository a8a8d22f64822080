"""What a goal names and is not there: files to add, and names that may be slips of others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance, find_slips, nearest, nearest_paths, slips_allowed
from groundplan.evidence.kinds import NewFile
from groundplan.evidence.naming import named_files
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.wording.quoted_names import is_quoted_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.evidence.pack import EvidencePack

MOST = 3
_MOVES = late_regex(r"(?:rename|move)\b", re.IGNORECASE)
_CHANGES = frozenset({GoalKind.FIX, GoalKind.REFACTOR, GoalKind.DEBT})
_CHANGED = (  # the words before what is there already, by the sentence that changes it
    r"\b(?:chang|updat|edit|modif|adapt|fix|mend|extend|rewrit|refactor|remov|delet|renam|split|simplif)\w*\s+"
    r"(?:(?:the|our)\s+)?(?:(?:file|module|function|method|class)\s+)?`?"
)
_MADE = (  # and before what is new
    r"\b(?:add|creat|introduc|implement|provid|writ|new|call|name|support)\w*\s+(?:(?:a|an|the|new)\s+)*"
    r"(?:(?:file|module|function|method|class|option|helper)\s+)?(?:(?:called|named)\s+)?`?"
)


def find_new_files(pack: EvidencePack) -> tuple[NewFile, ...]:
    """Return the files to add: those that a goal for something new names."""
    if pack.goal.kind in _CHANGES:
        return ()
    known = set(pack.index.paths())
    named = [each for each in pack.goal.paths if each not in known and _is_meant(each, known)]
    named = [each for each in named if not _is_to_be_there(pack, each)]
    return tuple(NewFile(each, "the goal names it, and it is not there yet") for each in named[:MOST])


def find_missing(pack: EvidencePack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what a goal names and is not there, with the nearest names that are.

    A goal for something new names new things as well: there only what it changes, or a slip, is missed.
    """
    paths = [said for said, found in named_files(pack.subject).items() if not found]
    if pack.goal.kind not in _CHANGES:
        paths = [each for each in paths if _is_to_be_there(pack, each)]
    files = tuple((each, nearest_paths(each, pack.index.paths())) for each in paths)
    slips = tuple((each, near) for each in pack.goal.names if (near := _slips(pack, each)))
    # What is renamed or extracted gets a name that is not there yet.
    is_fix = pack.goal.kind is GoalKind.FIX and not pack.targets
    unknown = [each for each in pack.verdict.unknown if is_fix and each in pack.goal.names]
    names = ((each, nearest(each, pack.index.names())) for each in unknown)
    # `WSL2` may be no name at all: it is one where it is written so, or a slip of one that is there
    meant = [(each, near) for each, near in names if near or is_quoted_name(each, pack.goal.text)]
    found = dict((*meant, *files, *slips)).items()
    return tuple((each, near) for each, near in found if not _is_new_name(pack, near))[:MOST]


def _is_new_name(pack: EvidencePack, near: tuple[str, ...]) -> bool:
    """Tell what a rename or move leads to from a slip: the goal names what is nearest to it as well."""
    named = {*pack.goal.names, *pack.goal.paths}
    return _MOVES.match(pack.goal.title) is not None and not named.isdisjoint(near)


def nearest_meant(index: CodeView, said: str) -> tuple[str, ...]:
    """Return the names nearest to one that is not there: paths, members of a class, or any names."""
    owner, _, last = said.rpartition(".")
    members = _members(index, owner)
    if members and "/" not in said:
        return tuple(f"{owner}.{each}" for each in nearest(last, members))
    return nearest_paths(said, index.paths()) if "/" in said or "." in said else nearest(said, index.names())


def _members(index: CodeView, owner: str) -> tuple[str, ...]:
    """Return the names of what stands in a class, or in another definition with others in it."""
    return tuple(dict.fromkeys(_defined_in(index, owner))) if owner else ()


def _defined_in(index: CodeView, owner: str) -> Iterator[str]:
    for symbol in index.symbols(owner.rpartition(".")[2]):
        outline = index.outline(symbol.path)
        for each in outline.definitions if outline else ():
            if each.parent == symbol.definition.qualified:
                yield each.name


def _is_to_be_there(pack: EvidencePack, path: str) -> bool:
    """Tell whether a goal changes a file by its words, or names one that is a slip away from another."""
    if _is_said(_CHANGED, path, pack.goal.text):
        return True
    folder, _, name = path.rpartition("/")
    here = [each.rpartition("/")[2] for each in pack.index.paths() if each.rpartition("/")[0] == folder]
    is_slip = any(distance(name, each, 1) <= 1 and not _differ_in_number(name, each) for each in here)
    return is_slip and not _is_said(_MADE, path, pack.goal.text)


def _differ_in_number(one: str, other: str) -> bool:
    return re.sub(r"\d", "", one) == re.sub(r"\d", "", other)


def _slips(pack: EvidencePack, name: str) -> tuple[str, ...]:
    """Return the names that one which is not there is a slip of; what the goal makes is none."""
    owner, _, last = name.rpartition(".")
    if pack.index.symbols(last) or _is_said(_MADE, name, pack.goal.text):
        return ()
    if not owner:
        is_unknown = name in pack.verdict.unknown
        return find_slips(name, pack.index.names())[:MOST] if is_unknown else ()
    near = (each for each in _members(pack.index, owner) if each != last)
    limit = slips_allowed(last)
    return tuple(f"{owner}.{each}" for each in near if distance(last, each, limit) <= limit)[:MOST]


def _is_said(before: str, name: str, text: str) -> bool:
    return re.search(f"{before}{re.escape(name)}(?![\\w/])", text, re.IGNORECASE) is not None


def _is_meant(path: str, known: set[str]) -> bool:
    """Tell whether a path could be one of this repository: its folder is there, it is no end of another."""
    folder = path.rpartition("/")[0]
    if not folder or path.startswith(("/", "~", ".")):
        return False
    top = folder.split("/")[0]
    return any(each.startswith(f"{top}/") for each in known) and not any(
        each.endswith(f"/{path}") for each in known
    )
