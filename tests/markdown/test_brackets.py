"""Brackets that open nothing cost what their length costs."""

from __future__ import annotations

import time

from groundplan.markdown.parser import inline_tokens


def test_a_long_run_of_brackets_is_text_at_once() -> None:
    begun = time.process_time()
    tokens = inline_tokens("[" * 100_000)
    assert time.process_time() - begun < 2
    assert "".join(token.content for token in tokens) == "[" * 100_000


def test_brackets_that_are_a_link_stay_one() -> None:
    assert "link_open" in [token.type for token in inline_tokens("see [[a]](b.py) and [c](d.py)")]
