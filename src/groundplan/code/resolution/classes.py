"""Python classes as far as the repository shows them: bases, look-up order, overrides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.modules import Bound
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.modules import Modules

_DEEP = 40  # longer chains of bases are a ring or a joke
# Bases outside that bring no members anyone calls by name: a class of these alone is fully known.
_BARE = frozenset({"object", "Generic", "Protocol", "ABC", "abc", "typing", "typing_extensions", "type"})


@dataclass(frozen=True, slots=True)
class Lineage:
    """A class and its bases in look-up order; not complete where a base is outside the repository."""

    classes: tuple[Symbol, ...]
    is_complete: bool


class Classes:
    """The classes of a repository's modules, each one's lineage found once."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[tuple[str, str], Lineage] = {}
        self._depth = 0

    def lineage(self, symbol: Symbol) -> Lineage:
        """Return a class with its bases, nearest first."""
        key = (symbol.path, symbol.definition.qualified)
        if key not in self._known:
            self._known[key] = Lineage((symbol,), is_complete=False)  # a ring of bases ends here
            self._depth += 1
            self._known[key] = self._trace(symbol)
            self._depth -= 1
        return self._known[key]

    def members(self, symbol: Symbol, name: str, *, above: bool = False) -> tuple[Symbol, ...]:
        """Return the definitions of a member in the first class of the lineage that has it."""
        for each in self.lineage(symbol).classes[1 if above else 0 :]:
            found = self._modules.defined(each.path, f"{each.definition.qualified}.{name}")
            if found:
                return tuple(Symbol(each.path, definition) for definition in found)
        return ()

    def owner(self, symbol: Symbol) -> Symbol | None:
        """Return the class a member is defined in, or None."""
        parent = symbol.definition.parent
        for each in self._modules.defined(symbol.path, parent) if parent else ():
            if each.kind in {Kind.CLASS, Kind.ENUM}:
                return Symbol(symbol.path, each)
        return None

    def descends(self, symbol: Symbol, ancestor: Symbol) -> bool:
        """Whether a class is the other one or comes from it."""
        return any(is_same(each, ancestor) for each in self.lineage(symbol).classes)

    def named(self, path: str, dotted: str, around: str = "") -> Bound:
        """Return what a dotted name written at the top of a module, or in the class `around`, stands for."""
        head, _, rest = dotted.partition(".")
        found = Bound()
        while around and not found:
            inner = self._modules.defined(path, f"{around}.{head}")
            found = Bound(tuple(Symbol(path, each) for each in inner))
            around = around.rpartition(".")[0]
        found = found or self._modules.look_up(path, head)
        for word in rest.split(".") if rest else ():
            found = self._step(found, word)
        return found

    def _step(self, found: Bound, word: str) -> Bound:
        symbols: list[Symbol] = []
        modules: list[str] = []
        external = found.external
        for module in found.modules:
            next_found = self._modules.look_up(module, word)
            symbols += next_found.symbols
            modules += next_found.modules
            external = external or next_found.external
        for symbol in found.symbols:
            if symbol.definition.kind in {Kind.CLASS, Kind.ENUM}:
                symbols += self.members(symbol, word)
        return Bound(tuple(symbols), tuple(modules), external, found.hops)

    def _trace(self, symbol: Symbol) -> Lineage:
        order: list[Symbol] = [symbol]
        if self._depth > _DEEP:
            return Lineage((symbol,), is_complete=False)
        is_complete = True
        for base in symbol.definition.bases:
            found = self.named(symbol.path, base, symbol.definition.parent)
            classes = [each for each in found.symbols if each.definition.kind in {Kind.CLASS, Kind.ENUM}]
            if not classes:
                is_complete = is_complete and base.rpartition(".")[2] in _BARE
                continue
            for each in classes[:2]:
                above = self.lineage(each)
                is_complete = is_complete and above.is_complete
                order += above.classes
        return Lineage(_keep_last(order), is_complete)


def is_same(one: Symbol, other: Symbol) -> bool:
    """Whether two symbols are the same name in the same file."""
    return one.path == other.path and one.definition.qualified == other.definition.qualified


def _keep_last(order: list[Symbol]) -> tuple[Symbol, ...]:
    """Drop doubles but the last: a base shared by two bases is looked up after both, as Python does."""
    seen: set[tuple[str, str]] = set()
    kept: list[Symbol] = []
    for each in reversed(order):
        key = (each.path, each.definition.qualified)
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return tuple(reversed(kept))
