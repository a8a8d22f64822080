"""What the index knows of one file's text: definitions, imports, calls. No path: equal texts share it."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_PROPERTIES = (
    "property",
    "cached_property",
    "classproperty",
    "hybrid_property",
    "setter",
    "getter",
    "deleter",
)
_ACCESSOR = re.compile(
    r"(?:(?:public|protected|private|static|override|abstract)\s+)*(?:get|set)\s+[\w$#\[\"']"
)


class Kind(enum.StrEnum):
    """What a definition is; languages share the words as far as they share the thing."""

    CLASS = "class"
    INTERFACE = "interface"  # also a Rust trait, a Java annotation
    TYPE = "type"  # type alias, Go, Rust or C struct, named type
    ENUM = "enum"
    MODULE = "module"  # a Rust or Ruby module, a C++ namespace
    FUNCTION = "function"  # also a macro with parameters
    METHOD = "method"
    CONSTANT = "constant"  # a name bound at the top of a module
    ATTRIBUTE = "attribute"  # a name bound in a class body, or on `self` or `this`


HEADER_LIMIT = 300  # letters of a declaration that are kept
NAMES = frozenset({Kind.CONSTANT, Kind.ATTRIBUTE})  # what holds no code of its own


class Definition(NamedTuple):  # not a dataclass: made by the ten thousand, four times as fast
    """A named piece of code: lines counted from 1, both ends inside, decorators included in `first`."""

    name: str
    qualified: str  # `Class.method`, `outer.inner`; equal to `name` at the top of a file
    kind: Kind
    first: int
    last: int
    line: int  # where the name itself stands
    header: str = ""  # the declaration as written, folded to one line, at most 300 characters
    bases: tuple[str, ...] = ()  # as written, dotted, without arguments
    decorators: tuple[str, ...] = ()  # as written, dotted, without arguments
    is_async: bool = False
    is_exported: bool = True  # what the language calls public: no leading `_`, `export`, a capital in Go
    has_doc: bool = False
    branches: int = 0  # points where the way forks: if, elif, for, while, except, case, and, or, ternaries
    is_declared: bool = False  # only declared here, as in a C header: what it does stands elsewhere

    @property
    def parent(self) -> str:
        """Return the qualified name of what it stands in, or nothing."""
        return self.qualified.rpartition(".")[0]

    @property
    def size(self) -> int:
        """Return the number of its lines."""
        return self.last - self.first + 1


class Import(NamedTuple):
    """One name bound by an import: `from module import name as alias`."""

    module: str  # as written: `a.b`, `..c`, `./button`, `github.com/x/y/z`
    name: str  # the name taken out of it; empty: the module itself; `*`: all of them; `default` in JavaScript
    alias: str  # the name it is bound to here; empty where nothing is bound
    line: int
    is_inner: bool = False  # inside a function: it is not run when the module is
    is_typing: bool = False  # only for the type checker
    is_reexport: bool = False  # `export … from`, or listed in `__all__`


@dataclass(frozen=True, slots=True)
class Outline:
    """A file's definitions in their order, its imports, and every call: the words called and their lines.

    The words of a call are the dotted chain before the bracket as written (`self.save`, `models.Field`,
    `run`); where the chain starts with no name it begins with a dot (`get().save(…)` calls `.save`).
    """

    language: str
    lines: int
    definitions: tuple[Definition, ...] = ()
    imports: tuple[Import, ...] = ()
    calls: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    exports: tuple[str, ...] | None = None  # `__all__`, where it is a plain list
    is_generated: bool = False  # says so in its first lines
    is_broken: bool = False  # the reader met a syntax error and went on

    def find(self, qualified: str) -> tuple[Definition, ...]:
        """Return the definitions of a qualified name: several where it is defined again."""
        return tuple(each for each in self.definitions if each.qualified == qualified)

    def at(self, line: int) -> Definition | None:
        """Return the innermost function, method or class around a line."""
        around = None
        for each in self.definitions:
            if each.first > line:
                break
            if each.last >= line and each.kind not in NAMES:
                around = each
        return around


def is_property(definition: Definition) -> bool:
    """Whether a method is read like an attribute."""
    if definition.kind is not Kind.METHOD:
        return False
    marks = (each.rpartition(".")[2] for each in definition.decorators)
    return any(each in _PROPERTIES for each in marks) or bool(_ACCESSOR.match(definition.header))
