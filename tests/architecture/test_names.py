"""Names that would hide a subject, or tie the engine to one playbook, stay out of the source."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "base", "common", "misc"}
PLAYBOOKS = {"collaborate", "design", "product", "council", "roadmap", "migration"}


def playbook_names(tree: ast.Module) -> list[str]:
    """Find string constants that are the name of a playbook and nothing else."""
    return [
        f"line {node.lineno}: {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lower() in PLAYBOOKS
    ]


def test_every_module_is_named_for_its_subject(sources: dict[str, ast.Module]) -> None:
    named = {path: {PurePosixPath(part).stem for part in PurePosixPath(path).parts} for path in sources}
    assert {path for path, parts in named.items() if parts & EMPTY_NAMES} == set()


def test_no_playbook_is_known_to_the_code_by_name(sources: dict[str, ast.Module]) -> None:
    found = {path: playbook_names(tree) for path, tree in sources.items()}
    assert {path: names for path, names in found.items() if names} == {}


def test_toml_is_read_by_the_one_guarded_reader(sources: dict[str, ast.Module]) -> None:
    importing = {
        path
        for path, tree in sources.items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(each.name == "tomllib" for each in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "tomllib")
    }
    assert {PurePosixPath(path).name for path in importing} == {"toml_text.py"}


def test_a_playbook_name_is_seen_in_code_and_not_in_prose() -> None:
    assert playbook_names(ast.parse('if plan.playbook == "design":\n    pass')) == ["line 1: 'design'"]
    assert playbook_names(ast.parse('"""A design of the plan."""\ndesign = "the design stage"')) == []
