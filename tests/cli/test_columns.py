"""Columns are counted as terminals draw: what joins or combines takes none, what is wide takes two."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from rich.cells import cell_len

from groundplan.cli.look import clean
from groundplan.cli.wrapping import cells


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("plain", 5),
        ("é", 1),
        ("e\u0301", 1),
        ("漢字", 4),
        ("한글", 4),
        ("\u1112\u1161\u11ab", 2),  # one syllable of three letters
        ("नमस्ते", 4),
        ("ｆｕｌｌ", 8),
        ("✓ ⚑ …", 5),
        ("❤", 1),
        ("❤\ufe0f", 2),
        ("1\ufe0f\u20e3", 2),
        ("👍🏽", 2),
        ("🇩🇪", 2),
        ("👩\u200d👩\u200d👧", 2),
        ("🏳\ufe0f\u200d🌈!", 3),
        ("👨🏽\u200d💻x", 3),
    ],
)
def test_a_text_takes_the_columns_a_terminal_gives_it(text: str, columns: int) -> None:
    assert cells(text) == columns == cell_len(text)


def test_single_characters_are_as_wide_as_rich_says_but_for_newer_tables() -> None:
    shown = (chr(number) for number in range(0xA0, sys.maxunicode + 1))
    other = [each for each in shown if clean(each) == each and cells(each) != cell_len(each)]
    assert len(other) < 250
    # Symbols that a later Unicode made wide, in their own blocks; no letter of any script is among them.
    assert {unicodedata.category(each)[0] for each in other} <= {"S", "N"}
