"""Which file imports which, over all languages the index reads, what each takes from outside, and cycles."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.declarations import implementation
from groundplan.code.resolvers import Resolvers
from groundplan.plan.circles import find_components

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.code.modules import Modules
    from groundplan.code.view import CodeView

    Graph = Mapping[str, Iterable[str]]


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
        declared: Mapping[str, str] | None = None,
    ) -> None:
        self.edges = tuple(sorted(set(edges), key=lambda each: (each.source, each.line, each.target)))
        self.packages = dict(packages)  # path -> packages outside, sorted
        self.unresolved = tuple(unresolved)
        self._declared = declared or {}  # path -> the file that implements what it declares
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
        return tuple(edge for each in self._reached_as(path) for edge in self._in.get(each, ()))

    def all_imports_of(self, path: str) -> dict[str, int]:
        """Return every file that a file imports, directly or not, and over how many steps."""
        return _spread(path, {source: [edge.target for edge in edges] for source, edges in self._out.items()})

    def all_importers_of(self, path: str) -> dict[str, int]:
        """Return every file that imports a file, directly or not, and over how many steps."""
        graph = {target: [edge.source for edge in edges] for target, edges in self._in.items()}
        # who imports an implementation is as far away as who imports its declarations
        graph[path] = [edge.source for edge in self.importers_of(path)]
        return _spread(path, graph)

    def _reached_as(self, path: str) -> tuple[str, ...]:
        return (path, self._declared[path]) if path in self._declared else (path,)

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
            elif not found.paths and each.module:  # `export { a as b }` leads nowhere
                unresolved.append(Unresolved(path, each.module, each.line, found.how))
        if outside:
            packages[path] = tuple(sorted(outside))
    paths = frozenset(index.paths())
    declared = {path: own for path in paths if (own := implementation(path, paths))}
    return ImportGraph(edges, packages, unresolved, declared)


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


# Cycles and order in a graph of files: what imports itself in a ring, what must stand before what.


@dataclass(frozen=True, slots=True)
class Cycle:
    """Files that all reach each other, and a ring among them.

    The ring names each file once: the last one leads back to the first.
    """

    paths: tuple[str, ...]
    example: tuple[str, ...]


def find_cycles(graph: Graph) -> tuple[Cycle, ...]:
    """Return every group of nodes that reach each other, largest first, each with a short ring as example."""
    found = []
    for group in components(graph):
        if len(group) > 1:
            found.append(_cycle_of(graph, group))
        elif group[0] in set(graph.get(group[0], ())):
            found.append(Cycle(group, group))
    return tuple(sorted(found, key=lambda cycle: (-len(cycle.paths), cycle.paths)))


def find_way(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    """Return the shortest way from one node to another, both ends included, or nothing."""
    came: dict[str, str] = {source: source}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        if node == target:
            return _walk_back(came, source, target)
        for each in sorted(graph.get(node, ())):
            if each not in came:
                came[each] = node
                waiting.append(each)
    return ()


def would_close(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    """Return the ring that a new edge from `source` to `target` would close, or nothing.

    The ring starts at `source`, goes over the new edge to `target`, and from there back.
    """
    if source == target:
        return (source,)
    back = find_way(graph, target, source)
    return (source, *back[:-1]) if back else ()


def components(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return the groups of nodes that reach each other, what is depended on before what depends on it."""
    return tuple(tuple(group) for group in find_components(graph))


def _cycle_of(graph: Graph, group: tuple[str, ...]) -> Cycle:
    """Return a group with two of it that import each other, or else a ring through its first."""
    inside = set(group)
    within = {node: sorted(inside.intersection(graph.get(node, ()))) for node in group}
    pairs = ((node, each) for node in group for each in within[node] if node < each and node in within[each])
    if (pair := next(pairs, None)) is not None:
        return Cycle(group, pair)
    first = group[0]
    ways = (find_way(within, each, first) for each in within[first])
    return Cycle(group, (first, *min((each for each in ways if each), key=len)[:-1]))


def _walk_back(came: Mapping[str, str], source: str, target: str) -> tuple[str, ...]:
    way = [target]
    while way[-1] != source:
        way.append(came[way[-1]])
    return tuple(reversed(way))
