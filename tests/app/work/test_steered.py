"""Settings that no commit has and a tool reads: refused where they replace what runs, else named."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, FIXED

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

BROKEN = "def total(prices):\n    return -1\n" + COUNT
TASK = "- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `make test` passes\n"


def ignore(bench: Bench, files: dict[str, str | None]) -> None:
    (bench.root / ".git/info/exclude").write_text("".join(f"/{path}\n" for path in files))
    bench.put(files)


REPLACING = {
    ".cargo/config.toml": '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n',
    ".cargo/config": '[alias]\ntest = "version"\n',
    "rust-toolchain.toml": '[toolchain]\npath = "/tmp/fake"\n',
    ".config/nextest.toml": "[profile.default]\nretries = 9\n",
    ".npmrc": "registry = https://example.org\nscript-shell = /bin/true\n",
    "shop/.npmrc": "ignore-scripts\n",
    ".yarnrc.yml": "yarnPath: ./fake.cjs\n",
    ".pnpmfile.cjs": "module.exports = {}\n",
    ".rspec": "--dry-run\n",
    ".rspec-local": "--color --failure-exit-code 0\n",
    ".bundle/config": 'BUNDLE_GEMFILE: "/tmp/Gemfile"\n',
    ".mocharc.yml": "dry-run: true\n",
    ".mocharc.cjs": "module.exports = {}\n",
    "jest.config.mjs": "export default {}\n",
    "tests/vitest.config.mts": "export default {}\n",
    "babel.config.json": "{}\n",
    "tests/package.json": "{}\n",
    "pytest.ini": "[pytest]\n",
    "docs/pytest.ini": "[pytest]\n",
    "tox.ini": "[tox]\n",
    "setup.cfg": "[tool:pytest]\n",
    "tests/conftest.py": "",
    "tests/pyproject.toml": "[tool.pytest.ini_options]\n",
    "GNUmakefile": "test:\n",
    ".justfile": "test:\n",
    "Taskfile.yml": "version: 3\n",
    ".mvn/maven.config": "-DskipTests\n",
    ".mvn/jvm.config": "-javaagent:x.jar\n",
    "gradle.properties": "org.gradle.jvmargs=-javaagent:x.jar\n",
    "phpunit.xml": "<phpunit/>\n",
    "go.work": "go 1.22\n\nuse .\n\nreplace example.org/a => ./b\n",
    "Directory.Build.targets": "<Project/>\n",
    "shop/shop.csproj.user": '<Project><Target Name="VSTest"/></Project>\n',
    ".eslintrc.json": "{}\n",
    "ruff.toml": "",
    "compose.override.yaml": "services:\n  web:\n    command: 'true'\n",
    ".env": "PYTEST_ADDOPTS=--collect-only\n",
    "mise.local.toml": "[tasks.test]\nrun = 'true'\n",
}
NAMED = {
    ".npmrc": "//registry.npmjs.org/:_authToken=x\n",
    ".cargo/config.toml": "[build]\njobs = 2\n",
    "gradle.properties": "org.gradle.jvmargs=-Xmx4g\nuser=ann\n",
    "local.properties": "sdk.dir=/opt/android\n",
    ".rspec-local": "--color\n--format documentation\n",
    ".bundle/config": 'BUNDLE_PATH: "vendor"\n',
    "go.work": "go 1.22\n\nuse .\n",
    ".env": "SHOP_DB=here\n",
    ".tool-versions": "python 3.11.2\n",
    "docker-compose.override.yml": "services:\n  web:\n    ports: ['80']\n",
}


@pytest.mark.parametrize("path", REPLACING)
def test_settings_that_no_commit_has_and_that_replace_what_runs_prove_nothing(
    bench: Bench, path: str
) -> None:
    bench.start()
    bench.work()
    ignore(bench, {path: REPLACING[path]})
    with pytest.raises(GroundplanError, match=r"Not committed: `") as refused:
        bench.done()
    assert f"`{path}`" in refused.value.message
    assert bench.state() == "started"


@pytest.mark.parametrize("path", NAMED)
def test_settings_of_a_machine_are_named_in_the_receipt(bench: Bench, path: str) -> None:
    bench.start()
    bench.work()
    ignore(bench, {path: NAMED[path]})
    assert bench.done().rests == (f"`{path}`, which git ignores",)
    assert "GP407" in bench.codes()


def test_settings_among_what_is_installed_or_built_are_not_named(bench: Bench) -> None:
    ignored = {"node_modules/x/package.json": "{}\n", "node_modules/x/.npmrc": "script-shell=x\n"}
    bench.start()
    bench.work()
    ignore(bench, {**ignored, "dist/tox.ini": "", "dist/.npmrc": "script-shell=x\n"})
    assert bench.done().rests == ()


MAKEFILE = (
    "SETTINGS := local.conf\n-include $(SETTINGS)\n-include build.d\n\n"
    "test:\n\t@python3 -m unittest -q tests.test_cart\n"
)


@pytest.fixture
def made(lay: Callable[..., Bench]) -> Bench:
    bench = lay(TASK, files={"Makefile": MAKEFILE})
    bench.start()
    return bench


@pytest.mark.parametrize("text", ["SHELL = /bin/true\n", "test:\n\t@true\n", "override MAKEFLAGS += -n\n"])
def test_a_makefile_that_no_commit_has_replaces_no_recipe(made: Bench, text: str) -> None:
    made.put({"shop/cart.py": BROKEN}, "Reject")
    ignore(made, {"local.conf": text})
    with pytest.raises(GroundplanError, match=r"Not committed: `local\.conf`"):
        made.done()
    assert made.state() == "started"


def test_plain_make_falls_for_it(made: Bench) -> None:
    made.put({"shop/cart.py": BROKEN})
    ignore(made, {"local.conf": "SHELL = /bin/true\n"})
    assert subprocess.run(["make", "test"], cwd=made.root, check=False).returncode == 0


def test_what_a_build_writes_for_make_is_named(made: Bench) -> None:
    made.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": CHECKED}, "Reject")
    ignore(made, {"local.conf": "PREFIX = /usr\n", "build.d": "a.o: a.c \\\n  a.h\n"})
    assert made.done().rests == ("`build.d`, which git ignores", "`local.conf`, which git ignores")


@pytest.mark.parametrize("command", ["cd out && sh check", "sh out/check", "sh ./shop/../out/check"])
def test_what_a_command_itself_names_and_no_commit_has_is_named(
    lay: Callable[..., Bench], command: str
) -> None:
    bench = lay(TASK.replace("make test", command))
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    bench.put({"out/check": "", ".git/info/exclude": "/out/\n"})
    assert any(each.startswith("`out/") for each in bench.done().rests)


def test_a_script_without_an_ending_is_named(bench: Bench) -> None:
    bench.start()
    bench.work()
    ignore(bench, {"shop/run": "#!/bin/sh\n", "shop/data": "1\n"})
    assert bench.done().rests == ("`shop/run`, which git ignores",)


def test_a_committed_change_of_such_settings_is_one_of_what_the_command_does(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.put({"phpunit.xml": "<phpunit/>\n"}, "Settings")
    with pytest.raises(GroundplanError, match=r"`phpunit\.xml` decides what its command does"):
        bench.done()


@pytest.mark.parametrize("linked", [".npmrc", "shop/.npmrc", ".env", ".cargo", ".bundle"])
def test_what_lies_outside_of_the_repository_is_not_read_through_a_link(bench: Bench, linked: str) -> None:
    outside = bench.root.parent / "outside"
    files = {path: text for path, text in NAMED.items() if path.startswith(linked.rpartition("/")[2])}
    for path, text in files.items():  # harmless today, and anybody's to change
        (outside / path).parent.mkdir(parents=True, exist_ok=True)
        (outside / path).write_text(text or "")
    bench.start()
    bench.work()
    (bench.root / ".git/info/exclude").write_text(f"/{linked}\n")
    (bench.root / linked).symlink_to(outside / linked.rpartition("/")[2])
    with pytest.raises(GroundplanError, match=rf"Not committed: `{linked}"):
        bench.done()
    assert bench.state() == "started"
