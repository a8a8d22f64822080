"""A person's words are quoted as they are, but never become a citation or a gap of the plan."""

from __future__ import annotations

import pytest

from groundplan.planner.phrases import said


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("# Fix it\n\n- now", "Fix it now"),
        ("see [the doc], etc. now", r"see \[the doc\] and so on now"),
        ('answers in < 100 ms for `{"a": 1}`', 'answers in < 100 ms for `{"a": 1}`'),
        ("change `a.py` and `b.py`", "change `a.py` and b.py"),
        ("change `a.py:99` and `a.py::gone`", "change `a.py:99` and a.py::gone"),
    ],
)
def test_words_are_quoted_on_one_line_without_gaps_and_false_citations(words: str, quoted: str) -> None:
    assert said(words, ("a.py",)) == quoted
