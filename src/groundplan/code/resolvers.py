"""Who knows where a file's imports lead: one for each family of languages, made when first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from groundplan.code.go_modules import GoModules
from groundplan.code.languages import PLAIN, SCRIPTS, language_of
from groundplan.code.modules import Modules
from groundplan.code.script_modules import ScriptModules

if TYPE_CHECKING:
    from groundplan.code.outline import Import
    from groundplan.code.resolved import Resolved
    from groundplan.code.view import CodeView


class Resolver(Protocol):
    """Whatever knows where the imports of one language lead."""

    def resolve(self, importing: str, imported: Import, /) -> Resolved:
        """Return where an import leads."""


class Resolvers:
    """The resolvers of one index."""

    def __init__(self, index: CodeView, modules: Modules | None = None) -> None:
        self._index = index
        self._modules = modules

    def of(self, path: str) -> Resolver | None:
        """Return the resolver for a file's imports, or None for a language whose imports are not followed."""
        language = self.language_of(path)
        if language == "python":
            return self.python
        if language == "go":
            return self.go
        return self.scripts if language in SCRIPTS else None

    def language_of(self, path: str) -> str:
        """Return the language of a file, by its name alone where that says it."""
        named = language_of(path, b"")
        if named != PLAIN or "." in path.rpartition("/")[2]:
            return named
        outline = self._index.outline(path)
        return PLAIN if outline is None else outline.language

    @cached_property
    def python(self) -> Modules:
        """The Python modules."""
        return self._modules or Modules(self._index)

    @cached_property
    def scripts(self) -> ScriptModules:
        """The modules of JavaScript and TypeScript."""
        return ScriptModules(self._index)

    @cached_property
    def go(self) -> GoModules:
        """The packages of Go."""
        return GoModules(self._index)
