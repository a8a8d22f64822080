"""Packages and namespaces: which names of a file another can write without saying where they are from."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.code_words import CodeWords
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

_SPACE = re.compile(r"^\s*(?:file-scoped\s+)?(?:package|namespace)\s+([\w.\\]{1,300})", re.MULTILINE)
_GLOBAL = re.compile(r"global\s+using\s+(?:static\s+)?([\w.]{1,300})\s*;")
_PROJECT_USING = re.compile(r'<Using\s+Include="([\w.]{1,300})"')
_CRATE = re.compile(r'^\s*name\s*=\s*"([\w-]{1,100})"', re.MULTILINE)
_INNER = frozenset({"crate", "self", "super", "Self"})


class Spaces:
    """What the files of one index call the place they are in, and what reaches where."""

    def __init__(self, index: CodeView, words: CodeWords) -> None:
        self._index = index
        self._words = words
        self._known: dict[str, tuple[str, ...]] = {}
        self._lines: dict[str, frozenset[int]] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """Return the packages or namespaces that a file declares."""
        if path not in self._known:
            self._known[path] = tuple(dict.fromkeys(_SPACE.findall(self._words.code(path)))) or ("",)
        return self._known[path]

    def lines(self, path: str) -> frozenset[int]:
        """Return the lines on which a file declares them: what is written there is no use."""
        if path not in self._lines:
            code = self._words.code(path)
            self._lines[path] = frozenset(
                code.count("\n", 0, found.start(1)) + 1 for found in _SPACE.finditer(code)
            )
        return self._lines[path]

    def sees(self, test: str, path: str, name: str) -> bool:
        """Whether a bare name in a test is that of a file's: by its own package or by an import."""
        outline = self._index.outline(test)
        if outline is None:
            return False
        spaces = self.of(path)
        joint = "\\" if path.endswith(".php") else "."
        bound = [each.module for each in outline.imports if name == (each.alias or each.name)]
        if bound:
            return any(each in spaces for each in bound)
        own = self.of(test)
        if any(each in spaces for each in own):
            return True
        if path.endswith(".cs"):
            if any(mine.startswith(f"{each}.") for mine in own for each in spaces if each):
                return True
            if not set(spaces).isdisjoint(self._global):
                return True
        return any(each.name == "*" and each.module.rstrip(joint) in spaces for each in outline.imports)

    def reaches(self, test: str, path: str) -> bool:
        """Whether a test is in the package of a file of Java or Kotlin, or imports something of it."""
        outline, spaces = self._index.outline(test), self.of(path)
        if outline is None or any(each in spaces for each in self.of(test)):
            return outline is not None
        return any(
            each.module == space or each.module.startswith(f"{space}.")
            for each in outline.imports
            for space in spaces
        )

    @cached_property
    def _global(self) -> frozenset[str]:
        """The namespaces that C# projects bring into all their files."""
        found: set[str] = set()
        for path in self._index.files_with("using"):
            if path.endswith(".cs") and "global" in self._words.code(path):
                found.update(_GLOBAL.findall(self._words.code(path)))
            elif path.endswith((".csproj", ".props")):
                found.update(_PROJECT_USING.findall((self._index.text(path) or b"").decode("latin-1")))
        return frozenset(found)

    def is_own_root(self, word: str) -> bool:
        """Whether a path in Rust begins in a crate of this repository."""
        return word in _INNER or word in self._crates

    @cached_property
    def _crates(self) -> frozenset[str]:
        manifests = [each for each in self._index.paths() if each.rpartition("/")[2] == "Cargo.toml"]
        texts = [(self._index.text(each) or b"").decode("utf-8", "replace") for each in manifests]
        return frozenset(name.replace("-", "_") for text in texts for name in _CRATE.findall(text)[:3])

    def brings(self, outline: Outline, name: str) -> bool | None:
        """Whether a Rust file takes a name out of its own crates; None where it imports none of it."""
        bound = [each.module for each in outline.imports if name == (each.alias or each.name)]
        if not bound:
            return None
        return any(self.is_own_root(each.partition("::")[0]) for each in bound)
