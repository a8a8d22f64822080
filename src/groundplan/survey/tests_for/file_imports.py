"""Imports that name a file: `#include "x.h"` in C, `require "x"` in Ruby and PHP."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.languages import language_of

if TYPE_CHECKING:
    from groundplan.code.view import CodeView

_C = frozenset({"c", "cpp"})
_NAMING = _C | {"ruby", "php"}


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
