"""Files put into tasks: leaves first, folder by folder, a handful at a time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from groundplan.code.cycles import order_leaves_first
from groundplan.code.generated import why_generated
from groundplan.plan.path_pattern import matches
from groundplan.planner.writers.phrases import code, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.planner.pack import EvidencePack

Item = TypeVar("Item")

MOST_FILES = 8  # of one task
MOST_TASKS = 6  # of one phase: beyond that nobody reads the table
_NAMED = 12


def leaves_first(pack: EvidencePack, paths: Iterable[str]) -> tuple[str, ...]:
    """Return files in the order of their imports: what others need before those others."""
    groups = order_leaves_first(paths, pack.graph.graph())
    return tuple(path for group in groups for path in group)


def batch(paths: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return files in tasks of one folder each, in the order given; bigger tasks where there are many."""
    most = max(MOST_FILES, -(-len(paths) // MOST_TASKS))
    batches: list[list[str]] = []
    for path in paths:
        folder = path.rpartition("/")[0]
        room = next(
            (each for each in batches if each[0].rpartition("/")[0] == folder and len(each) < most), None
        )
        if room is None:
            batches.append([path])
        else:
            room.append(path)
    while len(batches) > MOST_TASKS:
        # the two smallest become one task: a folder with one file is no task of its own among forty
        batches.sort(key=len, reverse=True)
        last = batches.pop()
        batches[-1] += last
    return tuple(tuple(each) for each in batches)


def spread(items: Sequence[Item], parts: int) -> tuple[tuple[Item, ...], ...]:
    """Return a sequence cut into so many consecutive parts of nearly equal length."""
    size, rest = divmod(len(items), parts)
    cuts = [0]
    for number in range(parts):
        cuts.append(cuts[-1] + size + (number < rest))
    return tuple(tuple(items[first:last]) for first, last in pairwise(cuts))


def is_made(pack: EvidencePack, path: str) -> bool:
    """Tell whether a tool writes a file, so that nobody changes it by hand."""
    declared = pack.config.profile.data.get("generated", ())
    patterns = [each for each in declared if isinstance(each, str)] if isinstance(declared, list) else []
    if any(matches(pattern, path) for pattern in patterns):
        return True
    return why_generated(path, pack.index.text(path)) is not None


def cover(paths: Sequence[str], mark: str = "modify") -> str:
    """Return files as a task lists them, marked; many of one folder as their folder with the number."""
    if len(paths) <= _NAMED:
        return ", ".join(f"{code(path)} ({mark})" for path in paths)
    folders: dict[str, list[str]] = {}
    for path in paths:
        folders.setdefault(path.rpartition("/")[0], []).append(path)
    told = []
    for folder, inside in folders.items():
        if folder and len(inside) > 2:
            told.append(f"{code(folder + '/')} ({mark}, {len(inside)} files)")
        else:
            told += [f"{code(path)} ({mark})" for path in inside]
    return ", ".join(told)


def name_files(paths: Sequence[str]) -> str:
    """Return files as a title has them: up to three by name, more as a number and their folder."""
    if len(paths) <= 3:
        return joined([code(path) for path in paths])
    folders = {path.rpartition("/")[0] for path in paths}
    where = f" of {code(folders.pop() + '/')}" if len(folders) == 1 and "" not in folders else ""
    return f"{len(paths)} files{where}"
