"""A proposed profile is true or silent: each value is declared where it says; the rest are remarks."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from made_index import MadeIndex

from groundplan.evidence.profile.proposing import propose
from groundplan.plan.config import read_config

PYTHON = """
    [project]
    name = "store"
    dependencies = ["asyncpg>=0.30"]

    [project.optional-dependencies]
    api = ["fastapi"]
    dev = ["flask"]

    [dependency-groups]
    mysql = ["asyncmy"]
    test = ["aiosqlite"]

    [tool.pytest.ini_options]
    markers = ["slow: takes long", "asyncpg"]
    """


def proposed(files: dict[str, str]) -> dict[str, Any]:
    """Return the table that would be set."""
    text = propose(MadeIndex(files)).toml
    table = tomllib.loads(text).get("profile", {}) if text else {}
    read_config({"profile": table})
    return table


def sources(files: dict[str, str]) -> dict[str, str]:
    """Return where each value comes from."""
    return {f"{'.'.join(each.key)} {each.text}": str(each.at) for each in propose(MadeIndex(files)).values}


@pytest.mark.req("S2-24")
def test_databases_and_frameworks_are_those_declared_for_the_product_or_offered_with_it() -> None:
    found = proposed({"pyproject.toml": PYTHON})
    assert found["axes"]["databases"] == ["PostgreSQL", "MySQL"]
    assert found["axes"]["frameworks"] == ["FastAPI"]
    assert found["databases"] == {
        "PostgreSQL": {"drivers": ["asyncpg"]},
        "MySQL": {"drivers": ["asyncmy"]},
    }


def test_what_only_developers_need_is_a_remark() -> None:
    text = propose(MadeIndex({"pyproject.toml": PYTHON})).toml
    assert '# "SQLite", # pyproject.toml:11, aiosqlite, declared for `test` only' in text
    assert '# "Flask", # pyproject.toml:7, flask, declared for `dev` only' in text


def test_every_value_names_the_line_that_says_so() -> None:
    found = sources({"pyproject.toml": PYTHON})
    assert found["name store"] == "pyproject.toml:2"
    assert found["axes.databases PostgreSQL"] == "pyproject.toml:3"
    assert found["axes.extras api"] == "pyproject.toml:6"
    assert found["axes.markers slow"] == "pyproject.toml:14"
    assert (
        '"PostgreSQL", # pyproject.toml:3, asyncpg\n' in propose(MadeIndex({"pyproject.toml": PYTHON})).toml
    )


def test_a_package_of_another_ecosystem_is_another_package() -> None:
    cargo = '[package]\nname = "x"\n\n[dependencies]\nclick = "1"\nreact = "1"\n'
    assert "axes" not in proposed({"Cargo.toml": cargo})


def test_an_http_client_is_no_framework() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "x"\n\n[project.optional-dependencies]\nfast = ["aiohttp"]\n'
    }
    assert "frameworks" not in proposed(files)["axes"] or not proposed(files)["axes"]["frameworks"]
    assert "aiohttp, an HTTP client, too" in propose(MadeIndex(files)).toml


@pytest.mark.parametrize("folder", ["site", "diesel_bench", "myapp", "packages/e2e", "integrations/react-14"])
def test_what_a_website_a_benchmark_or_a_sample_declares_is_not_the_projects(folder: str) -> None:
    files = {
        "package.json": '{"name": "kit", "workspaces": ["packages/*", "integrations/*"]}',
        f"{folder}/package.json": '{"name": "side", "dependencies": {"react": "19"}}',
    }
    assert proposed(files).get("axes", {}).get("frameworks", []) == []


def test_a_member_of_the_workspace_is_the_project() -> None:
    files = {
        "package.json": '{"name": "kit", "workspaces": ["packages/*"]}',
        "packages/ui/package.json": '{"name": "ui", "peerDependencies": {"react": "19"}}',
    }
    assert proposed(files)["axes"]["frameworks"] == ["React"]


def test_a_sample_application_beside_a_gemfile_is_not_the_project() -> None:
    files = {"Gemfile": 'gem "rake"\n', "myapp/Gemfile": 'gem "sqlite3"\n'}
    assert proposed(files).get("axes", {}).get("databases", []) == []


def test_a_gemfile_beside_a_gemspec_serves_developers() -> None:
    assert proposed({"Gemfile": 'gem "redis"\n'})["axes"]["databases"] == ["Redis"]
    assert proposed({"Gemfile": 'gem "redis"\n', "x.gemspec": "#"})["axes"]["databases"] == []


GO = "module example.org/x\n\nrequire github.com/lib/pq v1.10.9\n"


def test_a_go_module_that_only_tests_import_is_no_database_of_the_product() -> None:
    used = 'package main\n\nimport _ "github.com/lib/pq"\n'
    assert proposed({"go.mod": GO, "main.go": used})["axes"]["databases"] == ["PostgreSQL"]
    assert proposed({"go.mod": GO, "main_test.go": used})["axes"]["databases"] == []


def test_of_two_names_at_the_top_none_is_the_projects() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "openai"\n',
        "package.json": '{"name": "openai-tooling", "private": true}',
    }
    assert "name" not in proposed(files)
    assert "name" not in proposed({"package.json": '{"name": "root", "devDependencies": {"x": "1"}}'})


def test_a_script_named_for_its_role_is_the_command_and_ci_a_remark() -> None:
    files = {
        "Makefile": "test:\n\tpytest tests\n\ndocs:\n\tsphinx-build docs out\n",
        ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: pytest -q\n",
    }
    assert proposed(files)["commands"] == {"test": "make test", "docs": "make docs"}
    assert '# test = "pytest -q" # .github/workflows/ci.yml:4' in propose(MadeIndex(files)).toml


@pytest.mark.parametrize(
    "run",
    [
        "cargo test --target wasm32-unknown-unknown",
        "uv run pytest tests/test_client.py",
        "cd macros && cargo test",
    ],
)
def test_a_call_for_one_platform_folder_or_file_is_not_the_projects(run: str) -> None:
    files = {".github/workflows/ci.yml": f"jobs:\n  a:\n    steps:\n      - run: {run}\n"}
    assert proposed(files).get("commands", {}) == {}


def test_one_of_several_calls_with_settings_of_their_own_is_not_the_projects() -> None:
    steps = "".join(f"      - run: vendor/bin/phpunit -c ci/{name}.xml\n" for name in ("mysql", "sqlite"))
    files = {".github/workflows/ci.yml": f"jobs:\n  a:\n    steps:\n{steps}"}
    assert proposed(files).get("commands", {}) == {}


def test_a_tool_that_a_script_starts_is_called_through_the_script() -> None:
    files = {
        "package.json": '{"name": "kit", "scripts": {\n"prettier": "prettier --check src",\n"build": "tsc"}}',
        "pnpm-lock.yaml": "",
    }
    assert proposed(files)["commands"]["format"] == "pnpm run prettier"


def test_what_a_build_happens_to_call_is_no_type_check() -> None:
    files = {
        "package.json": '{"name": "kit", "scripts": {"build": "pnpm clean && tsc", "clean": "rm -rf dist"}}',
        ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: pnpm build\n",
    }
    assert "pnpm build" not in proposed(files).get("commands", {}).values()


def test_where_two_languages_meet_neithers_tool_tests_the_whole() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "django"\n',
        "package.json": '{"name": "django", "scripts": {"test": "grunt test"}}',
    }
    assert proposed(files).get("commands", {}) == {}


def test_a_tool_that_is_only_configured_is_no_command() -> None:
    assert "commands" not in proposed(
        {"pyproject.toml": '[project]\nname = "x"\n\n[tool.pytest]\n[tool.ruff]\n'}
    )


CONFTEST = """
def pytest_configure(config):
    config.addinivalue_line("markers", "slow: x")
    config.addinivalue_line(
        'markers',
        'net(x): y',
    )
"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "setup.cfg",
            "[tool:pytest]\naddopts = -q\nmarkers =\n    slow: takes long\n    net\n\ntestpaths = t\n",
        ),
        ("pytest.ini", "[pytest]\nmarkers =\n    slow: takes long\n    net\n"),
        ("tests/conftest.py", CONFTEST),
    ],
)
def test_markers_are_those_registered(path: str, text: str) -> None:
    assert proposed({path: text})["axes"]["markers"] == ["slow", "net"]


def test_a_generated_file_says_so_in_the_comment_it_opens_with() -> None:
    files = {
        "a.py": "# Copyright\n#\n# Code generated by x. DO NOT EDIT.\nX = 1\n",
        "b.py": '"""Tables.\n\nThis file is auto-generated by y.\n"""\nX = 1\n',
        "c.ts": "const url = ''\n\n// Generated by `pnpm build`. Do not edit.\nexport const x = 1\n",
        "d.py": 'HEADER = "# Code generated by x. DO NOT EDIT."\n',
    }
    assert proposed(files)["generated"] == ["a.py", "b.py"]
    assert sources(files)["generated a.py"] == "a.py:3"


@pytest.mark.req("S2-08")
def test_pairs_name_their_twin_as_the_rules_read_it() -> None:
    code = "class {0}Client:\n    {1}def get(self): ...\n    {1}def put(self): ...\n"
    files = {"x/_async.py": code.format("Async", "async "), "x/_sync.py": code.format("Sync", "")}
    found = proposed(files)
    assert found["axes"]["pairs"] == ["x/_async.py"]
    assert found["pairs"] == {"x/_async.py": {"source": "`x/_async.py`", "target": "`x/_sync.py`"}}


def test_standards_files_are_guides_before_other_documents() -> None:
    files = {
        "docs/guides/a.md": "# A\n",
        "docs/usage.md": "# U\n",
        "CONTRIBUTING.md": "# C\n",
        "AGENTS.md": "# A\n",
        ".editorconfig": "root = true\n",
    }
    assert proposed(files)["axes"]["guides"] == [
        "`AGENTS.md`",
        "`CONTRIBUTING.md`",
        "`.editorconfig`",
        "`docs/guides/a.md`",
    ]


RULES = """\
# Always a heading

- Never edit
  `_sync.py` by hand.
- Use tabs. You must
  not use spaces.
- so that users don't need casts

```sh
never run this
```
> always a quotation
"""


def test_rules_in_notes_for_agents_are_quoted_with_their_line_and_switched_off() -> None:
    found = [each for each in propose(MadeIndex({"AGENTS.md": RULES})).values if each.key[0] == "standards"]
    assert [(each.text, str(each.at)) for each in found] == [
        ("Never edit `_sync.py` by hand.", "AGENTS.md:3"),
        ("You must not use spaces.", "AGENTS.md:5"),
    ]
    assert "standards" not in proposed({"AGENTS.md": RULES})
    many = "".join(f"- Never do thing number {number}\n" for number in range(30))
    assert propose(MadeIndex({"CLAUDE.md": many})).toml.count("# [[profile.standards]]") == 10


def test_a_commented_rule_becomes_a_standard_when_a_person_takes_the_marks_away() -> None:
    text = propose(MadeIndex({"AGENTS.md": RULES})).toml
    at = text.index("# [[profile.standards]]")
    on = text[:at] + text[at:].replace("# ", "", 3)
    [standard] = read_config(tomllib.loads(on)).profile.standards
    assert standard.text == "Never edit `_sync.py` by hand."


@pytest.mark.parametrize(
    "text",
    [
        'Never say "]\\n[policy]\\napprovals = 1"',
        "Never \x1b[2J clear \u202e the screen \u2028 x",
        "Always keep\ttabs \\ and quotes ''' \"\"\"",
    ],
)
def test_words_of_a_repository_stay_words(text: str) -> None:
    made = propose(MadeIndex({"AGENTS.md": f"- {text}\n", "CONTRIBUTING.md": "# C\n"})).toml
    assert set(tomllib.loads(made)) == {"profile"}
    assert not any(letter in made for letter in "\x1b\u202e\u2028")


def test_a_path_cannot_leave_its_comment() -> None:
    path = "docs/guides/a\n[policy]\n.md"
    made = propose(MadeIndex({path: "# A\n"})).toml
    assert set(tomllib.loads(made)) == {"profile"}


def test_a_secret_is_not_proposed() -> None:
    token = "ghp_" + "a1B2" * 9
    made = propose(MadeIndex({"AGENTS.md": f"- Always use the token {token}\n- Never push to main\n"}))
    assert token not in made.toml
    assert len(made.values) == 2


def test_a_repository_that_shows_nothing_proposes_nothing() -> None:
    assert propose(MadeIndex({"notes.txt": "hello\n"})).toml == ""
