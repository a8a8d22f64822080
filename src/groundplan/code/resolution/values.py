"""What a Python expression may stand for, and by which rule that is known."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.index import Symbol


class Sort(enum.StrEnum):
    """What kind of thing a value is."""

    INSTANCE = "instance"  # of the class `symbol`
    CLASS = "class"  # the class `symbol` itself
    FUNCTION = "function"
    MODULE = "module"  # the file `path`
    SUPER = "super"  # what `super()` gives in the class `symbol`
    MANY = "many"  # a collection, an iterator, a context: `inner` is what comes out of it
    CONSTANT = "constant"  # the name `symbol`, whose value was not looked at
    OUTSIDE = "outside"  # known not to be of this repository
    OPEN = "open"  # one more, of which nothing is known: no use can be ruled out


class Source(enum.StrEnum):
    """By which rule something is known: the label on every edge."""

    SCOPE = "scope"
    IMPORT = "import"
    REEXPORT = "re-export"
    SELF = "self"
    INHERITANCE = "inheritance"
    SUPER = "super"
    CLASS = "class attribute"
    MODULE = "module attribute"
    ANNOTATION = "annotation"
    CONSTRUCTOR = "constructor"
    RETURN_ANNOTATION = "return annotation"
    RETURN_VALUE = "return value"
    ISINSTANCE = "isinstance"
    FIXTURE = "fixture"
    ONLY = "rare name"
    STUB = "only implementation"  # of what a mixin, protocol or abstract class declares
    OVERRIDE = "override"
    BASE = "call on a base class"
    NAME = "name alone"
    TEXT = "text alone"  # a string that holds nothing else, and that nothing is seen to look up


@dataclass(frozen=True, slots=True)
class Value:
    """One thing an expression may stand for."""

    sort: Sort
    source: Source
    symbol: Symbol | None = None
    path: str = ""
    inner: tuple[Value, ...] = ()
    bound: Symbol | None = None  # the class a function was taken from, for `-> Self`

    @property
    def is_class_like(self) -> bool:
        """Whether it has the members of the class `symbol`."""
        return self.symbol is not None and self.sort in {Sort.INSTANCE, Sort.CLASS, Sort.SUPER}


Values = tuple[Value, ...]
UNKNOWN: Values = ()
OUTSIDE: Values = (Value(Sort.OUTSIDE, Source.IMPORT),)
OPEN: Values = (Value(Sort.OPEN, Source.NAME),)


def any_of(parts: Iterable[Values]) -> Values:
    """Return what one of several expressions may stand for; open where only some of them are known."""
    each = list(parts)
    found = tuple(dict.fromkeys(value for values in each for value in values))
    return found if not found or all(each) else tuple(dict.fromkeys((*found, *OPEN)))
