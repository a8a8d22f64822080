"""Questions about what stands in the code: terms, definitions, their uses and callers, impact, imports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.naming import find_symbols, pick_symbol
from groundplan.code.occurrences import find_occurrences

if TYPE_CHECKING:
    from groundplan.code.index import Index, Symbol
    from groundplan.code.occurrences import Occurrences


@dataclass(frozen=True, slots=True)
class Symbols:
    """The definitions a name can mean."""

    name: str
    symbols: tuple[Symbol, ...]


def find(index: Index, term: str, *, ignore_case: bool = False) -> Occurrences:
    """Return every occurrence of a term in the repository."""
    return find_occurrences(index, term, ignore_case=ignore_case)


def symbol(index: Index, name: str) -> Symbols:
    """Return what is defined under a name; raises with near names where nothing is."""
    found = find_symbols(index, name)
    return Symbols(name, found or (pick_symbol(index, name),))
