"""The type of what stands before a dot in JavaScript, TypeScript or Go, as far as declarations show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_text import Link, closing
from groundplan.code.resolution.scopes import find_scopes
from groundplan.code.resolution.values import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Import
    from groundplan.code.resolution.brace_text import BraceText
    from groundplan.code.resolution.scopes import Scope
    from groundplan.code.resolvers import Resolvers
    from groundplan.code.view import CodeView

TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_DEEP = 20  # bases
_CAPITAL = r"\*?(?P<package>\w+\.)?(?P<typed>[A-Za-z_]\w*)"
_GO_TYPE = re.compile(rf"(?P<many>(?:\[\w*\]|map\[[\w.*]+\])*)\s*{_CAPITAL}")
_SCRIPT_TYPE = re.compile(
    r"\s*(?:readonly\s+)?(?:(?:Promise|Readonly|Partial|Required|Awaited)\s*<\s*)?"
    r"(?P<many>Array\s*<\s*)?(?P<package>\w+\.)?(?P<typed>[A-Za-z_$][\w$]*)"
)
_GO_DECLARED = re.compile(r"(?:\s*,\s*\w+)*[ \t]+(?=[\w*\[])(?P<type>[^\n,=)]+)")
_SCRIPT_DECLARED = re.compile(r"[?!]?\s*:(?P<type>[^=,;)\n]+)")
_MADE = re.compile(
    r"(?:\s*,\s*\w+)*\s*:?=(?!=)\s*(?:await\s+)?(?:(?P<new>new\s+)|&)?(?:(?P<package>[\w$]+)\.)?(?P<maker>[\w$]+)\s*"
    r"(?:<[^()]{0,200}>\s*)?(?P<how>[({;\n]|\Z)"
)
_GIVEN = r"\bthis\.%s\s*=(?!=)\s*(?:new\s+([\w$]+)\s*\(|([\w$]*))"
_NO_TYPES = frozenset(
    {"any", "unknown", "object", "interface", "Object", "T", "K", "V", "this", "func", "Function"}
)
# What every script has and nothing of a repository is put into.
_GLOBAL_WORDS = """
Array ArrayBuffer Atomics BigInt Boolean Buffer Date Error Function Intl JSON Map Math Number Object Promise
Proxy Reflect RegExp Set String Symbol TypeError URL WeakMap WeakSet console performance process
string number boolean bigint symbol void undefined null never Record ReadonlyArray ReadonlyMap ReadonlySet
"""
_GO_OWN = frozenset(
    """bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string
    uint uint8 uint16 uint32 uint64 uintptr""".split()  # noqa: SIM905  (a list of words reads better so)
)
_GLOBALS = frozenset(_GLOBAL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Receiver:
    """What stands before a dot: a type, the files of a module, or something outside the repository."""

    owner: Symbol | None = None
    source: Source = Source.CLASS
    modules: tuple[str, ...] = ()
    is_outside: bool = False
    is_open: bool = False  # outside, and yet perhaps one of this repository's: an interface, a result


OUTSIDE = Receiver(is_outside=True)
OPEN = Receiver(is_outside=True, is_open=True)


class BraceTypes:
    """Finds the types of receivers; each declaration is looked up once."""

    def __init__(self, index: CodeView, resolvers: Resolvers) -> None:
        self._index = index
        self._resolvers = resolvers
        self._followed: dict[tuple[str, str], Symbol | None] = {}
        self._variables: dict[tuple[str, int, str], Receiver | None] = {}
        self._tops: dict[tuple[str, Link], Receiver | None] = {}
        self._locals: dict[tuple[str, str], tuple[Scope, ...]] = {}
        self._members: dict[tuple[str, str, str], tuple[Symbol, int] | None] = {}

    def follow(self, path: str, name: str) -> Symbol | None:
        """Return what a name at the top of a file stands for."""
        key = (path, name)
        if key not in self._followed:
            modules = self._resolvers.go if path.endswith(".go") else self._resolvers.scripts
            self._followed[key] = modules.follow(path, name)
        return self._followed[key]

    def receiver(self, file: BraceText, chain: tuple[Link, ...], line: int) -> Receiver | None:
        """Return what a chain of words stands for, or None where nothing says it."""
        found = self._head(file, chain[0], line)
        for link in chain[1:]:
            if found is None:
                return None
            found = OPEN if found.is_outside else self._step(found, link)
        return OPEN if found is OUTSIDE and chain[-1].mark == "(" else found

    def around(self, file: BraceText, line: int) -> Symbol | None:
        """Return the class a line stands in, or the one whose method is given from outside it."""
        found = None
        for each in file.outline.definitions:
            if each.first > line:
                break
            if each.last < line:
                continue
            if each.kind in TYPES:
                found = each
            elif each.parent and each.kind is Kind.METHOD:
                owners = file.outline.find(each.parent)
                found = owners[0] if owners and found is None else found
            elif found is None and each.kind is Kind.FUNCTION and file.outline.language != "go":
                found = each if _has_methods(file, each) else None
        return Symbol(file.path, found) if found is not None else None

    def members(self, owner: Symbol, name: str) -> tuple[Symbol, int] | None:
        """Return the member of a type by that name, and how many bases up it is."""
        key = (owner.path, owner.definition.qualified, name)
        if key not in self._members:
            self._members[key] = self._find_member(owner, name)
        return self._members[key]

    def _find_member(self, owner: Symbol, name: str) -> tuple[Symbol, int] | None:
        for each, depth in self.lineage(owner):
            for path in self._files_of(each):
                outline = self._index.outline(path)
                found = outline.find(f"{each.definition.qualified}.{name}") if outline else ()
                if found:
                    return Symbol(path, found[0]), depth
        return None

    def lineage(self, owner: Symbol) -> Iterator[tuple[Symbol, int]]:
        """Return a type, then those it comes from, the nearest first."""
        waiting, seen = [(owner, 0)], set[tuple[str, str]]()
        while waiting:
            each, depth = waiting.pop(0)
            key = (each.path, each.definition.qualified)
            if key in seen or depth > _DEEP:
                continue
            seen.add(key)
            yield each, depth
            for base in each.definition.bases:
                found = self.named(each.path, *base.rpartition(".")[::2])
                if found is not None and found.owner is not None:
                    waiting.append((found.owner, depth + 1))

    def _files_of(self, owner: Symbol) -> tuple[str, ...]:
        """Return the files in which members of a type may be defined: in Go all of its package."""
        if not owner.path.endswith(".go"):
            return (owner.path,)
        return self._resolvers.go.beside(owner.path)

    def _head(self, file: BraceText, link: Link, line: int) -> Receiver | None:
        name = link.name
        if name in {"this", "super"}:
            around = self.around(file, line)
            return Receiver(around, Source.SELF if name == "this" else Source.SUPER) if around else None
        if link.mark == "new":
            return self.named(file.path, "", name, Source.CONSTRUCTOR)
        if not link.mark:
            local, is_local = self._variable(file, name, line), self._is_local(file, name, line)
            if is_local:
                return local
            # outside the scope of a variable, a package or a module of its name is meant
            return self._top(file.path, link) or local
        return self._top(file.path, link)

    def _top(self, path: str, link: Link) -> Receiver | None:
        """Return what a name at the top of a file is: a module, a class, a variable of a known type."""
        key = (path, link)
        if key not in self._tops:
            self._tops[key] = None  # a variable made from itself ends here
            self._tops[key] = self._find_top(path, link)
        return self._tops[key]

    def _find_top(self, path: str, link: Link) -> Receiver | None:
        outline = self._index.outline(path)
        if outline is None:
            return None
        taken = [each for each in outline.imports if each.alias == link.name]
        if taken and all(not each.name or each.name == "*" for each in taken) and not link.mark:
            return self._module(path, taken[0])
        symbol = self.follow(path, link.name)
        if path.endswith(".go") and self._is_ambiguous(path, link.name):
            return None
        if symbol is None:
            is_global = not taken and link.name in _GLOBALS and not path.endswith(".go")
            return OUTSIDE if is_global or (taken and self._is_external(path, taken[0])) else None
        return self._of_symbol(symbol, link.mark)

    def _is_ambiguous(self, path: str, name: str) -> bool:
        """Whether files for different platforms each give a package's variable a value of their own."""
        outlines = (self._index.outline(each) for each in self._resolvers.go.beside(path))
        found = [one for outline in outlines if outline for one in outline.find(name)]
        return len([each for each in found if each.kind is Kind.CONSTANT]) > 1

    def _module(self, path: str, taken: Import) -> Receiver | None:
        resolver = self._resolvers.of(path)
        resolved = resolver.resolve(path, taken) if resolver is not None else None
        if resolved is None:
            return None
        if resolved.paths:
            return Receiver(None, Source.MODULE, resolved.paths)
        return OUTSIDE if resolved.external else None

    def _is_external(self, path: str, taken: Import) -> bool:
        resolver = self._resolvers.of(path)
        return resolver is not None and bool(resolver.resolve(path, taken).external)

    def _of_symbol(self, symbol: Symbol, mark: str) -> Receiver | None:
        """Return the type of a definition's value, called or not."""
        kind = symbol.definition.kind
        if kind in TYPES and not mark:
            return Receiver(symbol, Source.CLASS)
        if kind in {Kind.FUNCTION, Kind.METHOD}:
            if mark == "(" or symbol.definition.header.startswith(("get ", "static get ")):
                return self._returned(symbol)
            return Receiver(symbol, Source.CLASS) if not mark and kind is Kind.FUNCTION else None
        if kind in {Kind.CONSTANT, Kind.ATTRIBUTE}:
            return self._of_header(symbol, mark)
        return None

    def _returned(self, symbol: Symbol) -> Receiver | None:
        header = symbol.definition.header
        opening = header.find("(", header.find(symbol.definition.name))
        end = closing(header, opening) if opening >= 0 else -1
        if end < 0:
            return None
        rest = header[end + 1 :].strip()
        if symbol.path.endswith(".go"):
            return self._typed(symbol.path, _GO_TYPE, rest.removeprefix("("), Source.RETURN_ANNOTATION, "")
        if not rest.startswith(":"):
            return None
        return self._typed(symbol.path, _SCRIPT_TYPE, rest[1:], Source.RETURN_ANNOTATION, "")

    def _of_header(self, symbol: Symbol, mark: str) -> Receiver | None:
        """Return the type of a variable or field as declared: `v *Viper`, `foo: Foo`, `w = New()`."""
        header, name = symbol.definition.header, symbol.definition.name
        at = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", header)
        if at is None:
            return None
        if "= {" in header[at.end() : at.end() + 6] and symbol.definition.kind is Kind.CONSTANT:
            return Receiver(symbol, Source.CLASS)  # an object with members of its own
        return self._declared(symbol.path, header, at.end(), mark)

    def _declared(self, path: str, text: str, at: int, mark: str) -> Receiver | None:
        """Return the type that the text behind a variable's name gives it."""
        is_go = path.endswith(".go")
        made = _MADE.match(text, at)
        if made is None:
            found = (_GO_DECLARED if is_go else _SCRIPT_DECLARED).match(text, at)
            if found is None:
                return None
            pattern = _GO_TYPE if is_go else _SCRIPT_TYPE
            return self._typed(path, pattern, found["type"], Source.ANNOTATION, mark)
        if made["new"] or (is_go and made["how"] == "{"):
            return self.named(path, made["package"] or "", made["maker"], Source.CONSTRUCTOR)
        if made["how"] != "(":
            return None
        if not made["package"]:
            symbol = self.follow(path, made["maker"])
            if symbol is None:
                return self._top(path, Link(made["maker"], "("))
            return self._of_symbol(symbol, "(")
        module = self._top(path, Link(made["package"]))
        return module if module is None or module.is_outside else self._step(module, Link(made["maker"], "("))

    def _typed(
        self, path: str, pattern: re.Pattern[str], text: str, source: Source, mark: str
    ) -> Receiver | None:
        found = pattern.match(text.strip())
        if found is None or (not found["package"] and found["typed"] in _NO_TYPES):
            return None  # `T` is any type, `testing.T` is not
        rest = text.strip()[found.end() :].lstrip()
        is_many = bool(found["many"]) or rest.startswith("[]")
        if is_many != (mark == "["):
            return OUTSIDE if is_many and not mark else None
        if not path.endswith(".go") and rest[:1] == "|" and not re.match(r"\|\s*(?:undefined|null)\b", rest):
            return None
        known = self.named(path, (found["package"] or "").rstrip("."), found["typed"], source)
        # A pointer is never an interface; any other type of another module may be one.
        is_pointer = "*" in text[: found.end("typed")]
        return OPEN if known is OUTSIDE and found["package"] and not is_pointer else known

    def named(
        self, path: str, package: str, name: str, source: Source = Source.ANNOTATION
    ) -> Receiver | None:
        """Return the type that `name` or `package.name` means in a file."""
        if package:
            module = self._top(path, Link(package))
            if module is None or module.is_outside:
                return module
            found = next((one for each in module.modules if (one := self.follow(each, name))), None)
            return Receiver(found, source) if found is not None else None
        symbol = self.follow(path, name)
        if symbol is not None:
            return Receiver(symbol, source) if symbol.definition.kind in {*TYPES, Kind.FUNCTION} else None
        outline = self._index.outline(path)
        taken = [each for each in outline.imports if each.alias == name] if outline is not None else []
        if taken:
            return OUTSIDE if self._is_external(path, taken[0]) else None
        return OUTSIDE if name in (_GO_OWN if path.endswith(".go") else _GLOBALS) else None

    def _step(self, found: Receiver, link: Link) -> Receiver | None:
        """Return what a member of a type or module is."""
        if found.modules:
            symbol = next((one for each in found.modules if (one := self.follow(each, link.name))), None)
            return self._of_symbol(symbol, link.mark) if symbol is not None else None
        if found.owner is None:
            return None
        member = self.members(found.owner, link.name)
        known = self._of_symbol(member[0], link.mark) if member is not None else None
        return self._assigned(found.owner, link.name) if known is None and not link.mark else known

    def _assigned(self, owner: Symbol, name: str) -> Receiver | None:
        """Return the class that a script's class makes an attribute with: `this.x = new Cart()`."""
        definition, text = owner.definition, self._index.text(owner.path)
        if owner.path.endswith(".go") or text is None or definition.kind is not Kind.CLASS:
            return None
        rows = text.split(b"\n")[definition.first - 1 : definition.last]
        given = re.findall(_GIVEN % re.escape(name), b"\n".join(rows).decode("latin-1"))
        made = {maker for maker, value in given if value not in {"null", "undefined"}}
        return (
            self.named(owner.path, "", made.pop(), Source.CONSTRUCTOR)
            if len(made) == 1 and all(made)
            else None
        )

    def _variable(self, file: BraceText, name: str, line: int) -> Receiver | None:
        """Return the type of a variable of the functions around a line, the innermost first."""
        for each in _functions_around(file, line):
            key = (file.path, each.first, name)
            if key not in self._variables:
                self._variables[key] = self._in_function(file, name, each)
            if self._variables[key] is not None:
                return self._variables[key]
        return None

    def _in_function(self, file: BraceText, name: str, around: Definition) -> Receiver | None:
        for after in file.find_code(name, around.first, around.last):
            if file.outline.language != "go" and re.match(
                r"\s*=\s*this\b(?!\s*\.)", file.code[after : after + 40]
            ):
                owner = self.around(file, around.first)
                return Receiver(owner, Source.SELF) if owner is not None else None
            is_second = file.code[max(0, after - len(name) - 40) : after - len(name)].rstrip().endswith(",")
            if is_second and _MADE.match(file.code, after):
                continue  # the second of several results
            found = self._declared(file.path, file.code, after, "")
            if found is not None:
                return found
        return None

    def _is_local(self, file: BraceText, name: str, line: int) -> bool:
        key = (file.path, name)
        if key not in self._locals:
            self._locals[key] = find_scopes(file, name)
        start = file.starts[line - 1]
        end = start + len(file.span(line, line).rstrip())
        return any(each.touches(start, end) for each in self._locals[key])


def home_of(index: CodeView, symbol: Symbol) -> Definition | None:
    """Return the function that a definition is local to, or None where it is a member or at the top."""
    outline, line = index.outline(symbol.path), symbol.definition.line
    parents = outline.find(symbol.definition.parent) if outline is not None else ()
    around = (each for each in parents if each.first <= line <= each.last)
    return next((each for each in around if each.kind in {Kind.FUNCTION, Kind.METHOD}), None)


def _has_methods(file: BraceText, function: Definition) -> bool:
    """Whether methods are given to a function from outside it: it makes what they are called on."""
    return any(
        each.kind is Kind.METHOD and each.parent == function.qualified and each.first > function.last
        for each in file.outline.definitions
    )


def _functions_around(file: BraceText, line: int) -> list[Definition]:
    found = [
        each
        for each in file.outline.definitions
        if each.first <= line <= each.last and each.kind in {Kind.FUNCTION, Kind.METHOD}
    ]
    return found[::-1]
