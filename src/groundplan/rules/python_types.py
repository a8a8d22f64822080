"""Finds what lacks a type in Python definitions, by parsing them."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEFINES = late_regex(r"^\s*(?:async\s+def|def|class)\s+\w+", re.MULTILINE)
_ENUMS = late_regex(r"(?:Enum|Flag|Choices)$")
_MAGIC = late_regex(r"__\w+__|model_config|Config|Meta")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def looks_like_python(code: str) -> bool:
    """Tell whether a block without a language defines something as Python does."""
    return _DEFINES.search(code) is not None


def parse(code: str) -> ast.Module:
    """Parse a block as it stands in a document, an indented fragment too; raise `SyntaxError` otherwise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a plan's `"\d"` is not ours to warn about
        try:
            return ast.parse(textwrap.dedent(code))
        except (ValueError, RecursionError, MemoryError) as error:
            raise SyntaxError(str(error) or type(error).__name__) from error


def find_untyped(code: str) -> list[tuple[int, str]]:
    """Return line (from 0) and name of each attribute, parameter and return value without a type."""
    return sorted((line - 1, what) for line, what in _in_body(parse(code).body, owner=""))


def _in_body(body: list[ast.stmt], owner: str) -> Iterator[tuple[int, str]]:
    for node in body:
        if isinstance(node, _Function):
            yield from _in_function(node, owner)
        elif isinstance(node, ast.ClassDef):
            yield from _in_class(node, owner)
        elif isinstance(node, ast.Assign) and _makes_untyped_tuple(node.value):
            yield node.lineno, f"`{ast.unparse(node.targets[0])}`"
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _in_body(node.body, owner)


def _in_class(node: ast.ClassDef, owner: str) -> Iterator[tuple[int, str]]:
    name = f"{owner}{node.name}."
    is_enum = any(_ENUMS.search(ast.unparse(base)) for base in node.bases)
    for child in node.body:
        if isinstance(child, ast.Assign) and not is_enum:
            yield from _untyped_attributes(child, name)
    if not _MAGIC.fullmatch(node.name):
        yield from _in_body(node.body, name)


def _untyped_attributes(node: ast.Assign, owner: str) -> Iterator[tuple[int, str]]:
    for target in node.targets:
        if (
            isinstance(target, ast.Name)
            and not _MAGIC.fullmatch(target.id)
            and not _MAGIC.fullmatch(owner[:-1])
        ):
            yield node.lineno, f"`{owner}{target.id}`"


def _in_function(node: _Function, owner: str) -> Iterator[tuple[int, str]]:
    name = f"{owner}{node.name}"
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args]
    is_static = any(ast.unparse(decorator) == "staticmethod" for decorator in node.decorator_list)
    is_method = bool(owner) or (bool(named) and named[0].arg in {"self", "cls"})  # a fragment lacks its class
    if is_method and named and not is_static and named[0].annotation is None:
        named = named[1:]
    rest = [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
    for argument in [*named, *arguments.kwonlyargs, *rest]:
        if argument.annotation is None:
            yield argument.lineno, f"`{argument.arg}` of `{name}`"
    if node.returns is None and node.name != "__init__":
        yield node.lineno, f"The return value of `{name}`"


def _makes_untyped_tuple(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] == "namedtuple"
