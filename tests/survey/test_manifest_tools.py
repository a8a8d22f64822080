"""How to call a repository's tests, linters and type checkers, and the line that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.manifest.facts import Role, Source
from groundplan.survey.manifest.fitness import RELEASES, REWRITES, SHELL, VALUE, WATCHES, gap_of
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.manifest.recognising import bare_call
from groundplan.survey.manifest.shell import join_line, split_line, split_script
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


@pytest.mark.parametrize("sent", ["npm run --prefix=web/ build", "npm run build -w web", "pnpm -C web build"])
def test_a_script_of_another_package_is_not_the_one_of_that_name_here(sent: str) -> None:
    files = {
        "package.json": '{"scripts": {"build": "tsc -p ."}}',
        "web/package.json": '{"scripts": {"build": "docusaurus build"}}',
        ".github/workflows/t.yml": f"jobs:\n  a:\n    steps:\n      - run: {sent}\n",
    }
    assert best(files, Role.TYPES)["tsc"].argv == ("npm", "run", "build")


def test_tox_nox_and_justfile_name_their_tools() -> None:
    files = {
        "tox.ini": "[testenv]\ncommands = pytest {posargs:tests}\n[testenv:types]\ncommands = mypy src\n",
        "noxfile.py": '@nox.session\ndef lint(session):\n    session.run("flake8", "src", env={"A": "b"})\n',
        "justfile": "fmt:\n    black --check .\n",
    }
    assert best(files, Role.TEST)["pytest"].argv == ("pytest", "tests")
    assert best(files, Role.TYPES)["mypy"].argv == ("mypy", "src")
    assert best(files, Role.LINT)["flake8"].argv == ("flake8", "src")
    assert best(files, Role.FORMAT)["black"].argv == ("black", "--check", ".")


def test_options_on_a_further_line_of_a_command_keep_their_dashes() -> None:
    tox = (
        "[testenv]\ncommands =\n    - pytest \\\n      --cov a \\\n      --cov-report html\n    -mypy -p a\n"
    )
    make = "check:\n\t-@ruff check \\\n\t\t--fix\n"
    (script,) = read_manifest(MadeIndex({"tox.ini": tox})).scripts
    assert script.calls == (("pytest", "--cov", "a", "--cov-report", "html"), ("mypy", "-p", "a"))
    assert [each.calls for each in read_manifest(MadeIndex({"Makefile": make})).scripts] == [
        (("ruff", "check", "--fix"),)
    ]


def test_go_has_its_own_test_runner() -> None:
    assert best({"go.mod": "module x\n\ngo 1.23\n"}, Role.TEST)["go test"].argv == ("go", "test", "./...")


def test_a_call_only_the_build_server_can_fill_comes_last_and_is_not_offered() -> None:
    workflow = "jobs:\n  a:\n    steps:\n      - run: pytest ${{ matrix.args }}\n      - run: pytest -x\n"
    calls = read_manifest(MadeIndex({".github/workflows/t.yml": workflow})).tools[0].calls
    assert [each.unfit for each in calls] == ["", VALUE]


@pytest.mark.parametrize(
    "step",
    [
        "- run: cargo check --target armv5te-unknown-linux-musleabi",
        "- run: cargo +nightly check",
        "- run: GOOS=js cargo check",
        "- run: cargo check\n        if: runner.os == 'Windows'",
        "- run: cargo check\n        shell: pwsh",
        "- run: cargo check\n        env:\n          KEY: ${{ secrets.KEY }}",
        "- run: cd elsewhere && cargo check",
        "- run: cargo check $FLAGS",
        "- run: /opt/rust/bin/cargo check",
    ],
)
def test_a_step_bound_to_its_build_server_is_not_offered(step: str) -> None:
    workflow = f"jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      {step}\n"
    manifest = read_manifest(MadeIndex({".github/workflows/t.yml": workflow}))
    assert not [call for tool in manifest.tools for call in tool.calls if not call.unfit]


@pytest.mark.parametrize(
    "job",
    [
        "release:\n    runs-on: ubuntu-latest",
        "a:\n    runs-on: windows-latest",
        "a:\n    services:\n      db:\n        image: x",
        "a:\n    container: alpine",
    ],
)
def test_a_job_for_a_release_another_system_or_a_service_is_not_offered(job: str) -> None:
    workflow = f"jobs:\n  {job}\n    steps:\n      - run: pytest\n"
    (tool,) = read_manifest(MadeIndex({".github/workflows/t.yml": workflow})).tools
    assert [bool(each.unfit) for each in tool.calls] == [True]


@pytest.mark.parametrize(("indent", "unfit"), [(0, ""), (4, ""), (8, "needs a secret")])
def test_only_a_secret_of_its_own_binds_a_step(indent: int, unfit: str) -> None:
    env = f"{' ' * indent}env:\n{' ' * indent}  TOKEN: ${{{{ secrets.TOKEN }}}}\n"
    at = {level: env if level == indent else "" for level in (0, 4, 8)}
    workflow = f"{at[0]}jobs:\n  a:\n{at[4]}    steps:\n      - run: pytest\n{at[8]}"
    (tool,) = read_manifest(MadeIndex({".github/workflows/t.yml": workflow})).tools
    assert tool.calls[0].unfit == unfit


@pytest.mark.parametrize(
    "listing", ["ctest -N", "ctest -S ci.cmake", "ctest -D Nightly", "pytest --collect-only"]
)
def test_a_call_that_lists_tests_or_sends_a_build_somewhere_is_no_test_command(listing: str) -> None:
    workflow = f"jobs:\n  a:\n    steps:\n      - run: {listing}\n"
    assert read_manifest(MadeIndex({".github/workflows/t.yml": workflow})).tools == ()


def test_the_bracket_that_closes_a_subshell_is_no_word_of_its_last_command() -> None:
    assert split_line("(cd build; ctest -V)") == (("cd", "build"), ("ctest", "-V"))
    assert split_line("(pytest)") == (("pytest",),)
    assert split_line("pytest $(cat names)")[0][-1] == ")"


def test_a_step_keeps_its_folder_and_what_it_sets() -> None:
    step = "- run: |\n          cd web\n          pytest\n        env:\n          TZ: UTC\n"
    workflow = f"jobs:\n  a:\n    steps:\n      {step}"
    files = {".github/workflows/t.yml": workflow, "web/a.py": ""}
    call = best(files, Role.TEST)["pytest"]
    assert (call.folder, call.argv, call.unfit) == ("web", ("env", "TZ=UTC", "pytest"), "")
    assert join_line(call.argv) == "TZ=UTC pytest"


@pytest.mark.parametrize(
    ("script", "harm"),
    [
        ("eslint --fix .", REWRITES),
        ("prettier --write . && eslint .", REWRITES),
        ("npm run inner", REWRITES),
        ("eslint . && npm publish", RELEASES),
        ("eslint . && vitest", WATCHES),
    ],
)
def test_a_script_that_changes_publishes_or_watches_is_not_offered(script: str, harm: str) -> None:
    package = f'{{"scripts": {{"lint": "{script}", "inner": "eslint . --fix"}}}}'
    manifest = read_manifest(MadeIndex({"package.json": package}))
    calls = [call for tool in manifest.tools if tool.name == "eslint" for call in tool.calls]
    assert {call.unfit for call in calls if call.argv[-1] == "lint"} == {harm}


def test_a_call_that_is_bound_in_one_place_is_offered_from_another() -> None:
    workflow = "jobs:\n  a:\n    runs-on: macos-latest\n    steps:\n      - run: npm test\n"
    files = {".github/workflows/t.yml": workflow, "package.json": '{"scripts": {"test": "jest"}}'}
    call = best(files, Role.TEST)["jest"]
    assert (call.argv, call.unfit, str(call.at)) == (("npm", "test"), "", "package.json:1")


def test_a_test_script_of_unknown_words_is_offered_by_its_name() -> None:
    files = {"package.json": '{"scripts": {"test": "node all.js"}, "devDependencies": {"mocha": "1"}}'}
    assert {name: call.argv for name, call in best(files, Role.TEST).items()} == {
        "test script": ("npm", "test")
    }


def test_a_pattern_for_scripts_is_no_place_on_another_machine() -> None:
    package = '{"scripts": {"test": "pnpm run /^test:/", "test:a": "bnt"}}'
    assert best({"package.json": package}, Role.TEST)["test script"].argv == ("npm", "test")
    away = '{"scripts": {"test": "bnt /home/me/a"}}'
    assert best({"package.json": away}, Role.TEST) == {}


def test_a_part_of_the_suite_gives_way_to_the_whole() -> None:
    workflow = "jobs:\n  a:\n    steps:\n      - run: cargo test -p cart\n"
    files = {".github/workflows/t.yml": workflow, "Cargo.toml": '[workspace]\nmembers = ["cart"]\n'}
    assert best(files, Role.TEST)["cargo test"].argv == ("cargo", "test")


def test_a_formatter_is_offered_only_where_it_checks() -> None:
    files = {"justfile": "fmt:\n    black .\nfmt-check:\n    black --check .\n"}
    calls = read_manifest(MadeIndex(files)).tools[0].calls
    assert [(each.argv, each.unfit) for each in calls] == [
        (("black", "--check", "."), ""),
        (("black", "."), REWRITES),
    ]


def test_a_make_variable_is_filled_where_its_value_is_literal_else_the_target_is_called() -> None:
    makefile = """
        GO ?= go
        FLAGS := -race
        ALL := $(FLAGS) ./...
        PACKAGES ?= $(shell $(GO) list ./...)
        test:
        \t$(GO) test $(ALL)
        vet:
        \t$(GO) vet $(PACKAGES)
        """
    files = {"Makefile": makefile, "go.mod": "module x\n"}
    assert best(files, Role.TEST)["go test"].argv == ("go", "test", "-race", "./...")
    assert best(files, Role.LINT)["go vet"].argv == ("make", "vet")


def test_a_make_variable_that_is_set_twice_is_not_literal() -> None:
    makefile = "F = -a\nifdef X\nF = -b\nendif\nvet:\n\tgo vet $(F) ./...\n"
    assert best({"Makefile": makefile, "go.mod": "module x\n"}, Role.LINT)["go vet"].argv == ("make", "vet")


@pytest.mark.parametrize(
    ("files", "argv"),
    [
        ({"pnpm-lock.yaml": ""}, ("pnpm", "test")),
        ({"yarn.lock": ""}, ("yarn", "test")),
        ({"bun.lock": ""}, ("bun", "run", "test")),
        ({}, ("npm", "test")),
    ],
)
def test_a_script_is_run_by_the_package_manager_of_its_lock(
    files: dict[str, str], argv: tuple[str, ...]
) -> None:
    package = {"package.json": '{"scripts": {"test": "TZ=UTC jest"}}'}
    assert best({**files, **package}, Role.TEST)["jest"].argv == argv


def test_the_manager_a_package_names_goes_before_a_lock() -> None:
    files = {"package.json": '{"packageManager": "pnpm@9.1.0", "scripts": {"test": "jest"}}', "yarn.lock": ""}
    assert best(files, Role.TEST)["jest"].argv == ("pnpm", "test")


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
        (1, ("env", "FOO=1", "ruff", "check", "src")),
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


def test_a_text_that_a_script_writes_and_a_step_of_another_language_are_no_commands() -> None:
    here = "cat > a <<'EOF'\nwritable = yes\nEOF\nmake test <<<\"x\"\ncat <<-END\n\truff check\n\tEND\nmypy"
    assert [argv[0] for _, argv in split_script(here)] == ["cat", "make", "cat", "mypy"]
    step = "jobs:\n  a:\n    steps:\n      - run: import os\n        shell: {}\n      - run: pytest\n"
    for shell, expected in (("python", ["pytest"]), ("bash", ["import os", "pytest"])):
        manifest = read_manifest(MadeIndex({".github/workflows/a.yml": step.format(shell)}))
        assert [each.text for each in manifest.scripts] == expected


def test_a_package_of_another_ecosystem_is_not_the_tool_of_its_name() -> None:
    assert "mocha" not in best({"Gemfile": "gem 'mocha'\n"}, Role.TEST)
    assert "mocha" in best({"package.json": '{"devDependencies": {"mocha": "1"}}'}, Role.TEST)


@pytest.mark.parametrize(
    ("files", "role", "tool"),
    [
        ({"package.json": '{"devDependencies": {"typescript": "5"}}'}, Role.TYPES, "tsc"),
        ({"package.json": '{"devDependencies": {"eslint": "9"}}'}, Role.LINT, "eslint"),
        ({"package.json": '{"devDependencies": {"x": "1"}}', ".prettierrc.js": ""}, Role.FORMAT, "prettier"),
    ],
)
def test_a_tool_that_is_not_both_declared_and_configured_has_no_usual_call(
    files: dict[str, str], role: Role, tool: str
) -> None:
    assert tool not in best(files, role)


def test_a_tool_with_its_settings_has_its_usual_call() -> None:
    files = {"package.json": '{"devDependencies": {"typescript": "5"}}', "tsconfig.json": "{}"}
    assert best(files, Role.TYPES)["tsc"].argv == ("npx", "tsc", "--noEmit")


@pytest.mark.parametrize(
    ("script", "role", "tool"),
    [
        ("tslint -c tslint.json src/**/*.ts", Role.LINT, "tslint"),
        ("eslint --config=none.js .", Role.LINT, "eslint"),
        ("tsc -p tsconfig.lib.json", Role.TYPES, "tsc"),
        ("tsc", Role.TYPES, "tsc"),
        ("tslint .", Role.LINT, "tslint"),
    ],
)
def test_a_script_that_needs_files_or_packages_that_are_not_there_is_not_offered(
    script: str, role: Role, tool: str
) -> None:
    files = {
        "package.json": '{"devDependencies": {"eslint": "9", "typescript": "5"}}',
        "packages/a/package.json": f'{{"scripts": {{"run-it": "{script}"}}}}',
    }
    assert best(files, role)[tool].unfit


def test_what_is_called_after_its_role_goes_before_what_does_more() -> None:
    scripts = '"format:check": "biome check .", "lint:check": "biome lint ."'
    steps = "      - run: npm run format:check\n      - run: npm run lint:check\n"
    files = {
        "package.json": f'{{"scripts": {{{scripts}}}, "devDependencies": {{"@biomejs/biome": "1"}}}}',
        ".github/workflows/a.yml": f"jobs:\n  a:\n    steps:\n{steps}",
    }
    assert best(files, Role.LINT)["biome"].argv == ("npm", "run", "lint:check")


def test_a_call_with_less_than_the_usual_features_is_a_part() -> None:
    steps = "      - run: cargo test --workspace --exclude a\n      - run: cargo test --no-default-features\n"
    files = {
        "Cargo.toml": '[package]\nname = "x"\n',
        ".github/workflows/a.yml": f"jobs:\n  a:\n    steps:\n{steps}",
    }
    assert best(files, Role.TEST)["cargo test"].argv == ("cargo", "test", "--workspace", "--exclude", "a")


@pytest.mark.parametrize("applied", ['kotlin("multiplatform")', 'id("org.jetbrains.kotlin.multiplatform")'])
def test_a_build_for_several_platforms_has_no_task_called_test(applied: str) -> None:
    files = {
        "settings.gradle.kts": 'include(":core")\n',
        "gradlew": "x\n",
        "core/build.gradle.kts": f"plugins {{\n    {applied}\n}}\n",
    }
    assert best(files, Role.TEST) == {}
    ci = {".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - run: ./gradlew allTests\n"}
    assert best({**files, **ci}, Role.TEST)["gradle allTests"].argv == ("./gradlew", "allTests")


def test_source_sets_for_several_platforms_show_them_without_a_word_in_the_build() -> None:
    files = {
        "settings.gradle.kts": 'include(":core")\n',
        "gradlew": "x\n",
        "core/build.gradle.kts": "plugins {\n    `own-conventions`\n}\n",
        "core/src/commonMain/kotlin/A.kt": "class A\n",
    }
    assert best(files, Role.TEST) == {}


def test_a_solution_of_another_language_is_not_tested_by_dotnet() -> None:
    assert best({"a.sln": "", "a.vcxproj": "<Project/>"}, Role.TEST) == {}
    assert "dotnet test" in best({"a.sln": "", "a/a.csproj": "<Project/>"}, Role.TEST)


def test_the_script_called_test_goes_before_one_for_a_part() -> None:
    scripts = '"test": "run-s unit web", "unit": "node bin/run.js", "web:e2e": "playwright test"'
    files = {"package.json": f'{{"scripts": {{{scripts}}}}}', "playwright.config.ts": ""}
    (first, *_) = read_manifest(MadeIndex(files)).tools_for(Role.TEST)
    assert first.calls[0].argv == ("npm", "test")


def test_a_call_that_asks_for_the_version_checks_nothing() -> None:
    package = '{"scripts": {"tsc": "tsc --noEmit"}}'
    step = "jobs:\n  a:\n    steps:\n      - run: yarn tsc --version\n"
    files = {"package.json": package, "yarn.lock": "", ".github/workflows/a.yml": step}
    assert best(files, Role.TYPES)["tsc"].argv == ("yarn", "run", "tsc")


def test_a_step_in_the_folder_of_another_project_shows_no_call_of_this_one() -> None:
    step = "jobs:\n  a:\n    steps:\n      - run: mvn test\n        working-directory: other\n"
    files = {"pom.xml": "<project><artifactId>a</artifactId></project>", ".github/workflows/a.yml": step}
    assert best(files, Role.TEST)["mvn test"].at.path == "pom.xml"


def test_a_call_of_literals_is_not_said_to_hold_a_value_of_the_build_server() -> None:
    assert gap_of(("dotnet", "test", "/p:Include=[Flurl]*")) == SHELL
    assert gap_of(("dotnet", "test", "-c", "${{ matrix.kind }}")) == VALUE


def test_fuzzing_for_a_while_is_no_run_of_the_tests() -> None:
    workflow = "jobs:\n  a:\n    steps:\n      - run: go test ./src/ -fuzz=FuzzIndex -fuzztime=5s\n"
    files = {".github/workflows/ci.yml": workflow, "go.mod": "module example.org/x\n\ngo 1.22\n"}
    calls = [call for tool in read_manifest(MadeIndex(files)).tools for call in tool.calls]
    assert [bool(call.unfit) for call in calls if "-fuzz=FuzzIndex" in call.argv] == [True]


def test_a_benchmark_is_no_test_command() -> None:
    files = {"Justfile": "compare:\n    uv run pytest bench --benchmark-compare\n"}
    assert read_manifest(MadeIndex(files)).tools_for(Role.TEST) == ()
    files = {"Justfile": "all:\n    uv run pytest --benchmark-disable\n"}
    assert [each.name for each in read_manifest(MadeIndex(files)).tools_for(Role.TEST)] == ["pytest"]


def test_a_word_that_the_shell_puts_something_for_is_not_quoted_away() -> None:
    line = "dotnet format --exclude ~/.nuget -C $BUILD_TYPE"
    assert join_line(split_line(line)[0]) == line
    assert join_line(("ctest", "-R", "^a b$", "$KIND now")) == "ctest -R '^a b$' \"$KIND now\""
