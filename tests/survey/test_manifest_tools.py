"""How to call a repository's tests, linters and type checkers, and the line that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.manifest.facts import Role, Source
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.manifest.recognising import bare_call
from groundplan.survey.manifest.shell import split_line, split_script
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from groundplan.survey.manifest.facts import Call

WORKFLOW = """
    on:
      push:
    jobs:
      test:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
          - name: Install
            run: pip install -e .
          - run: |
              set -e
              make test
              mypy src
    """
MAKEFILE = """
    RUN := uv run

    .PHONY: test lint
    test: build  ## Run the tests
    \t@echo "testing"
    \t@$(RUN) pytest -q

    lint:
    \t$(RUN) ruff check .

    build:
    \tpython -m build
    """


def best(files: dict[str, str], role: Role) -> dict[str, Call]:
    manifest = read_manifest(MadeIndex(files))
    return {each.name: each.calls[0] for each in manifest.tools_for(role)}


def test_ci_is_believed_before_the_makefile_and_the_way_to_the_tool_is_cited() -> None:
    call = best({".github/workflows/ci.yml": WORKFLOW, "Makefile": MAKEFILE}, Role.TEST)["pytest"]
    assert (call.argv, call.source, str(call.at)) == (
        ("make", "test"),
        Source.CI,
        ".github/workflows/ci.yml:12",
    )
    assert [str(each) for each in call.through] == ["Makefile:4"]


def test_a_makefile_is_believed_where_ci_says_nothing() -> None:
    call = best({".github/workflows/ci.yml": WORKFLOW, "Makefile": MAKEFILE}, Role.LINT)["ruff"]
    assert (call.argv, call.source, str(call.at)) == (
        ("uv", "run", "ruff", "check", "."),
        Source.MAKE,
        "Makefile:8",
    )


def test_a_tool_that_is_only_configured_gets_its_plain_call() -> None:
    call = best({"pyproject.toml": "[tool.pytest.ini_options]\n"}, Role.TEST)["pytest"]
    assert (call.argv, call.source, str(call.at)) == (("pytest",), Source.CONFIG, "pyproject.toml:1")


def test_a_hook_is_called_through_pre_commit_because_its_version_is_pinned_there() -> None:
    text = """
        repos:
          - repo: https://github.com/astral-sh/ruff-pre-commit
            rev: v0.9.0
            hooks:
              - id: ruff-format
        """
    call = best({".pre-commit-config.yaml": text}, Role.FORMAT)["ruff"]
    assert call.argv == ("pre-commit", "run", "ruff-format", "--all-files")
    assert str(call.at) == ".pre-commit-config.yaml:5"


def test_npm_scripts_are_followed_to_their_tool() -> None:
    package = '{\n"scripts": {\n"check": "tsc --noEmit",\n"test": "npm run unit",\n"unit": "vitest run"\n}\n}'
    workflow = "jobs:\n  a:\n    steps:\n      - run: pnpm run test\n      - run: pnpm check\n"
    files = {"package.json": package, ".github/workflows/t.yml": workflow}
    test = best(files, Role.TEST)["vitest"]
    assert (test.argv, [str(each) for each in test.through]) == (
        ("pnpm", "run", "test"),
        ["package.json:4", "package.json:5"],
    )
    assert best(files, Role.TYPES)["tsc"].argv == ("pnpm", "check")


def test_tox_nox_and_justfile_name_their_tools() -> None:
    files = {
        "tox.ini": "[testenv]\ncommands = pytest {posargs:tests}\n[testenv:types]\ncommands = mypy src\n",
        "noxfile.py": '@nox.session\ndef lint(session):\n    session.run("flake8", "src", env={"A": "b"})\n',
        "justfile": "fmt:\n    black .\n",
    }
    assert best(files, Role.TEST)["pytest"].argv == ("pytest", "tests")
    assert best(files, Role.TYPES)["mypy"].argv == ("mypy", "src")
    assert best(files, Role.LINT)["flake8"].argv == ("flake8", "src")
    assert best(files, Role.FORMAT)["black"].argv == ("black", ".")


def test_go_has_its_own_test_runner() -> None:
    assert best({"go.mod": "module x\n\ngo 1.23\n"}, Role.TEST)["go test"].argv == ("go", "test", "./...")


def test_a_call_only_the_build_server_can_fill_comes_last() -> None:
    workflow = "jobs:\n  a:\n    steps:\n      - run: pytest ${{ matrix.args }}\n      - run: pytest -x\n"
    calls = read_manifest(MadeIndex({".github/workflows/t.yml": workflow})).tools[0].calls
    assert [each.is_template for each in calls] == [False, True]


def test_scripts_that_call_each_other_end() -> None:
    package = '{"scripts": {"a": "npm run b", "b": "npm run a"}}'
    assert read_manifest(MadeIndex({"package.json": package})).tools == ()


@pytest.mark.parametrize(
    ("argv", "bare"),
    [
        ("uv run --group dev -- python -m pytest -q", "pytest -q"),
        ("poetry run mypy .", "mypy ."),
        ("python3.12 -Wall -X dev -m unittest", "unittest"),
        ("coverage run -m pytest", "pytest"),
        ("npx --yes eslint .", "eslint ."),
        ("./.venv/bin/pytest", "pytest"),
        ("make test", "make test"),
    ],
)
def test_runners_are_taken_off(argv: str, bare: str) -> None:
    assert bare_call(tuple(argv.split())) == tuple(bare.split())


def test_shell_syntax_is_not_a_command() -> None:
    script = (
        "if [ -f x ]; then\n  pytest 'a b' > out.txt 2>&1 && FOO=1 ruff check \\\n  src | tee log  # x\nfi\n"
    )
    assert split_script(script) == (
        (1, ("pytest", "a b")),
        (1, ("ruff", "check", "src")),
        (1, ("tee", "log")),
    )


def test_an_open_quote_does_not_stop_the_reading() -> None:
    assert split_line("pytest 'open") == (("pytest", "'open"),)


def test_yaml_keeps_lines_through_lists_blocks_and_comments() -> None:
    tree = read_tree("a:\n- b: 1 # one\n  c: |\n    x: y\n\n    z\n- [p, 'q']\nd: \"e: f\"\n")
    first, second = tree.children["a"].items
    assert (first.children["b"].text, first.children["c"].text, first.children["c"].line) == (
        "1",
        "x: y\n\nz",
        4,
    )
    assert second.words() == ["p", "q"]
    assert (tree.children["d"].text, tree.children["d"].line) == ("e: f", 8)


@pytest.mark.parametrize("piece", ["- ", "a:\n ", "[", "a: ", "a:\n", "- - [\n"])
def test_hostile_yaml_is_read_in_linear_time(piece: str) -> None:
    assert_linear(lambda count: read_tree(piece * count), 10_000)
