"""The test file to add is named as this repository names its tests, and run by its own runner."""

from __future__ import annotations

import pytest
from made_pack import make_pack

from groundplan.evidence.commands import run_for
from groundplan.evidence.targets.tests import name_test

LABELLED = 'parser.add_argument("modules", nargs="*")\n'
A_TEST = "\ndef test_it():\n    pass\n"


@pytest.mark.parametrize(
    ("code", "tests", "expected"),
    [
        ("src/shop/a.py", [], "tests/test_a.py"),
        ("src/shop/a.py", ["tests/test_b.py"], "tests/test_a.py"),
        ("src/shop/web/a.py", ["tests/web/test_b.py", "tests/core/test_c.py"], "tests/web/test_a.py"),
        ("shop/a.py", ["tests/unit/b_test.py"], "tests/unit/a_test.py"),
        ("shop/web/__init__.py", ["tests/test_b.py"], "tests/test_web.py"),
        ("pkg/router.go", ["pkg/tree_test.go"], "pkg/router_test.go"),
        ("main.go", [], "main_test.go"),
        ("src/a.ts", ["src/b.spec.ts"], "src/a.spec.ts"),
        ("src/a.ts", ["src/__tests__/b.test.ts"], "src/__tests__/a.test.ts"),
        ("packages/x/src/a.ts", ["packages/x/__tests__/b.spec.ts"], "packages/x/__tests__/a.spec.ts"),
        ("lib/a.js", ["test/b.test.js"], "test/a.test.js"),
        ("src/Card.vue", ["src/b.test.ts"], "src/Card.test.ts"),
        ("style.css", ["tests/test_b.py"], ""),
    ],
)
def test_a_test_file_stands_where_the_others_do(code: str, tests: list[str], expected: str) -> None:
    assert name_test(code, tests) == expected


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        (
            {"pyproject.toml": "[tool.pytest.ini_options]\n"},
            "tests/test_a.py",
            "python -m pytest tests/test_a.py",
        ),
        (
            {"tox.ini": "[testenv]\ncommands = pytest -q tests\n"},
            "tests/test_a.py",
            "python -m pytest tests/test_a.py",
        ),
        (
            {"Makefile": "test:\n\tuv run pytest tests -n 4\n"},
            "tests/test_a.py",
            "uv run pytest tests/test_a.py",
        ),
        (
            {"tests/runtests.py": LABELLED, "tox.ini": "[testenv]\ncommands = python tests/runtests.py\n"},
            "tests/queries/test_q.py",
            "python tests/runtests.py queries.test_q",
        ),
        (
            {"tests/test_a.py": f"import unittest\n{A_TEST}", "Makefile": "test:\n\tpython -m unittest\n"},
            "tests/test_a.py",
            "python -m unittest tests.test_a",
        ),
        ({"go.mod": "module shop\n"}, "pkg/a_test.go", "go test ./pkg"),
        ({"go.mod": "module shop\n"}, "a_test.go", "go test ."),
        (
            {
                "package.json": '{"devDependencies": {"vitest": "1"}}',
                "src/a.test.ts": 'import { test } from "vitest"\ntest("a", () => {})\n',
            },
            "src/a.test.ts",
            "npx vitest run src/a.test.ts",
        ),
        (
            {
                "package.json": '{"scripts": {"test": "vitest"}}',
                "bun.lock": "{}",
                "benchmarks/jsx/yarn.lock": "# yarn lockfile v1\n",
            },
            "src/a.test.ts",
            "bunx vitest run src/a.test.ts",
        ),
        (
            {"package.json": '{"scripts": {"test": "vitest"}}', "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"},
            "src/a.test.ts",
            "pnpm exec vitest run src/a.test.ts",
        ),
        ({"package.json": '{"scripts": {"test": "jest --ci"}}'}, "a.test.js", "npx jest a.test.js"),
    ],
)
def test_one_test_file_is_run_by_the_repositorys_own_runner(
    files: dict[str, str], path: str, expected: str
) -> None:
    run = run_for(make_pack("Fix it", files), path)
    assert run is not None
    assert run.line == expected


def test_what_the_profile_calls_goes_before_what_is_read() -> None:
    from groundplan.plan.config import Config, Profile

    pack = make_pack("Fix it", {"pyproject.toml": "[tool.pytest.ini_options]\n[tool.mypy]\n"})
    pack.config = Config(profile=Profile(commands={"test": "make check"}))
    assert [(each.role, each.line) for each in pack.commands] == [("test", "make check"), ("types", "mypy")]
