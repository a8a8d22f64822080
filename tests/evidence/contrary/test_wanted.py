"""What a goal wants is read from its own words, and any text is read quickly."""

from __future__ import annotations

import time

import pytest

from groundplan.evidence.contrary.purposes import named_packages
from groundplan.evidence.contrary.wanted import additions, interval, readings, routes

HOSTILE = [
    "",
    "add " * 2_000,
    "add a " + "x" * 8_000,
    "`" * 5_000,
    "/a" * 4_000,
    "read " * 3_000 + "a.toml",
    "with " * 3_000,
]


def test_the_thing_that_is_added_ends_where_words_about_it_begin() -> None:
    found = additions("We should add a simple version checker that reads a file, and introduce retries.")

    assert [each.phrase for each in found] == ["version checker", "retries"]


def test_what_is_read_from_which_file_is_known() -> None:
    (found,) = readings("Read the version from `pyproject.toml`")

    assert (found.what, found.file) == ("the version", "pyproject.toml")


def test_intervals_and_routes_are_quoted() -> None:
    assert interval("Send mail every 5 minutes") == "every 5 minutes"
    assert routes("The `/grades/{student_id}` page, see https://example.org/x") == ["/grades/{student_id}"]


@pytest.mark.parametrize(
    ("goal", "names"),
    [
        ("Cache the pages in Redis", ["Redis"]),
        ("Drop Redis", []),
        ("Replace requests with httpx", []),
        ("Add support for Redis", []),
        ("Fix the Redis timeout", []),
        ("Use schedule data", []),
        ("Use `schedule` for this", ["schedule"]),
    ],
)
def test_a_package_is_wanted_only_where_the_words_bring_it_in(goal: str, names: list[str]) -> None:
    assert [each.spoken for each in named_packages(goal)] == names


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_is_read_quickly(text: str) -> None:
    start = time.process_time()
    for read in (additions, readings, interval, routes, named_packages):
        read(text)  # type: ignore[operator]

    assert time.process_time() - start < 2
