"""Free text on one line: what is cut keeps its code whole."""

from __future__ import annotations

from groundplan.app.judgement.computed import one_line


def test_a_cut_leaves_a_span_of_code_out_as_a_whole() -> None:
    text = (
        "Run what the environment really has and look at it: `.venv/bin/python -m pytest tests/test_cli.py`"
    )
    assert one_line(text, 80) == "Run what the environment really has and look at it:…"
    assert one_line("a `b", 80) == "a 'b"
    assert one_line("short `code`", 80) == "short `code`"
