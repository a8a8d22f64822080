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
    assert desk.pipe("check", "--strict").code == 1


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


BOMBS = {
    "one code span of 100 KB": "`" + "a/" * 50_000 + "a`",
    "one code span of 100 KB with lines": "`" + "a/" * 50_000 + "a.py:3`",
    "one symbol of 100 KB": "`client.py::" + "a." * 50_000 + "a`",
    "one link of 100 KB": "[t](" + "a/" * 50_000 + "a.py)",
    "one link of 100 KB that climbs": "[t](" + "../" * 33_000 + "a.py)",
    "a range of 300,000 digits": "`client.py:1-" + "9" * 300_000 + "`",
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_citation_that_is_too_long_is_seen_and_costs_little(desk: BoundedDesk, text: str) -> None:
    path = "plans/retry-failed-uploads.md"
    desk.edit(path, "## Context\n", f"## Context\n\n{text}\n")
    ran = desk.pipe("check", "--json")
    assert ran.code == 1, ran.said[-500:]
    assert FAILED not in ran.said
    assert len(ran.out) < 30_000
    assert "GP101" in ran.out or "GP104" in ran.out
    said = desk.agent("write", "context", "-", stdin=f"{text}\n")
    assert FAILED not in said.said
    assert said.code == 3, said.said[-500:]


def test_many_citations_cost_no_more_each_than_few(desk: BoundedDesk) -> None:
    desk.edit(
        "plans/retry-failed-uploads.md",
        "## Context\n",
        "## Context\n\n" + "\n\n".join(f"`src/d{i}/f{i}.py:3` and `x{i}/y/z.py`" for i in range(1500)) + "\n",
    )
    ran = desk.pipe("check", "--json")
    assert ran.code == 1, ran.said[-500:]
