"""The dependencies that a manifest declares, and how a change alters them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.manifest.lines import Lines, Nonsense
from groundplan.survey.manifest.reading import reader_of

if TYPE_CHECKING:
    from groundplan.conform.change import FileChange

_SHOWN = 5


def read_dependencies(path: str, text: bytes | None) -> dict[str, str] | None:
    """Return the direct dependencies of a manifest with their ranges; None where it cannot be read."""
    reader = reader_of(path)
    if text is None or reader is None:
        return None
    try:
        part = reader(Lines(path, text.decode("utf-8", "replace")))
    except (Nonsense, ValueError):
        return None
    return {each.name: each.declared for each in part.dependencies if not each.is_indirect}


def tell_dependencies(change: FileChange) -> str:
    """Return which dependencies a changed manifest adds, changes and removes, in words; or nothing."""
    return "; ".join(_tell(how, sorted(names)) for how, names in _compared(change).items() if names)


def changed_dependencies(change: FileChange) -> tuple[str, ...]:
    """Return the names of the dependencies that differ in a changed manifest."""
    return tuple(sorted(frozenset().union(*_compared(change).values())))


def _compared(change: FileChange) -> dict[str, set[str]]:
    before = read_dependencies(change.old or change.path, change.before)
    after = read_dependencies(change.path, change.after)
    if before is None or after is None:
        return {}
    return {
        "added": after.keys() - before.keys(),
        "changed": {name for name in after.keys() & before.keys() if after[name] != before[name]},
        "removed": before.keys() - after.keys(),
    }


def _tell(how: str, names: list[str]) -> str:
    count = "1 dependency" if len(names) == 1 else f"{len(names)} dependencies"
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{count} {how}: {', '.join(names[:_SHOWN])}{more}"
