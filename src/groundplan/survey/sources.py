"""The files of an index as the survey reads them: outlines and lines kept while one question is answered."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

_EXAMPLES = frozenset(("example", "examples"))
MOST_LINE = 2_000  # what stands beyond is data or minified code


class Sources:
    """An index with what was read of it; one is made per question and thrown away after it."""

    def __init__(self, index: CodeView) -> None:
        self.index = index
        self._lines: dict[str, list[str]] = {}
        self._places: dict[str, dict[str, int]] = {}
        self._bound: dict[str, dict[str, str]] = {}

    @cached_property
    def outlines(self) -> dict[str, Outline]:
        """Return every outline by path."""
        return dict(self.index.outlines())

    @cached_property
    def go_files(self) -> dict[str, list[str]]:
        """Return the Go files of each folder that are no tests: a folder is a package."""
        found: dict[str, list[str]] = {}
        for path in self.outlines:
            if path.endswith(".go") and not path.endswith("_test.go"):
                found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    @cached_property
    def paths(self) -> frozenset[str]:
        """Return every path."""
        return frozenset(self.index.paths())

    def lines(self, path: str) -> list[str]:
        """Return a file's lines, the over-long ones cut; none where there is no text."""
        found = self._lines.get(path)
        if found is None:
            text = self.index.text(path) or b""
            found = [line[:MOST_LINE] for line in text.decode("utf-8", "replace").split("\n")]
            self._lines[path] = found
        return found

    def line(self, path: str, number: int) -> str:
        """Return one line, counted from 1, or nothing."""
        lines = self.lines(path)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def places(self, path: str) -> dict[str, int]:
        """Return the line of each definition of a file by its qualified name, the first where several."""
        if path not in self._places:
            outline = self.outlines.get(path)
            definitions = outline.definitions if outline else ()
            self._places[path] = {each.qualified: each.line for each in reversed(definitions)}
        return self._places[path]

    def bound(self, path: str) -> dict[str, str]:
        """Return the names a file binds by import, each with the dotted thing it stands for."""
        if path not in self._bound:
            outline = self.outlines.get(path)
            self._bound[path] = bound_to(outline) if outline else {}
        return self._bound[path]

    @cached_property
    def imported(self) -> frozenset[str]:
        """Return the first part of every module that is imported anywhere: `flask`, `@nestjs/common`."""
        return frozenset(
            root_of(each.module) for outline in self.outlines.values() for each in outline.imports
        )

    def roots(self, path: str) -> frozenset[str]:
        """Return the first part of every module a file imports."""
        outline = self.outlines.get(path)
        return frozenset(root_of(each.module) for each in outline.imports) if outline else frozenset()


def bound_to(outline: Outline) -> dict[str, str]:
    """Return the names an outline binds by import, each with the dotted thing it stands for."""
    return {each.alias: _whole(each.module, each.name) for each in outline.imports if each.alias}


def _whole(module: str, name: str) -> str:
    if not name:
        return module
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


def root_of(module: str) -> str:
    """Return what names a module's package: `a.b` is `a`, `@x/y/z` is `@x/y`, a Go path stays whole."""
    if module.startswith("@"):
        return "/".join(module.split("/")[:2])
    if "/" in module:
        return module
    return module.partition(".")[0]


@lru_cache(maxsize=100_000)
def part(path: str) -> Part:
    """Return what a file is there for; the tests of an example are part of the example."""
    found = part_of(path)
    if found not in {Part.CODE, Part.TEST}:
        return found
    folders = path.split("/")[:-1]
    # A folder may hide from its tool behind an underscore.
    at = next((at for at, each in enumerate(folders) if each.strip("_") in _EXAMPLES), None)
    is_inside_tests = at is not None and is_test(f"{'/'.join(folders[:at])}/")
    return found if at is None or is_inside_tests else Part.EXAMPLE


def is_own_code(path: str) -> bool:
    """Tell whether a file is the product's own code: no test, example, page, script or vendored file."""
    return part(path) is Part.CODE
