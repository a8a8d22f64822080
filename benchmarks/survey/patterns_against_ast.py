"""Hold the counts of `patterns` against Python's own parser, and say how far each number is off.

python benchmarks/survey/patterns_against_ast.py PATH_TO_REPOSITORY…
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections import Counter
from pathlib import Path

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.survey.patterns.finding import find_patterns
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part

BROAD = {"Exception", "BaseException"}
FIXTURES = {"pytest.fixture", "fixture", "pytest_asyncio.fixture"}


def main(paths: list[str]) -> None:
    """Print one table per repository."""
    with tempfile.TemporaryDirectory() as cache:
        for path in paths:
            index = open_index(find_repository(Path(path)), cache=Path(cache))
            index.refresh()
            ours = counts_of_patterns(index)
            truth: Counter[str] = Counter()
            for each in index.paths():
                kind = part(each)
                if each.endswith(".py") and kind in {Part.CODE, Part.TEST}:
                    count_file(index.text(each) or b"", truth, is_test=kind is Part.TEST)
            print(f"\n{path}\n{'what':45} {'ours':>7} {'ast':>7}  off by")
            for what in sorted(truth | ours):
                off = abs(ours[what] - truth[what]) / max(1, truth[what])
                print(f"{what:45} {ours[what]:7} {truth[what]:7}  {off:.1%}")
            index.close()


def counts_of_patterns(index: object) -> Counter[str]:
    """Return the numbers that the patterns of Python state."""
    found: Counter[str] = Counter()
    names = {
        "`except` clauses": {
            "name what they catch": "except named",
            "catch `Exception`": "except broad",
            "are bare": "except bare",
        },
        "functions": {
            "are async": "functions async",
            "are synchronous": "functions sync",
            "say what they return": "returns typed",
            "do not say what they return": "returns untyped",
        },
        "files": {"start with `from __future__ import annotations`": "future import"},
        "public functions": {"have a doc comment": "documented", "have no doc comment": "undocumented"},
        "assertions": {"assert statements": "assert statements"},
    }
    for each in find_patterns(index):  # type: ignore[arg-type]
        if each.language != "Python":
            continue
        for practice in each.practices:
            name = names.get(each.what, {}).get(practice.does)
            if name:
                found[name] += practice.count
        if each.what == "`raise` statements":
            found["raise statements"] = each.total
        elif each.what == "fixtures":
            found["fixtures"] = each.total
        elif each.what == "uses of markers":
            found["markers"] = each.total
        elif each.what == "tests" and each.is_listing:
            found["tests"] = each.total
    return found


def count_file(text: bytes, truth: Counter[str], *, is_test: bool) -> None:
    """Add what the parser sees in one file."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        truth["(files this Python cannot parse)"] += 1
        return
    if is_test:
        count_test(tree, truth)
        return
    truth["future import"] += any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(one.name == "annotations" for one in node.names)
        for node in tree.body
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            truth[f"except {caught(node)}"] += 1
        elif isinstance(node, ast.Raise):
            truth["raise statements"] += 1
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            truth[f"functions {'async' if isinstance(node, ast.AsyncFunctionDef) else 'sync'}"] += 1
            if not node.name.startswith("__"):
                truth[f"returns {'typed' if node.returns else 'untyped'}"] += 1
                if not node.name.startswith(("_", "test")):
                    truth[
                        "documented" if ast.get_docstring(node, clean=False) is not None else "undocumented"
                    ] += 1


def caught(node: ast.ExceptHandler) -> str:
    """Return whether a handler is bare, broad or names what it catches."""
    if node.type is None:
        return "bare"
    parts = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return "broad" if any(ast.unparse(each) in BROAD for each in parts) else "named"


def count_test(tree: ast.Module, truth: Counter[str]) -> None:
    """Add the tests, assertions, fixtures and markers of one test file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            truth["assert statements"] += 1
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [
                ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in node.decorator_list
            ]
            truth["markers"] += sum(name.startswith("pytest.mark.") for name in names)
            if not isinstance(node, ast.ClassDef):
                truth["fixtures"] += any(name in FIXTURES for name in names)
                truth["tests"] += node.name.startswith("test")


if __name__ == "__main__":
    main(sys.argv[1:])
