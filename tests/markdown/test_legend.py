"""Codes such as `T1` in a copy to read: said at the top where a reader would meet them unexplained."""

from __future__ import annotations

from groundplan.markdown.reading_copy import with_legend

PLAN = (
    "# Plan\n\n## Summary\nFirst T1, then T2.\n\n## Tasks\n| Task |\n|--|\n| T1: Measure |\n| T2: Build |\n"
)


def test_codes_that_are_used_before_they_are_explained_are_said_at_the_top() -> None:
    assert with_legend(PLAN) == PLAN.replace("# Plan\n", "# Plan\n\nCodes: T1 to T2 under “Tasks”.\n", 1)


def test_codes_that_are_explained_first_need_no_legend() -> None:
    explained = "# Plan\n\n## Tasks\n- T1: Measure\n- T2: Build\n\n## Risks\nT1 may be slow.\n"
    assert with_legend(explained) == explained


def test_words_that_only_look_like_codes_need_no_legend() -> None:
    for words in ("Sizes A4 and B5.", "It needs `T1`.", "HTTP2 and T1000."):
        text = f"# Plan\n\n## Summary\n{words}\n\n## Tasks\n- T1: Measure\n- T2: Build\n"
        assert with_legend(text) == text
