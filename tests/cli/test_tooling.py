"""The project's own test runner and linter, found in Python and Go, and used to verify the plan's steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import make_desk

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = {
    "pyproject.toml": '[project]\nname = "x"\nversion = "1"\n\n[tool.ruff]\nline-length = 100\n\n'
    '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    "src/load.py": "def load():\n    return 1\n",
    "tests/test_load.py": "from src.load import load\n\n\ndef test_load():\n    assert load() == 1\n",
    "Makefile": "lint:\n\truff check .\n",
}
GO = {
    "go.mod": "module x\n\ngo 1.22\n",
    ".golangci.yml": "linters:\n  enable: [govet]\n",
    "pkg/load.go": "package pkg\n\nfunc load() int { return 1 }\n",
    "pkg/load_test.go": 'package pkg\n\nimport "testing"\n\nfunc TestLoad(t *testing.T) {\n\tload()\n}\n',
    "Makefile": "lint:\n\tgolangci-lint run ./...\n",
}
PLAN = """\
## Goal

`load` computes once.

## Context

`{at}:1` computes each time.

## Implementation Plan

- T1: Keep the value in `{at}::load`.
  - Verify: `{test}`
- T2: Say so where it is kept, in `{at}`.
  - Verify: `{lint}`
"""


@pytest.mark.req("S1-31")
@pytest.mark.parametrize(
    ("files", "tools", "at", "test", "lint"),
    [
        (
            PYTHON,
            {"lint": "ruff", "test": "pytest"},
            "src/load.py",
            "python -m pytest tests/test_load.py",
            "ruff check .",
        ),
        (
            GO,
            {"lint": "golangci-lint", "test": "go test"},
            "pkg/load.go",
            "go test ./pkg",
            "golangci-lint run ./...",
        ),
    ],
    ids=["python", "go"],
)
def test_the_runner_and_the_linter_are_found_and_verify_the_steps_of_a_plan(
    tmp_path: Path, files: dict[str, str], tools: dict[str, str], at: str, test: str, lint: str
) -> None:
    desk = make_desk(tmp_path)
    for path, text in files.items():
        desk.folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        desk.folder.joinpath(path).write_text(text)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Begin")
    found = {(each["role"], each["name"]) for each in desk.run("code", "manifest", "--json").json["tools"]}
    assert found >= set(tools.items())
    context = desk.run("context", "Let `load` keep its value", columns=160).out
    assert f"run: {test} (" in context
    assert f"lint: {lint}  (from Makefile:1)" in context

    assert desk.run("new", "Let `load` keep its value", "-k", "collaborate").code == 0
    assert desk.run("say", "--as", "planner", "--kind", "question", "For how long?").code == 0
    assert desk.run("say", "For ever").code == 0
    written = desk.run("write", "--all", "-", stdin=PLAN.format(at=at, test=test, lint=lint))
    assert written.code == 0, written.err
    commands = desk.run("dry-run", "--json").json["commands"]
    assert [" ".join(each["argv"]) for each in commands] == [test, lint]


def test_a_call_that_the_build_server_completes_is_not_shown_as_a_command(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    steps = "jobs:\n  a:\n    steps:\n      - run: meson test -C '${{github.workspace}}/build' --verbose\n"
    workflow = desk.folder / ".github/workflows/ci.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text(steps)
    desk.git("add", "-A")
    shown = desk.run("code", "manifest", columns=160).out
    assert "{{" not in shown
    assert "called in .github/workflows/ci.yml:4" in shown
