"""Git is asked in one place only, because there a hostile repository's hooks and settings are kept out."""

from __future__ import annotations

import ast

import pytest

STARTERS = {"run", "Popen", "call", "check_call", "check_output", "system", "popen"}


def git_calls(tree: ast.Module) -> list[int]:
    """Give the lines that build an argument list starting with git, or hand a shell a git command."""
    return sorted({node.lineno for node in ast.walk(tree) if is_git_argv(node) or is_git_shell(node)})


def is_git_argv(node: ast.AST) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and bool(node.elts) and is_git_word(node.elts[0])


def is_git_shell(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    starts = name in STARTERS or name.startswith(("exec", "spawn", "create_subprocess"))
    return starts and is_git_word(node.args[0])


def is_git_word(node: ast.AST) -> bool:
    text = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return False
    program = text.value.split(" ")[0].rsplit("/", 1)[-1]
    return program in {"git", "git.exe"}


def test_only_the_git_room_runs_git(sources: dict[str, ast.Module]) -> None:
    elsewhere = {path: tree for path, tree in sources.items() if not path.startswith("src/groundplan/git/")}
    found = {path: git_calls(tree) for path, tree in elsewhere.items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        'subprocess.run(["git", "status"])',
        'subprocess.run(("git", "status"))',
        'argv = ["/usr/bin/git", *words]',
        'os.system(f"git log {name}")',
        'subprocess.check_output("git log", shell=True)',
        'os.execvp("git", argv)',
        'asyncio.create_subprocess_exec("git", "log")',
    ],
)
def test_a_call_of_git_is_seen_in_any_spelling(line: str) -> None:
    assert git_calls(ast.parse(line)) == [1]


@pytest.mark.parametrize("line", ['hint = "git checkout -- ."', 'run(["gitk"])', "repository.log(words)"])
def test_words_about_git_are_no_call(line: str) -> None:
    assert git_calls(ast.parse(line)) == []
