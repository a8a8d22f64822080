"""Where a bare name is a type by what its file brings in: a `use` path in Rust, a namespace in C#."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.resolution.brace_types import TYPES
from groundplan.code.resolution.values import Source

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Import, Outline
    from groundplan.code.resolution.brace_text import BraceText
    from groundplan.code.view import CodeView

_NEAR = 60
_SPACE = re.compile(r"^\s*namespace\s+([\w.]{1,300})", re.MULTILINE)
_OF_ANOTHER = re.compile(r"(?:\.|::)\s*\Z")
_BOUND = re.compile(r"\s*(?:=(?![=>])|:(?!:))")  # a property that is set, an argument by its name
_FOLDER_FILES = frozenset({"mod", "lib", "main"})


class BroughtIn:
    """Tells by which rule the places of one type's name are it, where there is one."""

    def __init__(self, index: CodeView, symbol: Symbol) -> None:
        self._index = index
        self._symbol = symbol
        definition = symbol.definition
        is_top = definition.kind in TYPES and not definition.parent
        self._is_rust = is_top and symbol.path.endswith(".rs")
        self._is_csharp = is_top and symbol.path.endswith(".cs") and self._is_alone()
        self._known: dict[str, Source | None] = {}
        self._home = self._spaces(symbol.path) if self._is_csharp else ()

    def rule(self, file: BraceText, at: int) -> Source | None:
        """Return the rule by which the name at a place is the type; nothing where none says so."""
        if not self._is_rust and not self._is_csharp:
            return None
        if file.path not in self._known:
            self._known[file.path] = (self._by_path if self._is_rust else self._by_namespace)(file)
        line = file.line_of(at)
        if self._is_rust and any(each.line == line for each in self._imports(file.outline)):
            return self._known[file.path]
        is_bare = _OF_ANOTHER.search(file.code, max(0, at - _NEAR), at) is None
        if self._is_csharp and _BOUND.match(file.code, at + len(self._symbol.definition.name)):
            return None
        return self._known[file.path] if is_bare else None

    def _imports(self, outline: Outline) -> list[Import]:
        name = self._symbol.definition.name
        return [each for each in outline.imports if name in {each.name, each.alias}]

    def _by_path(self, file: BraceText) -> Source | None:
        name, path = self._symbol.definition.name, self._symbol.path
        own = [each for each in file.outline.definitions if each.name == name]
        taken = self._imports(file.outline)
        if file.path == path:
            return Source.SCOPE if len(own) == 1 and not taken else None
        # one within a function or a module of the file holds there alone
        is_told = len(taken) == 1 and taken[0].alias == name and file.outline.at(taken[0].line) is None
        if own or not is_told or taken[0].name != name:
            return None
        return Source.IMPORT if _target(file.path, taken[0].module) == _module(path) else None

    def _by_namespace(self, file: BraceText) -> Source | None:
        if len(self._home) > 1:
            return None
        own = self._spaces(file.path)
        if file.path == self._symbol.path or any(f"{each}.".startswith(f"{self._home[0]}.") for each in own):
            return Source.SCOPE
        if any(each.alias == self._symbol.definition.name for each in file.outline.imports):
            return None
        is_taken = any(each.name == "*" and each.module in self._home for each in file.outline.imports)
        return Source.IMPORT if is_taken else None

    def _spaces(self, path: str) -> tuple[str, ...]:
        text = (self._index.text(path) or b"").decode("utf-8", "replace")
        return tuple(dict.fromkeys(_SPACE.findall(text))) or ("",)

    def _is_alone(self) -> bool:
        """Whether nothing else has the name, its own constructors left out."""
        definition = self._symbol.definition
        own = {(self._symbol.path, definition.line)}
        made = f"{definition.qualified}.{definition.name}"
        return all(
            (each.path, each.definition.line) in own or each.definition.qualified == made
            for each in self._index.symbols(definition.name)
        )


def _module(path: str) -> tuple[str, ...]:
    """Return the crate that a file of Rust is in and its module there, as far as folders tell."""
    crate, source, inner = f"/{path}".rpartition("/src/")
    *folders, last = (inner if source else path).removesuffix(".rs").split("/")
    return (crate, *folders, *([] if last in _FOLDER_FILES else [last]))


def _target(importing: str, module: str) -> tuple[str, ...]:
    """Return the module that a path at the top of a file means, where it begins in its own crate."""
    at, words = _module(importing), module.split("::")
    if words[0] == "crate":
        return (at[0], *words[1:])
    if words[0] not in {"self", "super"}:
        return ()
    while words[:1] == ["super"] and len(at) > 1:
        at, words = at[:-1], words[1:]
    return (*at, *(words[1:] if words[:1] == ["self"] else words))
