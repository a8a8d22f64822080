"""The uses of a JavaScript, TypeScript or Go definition in a file: by import, scope, type, else by name."""

from __future__ import annotations

import re
from functools import cached_property
from posixpath import dirname
from typing import TYPE_CHECKING

from groundplan.code.coverage import reason_of_names
from groundplan.code.outline import Kind, is_property
from groundplan.code.resolution.brace_kinds import (
    defines,
    has_own_member,
    is_in_namespace,
    is_key,
    is_keyword,
    is_of_another_callback,
    kind_of,
    literal_type,
)
from groundplan.code.resolution.brace_strings import source_of_string
from groundplan.code.resolution.brace_text import BraceText, Link, read_chain
from groundplan.code.resolution.brace_types import TYPES, BraceTypes, home_of
from groundplan.code.resolution.classes import is_same
from groundplan.code.resolution.families import is_distinctive
from groundplan.code.resolution.scopes import find_scopes, is_type_place
from groundplan.code.resolution.values import Source
from groundplan.code.resolution.visibility import Visibility
from groundplan.code.usage import Usage, UsageKind

if TYPE_CHECKING:
    from groundplan.code.accounting import Place
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.brace_types import Receiver
    from groundplan.code.resolution.scopes import Scope
    from groundplan.code.resolvers import Resolvers
    from groundplan.code.usage import Found
    from groundplan.code.view import CodeView

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_PACKAGE = re.compile(r"^package\s+(\w+)", re.MULTILINE)
_UNPACKED = re.compile(r"\{([^{}]*+)\}\s*=\s*(?:await\s+)?([\w$]+)(?P<rest>[.(]?)")
_DECLARING = r"\b(?:const|let|var|function|class|import|type|interface)\b"
_WHOLE_MODULE = r"\bmodule\.exports\s*=\s*"
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
# What a file calls the names it exports.
_OWN_MODULE = ((Link("exports"),), (Link("module"), Link("exports")))
_REQUIRED = (Link("require", "("),)
_PASSING = frozenset({UsageKind.IMPORT, UsageKind.EXPORT})


class BraceUsages:
    """Looks for one definition in one file at a time."""

    def __init__(self, index: CodeView, resolvers: Resolvers, symbol: Symbol) -> None:
        self._index = index
        self._resolvers = resolvers
        self._types = BraceTypes(index, resolvers)
        self._visibility = Visibility(index, symbol)
        self._symbol = symbol
        self._name = symbol.definition.name
        self._is_go = symbol.path.endswith(".go")
        self._home = home_of(index, symbol)
        self._is_member = bool(symbol.definition.parent) and self._home is None
        self._is_constructor = self._is_member and self._name == "constructor"  # `new` calls it
        self._renamed: set[str] = set()  # the names under which files pass it on
        self._shadows: dict[tuple[str, str], tuple[Scope, ...]] = {}

    def find(self, path: str) -> Found:
        """Return the uses in a file, and where its strings and comments hold the word."""
        outline = self._index.outline(path)
        text = self._index.text(path)
        if outline is None or text is None:
            return [], []
        file = BraceText(path, text, outline)
        found: list[Usage] = []
        mentions: list[Place] = []
        for at in file.find_word(self._name):
            if file.code[at] != self._name[0]:
                source = None if self._is_constructor else source_of_string(file, at, self._symbol)
                if source is not None:
                    found.append(self._usage(file, at, UsageKind.STRING, source))
                else:
                    mentions.append((file.line_of(at), file.column_of(at)))
            elif (usage := self._at(file, at, self._name)) is not None:
                found.append(usage)
        self._renamed |= {
            each.alias
            for each in outline.imports
            if each.is_reexport and each.module and each.name == self._name
        } - {"", "default", self._name}
        taken = {each.alias for each in outline.imports if each.name == "default"}
        lines = {each.line for each in found}  # `default as alias` is one place
        for alias in self._aliases(file):
            for at in file.find_word(alias):
                usage = self._at(file, at, alias) if file.code[at] == alias[0] else None
                is_new = alias in taken and file.line_of(at) not in lines
                if usage is not None and (is_new or usage.kind not in _PASSING):
                    found.append(usage)
        return found, mentions

    def open_ends(self) -> list[str]:
        """Return why uses may bear another name: the definition is returned, or exported under a new one."""
        definition = self._symbol.definition
        # `return function name() {}`: whoever called has it, and not by its name
        found = ["it is returned where it is defined"] if definition.header.startswith("return ") else []
        outline = self._index.outline(self._symbol.path)
        if self._is_go or self._is_member or self._home is not None or outline is None:
            return found
        text = (self._index.text(self._symbol.path) or b"").decode("latin-1")
        aliases = {each.alias for each in outline.imports if each.name == self._name and not each.module}
        if "default" in aliases or re.search(_WHOLE_MODULE + re.escape(self._name) + r"(?![\w$.(])", text):
            found.append("it is all that its file exports, so other files name it as they like")
        return found + reason_of_names(aliases - {"default", self._name, ""} | self._renamed)

    def _at(self, file: BraceText, at: int, word: str) -> Usage | None:
        line = file.line_of(at)
        if defines(file, at, line, word) or self._is_constructor or is_keyword(file, at, word):
            return None
        if not self._visibility.reaches(file, line):
            return None
        chain = read_chain(file, at)
        if chain is None:
            source = self._on_unknown()
        elif chain:
            source = self._member_source(file, chain, line)
        elif self._is_member and self._is_go:
            source = self._key_source(file, literal_type(file.code, at, word))
        elif self._is_member and is_in_namespace(file, self._symbol, line) and not is_key(file, at, word):
            source = self._unless_hidden(file, at, word, Source.SCOPE)
        elif is_key(file, at, word):
            return None
        elif self._is_member:
            source = Source.NAME if self._is_unpacked(file, word) else None
        else:
            source = self._unless_hidden(file, at, word, self._bare_source(file, word, line))
        return None if source is None else self._usage(file, at, kind_of(file, at, line, word), source)

    def _key_source(self, file: BraceText, written: str | None) -> Source | None:
        """Return how a key of a struct's literal is the field: by the literal's type, where it is known."""
        package, _, name = (written or "").rpartition(".")
        found = self._types.named(file.path, package, name) if name else None
        if written is None or (found is not None and found.owner is None):
            return None
        if found is None or found.owner is None:
            return Source.NAME
        member = self._types.members(found.owner, self._name)
        if member is not None:
            return Source.CONSTRUCTOR if self._leads_here(member[0]) else None
        is_closed = found.owner.definition.kind is Kind.TYPE and not found.owner.definition.bases
        return None if is_closed else Source.NAME  # of a map, or of another name of the struct

    def _is_unpacked(self, file: BraceText, word: str) -> bool:
        """Whether a file takes a function of that rare name out of an object: `const { word } = …`."""
        if self._symbol.definition.kind not in _FUNCTIONS or not is_distinctive(word):
            return False
        return any(word in _WORD.findall(found[1]) for found in _UNPACKED.finditer(file.code))

    def _usage(self, file: BraceText, at: int, kind: UsageKind, source: Source) -> Usage:
        line = file.line_of(at)
        around = file.outline.at(line)
        inside, begin = (around.qualified, around.line) if around is not None else ("", 0)
        return Usage(file.path, line, file.column_of(at), kind, source, inside, begin)

    def _bare_source(self, file: BraceText, word: str, line: int) -> Source | None:
        if self._home is not None:
            return self._local_source(file, line)
        bound = [each.alias for each in file.outline.imports if each.line == line and each.name == word]
        if bound and bound[0] not in {"", word}:
            return Source.REEXPORT if self._leads_here(self._types.follow(file.path, bound[0])) else None
        is_others = file.path == self._symbol.path and is_of_another_callback(
            file, self._symbol.definition, line
        )
        return None if is_others else self._bound_source(file, word)

    def _bound_source(self, file: BraceText, word: str) -> Source | None:
        found = self._types.follow(file.path, word)
        if found is None or (found.path == file.path and "} =" in found.definition.header.partition("(")[0]):
            return self._unbound_source(file, word)  # `const { word } = …` is as much as an import
        is_other = found.path == file.path != self._symbol.path  # programs of a folder each have their own
        if is_other or not self._leads_here(found):
            return None
        if file.path == self._symbol.path or file.outline.language == "go":
            return Source.SCOPE
        taken = [each for each in file.outline.imports if each.alias == word and each.module]
        targets = {path for each in taken for path in self._paths(file, each.module, word)}
        return Source.IMPORT if self._symbol.path in targets else Source.REEXPORT

    def _local_source(self, file: BraceText, line: int) -> Source | None:
        """Return how a bare name is a function's own inner function: in that function only."""
        home = self._home
        if home is None or file.path != self._symbol.path or not home.first <= line <= home.last:
            return None
        return Source.SCOPE

    def _unbound_source(self, file: BraceText, word: str) -> Source | None:
        """Return what a bare name is worth that no import or definition of its file explains."""
        if file.outline.language == "go":
            dotted = [each for each in file.outline.imports if each.name == "*"]
            paths = {path for each in dotted for path in self._paths(file, each.module, each.alias)}
            return Source.IMPORT if self._symbol.path in paths else None
        imported = [each for each in file.outline.imports if each.alias == word]
        if imported:
            resolved = self._resolvers.scripts.resolve(file.path, imported[0])
            # A package of this repository whose entry is yet to be built is not outside.
            return None if resolved.external else Source.NAME
        for found in _UNPACKED.finditer(file.code):
            if word not in _WORD.findall(found[1]):
                continue
            taken = self._types.receiver(file, (Link(found[2]),), file.line_of(found.start()))
            if taken is not None and taken.modules and not found["rest"]:
                leads = any(self._leads_here(self._types.follow(each, word)) for each in taken.modules)
                return Source.MODULE if leads else None
            return None if taken is not None and taken.is_outside else Source.NAME
        declared = rf"{_DECLARING}[^=;()]{{0,80}}?(?<![\w$.]){re.escape(word)}(?![\w$])"
        return None if re.search(declared, file.code) else Source.NAME

    def _member_source(self, file: BraceText, chain: tuple[Link, ...], line: int) -> Source | None:
        taken = [each for each in file.outline.imports if each.line == line and each.name == self._name]
        if chain == _REQUIRED and taken:
            return Source.IMPORT if self._leads_here(self._types.follow(file.path, taken[0].alias)) else None
        if chain in _OWN_MODULE and not self._is_go and not self._is_member:
            return Source.MODULE if self._leads_here(self._types.follow(file.path, self._name)) else None
        found = self._types.receiver(file, chain, line)
        if found is not None and found.modules:
            return self._of_module(found)
        if found is not None and found.is_outside:
            return Source.NAME if found.is_open and self._is_member else None
        if not self._is_member:
            return self._escaped_source(file, chain, found)
        if found is None or found.owner is None:
            return self._on_unknown()
        return self._of_owner(found)

    def _of_module(self, found: Receiver) -> Source | None:
        targets = [each for path in found.modules if (each := self._types.follow(path, self._name))]
        if any(self._leads_here(each) for each in targets):
            return None if self._is_member else Source.MODULE
        return None if targets or self._is_go else self._on_unknown()

    def _of_owner(self, found: Receiver) -> Source | None:
        """Return how the definition is what a known type has under the name."""
        owner = found.owner
        if owner is None:
            return None
        if found.source is Source.SUPER:
            bases = [each for each, depth in self._types.lineage(owner) if depth]
            return Source.SUPER if any(self._owns(each) for each in bases) else None
        member = self._types.members(owner, self._name)
        if member is None:
            is_closed = self._is_go and owner.definition.kind is Kind.TYPE and not owner.definition.bases
            return None if is_closed else Source.NAME
        symbol, depth = member
        if self._leads_here(symbol):
            return Source.INHERITANCE if depth and found.source is Source.SELF else found.source
        return self._related(owner, symbol)

    def _related(self, owner: Symbol, member: Symbol) -> Source | None:
        """Return what a call of a namesake is worth: an interface or base may lead to the definition."""
        mine = self._owner
        if owner.definition.kind is Kind.INTERFACE or member.definition.header.startswith("abstract"):
            return Source.BASE
        if mine is None:
            return None
        if mine.definition.kind is Kind.INTERFACE:
            return Source.OVERRIDE
        above = [each for each, depth in self._types.lineage(mine) if depth]
        return Source.BASE if any(is_same(each, owner) for each in above) else None

    @cached_property
    def _owner(self) -> Symbol | None:
        """The type that the definition is a member of."""
        found = self._types.follow(self._symbol.path, self._symbol.definition.parent)
        return found if found is not None and found.definition.kind in {*TYPES, Kind.FUNCTION} else None

    def _owns(self, owner: Symbol) -> bool:
        member = self._types.members(owner, self._name)
        return member is not None and self._leads_here(member[0])

    def _escaped_source(
        self, file: BraceText, chain: tuple[Link, ...], found: Receiver | None
    ) -> Source | None:
        """Return what a plain function's name is worth behind a dot: it may have been put into an object."""
        if file.outline.language == "go":
            is_here = found is None and chain == (Link(self._package),)
            return Source.MODULE if is_here and self._imports_home(file) else None
        owner = found.owner if found is not None else None
        if owner is not None and self._types.members(owner, self._name) is not None:
            return None
        if file.path != self._symbol.path and has_own_member(file, self._name):
            return None
        return Source.NAME if self._home is None or self._escapes else None

    def _on_unknown(self) -> Source | None:
        """Return what the name is worth on a receiver of which nothing is known."""
        if self._is_member:
            return self._by_name
        return None if self._is_go or (self._home is not None and not self._escapes) else Source.NAME

    @cached_property
    def _escapes(self) -> bool:
        """Whether an inner function is passed on, so that others may have it under its name."""
        outline, text = self._index.outline(self._symbol.path), self._index.text(self._symbol.path)
        if outline is None or text is None or self._is_go:
            return False
        file = BraceText(self._symbol.path, text, outline)
        for at in file.find_word(self._name):
            if file.code[at] == self._name[0] and read_chain(file, at) == ():
                line = file.line_of(at)
                is_own = defines(file, at, line, self._name)
                is_use = not is_own and self._local_source(file, line)
                is_use = is_use and self._unless_hidden(file, at, self._name, Source.SCOPE)
                if is_use and kind_of(file, at, line, self._name) is UsageKind.REFERENCE:
                    return True
        return False

    @cached_property
    def _package(self) -> str:
        text = self._index.text(self._symbol.path) or b""
        named = _PACKAGE.search(text[:20_000].decode("latin-1"))
        return named[1] if named else ""

    def _imports_home(self, file: BraceText) -> bool:
        paths = (self._resolvers.go.resolve(file.path, each).paths for each in file.outline.imports)
        return any(self._symbol.path in each for each in paths)

    def _unless_hidden(self, file: BraceText, at: int, word: str, source: Source | None) -> Source | None:
        """Return the source of a bare name; none where a parameter or variable is meant."""
        if source is None:
            return None
        key = (file.path, word)
        if key not in self._shadows:
            self._shadows[key] = tuple(
                each for each in find_scopes(file, word) if not self._is_declared_at(file, each, word)
            )
        hiding = [each for each in self._shadows[key] if each.hides(at)]
        if not hiding or any(each.declared == at for each in hiding):
            return None if hiding else source
        if self._is_go or self._symbol.definition.kind not in TYPES or all(each.is_type for each in hiding):
            return None
        # TypeScript: a value hides no type, so a word that may be a type may be this one
        is_type = is_type_place(file, at, word)
        return None if is_type is False else source if is_type else Source.NAME

    def _is_declared_at(self, file: BraceText, scope: Scope, word: str) -> bool:
        """Whether a place declares the definition itself, or an overload or twin of it."""
        if file.path != self._symbol.path:
            return False
        line, qualified = file.line_of(scope.declared), self._symbol.definition.qualified
        return any(
            each.qualified == qualified and each.name == word and each.first <= line <= each.line
            for each in file.outline.definitions
        )

    @cached_property
    def _by_name(self) -> Source:
        """What the bare name on an unknown receiver is worth."""
        # An option or a field of plain data often has the name of a property.
        is_value = self._symbol.definition.kind is Kind.ATTRIBUTE or is_property(self._symbol.definition)
        if is_value or not is_distinctive(self._name):
            return Source.NAME
        others = [each for each in self._index.symbols(self._name) if not is_same(each, self._symbol)]
        return Source.NAME if others else Source.ONLY

    def _aliases(self, file: BraceText) -> set[str]:
        """Return the other names under which a file imports the definition."""
        if self._is_member or self._home is not None:
            return set()
        names = {self._name, "default"}
        return {
            each.alias
            for each in file.outline.imports
            if each.name in names
            and each.alias not in {"", self._name, "default"}
            and self._leads_here(self._types.follow(file.path, each.alias))
        }

    def _paths(self, file: BraceText, module: str, alias: str) -> tuple[str, ...]:
        resolver = self._resolvers.of(file.path)
        for each in file.outline.imports:
            if each.module == module and each.alias == alias and resolver is not None:
                return resolver.resolve(file.path, each).paths
        return ()

    def _leads_here(self, found: Symbol | None) -> bool:
        if found is None:
            return False
        # One name of a package may be defined in several files, each for one platform.
        is_twin = self._is_go and dirname(found.path) == dirname(self._symbol.path)
        is_twin = is_twin and found.definition.qualified == self._symbol.definition.qualified
        return is_twin or is_same(found, self._symbol)
