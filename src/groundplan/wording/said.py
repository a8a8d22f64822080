"""What a fact says, in lines, and the pieces of a sentence that all kinds of fact share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.wording.fact_gaps import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.fact import Coverage


@dataclass(frozen=True, slots=True)
class Said:
    """A fact in words: one line, rows of a place and what is there, and remarks on how it is known."""

    head: str
    rows: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def code(text: str) -> str:
    """Return text as code."""
    return f"`{text}`"


def listed(words: Iterable[str], joint: str = "or") -> str:
    """Return names as code, joined as in a sentence."""
    *most, last = [code(word) for word in words] or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


def searched(coverage: Coverage) -> str:
    """Return what was looked through: `3 files and 2 commits`."""
    units = {"files": "file", "commits": "commit", "documents": "document", "tests": "test file"}
    units |= {"manifests": "manifest", "dependencies": "dependency", "plans": "plan"}
    plurals = {"dependency": "dependencies"}
    parts = [
        counted(count, units.get(unit, unit), plurals.get(units.get(unit, ""), ""))
        for unit, count in coverage.searched
    ]
    return " and ".join(parts)
