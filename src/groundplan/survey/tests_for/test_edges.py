"""What test files import, followed through re-exports to the file that defines it."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.languages import language_of
from groundplan.code.resolvers import Resolvers
from groundplan.code.shown_tests import files_with_tests
from groundplan.code.test_paths import is_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.modules import Modules
    from groundplan.code.outline import Import
    from groundplan.code.view import CodeView

_C = frozenset({"c", "cpp"})
_NAMING = _C | {"ruby", "php"}


@dataclass(frozen=True, slots=True)
class TestEdge:
    """A test file takes a name out of a file of code, or the file as a whole where the name is empty."""

    __test__ = False

    test: str
    target: str
    name: str
    line: int
    through: str = ""  # the header that is included instead, and leads there


class TestEdges:
    """The imports of all test files; built once per question.

    Asked about one file, it passes by imports that name neither it, its folder nor what it defines.
    """

    __test__ = False

    def __init__(self, index: CodeView, about: str = "", modules: Modules | None = None) -> None:
        self._about = about
        self._resolvers = Resolvers(index, modules)
        self._files = FileImports(index)
        self._known: dict[tuple[str, str, str], tuple[tuple[str, str], ...]] = {}
        self.into: dict[str, list[TestEdge]] = defaultdict(list)
        names = _names(index, about) if about else frozenset()
        self.tests = files_with_tests(index)
        holding = frozenset(self.tests)
        included: dict[str, list[str]] = defaultdict(list)
        for path, imports in index.imports():
            if is_header(path) and is_test(path):
                included[path] = [self._files.resolve(path, each.module) for each in imports]
        for path, imports in index.imports():
            for each in imports if path in holding else ():
                if target := self._files.resolve(path, each.module):
                    self._include(path, target, each.line, included)
                elif not about or each.name in names or not names.isdisjoint(_words(each.module)):
                    self._add(path, each)

    def _include(self, path: str, target: str, line: int, included: dict[str, list[str]]) -> None:
        """Add the file that a test includes, and those that a header of the tests includes for it."""
        self.into[target].append(TestEdge(path, target, "", line))
        for each in _reached(target, included) if is_test(target) and is_header(target) else ():
            self.into[each].append(TestEdge(path, each, "", line, target))

    def _add(self, path: str, each: Import) -> None:
        folder = path.rpartition("/")[0]
        key = (folder, each.module, each.name)
        if key not in self._known:
            self._known[key] = self._targets(path, each)
        for target, name in self._known[key]:
            if not is_test(target) or target == self._about != path:
                self.into[target].append(TestEdge(path, target, name, each.line))

    def _targets(self, path: str, each: Import) -> tuple[tuple[str, str], ...]:
        if path.endswith((".py", ".pyi")):
            bound = self._resolvers.python.target(path, each)
            found = [(symbol.path, symbol.definition.name) for symbol in bound.symbols]
            found += [(module, "") for module in bound.modules]
            named = self._resolvers.python.resolve(path, each).paths
            known = {target for target, _ in found}
            # What only passes a name on is imported, too.
            return (*found, *((target, each.name) for target in named if target not in known))
        if path.endswith(".go"):
            return tuple((target, "") for target in self._resolvers.go.resolve(path, each).paths)
        if self._resolvers.of(path) is None:
            return ()
        scripts = self._resolvers.scripts
        resolved = scripts.resolve(path, each)
        found = []
        for target in resolved.paths:
            symbol = scripts.follow(target, each.name) if each.name not in {"", "*"} else None
            found.append((target, each.name))
            if symbol and symbol.path != target:
                found.append((symbol.path, symbol.definition.name))
        return tuple(found)


def importing_of(index: CodeView, edges: TestEdges, path: str) -> Iterator[TestEdge]:
    """Return the imports of a file by tests; in C the includes of its header, too."""
    yield from edges.into.get(path, ())
    if not header_of(path) or is_header(path):
        return
    same = [each for each in index.paths() if header_of(each) == header_of(path) and not is_test(each)]
    headers = [each for each in same if is_header(each)]
    if len(same) - len(headers) == 1:
        yield from (edge for header in headers for edge in edges.into.get(header, ()))


def _reached(header: str, included: dict[str, list[str]]) -> list[str]:
    """Return the files that a header of the tests includes, itself or through other headers of the tests."""
    found: list[str] = []
    seen, edge = {header}, [header]
    while edge:
        for each in included.get(edge.pop(), ()):
            if each and each not in seen:
                seen.add(each)
                found.append(each)
                edge += [each] if is_test(each) else []
    return found


def _names(index: CodeView, path: str) -> frozenset[str]:
    """Return the words under which a file can be imported: its own, its folders', those it defines."""
    outline = index.outline(path)
    *folders, name = path.split("/")
    found = {each.name for each in outline.definitions if not each.parent} if outline else set()
    module = (index.text("go.mod") or b"").partition(b"module ")[2].split(b"\n")[0].decode("utf-8", "replace")
    return frozenset(
        {*found, *folders, name.partition(".")[0], name, *_words(module.strip()), "*", "default"}
    )


def _words(module: str) -> tuple[str, ...]:
    """Return what a module may be called by its last part: `a.b`, `./b.js` and `x/b.service` are `b`."""
    last = module.rstrip("./").rpartition("/")[2]
    # `.` and `..` alone may be any folder
    return (last.partition(".")[0], last.rpartition(".")[2]) if last else ("*",)


# Imports that name a file: `#include "x.h"` in C, `require "x"` in Ruby and PHP.


class FileImports:
    """Which file a word in an import means: the one beside, or the only one whose path ends so."""

    def __init__(self, index: CodeView) -> None:
        self._paths = frozenset(index.paths())
        self._named: dict[str, list[str]] = defaultdict(list)
        for path in index.paths():
            self._named[path.rpartition("/")[2]].append(path)

    def resolve(self, importing: str, module: str) -> str:
        """Return the file that an import names, or nothing."""
        language = language_of(importing, b"")
        if language not in _NAMING:
            return ""
        word = module.strip("<>\"' ")
        if language == "ruby" and not word.endswith(".rb"):
            word += ".rb"
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(importing), word.lstrip("/")))
        if beside in self._paths:
            return beside
        plain = posixpath.normpath(word)
        while plain.startswith("../"):
            plain = plain[3:]
        found = [
            each for each in self._named.get(plain.rpartition("/")[2], ()) if f"/{each}".endswith(f"/{plain}")
        ]
        return found[0] if len(found) == 1 else ""


def header_of(path: str) -> str:
    """Return the stem of a file of C or C++, without its folders; nothing for other files."""
    return path.rpartition("/")[2].rpartition(".")[0] if language_of(path, b"") in _C else ""


def is_header(path: str) -> bool:
    """Whether a file is there to be included."""
    return path.rpartition(".")[2].lower() in {"h", "hh", "hpp", "hxx", "ipp", "inl", "tpp"}
