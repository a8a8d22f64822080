"""An outline as the database keeps it: JSON in three parts, for few questions need them all.

A name is found among packed definitions by its bytes, so only the ones asked for are decoded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from groundplan.code.outline import Definition, Import, Kind, Outline

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator

_KINDS = {str(kind): kind for kind in Kind}
_KIND, _BASES, _DECORATORS = (Definition._fields.index(name) for name in ("kind", "bases", "decorators"))
# All ASCII: SQLite takes no lone surrogate, which a name in a broken text can hold.
_encode = json.JSONEncoder(separators=(",", ":")).encode
_decoder = json.JSONDecoder()
_decode = _decoder.decode


class Packed(NamedTuple):
    """The definitions; the imports and all small facts; the calls."""

    definitions: str
    facts: str
    calls: str


def pack(outline: Outline) -> Packed:
    """Return an outline as the database keeps it."""
    facts = (outline.lines, outline.is_generated, outline.is_broken, outline.exports, outline.imports)
    return Packed(_encode(outline.definitions), _encode(facts), _encode(dict(outline.calls)))


def unpack(language: str, packed: Packed) -> Outline:
    """Return the outline that was packed."""
    lines, is_generated, is_broken, exports, imports = _decode(packed.facts)
    return Outline(
        language=language,
        lines=lines,
        definitions=tuple([_definition(each) for each in _decode(packed.definitions)]),
        imports=tuple([Import._make(each) for each in imports]),
        calls=_Calls(packed.calls),
        exports=None if exports is None else tuple(exports),
        is_generated=is_generated,
        is_broken=is_broken,
    )


class _Calls(Mapping[str, tuple[int, ...]]):
    """Calls that are decoded when first asked for: half of an outline, and few questions are about them."""

    __slots__ = ("_calls", "_packed")

    def __init__(self, packed: str) -> None:
        if packed[:1] + packed[-1:] != "{}":
            raise ValueError("the calls are torn")
        self._packed = packed
        self._calls: dict[str, tuple[int, ...]] | None = None

    def _decoded(self) -> dict[str, tuple[int, ...]]:
        if self._calls is None:
            self._calls = {words: tuple(places) for words, places in _decode(self._packed).items()}
        return self._calls

    def __getitem__(self, words: str) -> tuple[int, ...]:
        return self._decoded()[words]

    def __iter__(self) -> Iterator[str]:
        return iter(self._decoded())

    def __len__(self) -> int:
        return len(self._decoded())

    def items(self) -> ItemsView[str, tuple[int, ...]]:
        """Return words and lines, as quickly as a dictionary does."""
        return self._decoded().items()


def unpack_imports(facts: str) -> tuple[Import, ...]:
    """Return the imports alone."""
    return tuple([Import._make(each) for each in _decode(facts)[-1]])


def definitions_named(name: str, definitions: str) -> Iterator[Definition]:
    """Return the definitions of a bare name, in their order, without decoding the others."""
    # a quote inside a JSON string is escaped, so this begins an array whose first element is the name
    start = f"[{_encode(name)},"
    at = definitions.find(start)
    while at >= 0:
        plain, end = _decoder.raw_decode(definitions, at)
        if len(plain) == len(Definition._fields):  # else it is a list of bases or decorators
            yield _definition(plain)
        at = definitions.find(start, end)


def _definition(plain: list[Any]) -> Definition:
    plain[_KIND] = _KINDS[plain[_KIND]]
    plain[_BASES] = tuple(plain[_BASES])
    plain[_DECORATORS] = tuple(plain[_DECORATORS])
    return Definition._make(plain)
