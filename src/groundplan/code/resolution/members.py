"""What comes out of a Python value: its members, and what calling, iterating or entering it gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.resolution.annotations import read_annotation
from groundplan.code.resolution.expressions import evaluate
from groundplan.code.resolution.values import OPEN, OUTSIDE, UNKNOWN, Sort, Source, Value, any_of

if TYPE_CHECKING:
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Values

_PROPERTIES = frozenset(
    [
        "property",
        "cached_property",
        "functools.cached_property",
        "hybrid_property",
        "abc.abstractproperty",
        "classproperty",
    ]
)
_CONTEXTS = frozenset(
    ["contextmanager", "asynccontextmanager", "contextlib.contextmanager", "contextlib.asynccontextmanager"]
)
_RETURN = re.compile(r"^[ \t]*(return|yield)\b[ \t]*", re.MULTILINE)
_BINDING = re.compile(r"[ \t]*(?::([^=\n]+)(?:=|$)|=(?!=))", re.MULTILINE)
_RETURNS = 6  # a function with more returns than this says little by them
_OWN = 3


def member(inference: Inference, value: Value, name: str) -> tuple[tuple[Symbol, ...], Source, bool]:
    """Return the definitions a member's name means on a value, the rule, and whether the answer is final.

    Not final: the value's class has bases outside the repository, where the member may be defined as well.
    """
    classes = inference.files.classes
    if value.sort is Sort.MODULE:
        found = inference.files.modules.look_up(value.path, name)
        return found.symbols, Source.MODULE, bool(found) or bool(found.external)
    if value.sort in {Sort.OUTSIDE, Sort.MANY}:
        return (), value.source, True
    if value.symbol is None or not value.is_class_like:
        return (), value.source, False
    symbols = classes.members(value.symbol, name, above=value.sort is Sort.SUPER)
    source = Source.SUPER if value.sort is Sort.SUPER else value.source
    if symbols and source is Source.SELF:
        owner = classes.owner(symbols[0])
        if owner is not None and (owner.path, owner.definition.qualified) != (
            value.symbol.path,
            value.symbol.definition.qualified,
        ):
            source = Source.INHERITANCE
    if value.sort is Sort.CLASS and source in {Source.IMPORT, Source.REEXPORT, Source.SCOPE}:
        source = Source.CLASS
    # `super()` never means the class itself: what no base of the repository has, one outside has.
    is_final = value.sort is Sort.SUPER or bool(symbols) or classes.lineage(value.symbol).is_complete
    return symbols, source, is_final


def member_values(inference: Inference, value: Value, name: str) -> Values:
    """Return the values that reading a member of a value gives."""
    if value.sort is Sort.OUTSIDE:
        return OUTSIDE if name[:1].isupper() else UNKNOWN
    if value.sort is Sort.MODULE:
        found = inference.files.modules.look_up(value.path, name)
        return tuple(
            v for each in inference.from_bound(found, Source.MODULE) for v in _opened(inference, each)
        )
    if name == "__class__" and value.sort is Sort.INSTANCE:
        return (Value(Sort.CLASS, value.source, value.symbol),)
    symbols, source, _ = member(inference, value, name)
    owner = value.symbol
    made = (inference.symbol_value(each, source, owner) for each in symbols)
    return tuple(dict.fromkeys(v for each in made for v in _opened(inference, each)))


def called(inference: Inference, value: Value) -> Values:
    """Return the values that calling a value gives."""
    if value.sort is Sort.CLASS:
        return (Value(Sort.INSTANCE, Source.CONSTRUCTOR, value.symbol),)
    if value.sort is Sort.FUNCTION:
        return _returned(inference, value)
    if value.sort is Sort.INSTANCE:
        made = member_values(inference, value, "__call__")
        return tuple(v for each in made if each.sort is Sort.FUNCTION for v in _returned(inference, each))
    return UNKNOWN


def value_of(inference: Inference, value: Value) -> Values:
    """Return what a fixture gives: what its function returns or yields."""
    made = _returned(inference, value)
    if value.symbol is not None and all(each.sort is Sort.MANY for each in made):
        return tuple(inner for each in made for inner in each.inner)
    return made


def iterated(inference: Inference, value: Value) -> Values:
    """Return what a loop over a value gives."""
    if value.sort is Sort.OPEN:
        return OPEN
    if value.sort is Sort.MANY:
        return value.inner
    if value.sort is Sort.INSTANCE:
        for name in ("__iter__", "__aiter__"):
            found = member_values(inference, value, name)
            if found:
                return tuple(v for each in found for made in called(inference, each) for v in made.inner)
    return UNKNOWN


def entered(inference: Inference, value: Value) -> Values:
    """Return what `with value as …` binds."""
    if value.sort is Sort.OPEN:
        return OPEN
    if value.sort is Sort.MANY:
        return value.inner
    if value.sort is Sort.INSTANCE:
        for name in ("__enter__", "__aenter__"):
            found = member_values(inference, value, name)
            if found:
                return tuple(v for each in found for v in called(inference, each))
    return UNKNOWN


def subscripted(inference: Inference, value: Value) -> Values:
    """Return what `value[…]` gives."""
    if value.sort is Sort.MANY:
        return value.inner
    if value.sort is Sort.CLASS:
        return (value,)
    if value.sort is Sort.INSTANCE:
        found = member_values(inference, value, "__getitem__")
        return tuple(v for each in found for v in called(inference, each))
    return UNKNOWN


def _opened(inference: Inference, value: Value) -> Values:
    """Return a member as reading it gives it: properties called, attributes looked into."""
    if value.symbol is None:
        return (value,)
    definition = value.symbol.definition
    if value.sort is Sort.FUNCTION and not _PROPERTIES.isdisjoint(definition.decorators):
        return _returned(inference, value)
    if value.sort is not Sort.CONSTANT:
        return (value,)
    if definition.kind is Kind.ATTRIBUTE:
        return _attribute(inference, value.symbol)
    return inference.constant(value.symbol)


def _attribute(inference: Inference, symbol: Symbol) -> Values:
    """Return the values of an attribute: what its class body or `self.name = …` binds it to."""
    file = inference.files.file(symbol.path)
    if file is None or not inference.enter():
        return UNKNOWN
    of_class = inference.constant(symbol)
    found = any_of([*([of_class] if of_class else []), *_bound_on_self(inference, file, symbol)])
    inference.leave()
    return tuple(each for each in found if each.sort is not Sort.OUTSIDE) or found


def _bound_on_self(inference: Inference, file: PythonText, symbol: Symbol) -> list[Values]:
    owner = next((each for each in file.blocks if each.qualified == symbol.definition.parent), None)
    if owner is None:
        return []
    start = file.starts[owner.first - 1]
    end = file.starts[owner.last] if owner.last < len(file.starts) else len(file.code)
    found: list[Values] = []
    word = f"self.{symbol.definition.name}"
    seen = 0
    for at in file.find_code(word, start, end):
        bound = _BINDING.match(file.code, at + len(word))
        if bound is None:
            continue
        seen += 1
        if bound[1]:
            text = file.raw[bound.start(1) : bound.end(1)]
            found.append(read_annotation(inference, file, text, at, Symbol(file.path, owner)))
        else:
            end_of = file.statement(at)[1]
            if file.raw[bound.end() : end_of].strip() != "None":
                found.append(evaluate(inference, file, bound.end(), end_of))
        if seen >= _OWN:
            found.append(UNKNOWN)
            break
    return found


def _returned(inference: Inference, value: Value) -> Values:
    symbol = value.symbol
    file = inference.files.file(symbol.path) if symbol is not None else None
    if symbol is None or file is None or not inference.enter():
        return UNKNOWN
    block = next((n for n, each in enumerate(file.blocks) if each == symbol.definition), None)
    found: Values = UNKNOWN
    if block is not None:
        header = file.code[file.header_start(block) : file.header_end(block)]
        arrow = header.rfind("->")
        owner = value.bound or inference.owner_of(file, block)
        is_context = not _CONTEXTS.isdisjoint(symbol.definition.decorators)
        if arrow >= 0:
            start = file.header_start(block) + arrow + 2
            text = file.raw[start : file.header_end(block)]
            made = read_annotation(inference, file, text, file.header_start(block), owner)
            found = tuple(_relabelled(each, Source.RETURN_ANNOTATION) for each in made)
        else:
            found = _results(inference, file, block, value)
        if is_context and found and found[0].sort is not Sort.MANY:
            found = (Value(Sort.MANY, Source.RETURN_VALUE, inner=found),)
    inference.leave()
    return found


def _results(inference: Inference, file: PythonText, block: int, value: Value) -> Values:
    """Return what a function without annotation gives, by its `return` and `yield` statements."""
    start, end = file.body(block)
    found: list[Value] = []
    yielded: list[Value] = []
    seen = 0
    is_open = False
    for result in _RETURN.finditer(file.code, start, end):
        if file.scope_at(result.end()) != block:
            continue
        seen += 1
        if seen > _RETURNS:
            is_open = True
            break
        end_of = file.statement(result.start(1))[1]
        values = evaluate(inference, file, result.end(), end_of)
        is_open = is_open or not (values or file.raw[result.end() : end_of].strip() in {"", "None"})
        for each in values:
            is_self = each.source is Source.SELF and each.sort is Sort.INSTANCE and value.bound is not None
            made = Value(
                each.sort, Source.RETURN_VALUE, value.bound if is_self else each.symbol, each.path, each.inner
            )
            (yielded if result[1] == "yield" else found).append(made)
    if yielded:
        return (Value(Sort.MANY, Source.RETURN_VALUE, inner=tuple(yielded) + OPEN * is_open),)
    inside = tuple(dict.fromkeys(each for each in found if each.sort is not Sort.OUTSIDE))
    return inside + OPEN if inside and is_open else inside


def _relabelled(value: Value, source: Source) -> Value:
    return Value(value.sort, source, value.symbol, value.path, value.inner, value.bound)
