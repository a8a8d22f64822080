from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.code.index import open_index
from groundplan.code.processes import may_fork, processors
from groundplan.git.repository import find_repository
from groundplan.survey.history.early import begin_reading
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Past

    from groundplan.code.index import Index

can_copy_itself = pytest.mark.skipif(
    not may_fork() or processors() < 2, reason="processes are not copied here"
)


@pytest.fixture
def borrowing(past: Past, tmp_path: Path) -> Iterator[Index]:
    """An index of a clone that borrows its objects, so that nobody knows how many there are."""
    for number in range(3):
        past.commit(f"Change {number}", {"a.py": f"A = {number}\n"})
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--shared", str(past.root), str(clone)], check=True)
    with open_index(find_repository(clone), cache=past.cache) as index:
        yield index


@can_copy_itself
def test_a_history_that_was_never_read_is_read_by_another_process(borrowing: Index) -> None:
    reading = begin_reading(borrowing)
    assert reading is not None
    heard: list[tuple[int, int]] = []
    reading.wait(lambda done, total: heard.append((done, total)))
    assert heard[-1] == (3, 3)
    with load_history(borrowing, lambda done, total: heard.append((done, total))) as history:
        assert history.count() == 3
    assert heard.count((3, 3)) == 1  # the loader found it there


@can_copy_itself
def test_a_reading_that_is_given_up_costs_nothing_but_its_time(borrowing: Index) -> None:
    reading = begin_reading(borrowing)
    assert reading is not None
    reading.close()
    with load_history(borrowing) as history:
        assert history.count() == 3


def test_a_history_that_was_read_is_not_read_again(borrowing: Index) -> None:
    load_history(borrowing).close()
    assert begin_reading(borrowing) is None


def test_a_short_history_is_not_worth_a_process(past: Past) -> None:
    past.commit("First", {"a.py": "A = 1\n"})
    with open_index(find_repository(past.root), cache=past.cache) as index:
        assert begin_reading(index) is None


def test_without_a_commit_there_is_nothing_to_read(past: Past) -> None:
    with open_index(find_repository(past.root), cache=past.cache) as index:
        assert begin_reading(index) is None
