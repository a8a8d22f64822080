"""What Python's imports mean: from a dotted name to its file, through re-exports to the definition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.resolved import Resolved
from groundplan.code.source_roots import find_roots

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Import, Outline
    from groundplan.code.view import CodeView


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name at the top of a module stands for, after following every import.

    `external` names the package outside where one is met; `hops` counts the imports followed.
    """

    symbols: tuple[Symbol, ...] = ()
    modules: tuple[str, ...] = ()
    external: str = ""
    hops: int = 0

    def __bool__(self) -> bool:
        """Whether it leads to something in the repository."""
        return bool(self.symbols or self.modules)


class Modules:
    """The Python modules of an index, whose outlines it reads once: make a new one after a refresh."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self.roots = find_roots(index.paths())
        self._outlines: dict[str, Outline | None] = {}
        self._tops: dict[str, dict[str, tuple[Definition, ...]]] = {}
        self._imports: dict[str, dict[str, tuple[Import, ...]]] = {}
        self._found: dict[tuple[str, str], Bound] = {}
        self._resolved: dict[tuple[str, str, str], Resolved] = {}

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file, read once."""
        if path not in self._outlines:
            self._outlines[path] = self._index.outline(path)
        return self._outlines[path]

    def defined(self, path: str, qualified: str) -> tuple[Definition, ...]:
        """Return the definitions of a qualified name in a file."""
        return self._definitions(path).get(qualified, ())

    def bound_by_import(self, path: str, name: str) -> tuple[Import, ...]:
        """Return the imports that bind a name in a file, at its top or in a function."""
        return self._bindings(path).get(name, ())

    def stars(self, path: str) -> tuple[Import, ...]:
        """Return the `import *` of a file."""
        return self._bindings(path).get("", ())

    def resolve(self, importing: str, imported: Import) -> Resolved:
        """Return the files that an import runs, as far as they are in the repository."""
        module, name = imported.module, imported.name
        # A relative name is counted from the file's folder, any other from where its own package begins.
        is_relative = module.startswith(".")
        key = (importing.rpartition("/")[0] if is_relative else self.roots.own_root(importing), module, name)
        if key not in self._resolved:
            resolve = self._resolve_relative if is_relative else self._resolve_absolute
            self._resolved[key] = resolve(importing, module, name)
        return self._resolved[key]

    def _resolve_absolute(self, importing: str, module: str, name: str) -> Resolved:
        folder = None if not name or name == "*" else self.roots.find_folder(module, importing)
        found = self.roots.find(module, importing)
        submodule = self._submodule(folder, name, found)
        if submodule:
            return Resolved(submodule, how="absolute import of a submodule")
        if found:
            return Resolved(found, how="absolute import")
        if folder is None and self.roots.find_folder(module, importing) is None:
            return Resolved(external=module.partition(".")[0], how="outside")
        return Resolved(how="namespace package")

    def follow(self, path: str, name: str) -> tuple[Symbol, ...]:
        """Return the definitions that a module's name leads to, through any chain of re-exports."""
        return self.look_up(path, name).symbols

    def look_up(self, path: str, name: str) -> Bound:
        """Return what a name at the top of a module stands for, through any chain of re-exports."""
        key = (path, name)
        if key not in self._found:
            self._found[key] = self._search(path, name)
        return self._found[key]

    def target(self, importing: str, imported: Import) -> Bound:
        """Return what the name bound by an import stands for."""
        if imported.name and imported.name != "*":
            resolved = self.resolve(importing, imported)
            if resolved.external:
                return Bound(external=resolved.external)
            if resolved.how.endswith("submodule"):
                return Bound(modules=resolved.paths, hops=1)
            found = [self.look_up(path, imported.name) for path in resolved.paths]
            return _joined(found, hops=1)
        resolved = self.resolve(importing, imported)
        is_dotted = not imported.module.startswith(".") and "." in imported.module
        if is_dotted and imported.alias == imported.module.partition(".")[0]:
            # `import a.b` binds `a`, whose `b` is then there as well
            first = self.roots.find(imported.alias, importing)
            return Bound(modules=first, external="" if resolved.is_inside else resolved.external, hops=1)
        return Bound(modules=resolved.paths, external=resolved.external, hops=1)

    def submodule(self, path: str, name: str) -> tuple[str, ...]:
        """Return the file of a package's submodule, given the package's own file."""
        folder, _, file = path.rpartition("/")
        return self.roots.in_folder(folder, name) if file in {"__init__.py", "__init__.pyi"} else ()

    def _resolve_relative(self, importing: str, module: str, name: str) -> Resolved:
        tail = module.lstrip(".")
        folder = importing.rpartition("/")[0]
        for _ in range(len(module) - len(tail) - 1):
            if not folder:
                return Resolved(how="relative import above the repository")
            folder = folder.rpartition("/")[0]
        place = "/".join(part for part in (folder, tail.replace(".", "/")) if part)
        found = self.roots.in_folder(*_split(place)) if tail else self.roots.in_folder(folder, "")
        submodule = self._submodule(place, name, found)
        if submodule:
            return Resolved(submodule, how="relative import of a submodule")
        return (
            Resolved(found, how="relative import") if found else Resolved(how="relative import, no such file")
        )

    def _submodule(self, folder: str | None, name: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """Return the submodule an import takes out of a package, unless the package binds that name."""
        if folder is None or not name or name == "*":
            return ()
        inside = self.roots.in_folder(folder, name)
        if not inside or not found:
            return inside
        package = found[0]
        hides = self.defined(package, name) or any(
            not self._takes_submodule(package, each, name) for each in self.bound_by_import(package, name)
        )
        return () if hides else inside

    def _takes_submodule(self, package: str, imported: Import, name: str) -> bool:
        """Whether a package's own import of a name is of its submodule: `from . import name`, or in full."""
        if imported.name == name:
            return imported.module == "." or self.roots.find(imported.module, package) == (package,)
        return not imported.name

    def _search(self, path: str, name: str) -> Bound:
        """Walk the imports breadth first; a name that leads back to itself is simply not walked again."""
        seen = {(path, name)}
        waiting = [(path, name, 0)]
        symbols: list[Symbol] = []
        modules: list[str] = []
        external, hops = "", 0
        while waiting:
            at, word, depth = waiting.pop(0)
            here = [Symbol(at, each) for each in self.defined(at, word)]
            symbols += here
            hops = max(hops, depth) if here else hops
            steps = [*self._steps(at, word)] if not here or self.bound_by_import(at, word) else []
            if not here and not steps:
                modules += self.submodule(at, word)
            for imported in steps:
                resolved = self.resolve(at, imported)
                external = external or resolved.external
                if not imported.name or resolved.how.endswith("submodule"):
                    modules += resolved.paths
                    continue
                for target in resolved.paths:
                    step = (target, word if imported.name == "*" else imported.name)
                    if step not in seen and (imported.name != "*" or self._is_public(*step)):
                        seen.add(step)
                        waiting.append((*step, depth + 1))
        return Bound(tuple(dict.fromkeys(symbols)), tuple(dict.fromkeys(modules)), external, hops)

    def _steps(self, path: str, name: str) -> tuple[Import, ...]:
        named = tuple(each for each in self.bound_by_import(path, name) if not each.is_inner)
        return named or tuple(each for each in self.stars(path) if not each.is_inner)

    def _is_public(self, path: str, name: str) -> bool:
        outline = self.outline(path)
        if outline is not None and outline.exports is not None:
            return name in outline.exports
        return not name.startswith("_")

    def _definitions(self, path: str) -> dict[str, tuple[Definition, ...]]:
        if path not in self._tops:
            found: dict[str, tuple[Definition, ...]] = {}
            outline = self.outline(path)
            for each in outline.definitions if outline else ():
                found[each.qualified] = (*found.get(each.qualified, ()), each)
            self._tops[path] = found
        return self._tops[path]

    def _bindings(self, path: str) -> dict[str, tuple[Import, ...]]:
        if path not in self._imports:
            found: dict[str, tuple[Import, ...]] = {}
            outline = self.outline(path)
            for each in outline.imports if outline else ():
                found[each.alias] = (*found.get(each.alias, ()), each)
            self._imports[path] = found
        return self._imports[path]


def _split(place: str) -> tuple[str, str]:
    folder, _, name = place.rpartition("/")
    return folder, name


def _joined(found: list[Bound], *, hops: int) -> Bound:
    return Bound(
        tuple(dict.fromkeys(symbol for each in found for symbol in each.symbols)),
        tuple(dict.fromkeys(path for each in found for path in each.modules)),
        next((each.external for each in found if each.external), ""),
        hops + max((each.hops for each in found), default=0),
    )
