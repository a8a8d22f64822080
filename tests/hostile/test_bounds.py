"""No text of a repository makes groundplan crash, hang or eat memory: it is read within bounds or refused."""

from __future__ import annotations

import pytest
from bounded_desk import BoundedDesk

from groundplan.app.workspace import parse_config

FAILED = "groundplan failed"


@pytest.fixture
def desk(tmp_path: object) -> BoundedDesk:
    made = BoundedDesk.clear(tmp_path)  # type: ignore[arg-type]
    assert made.pipe("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    return made


LONG_KEY = ".".join("a" * 100_000)
CONFIGS = {
    "a key of 100,000 parts": f"{LONG_KEY} = 1",
    "such a key in an inline table": f"profile = {{{LONG_KEY} = 1}}",
    "an integer of 400,000 digits": "[profile]\nx = " + "9" * 400_000,
    "a hexadecimal integer of 400,000 digits": "[profile]\nx = 0x" + "F" * 400_000,
    "5,000 nested tables": "profile." + ".".join("x" * 5000) + " = 1",
    "200 nested lists": "[profile]\nx = " + "[" * 200 + "]" * 200,
}


@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS)
def test_a_configuration_that_is_too_much_is_refused(desk: BoundedDesk, text: str) -> None:
    desk.path(".groundplan/config.toml").write_text(text)
    ran = desk.pipe("check")
    assert ran.code == 5, ran.said[-500:]
    assert FAILED not in ran.said
    assert "`.groundplan/config.toml` is not TOML" in ran.said


def test_a_date_in_the_profile_is_text(desk: BoundedDesk) -> None:
    text = "[profile]\nlaunch = 2026-01-01\nat = [07:32:00]\n"
    assert parse_config(text.encode(), place="x").profile.digest  # what an approval binds
    desk.path(".groundplan/config.toml").write_text(text)
    assert desk.pipe("check").code == 1


PROJECTS = {
    "pyproject.toml, an endless key": ("pyproject.toml", f"{LONG_KEY} = 1"),
    "pyproject.toml, an endless key in a table": ("pyproject.toml", f"[project]\nx = {{{LONG_KEY} = 1}}"),
    "pyproject.toml, an endless integer": ("pyproject.toml", "x = " + "9" * 5000),
    "pyproject.toml, contracts with an endless key": (
        "pyproject.toml",
        f"[tool.importlinter]\n{LONG_KEY} = 1",
    ),
    "setup.cfg, a value that continues nothing": ("setup.cfg", "[importlinter]\nkey\n  more\n"),
    "package.json, an endless integer": ("package.json", '{"version": ' + "9" * 5000 + "}"),
    "package.json, 100,000 lists deep": ("package.json", "[" * 100_000),
}


@pytest.mark.parametrize(("path", "text"), PROJECTS.values(), ids=PROJECTS)
def test_a_project_file_that_is_too_much_stops_no_command(desk: BoundedDesk, path: str, text: str) -> None:
    desk.path(path).write_text(text)
    desk.commit("Describe the project")
    for words in (
        ("plan", "Retry failed uploads twice"),
        ("code", "manifest"),
        ("code", "impact", "client.py"),
    ):
        ran = desk.pipe(*words)
        assert FAILED not in ran.said
        assert ran.code in {0, 1}, ran.said[-500:]
