"""Codes such as `T1` in a copy to read: said at the top where a reader would meet them unexplained."""

from __future__ import annotations

from groundplan.markdown.reading_copy import with_legend

PLAN = (
    "# Plan\n\n## Summary\nFirst T1, then T2.\n\n## Tasks\n| Task |\n|--|\n| T1: Measure |\n| T2: Build |\n"
)


def test_codes_that_are_used_before_they_are_explained_are_said_at_the_top() -> None:
    assert with_legend(PLAN) == PLAN.replace("# Plan\n", "# Plan\n\nCodes: T1 to T2 under “Tasks”.\n", 1)


def test_codes_in_several_parts_are_said_to_be_under_the_heading_above_them() -> None:
    tasks = "## Tasks\n### Phase 1\n- T1: A\n\n### Phase 2\n- T2: B\n- T3: C\n"
    text = f"# Plan\n\n## Summary\nT1, then T3.\n\n{tasks}"
    assert "\nCodes: T1 to T3 under “Tasks”.\n" in with_legend(text)


def test_codes_without_a_heading_above_them_all_are_not_placed() -> None:
    text = "# Plan\n\n## Summary\nT1, then T3.\n\n## Phase 1\n- T1: A\n\n## Phase 2\n- T2: B\n- T3: C\n"
    assert with_legend(text) == text


def test_a_line_of_code_is_no_heading() -> None:
    fenced = PLAN.replace("| Task |", "```sh\n# install\n```\n\n| Task |")
    assert "\nCodes: T1 to T2 under “Tasks”.\n" in with_legend(fenced)


def test_codes_that_are_explained_first_need_no_legend() -> None:
    explained = "# Plan\n\n## Tasks\n- T1: Measure\n- T2: Build\n\n## Risks\nT1 may be slow.\n"
    assert with_legend(explained) == explained


def test_words_that_only_look_like_codes_need_no_legend() -> None:
    for words in ("Sizes A4 and B5.", "It needs `T1`.", "HTTP2 and T1000."):
        text = f"# Plan\n\n## Summary\n{words}\n\n## Tasks\n- T1: Measure\n- T2: Build\n"
        assert with_legend(text) == text
