from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.inline import bare_code, code_spans, plain, read_label
from groundplan.markdown.parser import inline_tokens


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("**Change Log**", "Change Log"),
        ("*a* __b__ ~c~", "a b ~c~"),
        ("Wait `Retry-After`  seconds", "Wait `Retry-After` seconds"),
        ("see [prd.md](prd.md) and <https://x.y>", "see [prd.md](prd.md) and <https://x.y>"),
        ("[Option X]", "[Option X]"),
        ("a\\*b &amp; c", "a*b & c"),
        ("`` a`b ``", "``a`b``"),
        ("one\ntwo  \nthree", "one two three"),
        ("![alt](x.png)", "![alt](x.png)"),
        ("a <b>c</b>", "a <b>c</b>"),
    ],
)
def test_emphasis_goes_and_code_links_and_words_stay(source: str, words: str) -> None:
    assert plain(source) == words


@pytest.mark.parametrize(
    ("line", "label", "value"),
    [
        ("**Files:** `a.py` (new)", "Files", "`a.py` (new)"),
        ("**Risk**: N+1 queries", "Risk", "N+1 queries"),
        ("**Risk** : N+1 queries", "Risk", "N+1 queries"),
        ("File(s): `a.py:1`", "File(s)", "`a.py:1`"),
        ("**Modified Files:**  ", "Modified Files", ""),
        ("**Is this new?**", "Is this new?", ""),
        ("**Framework Patterns** (from apps):", "Framework Patterns", ""),
        ("__Pros:__ fast", "Pros", "fast"),
        ("**`a:b` c:** d", "`a:b` c", "d"),
    ],
)
def test_a_line_starts_with_its_label(line: str, label: str, value: str) -> None:
    found = read_label(line)
    assert found is not None
    assert (found.text, line[found.value_at :].strip()) == (label, value)


@pytest.mark.parametrize(
    "line", ["**If x** → y", "**[Timestamp]** Started", "no label here", "https://x.y", ""]
)
def test_other_words_are_no_label(line: str) -> None:
    assert read_label(line) is None


@pytest.mark.parametrize(
    "line", ["**Modified Files:**", "**Commit 1: Add types**", "**Patterns** (see below):"]
)
def test_bold_words_alone_lead_over_to_what_stands_below(line: str) -> None:
    found = read_label(line)
    assert found is not None
    assert found.is_lead


@given(st.text("`` a\\b\n", max_size=30))
def test_code_spans_are_found_where_the_parser_finds_them(text: str) -> None:
    text = text.strip()
    theirs = [token.content for token in inline_tokens(text) if token.type == "code_inline"]
    ours = [text[start:end].strip("`").replace("\n", " ") for start, end in code_spans(text)]
    assert [span.strip() for span in ours] == [span.strip() for span in theirs]


def test_a_single_code_span_can_be_bared() -> None:
    assert bare_code("`src/a.py`") == "src/a.py"
    assert bare_code("`a` `b`") == "`a` `b`"


def test_many_backticks_take_linear_time() -> None:
    start = time.process_time()
    code_spans("".join("`" * (count % 50 + 1) + " " for count in range(20_000)))
    assert time.process_time() - start < 2
