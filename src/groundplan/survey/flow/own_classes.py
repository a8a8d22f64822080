"""Which method a call means by the class it is in, or that it names, where imports are not followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

_LANGUAGES = frozenset({"java", "kotlin", "csharp", "php"})
_TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_OWN = frozenset({"", "this", "self", "static", "super", "base", "parent"})
_DEEP = 20  # bases


class OwnClasses:
    """Looks for methods in classes and in what they come from, nearest first."""

    def __init__(self, index: CodeView) -> None:
        self._index = index

    def find(
        self, path: str, outline: Outline, line: int, words: str
    ) -> tuple[tuple[Symbol, ...], bool] | None:
        """Return the methods a call may mean and whether it is certain; None where its class is not known."""
        head, _, name = words.rpartition(".")
        if outline.language not in _LANGUAGES or "." in head:
            return None
        if head in _OWN:
            if words.startswith("."):
                return None
            found = [
                Symbol(path, each)
                for each in reversed(outline.definitions)
                if each.kind in _TYPES and each.first <= line <= each.last
            ]
            starts = [[each] for each in found]
        else:
            starts = [self._named(head)] if head[:1].isupper() else []
        for start in starts:
            if methods := self._in_lineage(start, name):
                return methods, len(methods) == 1
        return ((), True) if starts and head not in _OWN and starts[0] else None

    def _in_lineage(self, classes: list[Symbol], name: str) -> tuple[Symbol, ...]:
        """Return the methods of that name in the nearest classes that have one."""
        level, seen = classes, set[str]()
        while level and len(seen) < _DEEP:
            if found := tuple(each for one in level for each in self._methods(one, name)):
                return found
            bases = {
                base.rpartition(".")[2].rpartition("\\")[2] for one in level for base in one.definition.bases
            }
            level = [each for base in sorted(bases - seen) for each in self._named(base)]
            seen |= bases
        return ()

    def _methods(self, owner: Symbol, name: str) -> Iterator[Symbol]:
        outline = self._index.outline(owner.path)
        inside = owner.definition
        for each in outline.find(f"{inside.qualified}.{name}") if outline else ():
            if each.kind is Kind.METHOD and inside.first <= each.line <= inside.last:
                yield Symbol(owner.path, each)

    def _named(self, name: str) -> list[Symbol]:
        return [each for each in self._index.symbols(name) if each.definition.kind in _TYPES]
