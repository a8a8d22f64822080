"""The uses of a JavaScript, TypeScript or Go definition in a file: by import and scope, else by name."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_text import BraceText
from groundplan.code.resolution.classes import is_same
from groundplan.code.resolution.families import is_distinctive
from groundplan.code.resolution.values import Source
from groundplan.code.usage import Usage, UsageKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.resolvers import Resolvers
    from groundplan.code.view import CodeView

_WORD = r"[A-Za-z_$][\w$]*"
_RECEIVER = re.compile(rf"({_WORD}|\)|\])\s*(?:\?|!)?\.\s*\Z")
_BASE = re.compile(r"\b(?:extends|implements)\b[\w$\s,.]*\Z")
_CALLED = re.compile(r"\s*(?:<[\w$\s,.|&\[\]]{0,200}>)?\s*\(")
_RESULT = re.compile(r"\)\s*\(?\s*\*?(\w+)")
_CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_DEEP = 20
# What follows a variable's name where it is declared or made.
_GO_DECLARED = re.compile(
    r"(?:\s+|,[\w\s,]{0,80}\s)\*?(?:(?P<package>\w+)\.)?(?P<typed>[A-Z]\w*)|\s*:?=\s*&?(?P<made>\w+)\{"
)
_SCRIPT_DECLARED = re.compile(
    r"\??\s*:\s*(?:(?P<package>\w+)\.)?(?P<typed>\w+)|\s*=\s*(?:await\s+)?new\s+(?P<made>\w+)"
)
_MADE_BY = re.compile(r"(?:,\s*\w+)?\s*:?=\s*(?:await\s+)?(?:(?P<package>\w+)\.)?(?P<maker>\w+)\(")


class BraceUsages:
    """Looks for one definition in one file at a time."""

    def __init__(self, index: CodeView, resolvers: Resolvers, symbol: Symbol) -> None:
        self._index = index
        self._resolvers = resolvers
        self._symbol = symbol
        self._name = symbol.definition.name
        self._is_member = bool(symbol.definition.parent)
        self._received: dict[tuple[str, int, str], Source | None] = {}
        self._followed: dict[tuple[str, str], Symbol | None] = {}

    def find(self, path: str) -> tuple[list[Usage], int]:
        """Return the uses in a file, and how often its strings and comments hold the word."""
        outline = self._index.outline(path)
        text = self._index.text(path)
        if outline is None or text is None:
            return [], 0
        file = BraceText(path, text, outline)
        found: list[Usage] = []
        mentions = 0
        for at in file.find_word(self._name):
            if file.code[at] != self._name[0]:
                mentions += 1
            elif (usage := self._at(file, at, self._name)) is not None:
                found.append(usage)
        for alias in self._aliases(file):
            for at in file.find_word(alias):
                usage = self._at(file, at, alias) if file.code[at] == alias[0] else None
                if usage is not None and usage.kind is not UsageKind.IMPORT:
                    found.append(usage)
        return found, mentions

    def _at(self, file: BraceText, at: int, word: str) -> Usage | None:
        line = file.line_of(at)
        if self._defines(file, at, line, word):
            return None
        receiver = _RECEIVER.search(file.code, max(0, at - 200), at)
        if receiver is not None:
            source = self._member_source(file, receiver[1], line)
        elif self._is_member:
            return None
        else:
            source = self._bare_source(file, word, line)
        if source is None:
            return None
        around = file.outline.at(line)
        inside = around.qualified if around is not None else ""
        return Usage(file.path, line, file.column_of(at), self._kind(file, at, line, word), source, inside)

    def _defines(self, file: BraceText, at: int, line: int, word: str) -> bool:
        here = [each for each in file.outline.definitions if each.line == line and each.name == word]
        return bool(here) and word not in re.findall(_WORD, file.code[file.starts[line - 1] : at])

    def _bare_source(self, file: BraceText, word: str, line: int) -> Source | None:
        bound = [each.alias for each in file.outline.imports if each.line == line and each.name == word]
        if bound and bound[0] not in {"", word}:
            return Source.REEXPORT if self._leads_here(self._follow(file.path, bound[0])) else None
        if self._is_shadowed(file, word, line) or not self._leads_here(self._follow(file.path, word)):
            return None
        if file.path == self._symbol.path or file.outline.language == "go":
            return Source.SCOPE
        taken = [each for each in file.outline.imports if each.alias == word and each.module]
        targets = {path for each in taken for path in self._paths(file, each.module, word)}
        return Source.IMPORT if self._symbol.path in targets else Source.REEXPORT

    def _member_source(self, file: BraceText, receiver: str, line: int) -> Source | None:
        for each in file.outline.imports:
            if each.alias == receiver and not each.name:
                paths = self._paths(file, each.module, receiver)
                is_here = any(self._leads_here(self._follow(path, self._name)) for path in paths)
                return Source.MODULE if is_here and not self._is_member else None
        if not self._is_member:
            return None
        if receiver in {"this", "super"}:
            around = self._class_around(file, line)
            if around is not None:
                found = self._member_of(file.path, around, above=receiver == "super")
                return found if found is not Source.SCOPE else Source.SELF
        around = file.outline.at(line)
        key = (file.path, around.first if around is not None else 0, receiver)
        if key not in self._received:
            self._received[key] = self._source_on(file, receiver, around)
        return self._received[key]

    def _source_on(self, file: BraceText, receiver: str, around: Definition | None) -> Source | None:
        """Return what the name is worth on a variable of a function, or of the file."""
        for owner, source in self._types_of(file, receiver, around):
            if owner is not None and owner.definition.kind in _CLASSES:
                found = self._member_of(owner.path, owner.definition, above=False)
                return None if found is None and self._has(owner) else (source if found else self._by_name)
        return self._by_name

    def _types_of(
        self, file: BraceText, receiver: str, around: Definition | None
    ) -> Iterator[tuple[Symbol | None, Source]]:
        """Return the types a variable is declared with or made from, in its function or file."""
        if not receiver[0].isalpha() and receiver[0] not in "_$":
            return
        yield self._follow(file.path, receiver), Source.CLASS
        declared = _GO_DECLARED if file.outline.language == "go" else _SCRIPT_DECLARED
        lines = (around.first, around.last) if around is not None else (1, len(file.starts))
        for after in file.find_code(receiver, *lines):
            if (found := declared.match(file.code, after)) is not None:
                source = Source.ANNOTATION if found["typed"] else Source.CONSTRUCTOR
                yield self._named(file, found["package"], found["typed"] or found["made"]), source
            elif (found := _MADE_BY.match(file.code, after)) is not None:
                maker = self._named(file, found["package"], found["maker"])
                result = _RESULT.search(maker.definition.header) if maker is not None else None
                if maker is not None and result is not None:
                    yield self._follow(maker.path, result[1]), Source.RETURN_ANNOTATION

    def _named(self, file: BraceText, package: str | None, name: str) -> Symbol | None:
        """Return what `name`, or `package.name`, stands for in a file."""
        if not package:
            return self._follow(file.path, name)
        for each in file.outline.imports:
            if each.alias == package and not each.name:
                paths = self._paths(file, each.module, package)
                return next((found for path in paths if (found := self._follow(path, name))), None)
        return None

    def _member_of(self, path: str, owner: Definition, *, above: bool) -> Source | None:
        """Return how the definition is a member of a class: its own, or of a class it comes from."""
        waiting = [(path, owner, 0)]
        while waiting:
            at, each, depth = waiting.pop(0)
            is_here = (at, each.qualified) == (self._symbol.path, self._symbol.definition.parent)
            is_package = at.endswith(".go") and each.qualified == self._symbol.definition.parent
            is_package = is_package and _folder(at) == _folder(self._symbol.path)
            if (is_here or is_package) and (depth or not above):
                return Source.SUPER if above else (Source.INHERITANCE if depth else Source.SCOPE)
            outline = self._index.outline(at)
            if (
                outline is None
                or depth >= _DEEP
                or (outline.find(f"{each.qualified}.{self._name}") and not above)
            ):
                continue
            for base in each.bases:
                found = self._follow(at, base.partition(".")[0])
                if found is not None:
                    waiting.append((found.path, found.definition, depth + 1))
        return None

    def _has(self, owner: Symbol) -> bool:
        """Whether all of a class is known here: it defines the name itself, or has no bases to look in."""
        outline = self._index.outline(owner.path)
        own = outline.find(f"{owner.definition.qualified}.{self._name}") if outline is not None else ()
        return bool(own)

    def _class_around(self, file: BraceText, line: int) -> Definition | None:
        around = [
            each
            for each in file.outline.definitions
            if each.kind in _CLASSES and each.first <= line <= each.last
        ]
        return around[-1] if around else None

    def _is_shadowed(self, file: BraceText, word: str, line: int) -> bool:
        """Whether the function around a line has a parameter or variable of that name."""
        around = file.outline.at(line)
        if around is None or around.kind in _CLASSES or (around.name == word and not around.parent):
            return False
        text = file.span(around.first, around.last)
        escaped = re.escape(word)
        if file.outline.language == "go":
            declared = (
                rf"(?<![\w.]){escaped}(?:,\s*\w+){{0,9}}\s*:=|\bvar\s+{escaped}\b|[(,]\s*{escaped}\s+[\w*\[.]"
            )
            return re.search(declared, text) is not None
        header = text.partition("{")[0]
        variable = rf"\b(?:const|let|var|function|class)\s+{escaped}\b"
        parameter = rf"[(,{{]\s*{escaped}\s*[:,?=)}}]"
        body = text[len(header) :]
        return re.search(variable, body) is not None or re.search(parameter, header) is not None

    @cached_property
    def _by_name(self) -> Source:
        """What the bare name on an unknown receiver is worth."""
        if not is_distinctive(self._name):
            return Source.NAME
        others = [each for each in self._index.symbols(self._name) if not is_same(each, self._symbol)]
        return Source.NAME if others else Source.ONLY

    def _aliases(self, file: BraceText) -> set[str]:
        """Return the other names under which a file imports the definition."""
        if self._is_member:
            return set()
        names = {self._name, "default"}
        return {
            each.alias
            for each in file.outline.imports
            if each.name in names
            and each.alias not in {"", self._name, "default"}
            and self._leads_here(self._follow(file.path, each.alias))
        }

    def _follow(self, path: str, name: str) -> Symbol | None:
        key = (path, name)
        if key not in self._followed:
            is_go = path.endswith(".go")
            modules = self._resolvers.go if is_go else self._resolvers.scripts
            self._followed[key] = modules.follow(path, name)
        return self._followed[key]

    def _paths(self, file: BraceText, module: str, alias: str) -> tuple[str, ...]:
        resolver = self._resolvers.of(file.path)
        for each in file.outline.imports:
            if each.module == module and each.alias == alias and resolver is not None:
                return resolver.resolve(file.path, each).paths
        return ()

    def _leads_here(self, found: Symbol | None) -> bool:
        return found is not None and is_same(found, self._symbol)

    def _kind(self, file: BraceText, at: int, line: int, word: str) -> UsageKind:
        if any(each.line == line and word in {each.name, each.alias} for each in file.outline.imports):
            return UsageKind.IMPORT
        lead = file.code[max(file.starts[line - 1], at - 200) : at]
        if _CALLED.match(file.code, at + len(word)):
            return UsageKind.CALL
        if _BASE.search(lead):
            return UsageKind.BASE
        if lead.rstrip().endswith("@"):
            return UsageKind.DECORATOR
        is_typed = file.outline.language in {"typescript", "tsx"} and lead.rstrip()[-1:] in {":", "|", "<"}
        return UsageKind.ANNOTATION if is_typed else UsageKind.REFERENCE


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
