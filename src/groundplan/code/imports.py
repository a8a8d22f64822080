"""Which file imports which, over all languages the index reads, and what each takes from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.cycles import find_cycles
from groundplan.code.resolvers import Resolvers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.code.cycles import Cycle
    from groundplan.code.modules import Modules
    from groundplan.code.view import CodeView


@dataclass(frozen=True, slots=True)
class Edge:
    """One file importing another, at a line, and by which rule that is known."""

    source: str
    target: str
    line: int
    how: str
    is_inner: bool = False  # in a function: it is not run when the module is
    is_typing: bool = False  # only for the type checker

    @property
    def is_run(self) -> bool:
        """Whether importing the source always imports the target."""
        return not self.is_inner and not self.is_typing


class ImportGraph:
    """The import edges of a repository, both ways."""

    def __init__(
        self,
        edges: Iterable[Edge],
        packages: Mapping[str, tuple[str, ...]],
        unresolved: Iterable[Unresolved] = (),
    ) -> None:
        self.edges = tuple(sorted(set(edges), key=lambda each: (each.source, each.line, each.target)))
        self.packages = dict(packages)  # path -> packages outside, sorted
        self.unresolved = tuple(unresolved)
        self._out: dict[str, list[Edge]] = {}
        self._in: dict[str, list[Edge]] = {}
        for edge in self.edges:
            self._out.setdefault(edge.source, []).append(edge)
            self._in.setdefault(edge.target, []).append(edge)

    def imports_of(self, path: str) -> tuple[Edge, ...]:
        """Return the edges out of a file, in the order of their lines."""
        return tuple(self._out.get(path, ()))

    def importers_of(self, path: str) -> tuple[Edge, ...]:
        """Return the edges into a file, by importing file and line."""
        return tuple(self._in.get(path, ()))

    def all_imports_of(self, path: str) -> dict[str, int]:
        """Return every file that a file imports, directly or not, and over how many steps."""
        return _spread(path, {source: [edge.target for edge in edges] for source, edges in self._out.items()})

    def all_importers_of(self, path: str) -> dict[str, int]:
        """Return every file that imports a file, directly or not, and over how many steps."""
        return _spread(path, {target: [edge.source for edge in edges] for target, edges in self._in.items()})

    def graph(self, *, only_run: bool = False) -> dict[str, tuple[str, ...]]:
        """Return each importing file's targets; `only_run` leaves out what is imported later or for types."""
        return {
            source: tuple(dict.fromkeys(edge.target for edge in edges if edge.is_run or not only_run))
            for source, edges in self._out.items()
        }

    def cycles(self, *, only_run: bool = False) -> tuple[Cycle, ...]:
        """Return the import cycles; `only_run` counts those alone that can break an import."""
        return find_cycles(self.graph(only_run=only_run))


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An import that should lead to a file of the repository and does not."""

    path: str
    module: str
    line: int
    reason: str


def find_imports(index: CodeView, modules: Modules | None = None) -> ImportGraph:
    """Return the import graph of everything in the index; `modules`, where there are some, are used again."""
    resolvers = Resolvers(index, modules)
    edges: list[Edge] = []
    packages: dict[str, tuple[str, ...]] = {}
    unresolved: list[Unresolved] = []
    for path, imports in index.imports():
        resolver = resolvers.of(path) if imports else None
        if resolver is None:
            continue
        outside: set[str] = set()
        for each in imports:
            found = resolver.resolve(path, each)
            edges += [
                Edge(path, target, each.line, found.how, each.is_inner, each.is_typing)
                for target in found.paths
                if target != path
            ]
            if found.external:
                outside.add(found.external)
            elif not found.paths:
                unresolved.append(Unresolved(path, each.module, each.line, found.how))
        if outside:
            packages[path] = tuple(sorted(outside))
    return ImportGraph(edges, packages, unresolved)


def _spread(start: str, graph: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return what is reached from a file, breadth first, each with its distance."""
    found: dict[str, int] = {}
    edge, steps = [start], 0
    while edge:
        steps += 1
        reached = []
        for path in edge:
            for each in graph.get(path, ()):
                if each != start and each not in found:
                    found[each] = steps
                    reached.append(each)
        edge = reached
    return found
