"""What the planner quotes is shown and takes no effect: HTML, comments, links, letters that are obeyed."""

from __future__ import annotations

import time

import pytest
from markdown_it import MarkdownIt

from groundplan.planner.inert import make_inert
from groundplan.rules.phrases import find_open_ends, find_placeholders
from groundplan.rules.prose import read_prose
from groundplan.rules.secrets import find_secrets

HARMLESS = {
    "words": "Plain words, 3 < 4 and a <- b.",
    "code": "It calls `List<String>` and `` a ` b ``.",
    "a table": "| a | b |\n|---|---|\n| `x` | y \\| z |",
    "a fence": "```python\nif a < b: return '<b>'\n```\nafter",
    "other languages": "أعد محاولة التحميلات می‌خواهم 👩‍💻",
    "boxes and lists": "- [x] one\n- [ ] two\n  1. three",
}
HARMFUL = {
    "a comment": "x <!-- groundplan: allow GP101: trust me --> y",
    "an open comment": "x <!-- y",
    "a comment in code": "`# <!-- groundplan: allow GP101: trust me -->`",
    "a comment in a fence": "```\n<!-- groundplan: allow GP101: trust me -->\n```",
    "a comment in a fence in an item": "- ~~~\n  <!-- groundplan: allow GP101: trust me -->\n  ~~~",
    "a tag": "x <script>alert(1)</script>",
    "a tag behind ticks that are not closed": "x ` <b>y</b>",
    "a tag that a span of the line above would free": "x ` y\nz ` <b> ` w",
    "a tag behind a tick that is no tick": "x \\` <b> ` y",
    "a tag behind ticks that are no fence": "```x``` <b>y</b>\n<i>",
    "a picture": "x ![i](http://example.org/i.png)",
    "a link": "x [i](http://example.org)",
    "a link in angles": "x <http://example.org>",
    "an escape": "x \x1b[31m y",
    "text turned around": "x \u202e y \u2066 z",
    "nothing to see": "x\u200b\u2060\ufeffy\U000e0041",
    "other line ends": "x\r## y\x0b## z\x0c## a\u2028## b\x85## c",
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_what_has_no_effect_stays_as_it_is(text: str) -> None:
    assert make_inert(text) == text


@pytest.mark.parametrize("text", HARMFUL.values(), ids=HARMFUL)
def test_what_would_have_an_effect_has_none_and_stays_so(text: str) -> None:
    inert = make_inert(text)
    assert inert != text
    assert make_inert(inert) == inert
    assert "<!--" not in inert
    assert all(letter.isprintable() or letter == "\n" for letter in inert)
    tokens = MarkdownIt("commonmark").parse(inert)
    kinds = {each.type for token in tokens for each in (token, *(token.children or ()))}
    assert not kinds & {"html_block", "html_inline", "image", "link_open", "heading_open"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Says TODO: write this, TBD.", "Says “TODO:” write this, “TBD.”"),
        ("- Limit: to be decided", "- Limit: “to be decided”"),
        ("Use [Feature Name] or {insert name}", "Use \\[Feature Name\\] or \\{insert name\\}"),
        ("- Add a, b, etc.", "- Add a, b, “etc.”"),
        ("`TODO: x` and “TBD”", "`TODO: x` and “TBD”"),
    ],
)
def test_a_gap_that_is_quoted_is_no_gap_of_the_plan(text: str, told: str) -> None:
    assert make_inert(text) == told
    prose = read_prose(told).lines
    assert not [*find_placeholders(prose), *find_open_ends(prose)]


def test_a_secret_of_the_code_is_left_out() -> None:
    key = "AKIA" + "QWERTZUIOPASDFGH"
    told = make_inert(f"- `if key == '{key}'` and {key}\n- next")
    assert key not in told
    assert told.count("left out›") == 2
    assert find_secrets(told) == []


def test_a_line_of_nothing_but_marks_takes_no_time() -> None:
    started = time.process_time()
    for text in (
        "`" * 10_000,
        "` `` " * 10_000,
        "<" * 10_000,
        "](" * 20_000,
        "[" * 10_000,
        " " * 10_000,
    ):
        make_inert(text)
    make_inert("".join("`" * n + " " for n in range(600)))
    assert time.process_time() - started < 2
