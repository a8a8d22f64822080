"""Skeleton lines over a profile's axes."""

from __future__ import annotations

from groundplan.plan.config import read_config
from groundplan.playbooks.axes import axis_rows, write_axes

ROWS = {
    "databases": [{"name": "SQLite", "drivers": "sqlite3"}, {"name": "MySQL"}],
    "commands": [{"test": "make test"}],
}


def test_a_line_that_names_an_axis_is_written_once_per_value() -> None:
    text = "Databases:\n- {databases.name} ({databases.drivers})\nend\n"
    assert write_axes(text, ROWS) == "Databases:\n- SQLite (sqlite3)\n- MySQL ({databases.drivers})\nend\n"


def test_a_number_at_the_start_of_the_item_counts_on() -> None:
    assert (
        write_axes("- [ ] 4.1 Try {databases.name}\n", ROWS) == "- [ ] 4.1 Try SQLite\n- [ ] 4.2 Try MySQL\n"
    )
    assert write_axes("3. {databases.name}\n", ROWS) == "3. SQLite\n4. MySQL\n"
    assert (
        write_axes("- HTTP 404 on {databases.name}\n", ROWS) == "- HTTP 404 on SQLite\n- HTTP 404 on MySQL\n"
    )


def test_two_axes_on_a_line_are_written_for_every_pair() -> None:
    assert write_axes("{commands.test} {databases.name}\n", ROWS) == "make test SQLite\nmake test MySQL\n"


def test_an_axis_the_project_does_not_have_stays_a_placeholder() -> None:
    text = "- {frameworks.name} {{title}} {Name} {{a.b}}\n"
    assert write_axes(text, ROWS) == text
    assert write_axes(text, {"frameworks": []}) == text


def test_a_profile_becomes_rows_with_what_it_says_about_each_value() -> None:
    config = read_config(
        {
            "profile": {
                "axes": {"databases": ["SQLite", "MySQL"], "tools": ["pytest"]},
                "databases": {"SQLite": {"drivers": ["aiosqlite", "sqlite3"], "tier": 1}, "MySQL": "odd"},
                "tools": "odd",
                "standards": [{"id": "typed", "text": "Type everything"}],
                "commands": {"test": "make test"},
            }
        }
    )
    assert axis_rows(config.profile) == {
        "databases": [{"name": "SQLite", "drivers": "aiosqlite, sqlite3", "tier": "1"}, {"name": "MySQL"}],
        "tools": [{"name": "pytest"}],
        "standards": [{"name": "typed", "text": "Type everything"}],
        "commands": [{"test": "make test"}],
    }
