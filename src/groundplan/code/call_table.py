"""Every call of a repository by the last word called: where to look for the callers of a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.resolution.families import Family
from groundplan.code.resolution.python_usages import FileUsages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.usage import Usage

_SPACE = re.compile(r"\s*")


class CallTable:
    """The calls of all Python files, as their outlines hold them."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._calls: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
        for path, outline in inference.files.index.outlines():
            if outline.language != "python":
                continue
            for words, lines in outline.calls.items():
                self._calls.setdefault(words[words.rfind(".") + 1 :], []).append((path, lines))

    def calls_of(self, symbol: Symbol) -> Iterator[Usage]:
        """Return the calls of a definition, resolved or possible, in every file that calls its name."""
        name = symbol.definition.name
        search = FileUsages(self._inference, Family(self._inference.files, symbol))
        pattern = re.compile(rf"(?<!\w){re.escape(name)}\(")
        for path, lines in self._calls.get(name, ()):
            file = self._inference.files.file(path)
            if file is not None:
                for at in _places(file, pattern, lines):
                    usage = search.at(file, at)
                    if usage is not None:
                        yield usage


def _places(file: PythonText, pattern: re.Pattern[str], lines: tuple[int, ...]) -> Iterator[int]:
    """Return where a call stands in its line, or in the lines after it where the chain is broken up."""
    starts = file.starts
    for line in dict.fromkeys(lines):
        if line > len(starts):
            continue
        end = starts[line] if line < len(starts) else len(file.code)
        for found in pattern.finditer(file.code, starts[line - 1], end):
            yield found.start()
