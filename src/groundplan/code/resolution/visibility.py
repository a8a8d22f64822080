"""Where a definition may be named at all, by what its language calls private."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_types import TYPES
from groundplan.code.resolution.lineage import last_word, owners_at

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.resolution.brace_text import BraceText
    from groundplan.code.view import CodeView

_PRIVATE = re.compile(r"\bprivate\b(?!\s+protected)")
_MODIFIERS = re.compile(r"\b(?:public|protected|internal|private|file)\b")
_STATIC = re.compile(r"^(?:\[\[\w+\]\]\s*|(?:inline|const|extern|_Noreturn)\s+)*static\b")
_PUB = re.compile(r"^(?:#\[[^\]]*\]\s*)*(?:default\s+)?pub\b")
# TypeScript alone forbids what is `private`, and only where it is asked and knows the type.
_LOOSE = re.compile(r"@ts-|\bany\b")
_WITH_CLASSES = SCRIPTS | {"java", "kotlin", "csharp", "php"}
_FOLDER_FILES = ("mod.rs", "lib.rs", "main.rs")
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".def")
_ABOVE_ALL = re.compile(r"\b(?:trait|interface)\b")


class Visibility:
    """Tells where one definition may be named; everywhere, where nothing says that it is private."""

    def __init__(self, index: CodeView, symbol: Symbol) -> None:
        self._index = index
        self._symbol = symbol
        # an answer is about all overloads of a name
        overloads = [each.definition for each in index.symbols(symbol.definition.name)]
        same = [each for each in overloads if each.qualified == symbol.definition.qualified]
        self._headers = [each.header.partition("(")[0] for each in same or (symbol.definition,)]

    def reaches(self, file: BraceText, line: int) -> bool:
        """Whether the definition may be named in a line of a file."""
        language = file.outline.language
        if language == "rust":
            return not self._is_private_in_rust or self._is_below(file.path)
        if language in {"c", "cpp"}:
            return not self._is_static_in_c or file.path == self._symbol.path
        if language == "go":
            return self._symbol.definition.is_exported or _folder(file.path) == _folder(self._symbol.path)
        if language not in _WITH_CLASSES or not self._is_private(language):
            return True
        is_hard = self._symbol.definition.name.startswith("#")
        if language in SCRIPTS and not is_hard and (language == "javascript" or _LOOSE.search(file.raw)):
            return True
        if file.path == self._symbol.path:
            return self._is_in_class(file, line)
        return self._is_partial and last_word(self._symbol.definition.parent) in owners_at(file.outline, line)

    def _is_private(self, language: str) -> bool:
        owner, kind = self._owner, self._symbol.definition.kind
        if owner is None or owner.kind is Kind.INTERFACE or _ABOVE_ALL.match(owner.header):
            return language == "kotlin" and all(map(_PRIVATE.search, self._headers))
        if all(map(_PRIVATE.search, self._headers)) or self._symbol.definition.name.startswith("#"):
            return True
        # C# calls a member private that says nothing, and is of no interface
        own = f".{self._symbol.definition.name}"
        is_bare = language == "csharp" and not any(
            (_MODIFIERS.search(each) and not _PRIVATE.search(each)) or own in each for each in self._headers
        )
        return is_bare and kind in {Kind.METHOD, Kind.ATTRIBUTE} and owner.kind is not Kind.ENUM

    @cached_property
    def _owner(self) -> Definition | None:
        outline = self._index.outline(self._symbol.path)
        found = outline.find(self._symbol.definition.parent) if outline is not None else ()
        line = self._symbol.definition.line
        around = (each for each in found if each.first <= line <= each.last)
        return next((each for each in around if each.kind in TYPES), None)

    @cached_property
    def _is_partial(self) -> bool:
        return self._owner is not None and re.search(r"\bpartial\b", self._owner.header) is not None

    def _is_in_class(self, file: BraceText, line: int) -> bool:
        """Whether a line is in the outermost class around the definition, if it is in one."""
        own = self._symbol.definition.line
        tops = [
            each for each in file.outline.definitions if each.kind in TYPES and each.first <= own <= each.last
        ]
        return self._is_partial or not tops or tops[0].first <= line <= tops[0].last

    @cached_property
    def _is_static_in_c(self) -> bool:
        definition, path = self._symbol.definition, self._symbol.path
        is_shared = path.endswith(_HEADERS) or bool(definition.parent)
        return not is_shared and _STATIC.match(definition.header) is not None

    @cached_property
    def _is_private_in_rust(self) -> bool:
        definition = self._symbol.definition
        outline = self._index.outline(self._symbol.path)
        if definition.is_exported or _PUB.match(definition.header) or definition.kind is Kind.MODULE:
            return False
        parents = outline.find(definition.parent) if outline is not None and definition.parent else ()
        is_macro = definition.header.startswith("macro_rules")
        return not is_macro and all(each.kind in {Kind.TYPE, Kind.MODULE, Kind.CLASS} for each in parents)

    def _is_below(self, path: str) -> bool:
        """Whether a file is the definition's own, or of a module below it."""
        own = self._symbol.path
        folder = own.rpartition("/")[0] if own.endswith(_FOLDER_FILES) else own.removesuffix(".rs")
        return path == own or path.startswith(f"{folder}/" if folder else "")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
