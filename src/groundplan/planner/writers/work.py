"""The change file by file, leaves first: which requirement lands where, which files are new."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundplan.planner.writers.wishes import requirements
from groundplan.rules.terms import significant

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.kinds import Region, Standing

MOST_FILES = 12
MOST_REGIONS = 3
_SWEEPING = re.compile(r"\b(?:rename|remove|delete|drop|get rid of|replace)\w*\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One file of the change: what in it changes, for which requirements, and why this file."""

    path: str
    regions: tuple[Region, ...] = ()
    takes: tuple[int, ...] = ()  # numbers of the requirements, counted from 1
    why: tuple[str, ...] = ()
    is_new: bool = False
    beside: str = ""  # for a new file: the file whose neighbour it is

    @property
    def name(self) -> str:
        """Return what changes as a short name: the foremost definition, else the file."""
        return self.regions[0].definition.qualified if self.regions else self.path.rpartition("/")[2]

    @property
    def place(self) -> str:
        """Return where the change goes, with lines where a definition is known."""
        return self.regions[0].lines if self.regions else self.path


def pieces(brief: Brief) -> tuple[Piece, ...]:
    """Return the files of the change, leaves first, new ones before those that will use them."""
    pack = brief.pack
    targets = pack.targets[:MOST_FILES]
    order = {path: at for at, (path, _) in enumerate(pack.file_map)}
    known = [Piece(each.path, each.regions[:MOST_REGIONS], why=each.why) for each in targets]
    new = _new_files(brief)
    placed = _assigned(brief, [*new, *known])
    return tuple(sorted(placed, key=lambda each: (not each.is_new, order.get(each.path, len(order)))))


def foremost(brief: Brief) -> Piece | None:
    """Return the file the change is mainly about: the new one where there is one, else the best target."""
    placed = pieces(brief)
    leading = brief.pack.targets[0].path if brief.pack.targets else ""
    if brief.pack.is_new and any(each.is_new for each in placed):
        return next(each for each in placed if each.is_new)
    return next((each for each in placed if each.path == leading), next(iter(placed), None))


def _new_files(brief: Brief) -> tuple[Piece, ...]:
    """Return the files to add, unless the user chose to put everything where code already is."""
    chosen = brief.chosen("option")
    if chosen.startswith(("in-place", "reuse", "extend")):
        return ()
    return tuple(
        Piece(each.path, why=(each.why,), is_new=True, beside=each.beside) for each in brief.pack.new_files
    )


def _assigned(brief: Brief, found: list[Piece]) -> list[Piece]:
    """Give each requirement to the file that shares most with its words; the foremost takes the rest."""
    if not found:
        return []
    leading = brief.pack.targets[0].path if brief.pack.targets else found[0].path
    first = next((at for at, each in enumerate(found) if each.is_new and brief.pack.is_new), None)
    if first is None:
        first = next((at for at, each in enumerate(found) if each.path == leading), 0)
    words = [_words(each) for each in found]
    taken: dict[int, list[int]] = {}
    for number, requirement in enumerate(requirements(brief), 1):
        wanted = significant(requirement)
        shared = [len(wanted & each) for each in words]
        best = max(range(len(found)), key=lambda at: (shared[at], at == first))
        taken.setdefault(best if shared[best] > shared[first] + 1 else first, []).append(number)
    return [replace(each, takes=tuple(taken.get(at, ()))) for at, each in enumerate(found)]


def _words(piece: Piece) -> frozenset[str]:
    names = " ".join(each.definition.qualified for each in piece.regions)
    return significant(f"{piece.path.rpartition('.')[0]} {names}")


def swept(brief: Brief) -> tuple[Standing, ...]:
    """Return the names that the goal renames or removes, with every file where each stands."""
    if not _SWEEPING.search(brief.pack.goal.text):
        return ()
    return tuple(each for each in brief.pack.standings if each.files)


def followed(brief: Brief) -> tuple[str, ...]:
    """Return the files that only follow a renamed or removed name, beyond those of the change itself."""
    placed = {each.path for each in pieces(brief)} | {each.path for each in brief.pack.tests if each.exists}
    return tuple(dict.fromkeys(path for each in swept(brief) for path in each.files if path not in placed))
