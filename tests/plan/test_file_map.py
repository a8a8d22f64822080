"""File maps as people draw them, and the patterns of paths they write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.file_map import read_file_map
from groundplan.plan.path_pattern import is_sweeping, matches


def edges(text: str) -> list[tuple[str, str]]:
    return [(edge.source, edge.target) for edge in read_file_map(text).edges]


@pytest.mark.req("S1-17")
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("[a.py]\n  ↓ calls\n[b.py::f()]", [("a.py", "b.py")]),
        ("[a.py]\n  ↑ calls\n[b.py]", [("b.py", "a.py")]),
        ("[a.py]\n  ↓ is called by\n[b.py]", [("b.py", "a.py")]),
        ("[a.py]\n  ↓\n[b.py]\n  ↓\n[c.py]", [("a.py", "b.py"), ("b.py", "c.py")]),
        ("src/a.py -> src/b.py", [("src/a.py", "src/b.py")]),
        ("`src/a.py` ← `src/b.py`", [("src/b.py", "src/a.py")]),
        ("[a.py] --imports--> [b.py]", [("a.py", "b.py")]),
        ("[a.py]\n  ↓ returns\n[b.py]", []),
        ("[a.py]\n  ↓ writes to\n[table_z]", []),
        ("[a.py]\n[b.py]", []),
        ("[a.py]\n  ↓ calls\n[a.py::other()]", []),
    ],
)
def test_an_arrow_keeps_its_direction_and_its_words_say_who_depends(
    text: str, drawn: list[tuple[str, str]]
) -> None:
    assert edges(text) == drawn


def test_files_keep_the_order_in_which_they_first_appear() -> None:
    drawn = read_file_map("[b.py]\n ↓ calls\n[a.py::x()]\n ↓ calls\n[table]\n ↓\n[b.py::y()]\n[c.py]")
    assert drawn.paths == ("b.py", "a.py", "c.py")
    assert [node.line for node in drawn.nodes] == [0, 2, 4, 6, 7]


@given(st.text(alphabet="[]`↓↑→<->=abc.py:/\n ", max_size=300))
def test_any_text_can_be_read_as_a_map(text: str) -> None:
    drawn = read_file_map(text)
    known = set(drawn.paths)
    assert all(edge.source in known and edge.target in known for edge in drawn.edges)


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("docs/a.md", "docs/a.md", True),
        ("docs", "docs/x/a.md", True),
        ("docs/", "docs/a.md", True),
        ("./docs/", "docs/a.md", True),
        ("doc", "docs/a.md", False),
        ("docs/*.md", "docs/a.md", True),
        ("docs/*.md", "docs/x/a.md", False),
        ("docs/**/*.md", "docs/x/y/a.md", True),
        ("docs/**/*.md", "docs/a.md", True),
        ("docs/**", "docs/x/y.py", True),
        ("**/a.md", "docs/a.md", True),
        ("", "docs/a.md", False),
        ("docs/?.md", "docs/a.md", True),
    ],
)
def test_a_pattern_fits_a_file_a_folder_or_a_shape(pattern: str, path: str, fits: bool) -> None:  # noqa: FBT001
    assert matches(pattern, path) is fits


def test_many_stars_take_no_time() -> None:
    assert not matches("a/" + "**/*x*/" * 19 + "z", "a/" + "xx/" * 200 + "y")


@pytest.mark.parametrize(("pattern", "sweeps"), [("**", True), ("*/a", True), ("", True), ("a/*", False)])
def test_a_pattern_that_starts_nowhere_sweeps(pattern: str, sweeps: bool) -> None:  # noqa: FBT001
    assert is_sweeping(pattern) is sweeps
