"""What a call in Python leads to, by scope, imports, `self`, annotations and constructors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.expressions import evaluate
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.members import member
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.resolution.values import Sort

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Value
    from groundplan.code.view import CodeView

_FAR = 2_000  # letters a receiver may be long
_CODE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CLASS})
OUTSIDE = "outside"
UNKNOWN = ""

Led = tuple[tuple["Symbol", ...], str]


class PythonCalls:
    """Follows calls of Python files; one is made per question."""

    def __init__(self, index: CodeView) -> None:
        self._inference = Inference(PythonFiles(index))

    def lead(self, path: str, line: int, words: str) -> Led:
        """Return the definitions a call leads to and by which rule; `outside` where it surely leaves."""
        file = self._inference.files.file(path)
        span = _find(file, line, words) if file else None
        if file is None or span is None:
            return (), UNKNOWN
        start, dot, name = span
        if dot < 0:
            return self._called(self._inference.name(file, name, start))
        symbols: list[Symbol] = []
        how, is_outside = UNKNOWN, False
        for value in evaluate(self._inference, file, start, dot):
            if value.sort is Sort.OUTSIDE:
                is_outside = True
                continue
            found, source, _ = member(self._inference, value, name)
            chosen = [each for each in found if each.definition.kind in _CODE]
            if chosen:
                symbols += chosen
                how = str(source)
        head = file.code[start:dot].partition(".")[0].strip()
        if not symbols and head.startswith("super("):
            is_outside = True  # a base class that is not of this repository
        if not symbols and head.isidentifier():
            is_outside = any(each.sort is Sort.OUTSIDE for each in self._inference.name(file, head, start))
        if symbols:
            return tuple(self._entered(each) for each in dict.fromkeys(symbols)), _either(how, is_outside)
        return (), OUTSIDE if is_outside else UNKNOWN

    def _called(self, values: tuple[Value, ...]) -> Led:
        symbols: list[Symbol] = []
        how = UNKNOWN
        for value in values:
            if value.symbol is not None and value.sort in {Sort.FUNCTION, Sort.CLASS}:
                symbols.append(self._entered(value.symbol))
                how = str(value.source)
        is_outside = any(value.sort is Sort.OUTSIDE for value in values)
        if symbols:
            return tuple(dict.fromkeys(symbols)), _either(how, is_outside)
        return (), OUTSIDE if is_outside else UNKNOWN

    def _entered(self, symbol: Symbol) -> Symbol:
        """Return what runs when a symbol is called: a class runs its `__init__`."""
        if symbol.definition.kind is not Kind.CLASS:
            return symbol
        found = self._inference.files.classes.members(symbol, "__init__")
        return found[0] if found else symbol


def _either(how: str, is_outside: bool) -> str:  # noqa: FBT001
    """Return a rule with the doubt about it: `except ImportError:` defines what is imported elsewhere."""
    return f"{how}, or a library's by name" if is_outside else how


def _find(file: PythonText, line: int, words: str) -> tuple[int, int, str] | None:
    """Return where a call's receiver starts, where its last dot is, and the name called; no dot is -1."""
    if not 0 < line <= len(file.starts):
        return None
    begin = file.starts[line - 1]
    end = file.starts[line] if line < len(file.starts) else len(file.code)
    base, _, name = words.rpartition(".")
    found = None
    if not words.startswith("."):
        found = re.compile(rf"(?<![\w.]){re.escape(words)}\s{{0,20}}\(").search(file.code, begin, end)
    if found is not None:
        return (found.start(), found.start() + len(base), name) if base else (found.start(), -1, name)
    chained = re.compile(rf"\.\s{{0,20}}{re.escape(name)}\s{{0,20}}\(").search(file.code, begin, end)
    if chained is None:
        return None
    start = _receiver_start(file.code, chained.start())
    return (start, chained.start(), name) if start < chained.start() else None


def _receiver_start(code: str, dot: int) -> int:
    """Return where the expression before a dot starts: back over names, dots, and closed brackets."""
    at = dot - 1
    floor = max(0, dot - _FAR)
    depth = 0
    while at >= floor:
        letter = code[at]
        if letter in ")]":
            depth += 1
        elif letter in "([":
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and not (
            letter.isalnum() or letter in "_." or (letter in " \n" and _joins(code, at))
        ):
            break
        at -= 1
    return at + 1


def _joins(code: str, at: int) -> bool:
    """Whether blank space lies inside a chain that is broken over lines."""
    after = code[at + 1 : at + 80].lstrip()
    return after.startswith(".")
