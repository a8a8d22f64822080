"""Which classes come from which, by the names of their bases alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_types import TYPES

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView

_MOST = 20  # names


class Lineage:
    """Answers by bare names: two classes of one name are taken for one, which rules less out."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._above: dict[str, frozenset[str]] = {}
        self._owners: dict[str, frozenset[str]] = {}

    def above(self, name: str) -> frozenset[str]:
        """Return a class and all that it may come from."""
        if name not in self._above:
            found, waiting = {name}, [name]
            while waiting and len(found) < _MOST:
                for each in self._index.symbols(waiting.pop()):
                    bases = {last_word(one) for one in each.definition.bases} - found
                    found |= bases
                    waiting += bases
            self._above[name] = frozenset(found)
        return self._above[name]

    def is_related(self, one: str, other: str) -> bool:
        """Whether one of two classes may come from the other."""
        return other in self.above(one) or one in self.above(other)

    def has(self, name: str, member: str) -> bool:
        """Whether a class, or what it comes from, is seen to define a member."""
        if member not in self._owners:
            found = self._index.symbols(member)
            self._owners[member] = frozenset(last_word(each.definition.parent) for each in found)
        return not self._owners[member].isdisjoint(self.above(name))


def classes_at(outline: Outline, line: int) -> list[Definition]:
    """Return the classes around a line, the outermost first."""
    return [each for each in outline.definitions if each.kind in TYPES and each.first <= line <= each.last]


def owners_at(outline: Outline, line: int) -> list[str]:
    """Return the bare names of the types around a line; a method outside of its class tells its own."""
    found = [each.name for each in classes_at(outline, line)]
    around = outline.at(line)
    if around is not None and around.kind is Kind.METHOD and around.parent:
        found.append(last_word(around.parent))
    return list(dict.fromkeys(found))


def last_word(qualified: str) -> str:
    """Return the last word of a dotted name."""
    return qualified.replace("\\", ".").replace("::", ".").rpartition(".")[2]
