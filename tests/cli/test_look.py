"""Nothing gets to a terminal that it would obey, and everything fits its width."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.cli.look import TOKENS, Screen, clean, find_width, wants_color, wrap
from groundplan.cli.wrapping import cells

NOTHING = re.compile(r"(?!)")
OURS = re.compile(r"\x1b\[(?:{}|0)m".format("|".join(TOKENS.values())))

CONTROL = [
    *("31m", "0m", "2J", "H", "1;1H", "10A", "2K", "?25l", "?1049h", "5n", "6n", "c", "!p", "1;5r"),
    *("4h", "20t", "21t", "?2004h", "38;5;1m", ">c", "=c", "3g", "1q", "8m"),
]
SYSTEM = ["0;title", "2;title", "8;;http://x", "52;c;ZWNobw==", "4;1;?", "10;?", "9;hi", "1337;File=x", "104"]
TURNING = [0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x061C]
HIDDEN = [0x00AD, 0x200B, 0x2060, 0xFEFF, 0x180E, 0x2028, 0x2029, 0xFFF9, 0xE0001, 0xE0041, 0xE007F, 0xE000]
PAYLOADS = [
    *(f"\x1b[{body}" for body in CONTROL),
    *(f"\x1b]{body}{end}" for body in SYSTEM for end in ("\x07", "\x1b\\")),
    *("\x1bP+q544e\x1b\\", "\x1bP$q m\x1b\\", "\x1b_G a=T\x1b\\", "\x1b^x\x1b\\", "\x1bX\x1b\\"),
    *(f"\x1b{letter}" for letter in "c7890MDEHNOZ=>(#"),
    *(f"{chr(code)}31m" for code in (0x9B, 0x9D, 0x90, 0x9F, 0x9E, 0x98, 0x84, 0x85, 0x88, 0x8D, 0x9C)),
    *(f"a{letter}b" for letter in "\r\b\a\0\v\f\x0e\x0f\x7f\x1a\x05\x11"),
    *(f"a{chr(code)}b" for code in (*TURNING, *HIDDEN, 0xF0000, 0x0378)),
    *("a\udc9bb", "a\ud800b", "x" * 500 + "\x1b[31m", "\x1b" * 40),
]


def obeyed(text: str, *, apart_from: re.Pattern[str] = OURS) -> list[str]:
    """What of an output a terminal would obey or hide, our own colours apart."""
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    rest = apart_from.sub("", text)
    return [hex(ord(c)) for c in rest if unicodedata.category(c) in hidden and c not in "\n\u200c\u200d"]


def shown(text: str, *, color: bool = True) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    screen = Screen(stream, color=color, columns=40)
    screen.line((text, "bad"), text)
    screen.prose(text, tone="dim")
    screen.source([text])
    screen.table([[text, (text, "ok")], ["a", text]], flexible=1)
    screen.is_terminal = True
    screen.data(text)
    screen.flush()
    return stream.buffer.getvalue().decode()


def test_there_are_a_hundred_payloads() -> None:
    assert len(PAYLOADS) >= 100
    assert all(obeyed(payload, apart_from=NOTHING) for payload in PAYLOADS)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_reaches_the_terminal_spelled_out(payload: str) -> None:
    assert obeyed(shown(payload)) == []
    assert obeyed(shown(payload, color=False), apart_from=NOTHING) == []


@given(st.text())
def test_no_text_at_all_reaches_the_terminal_as_more_than_text(text: str) -> None:
    assert obeyed(shown(text)) == []


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"])))
def test_printable_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


def test_what_is_hidden_is_shown_and_not_dropped() -> None:
    assert clean("red \x1b[31m and \u202eback, byte \udcff") == "red ^[[31m and <U+202E>back, byte <FF>"
    assert clean("one\r\ntwo\tthree", lines=True) == "one\ntwo    three"
    assert clean("one\ntwo") == "one two"


@given(st.text(), st.integers(1, 60))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: int) -> None:
    words = clean(text)
    lines = wrap(words, width)
    assert all(cells(line) <= width or len(line) == 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(words.split())


def test_wide_letters_take_two_columns() -> None:
    assert cells("計画") == 4
    assert wrap("計画 計画", 4) == ["計画", "計画"]


def test_a_long_name_is_cut_where_its_parts_meet() -> None:
    assert wrap("sessions.py::Interface.get_signing", 26) == ["sessions.py::Interface.", "get_signing"]
    assert wrap("get_signing_serializer", 16) == ["get_signing_", "serializer"]


@pytest.mark.parametrize(
    ("said", "environ", "is_terminal", "wanted"),
    [
        ("", {}, True, True),
        ("", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": "", "TERM": "xterm"}, True, True),
        ("", {"FORCE_COLOR": "1"}, False, True),
        ("", {"FORCE_COLOR": "0"}, False, False),
        ("", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ("", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_is_used_when_it_is_wanted(
    said: str, environ: dict[str, str], *, is_terminal: bool, wanted: bool
) -> None:
    assert wants_color(said, environ, is_terminal=is_terminal) is wanted


@pytest.mark.parametrize(
    ("columns", "width"), [("120", 120), ("20", 40), ("", None), ("0", None), ("wide", None), ("-5", None)]
)
def test_the_width_is_what_the_environment_says(columns: str, width: int | None) -> None:
    assert find_width(io.StringIO(), {"COLUMNS": columns}, is_terminal=False) == width


def test_a_stream_that_is_not_utf8_gets_plain_glyphs() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    screen = Screen(stream)
    screen.line(("✓", "ok"), " Plan → “done” … é")
    screen.flush()
    assert stream.buffer.getvalue() == b'* Plan -> "done" ... ?\n'


def test_a_table_keeps_its_columns_and_wraps_the_flexible_one() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    Screen(stream, columns=44).table(
        [["1", "a text that is longer than its column has room for", "GP512"], ["10", "short", "GP101"]],
        flexible=1,
    )
    stream.flush()
    assert stream.buffer.getvalue().decode().splitlines() == [
        "  1   a text that is longer than its   GP512",
        "      column has room for",
        "  10  short                            GP101",
    ]


def test_data_in_a_pipe_keeps_its_bytes() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    Screen(stream).data("é\x1b[31m\r\n\ufeff")
    assert stream.buffer.getvalue() == "é\x1b[31m\r\n\ufeff".encode()


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_goes_away_is_no_error() -> None:
    program = "import sys\nfrom groundplan.cli.look import Screen\ns = Screen.over(sys.stdout)\n"
    program += "for n in range(100000): s.line('x' * 50)\ns.flush()\nsys.exit(7)\n"
    world = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    writer = subprocess.Popen(
        [sys.executable, "-c", program], env=world, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout
    assert writer.stderr
    writer.stdout.readline()
    writer.stdout.close()
    complaint = writer.stderr.read()
    writer.stderr.close()
    assert (writer.wait(30), complaint) == (7, b"")
