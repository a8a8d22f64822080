"""The versions that the tests have run with are named in one place, and the doctor notes any other one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from groundplan.app.setup.diagnosis import PYTHONS, SQLITES, examine_installation, note_untested, running

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("python", [*PYTHONS, "3.11.0", "3.11.2", "3.13.9"])
def test_a_tested_version_needs_no_note(python: str) -> None:
    assert note_untested({"Python": python, "SQLite": SQLITES[-1] + ".1"}) == ""


def test_an_untested_version_is_noted_with_the_tested_ones() -> None:
    noted = note_untested({"Python": "3.99.1", "SQLite": SQLITES[0]})
    assert noted == f"Not tested with Python 3.99.1 (tested: {', '.join(PYTHONS)})"
    noted = note_untested({"Python": "3.1.1", "SQLite": "3.4.0"})
    assert "Python 3.1.1 (tested: " in noted
    assert " or SQLite 3.4.0 (tested: " in noted


def test_an_untested_version_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.python_version", lambda: "3.99.1")
    found = examine_installation()
    assert found.state == "ok"
    assert "Python 3.99.1, SQLite " in found.seen
    assert found.hint.startswith("Not tested with Python 3.99.1")


def test_every_python_the_package_claims_is_a_tested_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert claimed == list(PYTHONS)
    assert project["requires-python"] == f">={PYTHONS[0]}"


def test_the_page_about_pythons_names_the_same_versions() -> None:
    page = (ROOT / "docs/benchmarks/pythons.md").read_text("utf-8")
    for version in (*PYTHONS, *SQLITES):
        assert f"{version}." in page


def test_the_versions_in_use_are_those_of_this_interpreter() -> None:
    assert set(running()) == {"Python", "SQLite"}
