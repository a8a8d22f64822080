"""Merged branches: how long each was open, and intervals only where enough of them were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.survey.history.branches import FEWEST, merged_branches, span_of

if TYPE_CHECKING:
    from tests.survey.history.conftest import Past

ADA = {"GIT_COMMITTER_NAME": "ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}
TEXT = "".join(f"line {number} of a file that is known by its words\n" for number in range(20))


def branch(past: Past, number: int, days: int, path: str = "a.py") -> None:
    """Commit twice on a branch and merge it so many days after its first commit."""
    past.git("checkout", "-q", "-b", f"topic-{number}")
    text = (past.root / path).read_text() if (past.root / path).exists() else TEXT
    past.commit("first", {path: f"{text}{number}\n"})
    past.commit("second", {path: f"{text}{number}\nand\n"}, after=0)
    past.git("checkout", "-q", "main")
    merged = past.git("rev-parse", f"topic-{number}")
    past.git("merge", "-q", "--no-ff", "--no-commit", merged, **ADA)
    past.commit("Merge", after=days)


@pytest.mark.req("S4-05", part="what the history says about effort")
def test_a_branch_lasts_from_its_first_commit_to_its_merge(past: Past) -> None:
    past.commit("begin", {"a.py": TEXT})
    branch(past, 1, days=4)
    past.commit("straight to main", {"a.py": "x"}, after=30)
    found, commits = merged_branches(past.load())
    assert [(each.paths, each.days) for each in found] == [({"a.py"}, 4.0)]
    assert commits == 5


@pytest.mark.req("S4-05", part="intervals from the repository's own history")
def test_an_interval_needs_enough_branches(past: Past) -> None:
    past.commit("begin", {"a.py": TEXT})
    for number in range(FEWEST - 1):
        branch(past, number, days=number)
    assert span_of(merged_branches(past.load())[0], ["a.py"]) is None
    branch(past, FEWEST, days=20)
    branch(past, FEWEST + 1, days=300, path="b.py")
    span = span_of(merged_branches(past.load())[0], ["a.py"])
    assert span is not None
    assert (span.branches, span.middle) == (FEWEST, 3.5)
    assert 0 < span.low < span.middle < span.high < 20


def test_a_file_counts_under_its_earlier_name(past: Past) -> None:
    past.commit("begin", {"old.py": TEXT})
    branch(past, 1, days=2, path="old.py")
    past.move("old.py", "new.py", "move")
    found, _ = merged_branches(past.load())
    assert [each.paths for each in found] == [{"new.py"}]


def test_a_history_without_merges_has_no_branches(past: Past) -> None:
    past.commit("begin", {"a.py": TEXT})
    assert merged_branches(past.load()) == ([], 1)
