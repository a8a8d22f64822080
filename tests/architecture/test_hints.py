"""Commands in hints are data below the command line, and each of them can be typed."""

from __future__ import annotations

import ast
import re

import pytest
from typed_calls import parse_call

from groundplan.cli.catalogue import COMMANDS

SPELLED = re.compile(rf"groundplan ({'|'.join(COMMANDS)})\b")
# Files that users or their agents read, whoever started groundplan and by which name.
DOCUMENTS = {"src/groundplan/playbooks/starter.py", "src/groundplan/hosts/hook_entry.py"}


def spelled_commands(tree: ast.Module) -> list[str]:
    """Find the strings that spell a command; docstrings may."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        f"line {node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node not in docstrings
        and SPELLED.search(node.value)
    ]


def named_commands(tree: ast.Module) -> list[list[str]]:
    """Return the words of each command that `run(…)` makes; what is computed is an `x`."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "run"
    ]
    return [[word for part in call.args for word in _words(part)] for call in calls if call.args]


def _words(part: ast.expr) -> list[str]:
    if isinstance(part, ast.Dict):
        names = [key.value for key in part.keys if isinstance(key, ast.Constant)]
        values = [value.value if isinstance(value, ast.Constant) else "x" for value in part.values]
        pairs = zip(names, values, strict=True)
        return [word for name, value in pairs for word in (f"--{name}", *([] if value is True else [value]))]
    return [part.value] if isinstance(part, ast.Constant) else ["x"]


def test_no_text_below_the_command_line_spells_a_command(sources: dict[str, ast.Module]) -> None:
    below = {path: tree for path, tree in sources.items() if "/cli/" not in path and path not in DOCUMENTS}
    found = {path: spelled_commands(tree) for path, tree in below.items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_spelled_command_is_seen_in_code_and_not_in_a_docstring() -> None:
    assert spelled_commands(ast.parse('hint = f"Run `groundplan write {key}`"')) == [
        "line 1: Run `groundplan write "
    ]
    assert spelled_commands(ast.parse('"""As `groundplan check` does."""\nx = "groundplan writes it"')) == []


def test_every_command_in_a_hint_can_be_typed(sources: dict[str, ast.Module]) -> None:
    users = {
        path: tree
        for path, tree in sources.items()
        if any(
            isinstance(node, ast.ImportFrom)
            and node.module == "groundplan.plan.hint"
            and "run" in {alias.name for alias in node.names}
            for node in ast.walk(tree)
        )
    }
    named = [(path, words) for path, tree in users.items() for words in named_commands(tree)]
    assert len(named) > 60
    wrong = []
    for path, (command, *words) in named:
        if "--help" in words or command == "x":  # a computed one
            continue  # it ends the parsing, and every command has it
        try:
            parse_call([*command.split(), *words])
        except Exception as error:  # noqa: BLE001 - whatever a parser says
            wrong.append(f"{path}: {command} {words}: {error}")
    assert wrong == []


@pytest.mark.parametrize("line", ['run("chek")', 'run("check", {"fixx": True})', 'run("answer")'])
def test_a_command_that_cannot_be_typed_is_seen(line: str) -> None:
    ((command, *words),) = named_commands(ast.parse(line))
    with pytest.raises(Exception, match=r"chek|fixx|Missing|TEXT"):
        parse_call([command, *words])
