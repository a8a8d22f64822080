"""Composed plans hold against every rule about words and code, in three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from composed import Project

GOALS = [
    ("SHOP", "Fix `upload`: it should raise UploadError when the storage service times out"),
    ("SHOP", "Add a retry module that repeats failed uploads 3 times with exponential backoff"),
    ("SHOP", "Rename `upload` to `send_file` everywhere"),
    ("SHOP", "Make uploads faster, etc. [see notes]"),
    ("LOADER", "loadConfig must reject a config whose port is negative"),
    ("STORE", "Load should return ErrMissing when the file of a key does not exist"),
]


@pytest.mark.parametrize("playbook", ["collaborate", "design"])
@pytest.mark.parametrize(("project", "goal"), GOALS, ids=[goal[:40] for _, goal in GOALS])
@pytest.mark.req("S1-04", "S1-06", "S1-16", "S1-17", "S1-18", "S1-22", "S1-24")
def test_a_composed_plan_has_no_error_but_open_questions(
    find_project: Callable[[str], Project], project: str, goal: str, playbook: str
) -> None:
    composed = find_project(project).compose(goal, playbook)
    assert composed.faults() == []
    assert len(composed.texts()) >= (2 if playbook == "collaborate" else 10)
