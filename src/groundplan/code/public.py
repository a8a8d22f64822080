"""What of a repository others may rely on: exported, importable by a public name, or run as a command."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test_code
from groundplan.plan.toml_text import BadToml, read_toml

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.modules import Modules
    from groundplan.code.view import CodeView

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++")  # nobody includes these: only the linker sees their names
_ASIDE = frozenset({"docs", "doc", "examples", "example", "scripts", "benchmarks", "migrations", "tools"})


class PublicNames:
    """Tells of a definition whether it is public, and by which sign."""

    def __init__(self, index: CodeView, modules: Modules) -> None:
        self._index = index
        self._modules = modules

    def reason(self, symbol: Symbol) -> str:
        """Return why a definition is public, or nothing where it is not."""
        if is_test_code(symbol.path, symbol.definition) or not _ASIDE.isdisjoint(symbol.path.split("/")[:-1]):
            return ""
        outline = self._modules.outline(symbol.path)
        language = outline.language if outline is not None else ""
        if language == "python":
            return self._python(symbol)
        if language == "go":
            return self._go(symbol)
        is_hidden = language == "cpp" and self._is_declared_hidden(symbol)
        if language in {"c", "cpp"} and symbol.path.endswith(_SOURCES):
            is_hidden = is_hidden or symbol.definition.kind not in {Kind.FUNCTION, Kind.METHOD}
            # the reader of a text does not know that it is no header, where `static inline` is for all
            is_hidden = is_hidden or (
                symbol.definition.kind is Kind.FUNCTION and "static" in symbol.definition.header.split()[:2]
            )
        return "exported" if symbol.definition.is_exported and not is_hidden else ""

    def _is_declared_hidden(self, symbol: Symbol) -> bool:
        """Whether C++ declares a member as private: its definition in another file does not say so."""
        definition = symbol.definition
        named = (each.definition for each in self._index.symbols(definition.name))
        return any(
            each.is_declared and each.qualified == definition.qualified and not each.is_exported
            for each in named
        )

    def _python(self, symbol: Symbol) -> str:
        words = symbol.definition.qualified.split(".")
        if any(_is_private(word) for word in words):
            return ""
        module = self._modules.roots.module_of(symbol.path)
        script = self._scripts.get(f"{module}:{symbol.definition.qualified}")
        if script:
            return f"command `{script}`"
        outline = self._modules.outline(symbol.path)
        if outline is not None and outline.exports is not None and words[0] in outline.exports:
            return "listed in `__all__`"
        exporting = self._exported_by(symbol, words[0])
        if exporting:
            return f"exported by `{exporting}`"
        is_listed = outline is None or outline.exports is None
        is_named = not any(_is_private(word) for word in module.split("."))
        return f"public name in `{module}`" if is_named and is_listed and "." in module else ""

    def _exported_by(self, symbol: Symbol, name: str) -> str:
        """Return the package above a definition that re-exports it."""
        folder = symbol.path.rpartition("/")[0]
        top = self._modules.defined(symbol.path, name)
        while folder:
            package = f"{folder}/__init__.py"
            if package != symbol.path and self._modules.outline(package) is not None:
                found = self._modules.follow(package, name)
                if any(each.path == symbol.path and each.definition in top for each in found):
                    return package
            folder = folder.rpartition("/")[0]
        return ""

    def _go(self, symbol: Symbol) -> str:
        is_inside = "internal" in symbol.path.split("/")[:-1]
        return "exported" if symbol.definition.is_exported and not is_inside else ""

    @cached_property
    def _scripts(self) -> dict[str, str]:
        """The commands the project files declare: `module:function` to the command's name."""
        found: dict[str, str] = {}
        for path in self._index.paths():
            if path.rpartition("/")[2] == "pyproject.toml":
                project = _read_settings(self._index.text(path)).get("project", {})
                for table in ("scripts", "gui-scripts"):
                    scripts = project.get(table, {}) if isinstance(project, dict) else {}
                    if isinstance(scripts, dict):
                        found |= {str(place).replace(" ", ""): str(name) for name, place in scripts.items()}
        return found


def _is_private(word: str) -> bool:
    return word.startswith("_") and not (word.startswith("__") and word.endswith("__"))


def _read_settings(text: bytes | None) -> dict[str, Any]:
    try:
        return read_toml((text or b"").decode("utf-8", "replace"))
    except BadToml:
        return {}
