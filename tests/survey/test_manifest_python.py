"""Python's manifests: what is declared, what is locked, each with the line it stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.survey.manifest.reading import read_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.survey.manifest.facts import Dependency, Manifest

PYPROJECT = """
    [project]
    name = "shop"
    version = "1.2"
    requires-python = ">=3.11"
    dependencies = [
      "httpx>=0.27,<1",
      "rich[jupyter] >= 13 ; sys_platform != 'win32'",
      "plain",
    ]

    [project.optional-dependencies]
    http = ["httpx-sse"]

    [project.scripts]
    shop = "shop.cli:main"

    [dependency-groups]
    lint = ["ruff", { include-group = "test" }]
    test = ["pytest>=8", "click"]
    """
UV_LOCK = """
    version = 1

    [[package]]
    name = "httpx"
    version = "0.27.2"
    source = { registry = "https://pypi.org/simple" }

    [[package]]
    name = "pytest"
    version = "8.3.4"
    """


def only(manifest: Manifest, name: str) -> Dependency:
    (found,) = manifest.find(name)
    return found


@pytest.mark.req("S1-11")
@pytest.mark.req("S2-11")
def test_a_dependency_has_its_range_its_locked_version_and_both_lines() -> None:
    manifest = read_manifest(MadeIndex({"pyproject.toml": PYPROJECT, "uv.lock": UV_LOCK}))
    httpx = only(manifest, "httpx")
    assert (httpx.declared, str(httpx.at)) == (">=0.27,<1", "pyproject.toml:6")
    assert (httpx.locked, str(httpx.locked_at)) == ("0.27.2", "uv.lock:5")


def test_extras_and_markers_are_kept_apart_from_the_range() -> None:
    rich = only(read_manifest(MadeIndex({"pyproject.toml": PYPROJECT})), "rich")
    assert (rich.declared, rich.marker, rich.locked) == (">= 13", "sys_platform != 'win32'", "")


def test_a_group_is_cited_where_it_is_written_not_where_it_is_included() -> None:
    manifest = read_manifest(MadeIndex({"pyproject.toml": PYPROJECT}))
    assert (only(manifest, "click").group, only(manifest, "click").at.line) == ("test", 19)
    assert (only(manifest, "httpx-sse").group, only(manifest, "httpx-sse").at.line) == ("http", 12)


def test_console_scripts_and_the_python_version_are_read() -> None:
    manifest = read_manifest(MadeIndex({"pyproject.toml": PYPROJECT}))
    assert [(each.name, each.text, each.at.line) for each in manifest.scripts] == [
        ("shop", "shop.cli:main", 15)
    ]
    assert [(each.language, each.declared) for each in manifest.runtimes] == [("Python", ">=3.11")]


def test_an_indirect_package_is_found_in_the_lock() -> None:
    manifest = read_manifest(
        MadeIndex({"uv.lock": '[[package]]\nname = "typing-extensions"\nversion = "4.1"\n'})
    )
    (lock,) = manifest.locks
    pin = lock.pins["typing-extensions"]
    assert (lock.path, pin.version, pin.line) == ("uv.lock", "4.1", 3)


def test_a_task_is_cited_where_its_own_table_says_it() -> None:
    text = """
        [dependency-groups]
        lint = ["ruff"]
        [tool.poe.tasks.lint]
        cmd = "ruff check ."
        [tool.poe.tasks]
        types = "mypy ."
        """
    manifest = read_manifest(MadeIndex({"pyproject.toml": text}))
    assert {each.name: each.at.line for each in manifest.scripts} == {"lint": 3, "types": 6}


def test_poetry_declares_groups_and_tables() -> None:
    text = """
        [tool.poetry]
        name = "shop"
        [tool.poetry.dependencies]
        python = "^3.11"
        httpx = { version = "^0.27", extras = ["http2"] }
        [tool.poetry.group.dev.dependencies]
        pytest = "^8"
        """
    lock = '[[package]]\nname = "httpx"\nversion = "0.27.0"\n'
    manifest = read_manifest(MadeIndex({"pyproject.toml": text, "poetry.lock": lock}))
    assert (only(manifest, "httpx").declared, only(manifest, "httpx").locked) == ("^0.27", "0.27.0")
    assert (only(manifest, "pytest").group, only(manifest, "pytest").at.line) == ("dev", 7)
    assert [each.declared for each in manifest.runtimes] == ["^3.11"]


def test_setup_py_is_read_and_never_run(tmp_path: Path) -> None:
    canary = tmp_path / "ran"
    text = f"""
        from setuptools import setup
        open({str(canary)!r}, "w").write("ran")
        NEEDS = ["httpx>=0.27"]
        setup(
            name="shop",
            python_requires=">=3.9",
            install_requires=NEEDS,
            extras_require={{"dev": ["pytest>=8"]}},
            entry_points={{"console_scripts": ["shop = shop.cli:main"]}},
        )
        """
    manifest = read_manifest(MadeIndex({"setup.py": text}))
    assert not canary.exists()
    assert (only(manifest, "httpx").declared, only(manifest, "httpx").at.line) == (">=0.27", 3)
    assert only(manifest, "pytest").group == "dev"
    assert [(each.name, each.text) for each in manifest.scripts] == [("shop", "shop.cli:main")]


def test_setup_cfg_and_pipfile_are_read() -> None:
    setup = """
        [metadata]
        name = shop
        [options]
        python_requires = >=3.9
        install_requires =
            httpx>=0.27
        [options.extras_require]
        dev = pytest>=8
        [options.entry_points]
        console_scripts =
            shop = shop.cli:main
        """
    pipfile = '[packages]\nrich = "*"\n[requires]\npython_version = "3.12"\n'
    locked = '{"default": {"rich": {"version": "==13.7.1"}}}'
    manifest = read_manifest(MadeIndex({"setup.cfg": setup, "Pipfile": pipfile, "Pipfile.lock": locked}))
    assert (only(manifest, "httpx").at.line, only(manifest, "pytest").group) == (6, "dev")
    assert (only(manifest, "rich").declared, only(manifest, "rich").locked) == ("", "13.7.1")
    assert {each.declared for each in manifest.runtimes} == {">=3.9", "3.12"}


def test_a_requirements_file_that_pins_every_line_is_a_lock_file_too() -> None:
    text = "# made by pip-compile\namqp==5.1.1\nceLery==5.2.7  # via x\nvine==5.0.0 \\\n    --hash=sha256:1\n"
    manifest = read_manifest(MadeIndex({"requirements.txt": text}))
    assert only(manifest, "celery").locked == "5.2.7"
    assert [each.path for each in manifest.locks] == ["requirements.txt"]


def test_prose_that_bears_the_name_is_not_a_requirements_file() -> None:
    text = "Constraints\n===========\n\nUse them to say what you mean.\n    expressions = [\n"
    assert read_manifest(MadeIndex({"docs/constraints.txt": text})).dependencies == ()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[project\nname"),
        ("pyproject.toml", "a." * 5_000 + "a = 1"),
        ("setup.py", "x = " + "(" * 5_000),
        ("setup.py", "setup(name='x', install_requires=["),
        ("package.json", "[" * 100_000),
        ("package.json", "{]"),
        ("setup.cfg", "name = x\n"),
        ("pom.xml", "<project><a></project>"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_listed_with_its_reason(path: str, text: str) -> None:
    manifest = read_manifest(MadeIndex({path: text}))
    assert [each.path for each in manifest.unread] == [path]
    assert manifest.unread[0].reason


def test_what_an_example_declares_is_not_the_projects() -> None:
    example = (
        '[project]\nname = "demo"\nversion = "1"\ndependencies = ["httpx==0.1", "shop==1.0", "celery"]\n'
    )
    files = {"pyproject.toml": PYPROJECT, "examples/demo/pyproject.toml": example}
    manifest = read_manifest(MadeIndex(files))
    assert only(manifest, "httpx").declared == ">=0.27,<1"
    assert manifest.find("shop") == (), "the project does not depend on itself"
    assert only(manifest, "celery").at.path == "examples/demo/pyproject.toml", "where nothing else has it"


def test_an_entry_in_a_string_of_several_lines_is_cited_at_its_own_line() -> None:
    text = '''
        [dependency-groups]
        test = [
            "pytest >= 7",
            """\\
            uwsgi >= 2.0; platform_system == 'Linux'\\
            and python_version < '3.13'\\
            """,
        ]
        '''
    found = read_manifest(MadeIndex({"pyproject.toml": text}))
    assert [str(each.at) for each in found.dependencies] == ["pyproject.toml:3", "pyproject.toml:5"]
