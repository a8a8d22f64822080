"""A file or function past these sizes is two subjects: name them and split."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60


def long_functions(tree: ast.Module, most: int) -> list[str]:
    """Name the functions of a module that are longer than that, docstring apart."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
            lines = (node.end_lineno or node.lineno) - body[0].lineno + 1
            if lines > most:
                found.append(f"{node.name}:{node.lineno} has {lines} lines")
    return found


def test_no_file_holds_two_subjects(root: Path) -> None:
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in (root / "src").rglob("*.py")
    }
    assert {path: lines for path, lines in lengths.items() if lines > MOST_FILE_LINES} == {}


def test_no_function_does_two_things(sources: dict[str, ast.Module]) -> None:
    found = {path: long_functions(tree, MOST_FUNCTION_LINES) for path, tree in sources.items()}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_function_is_measured_without_its_docstring() -> None:
    tree = ast.parse('def f():\n    """One.\n\n    Two.\n    """\n    a = 1\n    b = 2\n    return a + b\n')
    assert long_functions(tree, 3) == []
    assert long_functions(tree, 2) == ["f:1 has 3 lines"]
