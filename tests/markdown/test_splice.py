"""A splice writes its sections and no other byte, or it is refused with the line that stands in the way."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.markdown.sections import cut
from groundplan.markdown.splice import splice
from groundplan.plan.errors import GroundplanError, Misused, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook, SectionSpec

MANY = max(100, settings().max_examples)
PLAN = """\
---
title: Cache
---
## Goal
Make it fast.

## Context

Words.

---

## Option 1: Disk
- Pros: simple

## Implementation Plan
1. Do it
"""


def spliced(text: str, playbook: Playbook, **changes: str) -> str:
    named = {key.replace("_", "-"): words for key, words in changes.items()}
    return splice(cut(text, playbook, "plan", "plan.md"), playbook, named)


def refusal(text: str, playbook: Playbook, **changes: str) -> str:
    with pytest.raises(Refused) as caught:
        spliced(text, playbook, **changes)
    assert caught.value.findings[0].place.document == "plan.md"
    return caught.value.message


def diff(old: str, new: str) -> list[str]:
    lines = difflib.ndiff(old.splitlines(keepends=True), new.splitlines(keepends=True))
    return [line for line in lines if line[0] in "+-"]


def test_a_changed_sentence_is_a_diff_of_two_lines(collaborate: Playbook) -> None:
    for key, old, new in [("goal", "Make it fast.", "Make it faster."), ("context", "Words.", "More words.")]:
        assert diff(PLAN, spliced(PLAN, collaborate, **{key: new})) == [f"- {old}\n", f"+ {new}\n"]


@pytest.mark.parametrize(
    "given_text",
    ["New.", "\n\nNew.\n\n\n", "New.\r\n", "## Context\nNew.", "## **Context**\n\nNew.\n\n---\n"],
)
def test_spacing_heading_and_rule_stay_those_of_the_document(given_text: str, collaborate: Playbook) -> None:
    assert spliced(PLAN, collaborate, context=given_text) == PLAN.replace("Words.", "New.")


def test_writing_the_same_words_changes_nothing(
    collaborate: Playbook, design: Playbook, text_of: Callable[[str], str]
) -> None:
    for playbook, text in [(collaborate, PLAN), (design, text_of("design"))]:
        document = cut(text, playbook, "plan", "plan.md")
        for section in document.sections:
            assert splice(document, playbook, {section.key: section.body}) == text
            assert splice(document, playbook, {section.key: section.text}) == text


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_are_those_of_the_document(end: str, collaborate: Playbook) -> None:
    text = PLAN.replace("\n", end)
    assert spliced(text, collaborate, goal="One\nTwo\r\nThree") == text.replace(
        "Make it fast.", f"One{end}Two{end}Three"
    )


def test_a_document_without_a_final_line_end_stays_one(collaborate: Playbook) -> None:
    text = PLAN.rstrip()
    assert spliced(text, collaborate, plan="1. Other\n") == text.replace("1. Do it", "1. Other")


def test_an_empty_section_is_filled_between_blank_lines(collaborate: Playbook) -> None:
    text = "## Goal\n\n## Context\n"
    assert spliced(text, collaborate, goal="a", context="b") == "## Goal\n\na\n\n## Context\n\nb\n"


def test_the_heading_of_a_repeated_section_is_written_with_it(collaborate: Playbook) -> None:
    text = spliced(PLAN, collaborate, option_1="## Option 1: Redis\n- Pros: shared")
    assert text == PLAN.replace("Disk", "Redis").replace("simple", "shared")


def test_a_new_section_goes_to_its_declared_place(collaborate: Playbook) -> None:
    text = spliced(PLAN, collaborate, option_2="## Option 2: Redis\n- Pros: shared", risks="- New service")
    keys = [section.key for section in cut(text, collaborate, "plan", "p.md").sections]
    assert keys == ["goal", "context", "option-1", "option-2", "plan", "risks"]
    assert (
        text
        == PLAN.replace("simple\n", "simple\n\n## Option 2: Redis\n\n- Pros: shared\n")
        + "\n## Risks / Tradeoffs\n\n- New service\n"
    )


def test_repeated_sections_stand_in_the_order_of_their_numbers(collaborate: Playbook) -> None:
    text = spliced(
        PLAN.replace("Option 1", "Option 5"),
        collaborate,
        option_2="## Option 2: a\nx",
        option_9="## Option 9: b\ny",
    )
    keys = [section.key for section in cut(text, collaborate, "plan", "p.md").sections]
    assert keys == ["goal", "context", "option-2", "option-5", "option-9", "plan"]


def test_a_new_section_goes_into_its_phase(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    document = cut(text_of("roadmap"), roadmap, "plan", "p.md")
    new = splice(document, roadmap, {"phase-1/risks": "None known.", "phase-4": "## Phase 4: Cleanup\n"})
    keys = [section.key for section in cut(new, roadmap, "plan", "p.md").sections]
    assert keys[keys.index("phase-1/deliverables") + 1] == "phase-1/risks"
    assert keys[keys.index("phase-3/rollback") + 1 : keys.index("dependencies")] == ["phase-4"]


def test_a_section_may_go_into_one_that_is_new_too(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    document = cut(text_of("roadmap"), roadmap, "plan", "p.md")
    new = splice(document, roadmap, {"phase-9/tasks": "later", "phase-9": "## Phase 9: Last (Week 12)"})
    keys = [section.key for section in cut(new, roadmap, "plan", "p.md").sections]
    assert keys[keys.index("phase-9") + 1] == "phase-9/tasks"


def test_many_sections_at_once_read_as_if_written_one_by_one(
    roadmap: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("roadmap"), roadmap, "plan", "p.md")
    changes = {section.key: f"Words on {section.title}\n\n- and an item\n" for section in document.sections}
    changes["phase-1"] = "## Phase 1: Another name (Week 9)\n"
    one_by_one = document
    for key, text in changes.items():
        one_by_one = cut(splice(one_by_one, roadmap, {key: text}), roadmap, "plan", "p.md")
    assert splice(document, roadmap, changes) == one_by_one.text


def test_one_harmful_text_among_many_is_refused_with_its_line(
    roadmap: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("roadmap"), roadmap, "plan", "p.md")
    with pytest.raises(Refused):
        splice(document, roadmap, {"summary": "fine", "goals": "1. a\n\n### Success Criteria\nmine\n"})


def test_the_heading_of_a_new_section_is_the_skeletons(
    build: Callable[..., Playbook], declare: Callable[..., SectionSpec]
) -> None:
    from groundplan.plan.playbook import DocumentSpec

    document = DocumentSpec("plan", "p.md", "## **Goal**\nx\n")
    playbook = build("own", declare("goal", "Goal"), declare("end", "End"), documents=(document,))
    text = spliced("intro\n", playbook, goal="a", end="b")
    assert text == "intro\n\n## **Goal**\n\na\n\n## End\n\nb\n"


def test_the_header_can_be_written_too(collaborate: Playbook) -> None:
    document = cut("\ufeff" + PLAN, collaborate, "plan", "plan.md")
    new = splice(document, collaborate, {"plan#header": "---\ntitle: Other\n---\n"})
    assert new == "\ufeff" + PLAN.replace("Cache", "Other")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("a\n```\nb", "the fence opened at line 2 of the new text is never closed"),
        ("a\n\n<!-- b", "the `<!--` at line 3 of the new text is never closed"),
        ("<pre>\nb", "the `<pre` at line 1 of the new text is never closed"),
        ("a\n\n## Context\nb", "the declared heading `Context` is at line 3 of the new text"),
        ("a\n\n## Goal\nb", "the declared heading `Goal` is at line 3 of the new text"),
        (
            "a\n\nContext\n---\nb",
            "the underline at line 4 of the new text turns the words above into heading `Context`",
        ),
        ("# Goal\nb", "The new text starts with `Goal` at level 1, declared is 2"),
    ],
)
def test_a_text_that_would_change_more_than_its_section_is_refused(
    words: str, said: str, collaborate: Playbook
) -> None:
    assert said in refusal(PLAN, collaborate, goal=words)


def test_words_right_above_a_rule_do_not_become_a_heading(collaborate: Playbook) -> None:
    text = "## Goal\n- list\n---\n## Context\nb\n"
    assert spliced(text, collaborate, goal="words") == "## Goal\nwords\n\n---\n## Context\nb\n"


def test_words_right_above_an_underlined_heading_do_not_become_part_of_it(collaborate: Playbook) -> None:
    text = "## Goal\n```\n```\nContext\n---\nb\n"
    assert spliced(text, collaborate, goal="```\nx\n```") == text.replace("```\n```", "```\nx\n```")
    assert spliced(text, collaborate, goal="words") == "## Goal\nwords\n\nContext\n---\nb\n"


def test_a_heading_of_another_number_is_refused(collaborate: Playbook) -> None:
    assert "`option-1`" in refusal(PLAN, collaborate, option_1="## Option 2: Redis\nx")


def test_an_unknown_key_names_near_ones(collaborate: Playbook) -> None:
    with pytest.raises(NotFound) as caught:
        spliced(PLAN, collaborate, contxt="a")
    assert "`context`" in caught.value.hint


def test_a_new_repeated_section_needs_its_heading(collaborate: Playbook) -> None:
    with pytest.raises(Misused, match="its heading is not known") as caught:
        spliced(PLAN, collaborate, option_3="words")
    assert caught.value.hint == "Start the text with its heading: `## Option {n}: {name}`"


def test_a_missing_section_whose_title_catches_words_needs_its_heading(migration: Playbook) -> None:
    text = "### Overview\nx\n"
    with pytest.raises(Misused, match="its heading is not known"):
        spliced(text, migration, strategy="words")
    new = spliced(text, migration, strategy="### Migration Strategy: Big Bang\nwords")
    assert new == text + "\n### Migration Strategy: Big Bang\n\nwords\n"


def test_a_new_section_at_another_level_is_refused(roadmap: Playbook) -> None:
    assert "at level 2, declared is 3" in refusal(
        "## Phase 0: A\n", roadmap, **{"phase_0/tasks": "## Tasks\nx"}
    )


def test_half_a_character_is_not_written(collaborate: Playbook) -> None:
    with pytest.raises(Misused, match="half a character"):
        spliced(PLAN, collaborate, goal="a\ud800b")


LINES = [
    "",
    "words",
    "## Goal",
    "## Context",
    "Context",
    "---",
    "===",
    "```",
    "~~~",
    "<!--",
    "-->",
    "- a",
    "  b",
    "> c",
    "| d |",
    "|---|",
    "    code",
    "<div>",
    "\x0b",
    "## Option 1: x",
    "1. x",
]
TEXT = st.lists(st.sampled_from(LINES), max_size=8).map("\n".join)


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from([*LINES, "## Implementation Plan"]), max_size=14),
    TEXT,
    st.sampled_from(["\n", "\r\n"]),
)
def test_other_sections_keep_key_and_bytes_or_the_write_is_refused(
    collaborate: Playbook, lines: list[str], words: str, end: str
) -> None:
    before = cut("## Goal\n" + "".join(line + end for line in lines), collaborate, "plan", "plan.md")
    for section in before.sections:
        try:
            text = splice(before, collaborate, {section.key: words})
        except GroundplanError:
            continue
        after = cut(text, collaborate, "plan", "plan.md")
        assert [one.key for one in after.sections] == [one.key for one in before.sections]
        for old, new in zip((before.header, *before.sections), (after.header, *after.sections), strict=True):
            assert old.key == section.key or old.text == new.text


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(LINES), max_size=10), TEXT)
def test_an_added_section_leaves_the_others_but_for_blank_lines_above_it(
    collaborate: Playbook, lines: list[str], words: str
) -> None:
    before = cut("## Goal\n" + "\n".join(lines), collaborate, "plan", "plan.md")
    try:
        text = splice(before, collaborate, {"risks": words})
    except GroundplanError:
        return
    after = cut(text, collaborate, "plan", "plan.md")
    assert [one.key for one in after.sections] == [*(one.key for one in before.sections), "risks"]
    for old, new in zip(before.sections, after.sections, strict=False):
        assert new.text.startswith(old.text)
        assert new.text[len(old.text) :].strip() == ""
        assert new.normal == old.normal
