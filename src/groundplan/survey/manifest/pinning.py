"""Which lock file holds for a dependency, and which of its versions, where there is no doubt about it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.naming_calls import MANAGERS
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.survey.manifest.facts import Dependency, Lock, Pin, Project

_RANGE = re.compile(
    r"[\^~=v ]{0,3}(\d{1,9}(?:\.\d{1,9}){0,3})$"
)  # a lowest version that says the highest, too
_PLAIN_LISTS = (".txt", ".in")


class Locks:
    """The lock files by folder, with whom each holds for."""

    def __init__(self, projects: Iterable[Project], locks: Iterable[Lock]) -> None:
        self._projects = {(each.ecosystem, each.folder): each for each in projects}
        self._by_folder: dict[tuple[str, str], list[Lock]] = {}
        for lock in locks:
            self._by_folder.setdefault((lock.ecosystem, lock.path.rpartition("/")[0]), []).append(lock)

    def pin(self, each: Dependency) -> Dependency:
        """Return a dependency with the version its lock file holds, where exactly one can be meant."""
        if each.locked:
            return each
        for folder in folders_above(f"{each.project}/" if each.project else ""):
            locks = self._holding(each, folder)
            if not locks:
                continue
            found = {pin.version: (lock, pin) for lock in locks for pin in _fitting(lock, each)}
            if len(found) == 1:
                (lock, pin) = next(iter(found.values()))
                return replace(each, locked=pin.version, locked_at=Spot(lock.path, pin.line))
            break
        return each

    def _holding(self, each: Dependency, folder: str) -> list[Lock]:
        """Return the lock files of a folder that hold for the project of a dependency."""
        locks = self._by_folder.get((each.ecosystem, folder), [])
        manager = next(filter(None, self._managers(each)), "")
        if manager:  # what another package manager left behind holds for nobody
            locks = [lock for lock in locks if MANAGERS.get(lock.path.rpartition("/")[2]) in {manager, None}]
        if folder != each.project:
            return [lock for lock in locks if self._is_part(each, lock)]
        return [lock for lock in locks if not lock.path.endswith(_PLAIN_LISTS)] or locks

    def _managers(self, each: Dependency) -> Iterator[str]:
        if each.ecosystem == "npm":
            for folder in folders_above(f"{each.project}/" if each.project else ""):
                project = self._projects.get(("npm", folder))
                yield project.manager if project else ""

    def _is_part(self, each: Dependency, lock: Lock) -> bool:
        """Tell whether a lock file further up is of a workspace that the dependency's project belongs to."""
        project = self._projects.get((each.ecosystem, each.project))
        if project is None or lock.path.endswith(_PLAIN_LISTS):
            return False
        return project.is_member or normal_name(project.name) in lock.pins


def _fitting(lock: Lock, each: Dependency) -> list[Pin]:
    """Return the versions of a package in a lock file; of several those that the declared range allows."""
    name = normal_name(each.name)
    several = lock.several.get(name, ())
    if not several:
        return [lock.pins[name]] if name in lock.pins and lock.pins[name].is_direct else []
    lowest = _RANGE.match(each.declared)
    if lowest is None:
        return list(several)
    wanted = [int(part) for part in lowest[1].split(".")]
    # `0.4.3` allows no `0.5`, `1.2` no `2.0`: all parts up to the first that is not zero are fixed
    fixed = next((at for at, part in enumerate(wanted, 1) if part), len(wanted))
    return [pin for pin in several if _numbers(pin.version)[:fixed] == wanted[:fixed]]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d{1,9}", version.partition("-")[0])]
