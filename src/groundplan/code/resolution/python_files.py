"""The Python files of an index, each opened once for as long as one question takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Outline
from groundplan.code.resolution.bindings import Bindings
from groundplan.code.resolution.classes import Classes
from groundplan.code.resolution.python_text import PythonText
from groundplan.code.resolvers import Resolvers

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView

# What the mask leaves of a body that does nothing: `...`, perhaps behind a docstring.
_NO_BODY = re.compile(r":\s*(?:\"\s*`\s*)*(?:\.\.\.|pass|raise NotImplementedError\b[^\n]*)?\s*\Z")
_SHORT = 60  # lines, a long docstring among them


class PythonFiles:
    """Files, modules and classes as one question sees them; made anew for the next."""

    def __init__(self, index: CodeView) -> None:
        self.index = index
        self.resolvers = Resolvers(index)
        self.modules = self.resolvers.python
        self.classes = Classes(self.modules)
        self._files: dict[str, PythonText | None] = {}
        self._bindings: dict[str, Bindings] = {}

    def file(self, path: str) -> PythonText | None:
        """Return a file laid open, or None where it is no Python or gone."""
        if path not in self._files:
            self._files[path] = self._open(path)
        return self._files[path]

    def bindings(self, file: PythonText) -> Bindings:
        """Return the bindings of a file."""
        if file.path not in self._bindings:
            self._bindings[file.path] = Bindings(file)
        return self._bindings[file.path]

    def is_stub(self, symbol: Symbol) -> bool:
        """Whether a definition only declares what others implement."""
        definition, file = symbol.definition, self.file(symbol.path)
        if any(each.rpartition(".")[2].startswith("abstract") for each in definition.decorators):
            return True
        if file is None or definition.size > _SHORT:
            return False
        end = file.starts[definition.last] if definition.last < len(file.starts) else len(file.code)
        return _NO_BODY.search(file.code[file.starts[definition.line - 1] : end]) is not None

    def _open(self, path: str) -> PythonText | None:
        if self.resolvers.language_of(path) != "python":
            return None
        text = self.index.text(path)
        return None if text is None else PythonText(path, text, lambda: self._outline(path))

    def _outline(self, path: str) -> Outline:
        return self.modules.outline(path) or Outline("python", 0)
