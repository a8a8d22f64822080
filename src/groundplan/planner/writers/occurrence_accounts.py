"""Every place of a name that a migration takes out: how many there are, and which stay for what reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers.phrases import code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.facts.replacement import Replacement

_FEW = 12  # files that a person looks at; where there are more, the word is a common one
_NAMED = 40


def looked_at(swap: Replacement) -> tuple[str, ...]:
    """Return the code that names the old thing without importing it, where it is little enough to look at."""
    found = swap.others("namesake")
    return found if len(found) <= _FEW else ()


def account(swap: Replacement) -> Iterator[str]:
    """Yield the line that accounts for all occurrences of the old package's name."""
    if not swap.package or not swap.counts:
        return
    left = {"history of releases, which keeps what was": swap.others("record")}
    if not looked_at(swap):
        left["the word stands there without an import of the package"] = swap.others("namesake")
    dismissed = [f"{_spelled(paths)} ({reason})" for reason, paths in left.items() if paths]
    files = len(swap.counts)
    yield (
        f"Occurrences of {code(swap.term)}: {swap.total} in {files} file{'' if files == 1 else 's'}"
        + (f"; dismissed: {', '.join(dismissed)}" if dismissed else "")
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
