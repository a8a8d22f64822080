from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.lines import bare, dominant_line_end, fold, is_blank, split_bom, split_lines


@given(st.text())
def test_joining_the_lines_gives_the_text_back(text: str) -> None:
    assert "".join(split_lines(text)) == text


@pytest.mark.parametrize("stranger", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_characters_that_only_python_takes_for_line_ends_end_no_line(stranger: str) -> None:
    assert split_lines(f"a{stranger}b\n") == [f"a{stranger}b\n"]


def test_each_of_the_three_line_ends_ends_a_line() -> None:
    assert split_lines("a\r\nb\rc\nd") == ["a\r\n", "b\r", "c\n", "d"]


@pytest.mark.parametrize(
    ("text", "end"), [("a\r\nb\r\nc\n", "\r\n"), ("a\rb\r", "\r"), ("a", "\n"), ("a\nb\r\n", "\r\n")]
)
def test_new_lines_get_the_line_end_most_lines_have(text: str, end: str) -> None:
    assert dominant_line_end(text) == end


def test_a_line_of_a_no_break_space_is_not_blank_to_markdown() -> None:
    assert is_blank(" \t\r\n")
    assert not is_blank("\u00a0\n")


def test_folding_leaves_single_spaces_between_words() -> None:
    assert fold("  a \n\t b\u00a0c ") == "a b c"


def test_the_byte_order_mark_is_kept_apart() -> None:
    assert split_bom("\ufeffa") == ("\ufeff", "a")
    assert split_bom("a") == ("", "a")
    assert bare("a\r\n") == "a"
