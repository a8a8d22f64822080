"""What Python's own parser says of a text, in the terms of the Python reader: definitions, names, imports."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline

    Names = Iterator[tuple[str, bool]]  # whether a condition binds it

_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, getattr(ast, "TryStar", ast.Try))
_ALIAS = getattr(ast, "TypeAlias", ())  # from Python 3.12


def parsed_definitions(tree: ast.Module) -> set[tuple[str, str, int, int]]:
    """Return classes and functions: qualified name, kind, first line with decorators, last line."""
    return set(_definitions(tree, "", in_class=False))


def _definitions(node: ast.AST, scope: str, *, in_class: bool) -> Iterator[tuple[str, str, int, int]]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _definitions(child, scope, in_class=in_class)
            continue
        is_class = isinstance(child, ast.ClassDef)
        kind = "class" if is_class else "method" if in_class else "function"
        first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
        yield f"{scope}{child.name}", kind, first, child.end_lineno or 0
        yield from _definitions(child, f"{scope}{child.name}.", in_class=is_class)


def read_definitions(outline: Outline) -> set[tuple[str, str, int, int]]:
    """Return the same of an outline."""
    return {
        (each.qualified, each.kind.value, each.first, each.last)
        for each in outline.definitions
        if each.kind.value in {"class", "method", "function"}
    }


def parsed_names(tree: ast.Module) -> set[str]:
    """Return what modules and class bodies bind by assignment, each as the first statement on its line."""
    taken = {each[0] for each in parsed_definitions(tree)}
    names = [*_body_names(tree, "", _imported(tree)), *_class_names(tree, "", _imported(tree))]
    return {name for name, is_inner in names if is_inner or name not in taken}


def _imported(node: ast.AST) -> set[str]:
    """Return what is imported outside functions."""
    found = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            found |= {(each.asname or each.name).partition(".")[0] for each in child.names}
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= _imported(child)
    return found


def _class_names(node: ast.AST, scope: str, imported: set[str]) -> Names:
    for child in ast.iter_child_nodes(node):
        is_definition = isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        inner = f"{scope}{child.name}." if is_definition else scope
        if isinstance(child, ast.ClassDef) and child.body[0].lineno > child.lineno:
            yield from _body_names(child, inner, imported)
        yield from _class_names(child, inner, imported)


def _body_names(node: ast.Module | ast.ClassDef, scope: str, imported: set[str]) -> Names:
    yield from ((f"{scope}{name}", False) for name in _block_names(node.body))
    inner = (f"{scope}{name}" for name in _inner_names(node.body))
    yield from ((name, True) for name in inner if name not in imported)


def _block_names(body: list[ast.stmt]) -> Iterator[str]:
    last = 0
    for statement in body:
        if statement.lineno > last and statement.col_offset == body[0].col_offset:
            yield from _bound(statement)
        last = statement.end_lineno or 0


def _inner_names(body: list[ast.stmt]) -> Iterator[str]:
    """Return what is bound below conditions, attempts and loops that begin a line, on lines of their own."""
    last = 0
    for statement in body:
        if statement.lineno > last and isinstance(statement, _COMPOUND):
            yield from _below(statement)
        last = statement.end_lineno or 0


def _below(statement: ast.stmt) -> Iterator[str]:
    last = statement.lineno
    for block in _blocks(statement):
        if isinstance(block[0], ast.If) and block[0].col_offset == statement.col_offset:
            yield from _below(block[0])  # `elif`
        elif block[0].lineno > last + (last > statement.lineno):  # not on the line of its `else:`
            yield from _block_names(block)
            yield from _inner_names(block)
        last = block[-1].end_lineno or 0


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    yield statement.body  # type: ignore[attr-defined]
    for handler in getattr(statement, "handlers", ()):
        yield handler.body
    yield from filter(None, (getattr(statement, "orelse", ()), getattr(statement, "finalbody", ())))


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.simple:
        yield statement.target.id
    elif isinstance(statement, _ALIAS):
        yield statement.name.id
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            # written without brackets, and of names alone
            if target.col_offset != names[0].col_offset or not all(isinstance(n, ast.Name) for n in names):
                return
            yield from (name.id for name in names if isinstance(name, ast.Name))


def read_names(outline: Outline) -> set[str]:
    """Return the same of an outline; what a method binds on `self` has no header."""
    return {each.qualified for each in outline.definitions if each.kind in NAMES and each.header}


def parsed_imports(tree: ast.Module) -> set[tuple[str, str, str]]:
    """Return imports: module with its leading dots, name taken from it, name bound."""
    found: set[tuple[str, str, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(each.name, "", each.asname or each.name.partition(".")[0]) for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found |= {
                (module, each.name, "" if each.name == "*" else each.asname or each.name)
                for each in node.names
            }
    return found


def read_imports(outline: Outline) -> set[tuple[str, str, str]]:
    """Return the same of an outline."""
    return {(each.module, each.name, each.alias) for each in outline.imports}


def quiet_places(text: bytes) -> tuple[set[int], set[int]]:
    """Return the places of bytes that are code, and of those inside comments and plain strings."""
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = text.decode().split("\n")

    def place(at: tuple[int, int]) -> int:
        return (
            starts[at[0] - 1] + len(lines[at[0] - 1][: at[1]].encode()) if at[0] <= len(lines) else len(text)
        )

    code: set[int] = set()
    quiet: set[int] = set()
    depth = 0  # of f-strings, which Python takes apart from 3.12 on; what is inside them has tests of its own
    for token in tokenize.generate_tokens(io.StringIO(text.decode(), newline="").readline):
        name = tokenize.tok_name[token.type]
        depth += name.endswith("STRING_START") - name.endswith("STRING_END")
        span = range(place(token.start), place(token.end))
        if depth or name.endswith("STRING_END"):
            continue
        if name in {"NAME", "NUMBER", "OP"}:
            code.update(span)
        elif name == "COMMENT":
            quiet.update(span)
        elif name == "STRING" and not set(token.string.split(token.string[-1])[0]) & set("fFtT"):
            opening = token.string.index(token.string[-1]) + 1
            quiet.update(span[opening:-1])
    return code, quiet
