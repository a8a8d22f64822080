"""What a Python annotation says: the classes of the repository it names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.values import OUTSIDE, UNKNOWN, Sort, Source, Value

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Values

_NAME = re.compile(r"[A-Za-z_][\w.]*")
# SQLAlchemy's `Mapped[X]` is an X to all who read it.
_THROUGH = frozenset(
    ["Optional", "Union", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Mapped"]
)
_ONE_OF_FIRST = frozenset({"Annotated"})
_MANY_WORDS = """
list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Iterable Iterator Collection
AbstractSet Generator AsyncGenerator AsyncIterator AsyncIterable ContextManager AsyncContextManager
AbstractContextManager AbstractAsyncContextManager Awaitable Coroutine deque Deque ScalarResult
KeysView ValuesView Reversible
"""
_MANY = frozenset(_MANY_WORDS.split())
_MAPPINGS = frozenset(
    ["dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict"]
)
_ANYTHING = frozenset({"Any", "object", "Incomplete", "Unused"})  # says nothing of what a value can do
_AWAITED = frozenset({"Awaitable", "Coroutine"})
_LONG = 1000


def read_annotation(
    inference: Inference, file: PythonText, text: str, at: int, owner: Symbol | None = None
) -> Values:
    """Return what an annotation says a name is, as instances; `owner` is the class that `Self` means."""
    words = " ".join(text.replace('"', " ").replace("'", " ").split())
    if not words or len(words) > _LONG:
        return UNKNOWN
    found: list[Value] = []
    for part in split_outside(words, "|"):
        found += _read_part(inference, file, part.strip(), at, owner)
    return tuple(dict.fromkeys(found))


def _read_part(inference: Inference, file: PythonText, words: str, at: int, owner: Symbol | None) -> Values:
    head = _NAME.match(words)
    if head is None or words == "None":
        return UNKNOWN
    dotted = head.group()
    last = dotted.rpartition(".")[2]
    inside = words[head.end() :].strip()
    arguments = split_outside(inside[1:-1], ",") if inside.startswith("[") and inside.endswith("]") else []
    if last == "Self" and owner is not None:
        return (Value(Sort.INSTANCE, Source.ANNOTATION, owner),)
    if last in {"type", "Type"} and arguments:
        inner = read_annotation(inference, file, arguments[0], at, owner)
        return tuple(_as_class(each) for each in inner)
    if last in _THROUGH and arguments:
        taken = arguments[:1] if last in _ONE_OF_FIRST else arguments
        return tuple(value for each in taken for value in read_annotation(inference, file, each, at, owner))
    named = inference.dotted(file, dotted, at)
    if last in _MANY and arguments and not any(each.symbol for each in named):
        return _many(inference, file, last, arguments, (at, owner))
    if last in _MAPPINGS and len(arguments) == 2 and not any(each.symbol for each in named):
        values = read_annotation(inference, file, arguments[1], at, owner)
        return (Value(Sort.MANY, Source.ANNOTATION, inner=values),)
    return _instances(inference, named, owner, is_anything=last in _ANYTHING)


def _many(
    inference: Inference, file: PythonText, last: str, arguments: list[str], where: tuple[int, Symbol | None]
) -> Values:
    taken = arguments[-1] if last == "Coroutine" else arguments[0]
    inner = read_annotation(inference, file, taken, *where)
    return inner if last in _AWAITED else (Value(Sort.MANY, Source.ANNOTATION, inner=inner),)


def _instances(
    inference: Inference, named: Values, owner: Symbol | None, *, is_anything: bool = False
) -> Values:
    found: list[Value] = []
    for each in named:
        if each.sort is Sort.OUTSIDE and not is_anything:
            found += OUTSIDE
        elif each.sort is Sort.CLASS:
            found.append(Value(Sort.INSTANCE, Source.ANNOTATION, each.symbol))
        elif each.symbol is not None and each.symbol.definition.kind in {Kind.CONSTANT, Kind.TYPE}:
            found += inference.alias(each.symbol, owner)
    return tuple(found)


def _as_class(value: Value) -> Value:
    return Value(Sort.CLASS, value.source, value.symbol) if value.sort is Sort.INSTANCE else value


def split_outside(words: str, sign: str) -> list[str]:
    """Return the parts of a text between signs that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(words):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == sign and depth == 0:
            parts.append(words[start:place])
            start = place + 1
    return [*parts, words[start:]]
