"""What a call outside Python leads to: the same file, its class or receiver, imports of scripts and Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.go_modules import GoModules
from groundplan.code.index import Symbol
from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import Kind
from groundplan.code.script_modules import ScriptModules
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.flow.python_calls import Led

_RECEIVER = re.compile(r"func \((\w{1,80})\s{1,9}\*?(\w{1,80})")
_CODE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CLASS})
_SHORT = 8  # a shorter name is shared by strangers
MOST_NAMED = 5
BY_NAME = "by name"


class OtherCalls:
    """Follows calls of scripts and Go files; one is made per question."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._scripts = ScriptModules(index)
        self._go = GoModules(index)
        self._named: dict[str, tuple[Symbol, ...]] = {}

    def lead(self, path: str, line: int, words: str) -> Led:
        """Return the definitions a call leads to and by which rule."""
        outline = self._index.outline(path)
        if outline is None:
            return (), ""
        head, _, rest = words.partition(".")
        own = self._own(path, outline, line, (head, rest))
        if own is not None:
            return own
        is_followed = outline.language == "go" or outline.language in SCRIPTS
        for each in outline.imports if is_followed else ():
            if each.alias == head and head:
                return self._imported(path, outline, (each.module, each.name), rest)
        if outline.language == "go" and not rest:
            found = self._go.follow(path, head)
            if found and found.definition.kind in _CODE:
                return (found,), "package"
        return (), ""

    def _own(self, path: str, outline: Outline, line: int, words: tuple[str, str]) -> Led | None:
        head, rest = words
        around = outline.at(line)
        if not rest:
            found = [each for each in outline.find(head) if each.kind in _CODE]
            inner = outline.find(f"{around.qualified}.{head}") if around else ()
            found = [each for each in inner if each.kind in _CODE] or found
            return ((Symbol(path, found[-1]),), "scope") if found else None
        owner = around.parent if around and head == "this" else ""
        receiver = _RECEIVER.match(around.header) if around and outline.language == "go" else None
        if receiver and receiver[1] == head:
            owner = receiver[2]
        if owner and "." not in rest:
            found = list(outline.find(f"{owner}.{rest}"))
            if found:
                return (Symbol(path, found[-1]),), "receiver" if receiver else "this"
            if outline.language == "go":
                symbol = self._go.follow(path, f"{owner}.{rest}")
                return ((symbol,), "receiver") if symbol else None
        return None

    def _imported(self, path: str, outline: Outline, target: tuple[str, str], rest: str) -> Led:
        module, name = target
        each = next(one for one in outline.imports if (one.module, one.name) == (module, name))
        if outline.language == "go":
            resolved = self._go.resolve(path, each)
            found = next((one for file in resolved.paths[:1] if (one := self._go.follow(file, rest))), None)
        else:
            resolved = self._scripts.resolve(path, each)
            wanted = rest if name in {"", "*"} else name
            found = next(
                (one for file in resolved.paths if (one := self._scripts.follow(file, wanted))), None
            )
            if found and rest and name not in {"", "*"}:
                return (), ""  # a member of what was imported
        if found and found.definition.kind in _CODE:
            return (found,), "import"
        return (), "" if resolved.paths else "outside"

    def by_name(self, words: str) -> Led:
        """Return the functions of that name in the repository's own code, where the name is a rare one."""
        name = words.rpartition(".")[2]
        if len(name) < _SHORT:
            return (), ""
        if name not in self._named:
            self._named[name] = tuple(
                each
                for each in self._index.symbols(name)
                if is_own_code(each.path) and each.definition.kind in _CODE
            )
        found = self._named[name]
        if not found or len(found) > MOST_NAMED:
            return (), ""
        return found, f"{BY_NAME}, the only one" if len(found) == 1 else f"{BY_NAME}, one of {len(found)}"
