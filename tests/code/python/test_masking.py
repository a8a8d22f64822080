"""Masked text is the same text without what only looks like code."""

from __future__ import annotations

import ast
import io
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.python.masking import mask

PIECES = st.sampled_from(
    ['"', "'", '"""', "'''", "\\", "\n", "#", "f", "r", "{", "}", "x", " ", "def f():", "é", "\0", "f'{a}'"]
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_masked_text_has_the_same_length_and_the_same_lines(text: str) -> None:
    data = text.encode()
    masked = mask(data)
    assert len(masked) == len(data)
    assert [at for at, byte in enumerate(masked) if byte == 10] == [
        at for at, byte in enumerate(data) if byte == 10
    ]


@pytest.mark.parametrize(
    "quiet",
    [
        "# def gone(): pass",
        "'def gone()'",
        '"def gone()"',
        '"""\ndef gone():\n  pass\n"""',
        "'''\nclass gone:\n'''",
        r"'a\'gone'",
        r'"a\\" "gone"',
        "'gone\\\ngone'",
        "rb'gone'",
        '"""a""gone""\\"""gone"""',
    ],
)
def test_nothing_of_a_string_or_comment_is_left(quiet: str) -> None:
    masked = mask(f"before = {quiet}\nafter = 1\n".encode())
    assert b"gone" not in masked
    assert masked.startswith(b"before = ")
    assert masked.endswith(b"\nafter = 1\n")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("f'{call(x)} gone'", [b"call(x)"]),
        ('rf"{a.b!r} {c:>{width}}"', [b"a.b", b"c"]),
        ('f"{a[b:cd]} {ef({1: gh}, ij)!s:kl}"', [b"a[b:cd]", b"gh", b"ij"]),
        ('f"""{ab(\n  cd,\n)}"""', [b"ab", b"cd"]),
        ("f'{{gone}} {kept}'", [b"kept"]),
        ("f'{row[\"gone\"]}'", [b"row["]),
        ("F'''{one}\n{two}'''", [b"one", b"two"]),
    ],
)
def test_the_holes_of_an_f_string_are_code(text: str, kept: list[bytes]) -> None:
    masked = mask(text.encode())
    assert b"gone" not in masked
    assert all(word in masked for word in kept)


def test_a_name_that_ends_in_f_makes_no_f_string() -> None:
    assert b"gone" not in mask(b"x = 1 if half'{gone}' else 2")


def test_an_unfinished_string_ends_with_its_line_and_an_unfinished_long_one_with_the_text() -> None:
    assert b"kept" in mask(b"x = 'gone\nkept = 1\n")
    assert b"gone" not in mask(b'x = """gone\ngone = 1\n')


@pytest.mark.parametrize("piece", [b'"""\\', b"'", b'"\\', b"f'{", b"#\n'''", b"f'{{{", b'"""a""'])
def test_a_text_made_to_stall_is_masked_all_the_same(piece: bytes) -> None:
    text = piece * (400_000 // len(piece))  # quadratic work would take hours
    assert len(mask(text)) == len(text)


def test_python_itself_sees_the_same_names(request: pytest.FixtureRequest) -> None:
    for path in sorted((request.config.rootpath / "src/groundplan/code").rglob("*.py")):
        text = path.read_text("utf-8")
        ast.parse(text)
        names = [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.NAME
        ]
        masked = mask(text.encode()).decode("utf-8", "replace")
        assert all(name in masked for name in names)
