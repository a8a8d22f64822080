"""Commands, tests and versions of a plan held against real code, by build tool: both ways for each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document

if TYPE_CHECKING:
    from pathlib import Path

CARGO = """\
[package]
name = "pump"
version = "2.1.0"
edition = "2021"
rust-version = "1.68"

[features]
std = []

[dependencies]
serde = { version = "1.0.100", optional = true }

[dev-dependencies]
criterion = "0.8"
"""
PYPROJECT = """\
[project]
name = "pump"
requires-python = ">=3.10"

[project.optional-dependencies]
cli = ["rich>=13"]

[dependency-groups]
test = ["pytest>=7.2"]

[tool.pytest.ini_options]
markers = ["slow: takes long"]
"""
TOX = "[tox]\nenvlist = py{310,311}, docs\n\n[testenv:bench]\ncommands = pytest bench\n"
NOX = 'import nox\n\n\n@nox.session(name="type-check")\ndef types(session):\n    session.run("mypy")\n'
RAKE = 'require "bundler/gem_tasks"\nrequire "rake/testtask"\nRake::TestTask.new\n\ntask :bench do\nend\n'
GRADLE = """\
plugins { id("com.diffplug.spotless") version "6.0" }
java { toolchain { languageVersion.set(JavaLanguageVersion.of(17)) } }
dependencies { testImplementation(libs.junit) }
"""
CATALOG = (
    '[versions]\njunit = "4.13.2"\n[libraries]\njunit = { module = "junit:junit", version.ref = "junit" }\n'
)
COMPOSE = "services:\n  db:\n    image: postgres\n  web:\n    build: .\n"
FILES = {
    "Cargo.toml": CARGO,
    "src/lib.rs": "#[cfg(test)]\nmod tests {\n    #[test]\n    fn parses_empty() {}\n}\n",
    "tests/round_trip.rs": "#[test]\nfn keeps_order() {}\n",
    "benches/parse.rs": "fn main() {}\n",
    "examples/show.rs": "fn main() {}\n",
    "pyproject.toml": PYPROJECT,
    "tox.ini": TOX,
    "noxfile.py": NOX,
    "tests/test_pump.py": "class TestPump:\n    def test_flow(self):\n        assert True\n",
    "Rakefile": RAKE,
    "test/test_pump.rb": "def test_level\nend\n",
    "build.gradle.kts": GRADLE,
    "settings.gradle.kts": 'include(":core")\n',
    "gradle/libs.versions.toml": CATALOG,
    "gradlew": "#!/bin/sh\n",
    "src/test/java/PumpTest.java": "class PumpTest {\n  @Test void pumpsWater() {}\n}\n",
    "compose.yaml": COMPOSE,
    "go.mod": "module example.org/pump\n\ngo 1.20\n",
    "pump_test.go": "package pump\n\nfunc TestPump(t *testing.T) {}\n",
    "package.json": json.dumps(
        {"version": "2.1.0", "scripts": {"lint": "eslint ."}, "dependencies": {"eventemitter3": "^5.0.4"}}
    ),
    "web/package.json": json.dumps({"scripts": {"serve": "vite"}}),
    "test/pump.test.ts": 'it("keeps the order of calls", () => {});\n',
    ".nvmrc": "18\n",
    "composer.json": json.dumps({"require": {"php": ">=8.1"}, "scripts": {"analyse": "phpstan"}}),
    "Makefile": "include mk/lint.mk\nbuild:\n\ttrue\ndocker-%:\n\ttrue\n",
    "mk/lint.mk": "lint:\n\ttrue\n",
    "app/Pump.csproj": "<Project></Project>\n",
    "scripts/release.sh": "true\n",
}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> IndexedWorktree:
    home: Path = tmp_path_factory.mktemp("stated")
    made = IndexedWorktree(home / "repo", home / "cache")
    made.root.mkdir()
    made.git("init", "-q")
    for path, text in FILES.items():
        made.put(path, text)
    made.commit()
    return made


def findings(code: IndexedWorktree, text: str) -> list[tuple[str, str]]:
    with open_codebase(code.root) as base:
        done = check_document(base, Written("plan.md", text))
    return [(found.code, found.message) for found in done.findings]


FALSE = {
    "a feature of no crate": ("GP114", "Run `cargo check --features serde1`."),
    "a bench target": ("GP114", "Run `cargo bench --bench parsing`."),
    "an example": ("GP114", "Run `cargo run --example demo`."),
    "a test target": ("GP115", "Run `cargo test --test round`."),
    "a part of a test's name": ("GP115", "Run `cargo test parses_nothing`."),
    "an environment of tox": ("GP114", "`tox -e benches` has to import the new name."),
    "a session of nox": ("GP114", "Run `nox -s typing`."),
    "a task of rake": ("GP114", "Run `bundle exec rake spec`."),
    "a test picked in Ruby": ("GP115", "Run `bundle exec ruby -Itest test/test_pump.rb -n test_levels`."),
    "a module of Gradle": ("GP114", "Run `./gradlew :api:test`."),
    "a task of Gradle": ("GP114", "Run `./gradlew integrationTest`."),
    "a class of tests": ("GP115", "Run `./gradlew test --tests org.pump.PumpsTest`."),
    "a method of tests": ("GP115", 'Run `./gradlew test --tests "*PumpTest.pumpsAir"`.'),
    "another build tool": ("GP114", "Run `mvn verify`."),
    "a service": ("GP114", "Run `docker compose up -d redis`."),
    "a test of Go": ("GP115", "Run `go test ./... -run 'TestPumps|TestPump'`."),
    "a script of the folder": ("GP114", "Run `cd web && npm run lint`."),
    "a script that yarn runs": ("GP114", "Run `yarn typecheck`."),
    "a title": ("GP115", 'Run `npx vitest run test/pump.test.ts -t "drops calls"`.'),
    "a script of Composer": ("GP114", "Run `composer stan`."),
    "a target beside an include": ("GP114", "Run `make lints`."),
    "a project of .NET": ("GP114", "Run `dotnet test app/Pumps.csproj`."),
    "a script by its path": ("GP114", "```sh\nscripts/publish.sh --dry-run\n```\n"),
    "an extra": ("GP114", "Run `pip install -e '.[docs]'`."),
    "a mark": ("GP115", "Run `pytest -m network`."),
    "a word of a test": ("GP115", "Run `pytest -k overflow`."),
    "a folder of tests": ("GP115", "Run `pytest tests/unit`."),
    "a test beside a new one": (
        "GP115",
        "Add `test_drain` (new) in `tests/test_pump.py`. Run `pytest tests/test_pump.py::test_flew`.",
    ),
    "a fence without a name": ("GP114", "```\nnox -s typing\n```\n"),
    "a test to extend": ("GP115", "Extend `test_flows` with a second case."),
    "a test that covers": ("GP115", "Order is covered by `test_order`, levels by `test_level`."),
    "a test that must stay": ("GP115", "`TestPumps` must stay green."),
    "tests under a lead": ("GP115", "Existing tests that must keep passing:\n\n- `test_flows`\n"),
    "a title in words": ("GP115", 'Put it next to the test "keeps the number of calls".'),
    "a script that is said to be there": (
        "GP114",
        "The existing script `types:check` stays. Run `npm run types:check`.",
    ),
    "a target that is a slip away": (
        "GP114",
        "The gate is the target `lints` of the `Makefile`. Run `make lints`.",
    ),
    "a test that is a slip away": ("GP115", "`test_flov` pins it. Run `pytest -k test_flov`."),
    "the least Python": ("GP116", "Python 3.8 is the oldest supported version."),
    "the least Python in other words": ("GP116", "The floor is Python 3.8, so it is not always there."),
    "the declared Go": ("GP116", "The module declares Go 1.23."),
    "an older Go": ("GP116", "We are on Go 1.18."),
    "the least Rust": ("GP116", "The MSRV is 1.70."),
    "a version of Java": ("GP116", "It compiles for Java 11."),
    "a version of Ruby's neighbour": ("GP116", "PHP 7.4 is what we run on."),
    "a version of Node": ("GP116", "We run on Node 16."),
    "a crate": ("GP116", "Benchmarks use criterion 0.5."),
    "a name in backticks": ("GP116", "The dependencies are `eventemitter3` ^4.0.7 and nothing else."),
    "a name of a catalog": ("GP116", "The tests use JUnit 5.10."),
    "its own version": ("GP116", "The version is 1.9.0."),
    "one of a list": ("GP116", "Toolchain: pytest 6, serde 1.0."),
    "a version in quotation marks": ("GP116", "We run on “Python 3.8”."),
    "a version beside a quotation": ("GP116", "After “modernise the whole codebase” we run on Python 3.8."),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_cannot_run_or_is_of_another_version_is_found(code: IndexedWorktree, name: str) -> None:
    wanted, text = FALSE[name]
    assert [found for found, _ in findings(code, text)] == [wanted]


RIGHT = {
    "a variable behind a program of Ruby": "Run `ruby -Ilib exe/pump test TEST=test/test_gone.rb`.",
    "cargo": "`cargo test -p pump --features serde,std --test round_trip`, `cargo test keeps_order`.",
    "a feature to come": "Add a feature `fast` to `Cargo.toml`. Run `cargo test --features fast`.",
    "tox": "`tox -e py311`, `tox -e bench,docs` and `tox -e py310-docs`.",
    "nox": "`nox -s type-check` and `nox -s types`.",
    "rake": "`bundle exec rake test`, `rake bench`, `rake build` and `rake`.",
    "gradle": "`./gradlew :core:test`, `./gradlew spotlessApply`, `./gradlew test --tests '*PumpTest'`.",
    "compose": "`docker compose up -d db web`, `docker compose exec web bash`, `docker compose down`.",
    "go": "`go test -run TestPump ./...` and `go test -bench . -run XXX`.",
    "npm": "`npm run lint`, `cd web && npm run serve`, `yarn install`, `pnpm vitest run`.",
    "a title": 'Run `npx vitest run -t "the order of calls"`.',
    "composer": "`composer analyse`, `composer install`, `composer dump`.",
    "make": "`make lint`, `make docker-build` and `make -j4 build`.",
    "pytest": "`pytest -m 'not slow' tests`, `pytest -k flow`, `pytest --cov src/pump tests/test_pump.py`.",
    "an extra": "`pip install -e '.[cli]'` and `uv pip install -e .`.",
    "a script": "```sh\nscripts/release.sh --dry-run\n```\n",
    "a folder of tests to come": "Create `tests/unit/test_new.py`. Run `pytest tests/unit`.",
    "a test to come": "Write `test_drain`, then extend `test_drain` for the second case.",
    "tests to write": "Tests:\n\n- `test_overflow`: nothing is lost\n- `test_drain`: it ends\n",
    "a script named beside": "`package.json` gets a `types:check` script. Run `npm run types:check`.",
    "a script in a bracket": "Files: `package.json` (script `types:check`). Run `npm run types:check`.",
    "a script as it is written": 'In `package.json`: `"types:check": "tsc"`. Run `npm run types:check`.',
    "a target named beside": "`Makefile`: target `compare`. Run `make compare`.",
    "a test named beside": "`test_drain_twice` pins it. Run `pytest tests/test_pump.py -k drain_twice`.",
    "a test of Go named beside": "`TestDrain` in `pump_test.go` walks. Run `go test -run TestDrain ./...`.",
    "a test by its file": "Tests: `tests/test_pump.py::test_end`. Run `pytest tests/test_pump.py::test_end`.",
    "a target of tests by its file": "| `tests/drain.rs` | table tests | `cargo test --test drain` |",
    "a file of tests named beside": "Cases go into `tests/test_drain.py`. Run `pytest tests/test_drain.py`.",
    "a script by its path named beside": "A script `scripts/same.sh` compares. Run `scripts/same.sh all`.",
    "a test that is missing": "There is no `test_overflow` today; the existing suite stays green.",
    "tests that are there": "Extend `test_flow`. Order is covered by `TestPump`.",
    "versions": "Python 3.10 and 3.12. Go 1.20. JUnit 4.13. Java 17. criterion 0.8. PHP 8.2. Node 16+.",
    "a version of the range": "We use serde 1.0.200 and pytest 8.",
    "a change of versions": "Raise Python to 3.9 and JUnit from 4 to 5. Drop Go 1.18.",
    "what something else requires": "FastAPI requires Python 3.8. The image has Node 12.",
    "words and numbers": "Call serde 3 times, and pytest 2 hours. Step 4, Phase 1.",
    "its own version": "The version is 2.1.0. The next version is 3.0.0.",
    "a commit quoted": "- **Commit:** 01df4cc1fb  2022-11-13  “modernise codebase for Python 3.7”",
    "a short commit quoted": "01df4cc1fb  2022-11-13  “Python 3.7” settled that.",
    "a version of this machine": "Figures are from Go 1.19.8 (measured), Node 22.1.0 and Python 3.8 here.",
    "a version that was tried": "Ran under Ruby 3.1.2 and Node 17.2.0: the suite passes. Tried with PHP 7.4.",
    "what a version does": "Python 3.8 refuses it: Go 1.18 has no generics. On Node 16 the call hangs.",
    "a version moved to": "Move `eventemitter3` to 6.\n\nThe project then uses eventemitter3 6.0.1 here.",
    "a version in a table of moves": "| package | target |\n|--|--|\n| eventemitter3 | 6.0.0 |\n\n"
    "Traps: eventemitter3 6.0.0 wants a newer runtime.",
    "a version of a release": "Version 1.9 came with eventemitter3 4: the project ships another one today.",
    "a version by holding": "It stays single only by holding eventemitter3 at 4.0.1.",
    "a document quoted": "The guide says “it runs on Python 3.7, and `drain()` has two callers”.",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_can_run_or_nobody_can_tell_is_not_found(code: IndexedWorktree, name: str) -> None:
    assert findings(code, RIGHT[name]) == []
