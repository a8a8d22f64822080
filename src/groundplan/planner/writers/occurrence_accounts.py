"""Every place of a name that a migration takes out: how many there are, and which stay for what reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.replacement import RECORDS
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.planner.facts.replacement import Replacement

_FEW = 12  # files that a person looks at; where there are more, the word is a common one
_NAMED = 40
_RECORDED = "history of releases, which keeps what was"


def looked_at(swap: Replacement) -> tuple[str, ...]:
    """Return the code that names the old thing without importing it, where it is little enough to look at."""
    found = swap.others("namesake")
    return found if len(found) <= _FEW else ()


def account(swap: Replacement) -> Iterator[str]:
    """Yield the line that accounts for all occurrences of the old package's name."""
    if not swap.package or not swap.counts or not swap.is_citable:
        return
    left = {_RECORDED: swap.others("record")}
    if not looked_at(swap):
        left["the word stands there without an import of the package"] = swap.others("namesake")
    yield _line(swap.term, swap.counts, left)


def account_for(term: str, files: Mapping[str, int]) -> str:
    """Return the line that accounts for a name: records of releases stay, every other file is worked on."""
    return _line(term, files, {_RECORDED: tuple(path for path in files if is_record(path))})


def is_record(path: str) -> bool:
    """Tell whether a file records releases: what it says of the past stays true."""
    return RECORDS.search(path) is not None


def _line(term: str, counts: Mapping[str, int], left: Mapping[str, tuple[str, ...]]) -> str:
    dismissed = [f"{_spelled(paths)} ({reason})" for reason, paths in left.items() if paths]
    return f"Occurrences of {code(term)}: {sum(counts.values())} in {counted(len(counts), 'file')}" + (
        f"; dismissed: {', '.join(dismissed)}" if dismissed else ""
    )


def _spelled(paths: Sequence[str]) -> str:
    """Return files by name; where there are very many, those that share a folder as that folder."""
    if len(paths) <= _NAMED:
        return " and ".join(code(path) for path in paths)
    folders: dict[str, list[str]] = {}
    for path in paths:
        folders.setdefault(path.rpartition("/")[0], []).append(path)
    told = []
    for folder, inside in folders.items():
        told += [code(folder + "/")] if folder and len(inside) > 2 else [code(path) for path in inside]
    return " and ".join(told)
