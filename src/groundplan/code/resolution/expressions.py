"""What a Python expression stands for, read left to right: names, members, calls, subscripts."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from groundplan.code.resolution.values import OUTSIDE, UNKNOWN, Sort, Source, Value, any_of

if TYPE_CHECKING:
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Values

_LEAD = re.compile(r"\s*(?:await\s+|yield\s+(?:from\s+)?|\*+\s*)*")
_NAME = re.compile(r"[^\W\d]\w*")
_JOINT = re.compile(r"[()\[\]{}]|\b(?:if|else|or|and|for|in|is|not|lambda)\b|[+\-*/%<>=&|^~,!;:]")
_PARTIAL = re.compile(r"[\s\\]*\.[\s\\]*partial(?=[\s\\]*\()")
_SPACE = re.compile(r"[\s\\]*")
MOST_ITEMS = 12  # of a list that are looked at
_LONG = 4000  # letters; longer values are tables, and tables have no members


def evaluate(inference: Inference, file: PythonText, start: int, end: int) -> Values:
    """Return what the expression in a span of a file's code stands for; nothing where that is unknown."""
    lead = _LEAD.match(file.code, start, end)
    start = lead.end() if lead else start
    while end > start and file.code[end - 1] in " \t\n\\":
        end -= 1
    if start >= end or end - start > _LONG or not inference.enter():
        return UNKNOWN
    found = _evaluate(inference, file, start, end)
    inference.leave()
    return found


def _evaluate(inference: Inference, file: PythonText, start: int, end: int) -> Values:
    code = file.code
    joints = _joints(file, start, end)
    if joints:
        return _joined(inference, file, (start, end), joints)
    first = code[start]
    if first == "(":
        close = file.closer(start, end)
        return _trailers(inference, file, evaluate(inference, file, start + 1, close), close + 1, end)
    if first == "[":
        return (Value(Sort.MANY, Source.CONSTRUCTOR, inner=_items(inference, file, start + 1, end - 1)),)
    if first in '"{' or first.isdigit() or code[start : start + 2] in {'f"', 'b"', 'r"', 'u"'}:
        return OUTSIDE
    return _primary(inference, file, start, end)


def _items(inference: Inference, file: PythonText, start: int, end: int) -> Values:
    """Return what the items of a list are, or of a comprehension."""
    joints = _joints(file, start, end)
    loop = next((at for sign, at in joints if sign == "for"), end)
    commas = [at for sign, at in joints if sign == "," and at < loop][:MOST_ITEMS]
    spans = itertools.pairwise((start - 1, *commas, loop))
    parts = [
        evaluate(inference, file, first + 1, last)
        for first, last in spans
        if file.code[first + 1 : last].strip()
    ]
    return any_of([*parts, UNKNOWN] if len(commas) == MOST_ITEMS else parts)


def _joints(file: PythonText, start: int, end: int) -> list[tuple[str, int]]:
    """Return the operators outside brackets, each with its place."""
    found, depth = [], 0
    for joint in _JOINT.finditer(file.code, start, end):
        sign = joint.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0:
            found.append((sign, joint.start()))
    return found


def _joined(
    inference: Inference, file: PythonText, span: tuple[int, int], joints: list[tuple[str, int]]
) -> Values:
    start, end = span
    signs = {sign for sign, _ in joints}
    if joints[0][0] == "lambda" or "for" in signs or ":" in signs:
        return UNKNOWN
    if "," in signs:
        return OUTSIDE
    by_sign = dict(reversed(joints))
    if "if" in by_sign and "else" in by_sign:
        left = evaluate(inference, file, start, by_sign["if"])
        right = evaluate(inference, file, by_sign["else"] + 4, end)
        return tuple(each for each in any_of((left, right)) if each.sort is not Sort.OUTSIDE)
    if signs & {"not", "in", "is", "<", ">", "=", "!"}:
        return OUTSIDE
    if signs <= {"or", "and"}:
        places = [start, *(at for _, at in joints), end]
        parts: list[Values] = []
        for number, (first, last) in enumerate(itertools.pairwise(places)):
            skip = len(joints[number - 1][0]) if number else 0
            parts.append(evaluate(inference, file, first + skip, last))
        return tuple(each for each in any_of(parts) if each.sort is not Sort.OUTSIDE)
    if signs <= {"|", "&", "+", "-"}:
        left = evaluate(inference, file, start, joints[0][1]) if joints[0][1] > start else UNKNOWN
        return tuple(each for each in left if each.sort is Sort.INSTANCE)
    return UNKNOWN


def _primary(inference: Inference, file: PythonText, start: int, end: int) -> Values:
    head = _NAME.match(file.code, start, end)
    if head is None:
        return UNKNOWN
    word = head.group()
    if word == "functools" and (partial := _PARTIAL.match(file.code, head.end(), end)):
        head, word = partial, "partial"
    after = _skip(file.code, head.end(), end)
    if after < end and file.code[after] == "(":
        special = _special_call(inference, file, word, (after, end))
        if special is not None:
            return _trailers(inference, file, special, file.closer(after, end) + 1, end)
    return _trailers(inference, file, inference.name(file, word, start), head.end(), end)


def _trailers(inference: Inference, file: PythonText, values: Values, at: int, end: int) -> Values:
    """Return what is left after the members, calls and subscripts that follow a value."""
    code = file.code
    at = _skip(code, at, end)
    while at < end and values:
        if code[at] == ".":
            name = _NAME.match(code, _skip(code, at + 1, end), end)
            if name is None:
                return UNKNOWN
            values = tuple(v for each in values for v in inference.read(each, name.group()))
            at = name.end()
        elif code[at] == "(":
            values = tuple(v for each in values for v in inference.call(each))
            at = file.closer(at, end) + 1
        elif code[at] == "[":
            values = tuple(v for each in values for v in inference.subscript(each))
            at = file.closer(at, end) + 1
        else:
            return UNKNOWN
        values = tuple(dict.fromkeys(values))
        at = _skip(code, at, end)
    return values


def _special_call(inference: Inference, file: PythonText, word: str, span: tuple[int, int]) -> Values | None:
    """Return what `super()`, `type(x)` and `cast(T, x)` give; None for any other word."""
    after, end = span
    close = file.closer(after, end)
    if word == "super":
        owner = inference.owner_of(file, file.block_at(file.line_of(after)))
        return () if owner is None else (Value(Sort.SUPER, Source.SUPER, owner),)
    if word == "type":
        made = evaluate(inference, file, after + 1, close)
        return tuple(Value(Sort.CLASS, v.source, v.symbol) for v in made if v.sort is Sort.INSTANCE)
    if word == "cast":
        comma = next((at for sign, at in _joints(file, after + 1, close) if sign == ","), close)
        return inference.annotation(file, (after + 1, comma), after)
    if word in {
        "partial",
        "copy",
        "deepcopy",
        "next",
        "reversed",
        "sorted",
        "iter",
        "aiter",
        "anext",
        "list",
        "tuple",
        "set",
    }:
        return _passed_through(inference, file, word, (after, close))
    return None


def _passed_through(
    inference: Inference, file: PythonText, word: str, span: tuple[int, int]
) -> Values | None:
    after, close = span
    comma = next((at for sign, at in _joints(file, after + 1, close) if sign == ","), close)
    made = evaluate(inference, file, after + 1, comma)
    if word in {"next", "anext"}:
        return tuple(inner for each in made for inner in each.inner)
    if word in {"copy", "deepcopy"}:
        return made or None
    if word == "partial":  # what is called later, with the rest of its arguments
        return tuple(each for each in made if each.sort in {Sort.CLASS, Sort.FUNCTION}) or None
    many = tuple(each for each in made if each.sort is Sort.MANY)
    return many or None


def _skip(code: str, at: int, end: int) -> int:
    found = _SPACE.match(code, at, end)
    return found.end() if found else at
