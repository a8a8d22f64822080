"""Which names in Java, Kotlin and C# are another class's, by imports, receivers and the class around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_types import TYPES
from groundplan.code.resolution.lineage import Lineage, classes_at

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.brace_text import BraceText
    from groundplan.code.view import CodeView

LANGUAGES = frozenset({"java", "kotlin", "csharp"})
_NEAR = 120
_PACKAGE = re.compile(r"^\s*package\s+([\w.]{1,300})", re.MULTILINE)
_BEFORE = re.compile(r"(?:(?<![\w.])([A-Z]\w*)\s*)?(?:\.|\?\.|::)\s*\Z")


class ClassNames:
    """Tells of the places of one definition's name which cannot be it."""

    def __init__(self, index: CodeView, symbol: Symbol) -> None:
        self._index = index
        self._symbol = symbol
        self._lineage = Lineage(index)
        text = (index.text(symbol.path) or b"").decode("utf-8", "replace")
        package = _PACKAGE.search(text)
        self._home = ".".join(filter(None, (package[1] if package else "", symbol.definition.parent)))
        self._is_packaged = symbol.path.endswith((".java", ".kt"))

    def is_anothers(self, file: BraceText, at: int) -> bool:
        """Whether a name at a place is certainly not the definition's."""
        if self._symbol.path.endswith(".kt") and file.outline.language == "java":
            return False  # Java finds Kotlin's functions in classes that no file declares: `AppKt.run()`
        receiver = _BEFORE.search(file.code, max(0, at - _NEAR), at)
        line = file.line_of(at)
        name = self._symbol.definition.name
        taken = [each for each in file.outline.imports if name in {each.name, each.alias}]
        if any(each.line == line for each in taken) or receiver is None:
            foreign = [each for each in taken if each.module != self._home]
            if self._is_packaged and taken and len(foreign) == len(taken):
                return True
        if receiver is None:
            return self._is_own_method(file, line)
        return self._is_packaged and bool(receiver[1]) and self._is_of_another(file, receiver[1])

    def _is_of_another(self, file: BraceText, receiver: str) -> bool:
        """Whether a member is asked of a class that cannot hold the definition."""
        definition = self._symbol.definition
        if receiver == definition.parent.rpartition(".")[2]:
            return False
        if definition.kind in TYPES and not definition.parent:
            return True
        meant = next((each.name for each in file.outline.imports if each.alias == receiver), receiver)
        return not self._index.symbols(meant)

    def _is_own_method(self, file: BraceText, line: int) -> bool:
        """Whether a bare call means a method of the class around it, unrelated to the definition's."""
        definition = self._symbol.definition
        if definition.kind is not Kind.METHOD or not definition.parent:
            return False
        around = classes_at(file.outline, line)
        owner = definition.parent.rpartition(".")[2]
        if any(self._lineage.is_related(each.name, owner) for each in around):
            return False
        return any(file.outline.find(f"{each.qualified}.{definition.name}") for each in around)
