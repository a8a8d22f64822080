from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.citations.texts import block_at, digest_lines, find_lines, likeness, split_lines

LINES = st.lists(st.sampled_from([b"a", b"b", b"  a", b"", b"    b  "]), max_size=12)


@given(LINES, LINES, LINES)
def test_lines_are_found_again_wherever_they_were_put(
    before: list[bytes], cited: list[bytes], after: list[bytes]
) -> None:
    if cited:
        found = find_lines([*before, *cited, *after], digest_lines(cited), most=99)
        assert len(before) + 1 in found


@given(LINES, LINES)
def test_equal_digests_are_of_equal_lines(one: list[bytes], other: list[bytes]) -> None:
    same = [line.rstrip() for line in one] == [line.rstrip() for line in other]
    if same:
        assert digest_lines(one) == digest_lines(other)
    elif [line.strip() for line in one] != [line.strip() for line in other]:
        assert digest_lines(one) != digest_lines(other)


def test_indenting_all_lines_alike_changes_nothing_and_one_line_does() -> None:
    lines = [b"if x:", b"    run()", b"    stop()"]
    assert digest_lines([b"    " + line for line in lines]) == digest_lines(lines)
    assert digest_lines([b"if x:", b"    run()", b"stop()"]) != digest_lines(lines)


def test_a_digest_of_another_making_finds_nothing() -> None:
    assert find_lines([b"a"], "") == find_lines([b"a"], "v9:zz") == find_lines([b"a"], "x.y.z") == ()


def test_line_ends_are_no_part_of_lines() -> None:
    assert split_lines(b"a\r\nb\n\nc") == [b"a", b"b", b"", b"c"]
    assert split_lines(b"") == []


def test_a_block_is_what_is_indented_under_a_line() -> None:
    lines = split_lines(b"def a(\n    x,\n):\n    return x\n\n\ndef b():\n    pass\n")
    assert block_at(lines, 1)[:4] == lines[:4]
    assert block_at(lines, 7) == lines[6:8]
    braces = split_lines(b"function a() {\n  return 1\n}\nfunction b() {\n}\n")
    assert block_at(braces, 1) == braces[:3]


def test_likeness_is_the_share_of_common_lines() -> None:
    assert likeness([b"ab", b"cd"], [b"  cd", b"ef"]) == 0.5
    assert likeness([], []) == 0
