"""A version that a build writes: ignored by git, imported by the project, and nothing but a version."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from groundplan.files.plain import read_plain
from groundplan.plan.toml_text import BadToml, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.git.repository import Repository

_LARGEST = 10_000  # bytes
_NAMES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "version __version__ version_tuple __version_tuple__ VERSION_TUPLE "
        "commit_id __commit_id__ COMMIT_ID TYPE_CHECKING __all__"
    ).split()
)
_LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.Load)
# Where the settings of setuptools-scm and hatch-vcs name the file.
_SETTINGS = (
    ("setuptools_scm", "version_file"),
    ("setuptools_scm", "write_to"),
    ("hatch", "build", "hooks", "vcs", "version-file"),
)


def is_version_of_build(repository: Repository, head: str, path: str) -> bool:
    """Tell whether committed settings have a build write this file, and it says nothing but the version."""
    if not path.endswith(".py"):
        return False
    return path in _find_written(repository, head, path) and _is_only_version(repository.root, path)


def _find_written(repository: Repository, head: str, path: str) -> Iterator[str]:
    for folder in PurePosixPath(path).parents:
        text = repository.read_file_at(head, str(folder / "pyproject.toml")) or b""
        try:
            settings: Any = read_toml(text.decode("utf-8", "replace")).get("tool")
        except BadToml:
            continue
        for names in _SETTINGS:
            found = settings
            for name in names:
                found = found.get(name) if isinstance(found, dict) else None
            if isinstance(found, str):
                yield str(folder / found)


def _is_only_version(root: Path, path: str) -> bool:
    try:
        text = read_plain(root / path, most=_LARGEST + 1)
        # As text: bytes would be read in the encoding that a comment in them names, and Python reads bytes.
        parsed = ast.parse(text.decode("ascii"))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    is_bounded = len(text) <= _LARGEST and b"coding" not in text
    return is_bounded and all(_is_of_version(each) for each in parsed.body)


def _is_of_version(statement: ast.stmt) -> bool:
    """Tell whether a statement of a module gives one of a version's names a literal, or a type to one."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.If):  # types, for whoever reads the file and does not run it
        is_idle = isinstance(statement.test, ast.Name) and statement.test.id == "TYPE_CHECKING"
        return is_idle and all(_is_of_version(each) for each in statement.orelse)
    targets: list[ast.expr] = []
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.annotation, ast.Name):
        targets = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    return bool(targets) and all(_is_told(each, statement.value) for each in targets)  # type: ignore[attr-defined]


def _is_told(target: ast.expr, value: ast.expr | None) -> bool:
    if not isinstance(target, ast.Name) or target.id not in _NAMES:
        return False
    if target.id == "TYPE_CHECKING":  # what is below it must not run
        return isinstance(value, ast.Constant) and value.value is False
    is_a_type = isinstance(value, ast.Name) and value.id == "object"
    return value is None or is_a_type or all(isinstance(each, _LITERAL) for each in ast.walk(value))
