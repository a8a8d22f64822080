"""The commits that brought the lines of a piece of code are found by its last versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history.line_history import MOST_VERSIONS, commits_of_lines

if TYPE_CHECKING:
    from tests.survey.history.conftest import Past

FIRST = "def read(row):\n    return row.value\n"
SECOND = "def read(row):\n    row.lock()\n    return row.value\n"


def test_each_commit_that_changed_the_lines_is_given_with_how_many(past: Past) -> None:
    past.commit("Start", {"a.py": FIRST})
    locked = past.commit("Lock the row", {"a.py": SECOND})
    past.commit("Say something else", {"a.py": f"# words\n{SECOND}"})
    found = [(each.oid, count) for each, count in commits_of_lines(past.load(), "a.py", SECOND.split("\n"))]
    assert found == [(locked, 1)]


def test_only_the_last_versions_are_read(past: Past) -> None:
    past.commit("Start", {"a.py": FIRST})
    for number in range(MOST_VERSIONS + 1):
        past.commit(f"Count {number}", {"a.py": f"# {number}\n{FIRST}"})
    assert list(commits_of_lines(past.load(), "a.py", FIRST.split("\n"))) == []
