"""Names in the code that is compared: of the commit a change ends with, or the files as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.past_code import CommittedCode

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView

_CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE})
_WORD = re.compile(r"\w+")


class Lookup:
    """Finds names after a change; `head` is a commit, or empty for the files as they are."""

    def __init__(self, index: CodeView, head: str) -> None:
        self._past = CommittedCode(index, head) if head else None
        self._index = index

    def has(self, word: str) -> bool:
        """Tell whether a word is in any file."""
        return self._past.has_word(word) if self._past else bool(self._index.files_with(word))

    def defines(self, name: str, owner: str) -> bool:
        """Tell whether a name is defined, in an owner where one is given."""
        return any(not owner or _parent(at) == owner for at in self._symbols(name))

    def owns(self, owner: str, name: str) -> bool | None:
        """Tell whether a class has a name, itself or by what it names; None where that is not known."""
        words: set[str] = set()
        asked, left = {"object"}, [owner]
        while left:
            each = left.pop()
            asked.add(each)
            found = [at for at in self._symbols(each) if at.definition.kind in _CLASSES]
            if not found or any(at.path.endswith(".rs") for at in found):
                return None  # somebody else's class; or its methods are anywhere
            for at in found:
                words |= {each, *_WORD.findall(self._span(at))}
                bases = (re.split(r"\W+", base)[-1] for base in at.definition.bases)
                left += [base for base in bases if base and base not in asked]
        return name in words or any(_belongs(at, owner, words) for at in self._symbols(name))

    def _symbols(self, name: str) -> tuple[Symbol, ...]:
        return (self._past or self._index).symbols(name)

    def _span(self, at: Symbol) -> str:
        text = (self._past or self._index).text(at.path) or b""
        lines = text.decode("utf-8", "replace").split("\n")
        return "\n".join(lines[at.definition.first - 1 : at.definition.last])


def _belongs(at: Symbol, owner: str, words: set[str]) -> bool:
    """Tell whether a definition is in what a class names, or names the class as what it extends."""
    return _parent(at) in words or owner in _WORD.findall(at.definition.header)


def _parent(at: Symbol) -> str:
    return at.definition.parent.rpartition(".")[2]
