"""An outline as the database keeps it: compact, quick to read whole, and to look one name up in.

The definitions are one JSON array with a line for each, its name first, so a name is found by its bytes and
only its own lines are decoded. All else of the outline is a second array.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from groundplan.code.outline import Definition, Import, Kind, Outline

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {str(kind): kind for kind in Kind}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode
_ASYNC, _EXPORTED, _DOC = 1, 2, 4
_INNER, _TYPING, _REEXPORT = 1, 2, 4
_GENERATED, _BROKEN = 1, 2


def pack(outline: Outline) -> tuple[bytes, bytes]:
    """Return the definitions and the rest, as the database keeps them."""
    definitions = ",\n".join([_encode(_plain(each)) for each in outline.definitions])
    rest = [
        outline.lines,
        outline.is_generated * _GENERATED | outline.is_broken * _BROKEN,
        outline.exports,
        [
            [
                each.module,
                each.name,
                each.alias,
                each.line,
                each.is_inner * _INNER | each.is_typing * _TYPING | each.is_reexport * _REEXPORT,
            ]
            for each in outline.imports
        ],
        dict(outline.calls),
    ]
    return _squeeze(f"[\n{definitions}]"), _squeeze(_encode(rest))


def unpack(language: str, definitions: bytes, rest: bytes) -> Outline:
    """Return the outline that was packed."""
    lines, flags, exports, imports, calls = _decode(_expand(rest))
    return Outline(
        language=language,
        lines=lines,
        definitions=tuple([_definition(each) for each in _decode(_expand(definitions))]),
        imports=tuple(
            [
                Import(module, name, alias, line, bool(of & _INNER), bool(of & _TYPING), bool(of & _REEXPORT))
                for module, name, alias, line, of in imports
            ]
        ),
        calls={words: tuple(places) for words, places in calls.items()},
        exports=None if exports is None else tuple(exports),
        is_generated=bool(flags & _GENERATED),
        is_broken=bool(flags & _BROKEN),
    )


def definitions_named(name: str, definitions: bytes) -> Iterator[Definition]:
    """Return the definitions of a bare name, in their order, without decoding the others."""
    packed = _expand(definitions)
    start = f"\n[{_encode(name)},"
    at = packed.find(start)
    while at >= 0:
        end = packed.find("\n", at + 1)
        line = packed[at + 1 : -1 if end < 0 else end - 1]
        yield _definition(_decode(line))
        at = packed.find(start, at + 1)


def _plain(each: Definition) -> list[object]:
    return [
        each.name,
        each.qualified,
        str(each.kind),
        each.first,
        each.last,
        each.line,
        each.is_async * _ASYNC | each.is_exported * _EXPORTED | each.has_doc * _DOC,
        each.branches,
        each.header,
        each.bases,
        each.decorators,
    ]


def _definition(plain: list[Any]) -> Definition:
    name, qualified, kind, first, last, line, flags, branches, header, bases, decorators = plain
    return Definition(
        name,
        qualified,
        _KINDS[kind],
        first,
        last,
        line,
        header,
        tuple(bases),
        tuple(decorators),
        bool(flags & _ASYNC),
        bool(flags & _EXPORTED),
        bool(flags & _DOC),
        branches,
    )


def _squeeze(packed: str) -> bytes:
    return zlib.compress(packed.encode("utf-8", "surrogatepass"), 1)


def _expand(packed: bytes) -> str:
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")
