"""What is known of one use of a definition: where it stands, what it does there, how it was found."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.accounting import Account, Place
from groundplan.code.resolution.values import Source

if TYPE_CHECKING:
    from groundplan.code.coverage import Coverage
    from groundplan.code.index import Symbol


class UsageKind(enum.StrEnum):
    """What a place does with the definition it names."""

    CALL = "call"
    IMPORT = "import"
    REFERENCE = "reference"
    BASE = "base class"
    DECORATOR = "decorator"
    ACCESSOR = "accessor"  # `@name.setter` adds to a property
    ANNOTATION = "annotation"
    KEYWORD = "keyword"
    EXPORT = "export"
    STRING = "name in a string"


# A decorator is called as well, when the module is read.
CALLS = frozenset({UsageKind.CALL, UsageKind.DECORATOR})
_GUESSES = frozenset({Source.NAME, Source.TEXT, Source.BASE, Source.OVERRIDE})


@dataclass(frozen=True, slots=True)
class Usage:
    """One place where a definition is used; lines and columns count from 1, columns in characters."""

    path: str
    line: int
    column: int
    kind: UsageKind
    source: Source
    inside: str = ""  # the qualified name of the innermost definition around it
    begin: int = 0  # the line of that definition: a file may have several of one name

    @property
    def is_resolved(self) -> bool:
        """Whether a rule says that this is the definition, not only its name."""
        return self.source not in _GUESSES

    @property
    def is_by_unique_name(self) -> bool:
        """Whether it is only known as no other definition has the name."""
        return self.source is Source.ONLY


Found = tuple[list[Usage], list[Place]]  # the uses in one file, and the words in its strings and comments


@dataclass(frozen=True, slots=True)
class Usages:
    """Every use of a definition: the known ones, the possible ones, and what else bears its name."""

    symbol: Symbol
    resolved: tuple[Usage, ...]
    possible: tuple[Usage, ...]
    coverage: Coverage
    overrides: tuple[Symbol, ...] = ()
    mentions: tuple[tuple[str, int], ...] = ()  # path, and how often its strings and comments have the word
    also_defined: tuple[str, ...] = ()  # the other places that define the name, as `path:line`
    account: Account = field(default_factory=Account)  # all places of the word, each in one group

    @property
    def files(self) -> tuple[str, ...]:
        """Return the files of the known uses, each once, sorted."""
        return tuple(sorted({each.path for each in self.resolved}))
