"""What JavaScript's and TypeScript's imports mean: from the name written in a file to a file here."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.resolved import Resolved
from groundplan.code.script_packages import ScriptPackages, package_name
from groundplan.code.script_roots import ScriptRoots
from groundplan.code.script_settings import ScriptSettings, path_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.outline import Import, Outline
    from groundplan.code.script_packages import Package
    from groundplan.code.view import CodeView

_TYPED = (".ts", ".tsx", ".mts", ".cts")
_PLAIN = (".js", ".jsx", ".mjs", ".cjs")
_OTHER = (".vue", ".svelte", ".d.ts", ".d.mts", ".d.cts", ".json")
_SCRIPTS = (*_TYPED, *_PLAIN, *_OTHER)
# A name with the ending of what will be built means the file it is built from.
_BUILT_FROM = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts", ".ts"),
    ".cjs": (".cts", ".d.cts", ".ts"),
}
_BUILT_FOLDERS = re.compile(r"(^|/)(?:dist|lib|build|out|es|esm|cjs)/(?:esm/|cjs/|es/|types/)?")
_HOPS = 200
# Modules of Node itself, without the prefix `node:`.
_NODE = frozenset(
    """assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
    domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring
    readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads
    zlib""".split()  # noqa: SIM905  (a list of words reads better so)
)


class ScriptModules:
    """The scripts of an index as modules; reads settings once, so make a new one after a refresh."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        listed = index.paths()
        self._paths = frozenset(listed)
        self._settings = ScriptSettings(index, self._paths)
        self._packages = ScriptPackages(index, listed)
        self._roots = ScriptRoots(index, listed, self._home_of)
        self._resolved: dict[tuple[str, str], Resolved] = {}

    def resolve(self, importing_path: str, imported: Import) -> Resolved:
        """Return the file that an import written in a file means, or the package outside that it names."""
        module = imported.module.partition("?")[0]
        folder = posixpath.dirname(importing_path)
        key = (folder + ("/j" if importing_path.endswith(_PLAIN) else "/t"), module)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(importing_path, folder, module)
        return self._resolved[key]

    def follow(self, path: str, name: str) -> Symbol | None:
        """Return the definition that a module's name leads to, through any chain of re-exports."""
        waiting, seen = [(path, name)], set[tuple[str, str]]()
        while waiting and len(seen) < _HOPS:
            at = waiting.pop()
            outline = None if at in seen else self._index.outline(at[0])
            seen.add(at)
            if outline is None:
                continue
            steps = list(self._steps(*at, outline))
            if not steps and (symbol := _defined(*at, outline)):
                return symbol
            if not steps:
                steps = [(target, at[1]) for target in self._starred(at[0], outline)]
            waiting += reversed(steps)
        return None

    def takers_of_default(self, symbol: Symbol) -> frozenset[str]:
        """Return the files that import a default export, which need not have its name."""
        path, name = symbol.path, symbol.definition.name
        outline = self._index.outline(path) if path.endswith(_SCRIPTS) else None
        given = {each.alias for each in outline.imports if each.name == name} if outline else set()
        if symbol.definition.parent or "default" not in {name, *given}:
            return frozenset()
        files, found = [path], {path}
        for file in files:
            for taker, taken in self._defaults.get(file, ()):
                if taker not in found:
                    found.add(taker)
                    files += [taker] if taken.is_reexport and taken.alias == "default" else []
        return frozenset(found - {path})

    @cached_property
    def _defaults(self) -> dict[str, list[tuple[str, Import]]]:
        """The imports of default exports by the file that they lead to."""
        found: dict[str, list[tuple[str, Import]]] = {}
        for path, imports in self._index.imports():
            for each in imports if path.endswith(_SCRIPTS) else ():
                for target in self.resolve(path, each).paths if each.name == "default" else ():
                    found.setdefault(target, []).append((path, each))
        return found

    def _steps(self, path: str, name: str, outline: Outline) -> Iterator[tuple[str, str]]:
        for each in outline.imports:
            if each.alias != name or each.name == "*":
                continue
            if not each.module:
                yield path, each.name
            else:
                yield from ((target, each.name) for target in self.resolve(path, each).paths if each.name)

    def _starred(self, path: str, outline: Outline) -> Iterator[str]:
        for each in outline.imports:
            if each.is_reexport and each.name == "*":
                yield from self.resolve(path, each).paths

    def _resolve(self, importing: str, folder: str, module: str) -> Resolved:
        if not module:
            return Resolved(how="itself")
        if module.startswith((".", "/")):
            target = path_in(folder, module) if module[0] == "." else module.lstrip("/")
            return Resolved(self._guess(target, importing), how="relative")
        for how, targets in self._readings(importing, folder, module):
            for target in targets:
                if found := self._guess(target, importing):
                    return Resolved(found, how=how)
        name = package_name(module)
        if package := self._packages.named(name, importing):
            inside = self._enter(package, "." + module[len(name) :], importing)
            return Resolved(inside, how="workspace package")
        if self._may_be_here(importing, folder, module, name):
            return Resolved(how="a package, or a file here by a setting that is not known")
        return Resolved(external=name, how="outside")

    def _home_of(self, path: str) -> str:
        own = self._packages.around(path)
        return own.folder if own else posixpath.dirname(path)

    def _may_be_here(self, importing: str, folder: str, module: str, name: str) -> bool:
        """Whether a bare name that led nowhere may mean a file of the repository all the same."""
        if ":" in module:
            return False
        roots = self._roots.around(folder)
        if any(each.names(module) for each in (*self._settings.around(folder), *roots)):
            return not self._packages.is_wanted(name, importing)
        if name in _NODE or self._packages.is_wanted(name, importing):
            return any(self._guess(path_in(root, module), importing) for each in roots for root in each.roots)
        # Nobody asks for such a package, and something here is called so.
        parts = [each for each in module.split("/") if each.lstrip("@~$#") not in {"", ".", ".."}]
        return any(posixpath.splitext(each.lstrip("@~$#"))[0] in self._stems for each in parts)

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The names of all scripts, without their endings, and of the folders that hold them."""
        found: set[str] = set()
        for path in self._paths:
            if path.endswith(_SCRIPTS):
                *folders, file = path.split("/")
                found.update((*folders, file.partition(".")[0]))
        return frozenset(found)

    def _readings(self, importing: str, folder: str, module: str) -> Iterator[tuple[str, Iterable[str]]]:
        own = self._packages.around(importing)
        if module.startswith("#") and own:
            yield "package imports", own.private(module)
        settings = self._settings.around(folder)
        for aliases in settings:
            yield "tsconfig paths", aliases.targets(module)
        for aliases in settings:
            yield "tsconfig baseUrl", [path_in(root, module) for root in aliases.roots]
        roots = self._roots.around(folder)
        for aliases in roots:
            yield "alias of the build", aliases.targets(module)
        name = package_name(module)
        if name not in _NODE and not self._packages.is_wanted(name, importing):
            for aliases in roots:
                yield "module root of the build", [path_in(root, module) for root in aliases.roots]
        # No package can have such a name: by custom it means the folder of the sources.
        if module.startswith(("@/", "~/")):
            top = own.folder if own else ""
            yield "source folder", [path_in(top, f"src{module[1:]}"), path_in(top, module[2:])]

    def _enter(self, package: Package, subpath: str, importing: str) -> tuple[str, ...]:
        entries = package.entries(subpath)
        standing = [each for each in entries if each in self._paths]
        if len(standing) < len(entries) or not entries:
            # Some of it is yet to be built, so what stands there is often a stub: the source comes first.
            for target in self._sources(package, subpath, entries):
                if found := self._guess(target, importing):
                    return found
        for target in (*standing, *entries, path_in(package.folder, subpath)):
            if found := self._guess(target, importing):
                return found
        return ()

    @staticmethod
    def _sources(package: Package, subpath: str, entries: tuple[str, ...]) -> Iterator[str]:
        folder = package.folder
        inner = [each[len(folder) :].lstrip("/") for each in entries]
        if subpath == ".":
            yield path_in(folder, "src/index")
            yield path_in(folder, "src/main")
        for each in inner:
            moved = _BUILT_FOLDERS.sub(r"\1src/", each, count=1)
            if moved != each:
                yield path_in(folder, _without_ending(moved))
        if subpath != ".":
            yield path_in(folder, posixpath.join("src", subpath))

    def _guess(self, target: str, importing: str) -> tuple[str, ...]:
        """Return the file that a path without or with the wrong ending means."""
        if target in self._paths:
            return (target,)
        endings = (*_PLAIN, *_TYPED, *_OTHER) if importing.endswith(_PLAIN) else _SCRIPTS
        stem, ending = posixpath.splitext(target)
        for each in _BUILT_FROM.get(ending, ()):
            if stem + each in self._paths:
                return (stem + each,)
        for each in endings:
            if target + each in self._paths:
                return (target + each,)
        return self._guess_folder(target, endings)

    def _guess_folder(self, folder: str, endings: tuple[str, ...]) -> tuple[str, ...]:
        package = self._packages.at(folder)
        entries = package.entries(".") if package else ()
        for entry in entries:  # the root's own, too: tests say `require('..')`
            for path in (entry, *(f"{entry}{each}" for each in endings), f"{entry}/index.js"):
                if entry != folder and path in self._paths:
                    return (path,)
        for each in endings:
            path = path_in(folder, f"index{each}")
            if path in self._paths:
                return (path,)
        return ()


def _defined(path: str, name: str, outline: Outline) -> Symbol | None:
    found = outline.find(name) or (outline.find("exports") if name == "default" else ())
    return Symbol(path, found[-1]) if found else None


def _without_ending(path: str) -> str:
    for ending in (".d.ts", ".d.mts", ".d.cts", *_TYPED, *_PLAIN):
        if path.endswith(ending):
            return path.removesuffix(ending)
    return path
