from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.sections import LARGEST, cut
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook, SectionSpec

DOCUMENTS = {
    "collaborate": ["collaborate-skeleton", "collaborate-options", "collaborate-final"],
    "design": ["design"],
    "council": ["council"],
    "roadmap": ["roadmap"],
    "migration": ["migration"],
}


def keys(text: str, playbook: Playbook) -> list[str]:
    return [section.key for section in cut(text, playbook, "plan", "plan.md").sections]


@pytest.mark.parametrize(
    ("name", "document"), [(name, one) for name, found in DOCUMENTS.items() for one in found]
)
def test_the_documents_of_the_source_prompts_come_back_byte_for_byte(
    name: str, document: str, text_of: Callable[[str], str], request: pytest.FixtureRequest
) -> None:
    playbook = request.getfixturevalue(name)
    for text in (
        text_of(document),
        text_of(document).replace("\n", "\r\n"),
        "\ufeff" + text_of(document).rstrip(),
    ):
        found = cut(text, playbook, "plan", "plan.md")
        assert "".join(part.text for part in (found.header, *found.sections)) == text
        assert found.sections


@pytest.mark.req("S1-01")
def test_the_design_document_has_its_sections_in_their_order(
    design: Playbook, text_of: Callable[[str], str]
) -> None:
    found = keys(text_of("design"), design)
    assert found == ["log", "1", "2", "2.1", "2.2", "2.3", "3", "4", "4.1", "4.2", "4.3", "4.4", "4.5", "5"]


@pytest.mark.req("S4-17")
def test_sections_within_a_phase_are_keyed_by_it(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    found = keys(text_of("roadmap"), roadmap)
    assert [key for key in found if key.startswith("phase-1")] == [
        "phase-1",
        "phase-1/tasks",
        "phase-1/architecture",
        "phase-1/deliverables",
        "phase-1/verification",
    ]
    assert found[-5:] == [
        "dependencies",
        "dependencies/internal",
        "dependencies/external",
        "timeline",
        "milestones",
    ]


def test_no_heading_inside_a_fence_is_taken_for_a_section(
    text_of: Callable[[str], str], request: pytest.FixtureRequest
) -> None:
    false = 0
    for name, documents in DOCUMENTS.items():
        playbook = request.getfixturevalue(name)
        for document in documents:
            text = text_of(document)
            false += sum(block.kind is Kind.HEADING for block in parse_blocks(text))
            indented = "".join(f"    {line}" for line in text.splitlines(keepends=True))
            for hidden in (f"~~~~markdown\n{text}~~~~\n", f"<!--\n{text}-->\n", f"- example\n\n{indented}"):
                assert keys(f"# Prompt\n\n{hidden}\nwords\n", playbook) == []
    assert false >= 70


@pytest.mark.parametrize(
    "hidden",
    [
        "- ## Goal",
        "> ## Goal",
        "<div>\n## Goal\n</div>",
        "    ## Goal",
        "a\n    ## Goal",
        "\\## Goal",
        "##Goal",
        "1. a\n\n   ## Goal",
    ],
)
def test_a_heading_in_a_list_a_quote_html_or_code_is_no_section(hidden: str, collaborate: Playbook) -> None:
    assert keys(f"{hidden}\n", collaborate) == []


@pytest.mark.parametrize(
    "shown",
    [
        "## Goal",
        "##  Goal ##",
        "## **Goal**",
        "Goal\n----",
        "   ## *Goal*",
        "text\n## Goal",
        "##\tGoal",
        "**Goal**\n-",
    ],
)
def test_a_heading_counts_however_it_is_written(shown: str, collaborate: Playbook) -> None:
    assert keys(f"{shown}\nwords\n", collaborate) == ["goal"]


def test_the_level_must_be_the_declared_one(collaborate: Playbook) -> None:
    assert keys("# Goal\n### Goal\nGoal\n====\n", collaborate) == []


def test_an_alias_stands_for_the_title(collaborate: Playbook) -> None:
    (section,) = cut("## Plan\n- a\n", collaborate, "plan", "p.md").sections
    assert (section.key, section.title) == ("plan", "Plan")


def test_the_header_holds_everything_above_the_first_section(
    collaborate: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("collaborate-skeleton"), collaborate, "plan", "p.md")
    assert document.header.key == document.header.declared == "plan#header"
    assert document.header.body.startswith("---\ntitle: <task name>")
    value, place = document.header_fields["status"]
    assert (value, str(place)) == ("draft", "p.md:3:9")


def test_labels_of_the_header_are_read_with_their_places(
    design: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("design"), design, "plan", "p.md")
    assert list(document.header_fields) == ["Document Status", "Last Updated", "Approved By", "Current Phase"]
    assert str(document.header_fields["Approved By"][1]) == "p.md:5:18"


def test_a_second_heading_of_one_section_gets_a_key_of_its_own(collaborate: Playbook) -> None:
    assert keys("## Goal\na\n## Context\nb\n## Goal\nc\n## Goal\nd\n", collaborate) == [
        "goal",
        "context",
        "goal~2",
        "goal~3",
    ]


def test_a_section_within_a_phase_is_declared_only_there(roadmap: Playbook) -> None:
    text = "### Tasks\n## Phase 0: A\n### Tasks\n## Dependencies\n### Tasks\n"
    text += "## Phase 1: B\n#### Tasks\n### Tasks\n"
    assert keys(text, roadmap) == ["phase-0", "phase-0/tasks", "dependencies", "phase-1", "phase-1/tasks"]


def test_below_a_misspelt_phase_no_section_is_lost(roadmap: Playbook) -> None:
    text = "## Phase 0: A\n### Tasks\n## Phase one: B\n### Tasks\n"
    assert keys(text, roadmap) == ["phase-0", "phase-0/tasks", "phase-0/tasks~2"]


def test_captured_words_in_a_key_are_reduced_to_letters_digits_and_dashes(council: Playbook) -> None:
    assert keys("### Web / API Considerations (from X)\n", council) == ["considerations-web-api"]


def test_the_literal_title_wins_over_a_pattern(
    build: Callable[..., Playbook], declare: Callable[..., SectionSpec]
) -> None:
    playbook = build("own", declare("any-{name}", "{name}"), declare("goal", "Goal"))
    assert keys("## Goal\n## Other\n", playbook) == ["goal", "any-other"]


def test_the_byte_order_mark_belongs_to_the_header(collaborate: Playbook) -> None:
    document = cut("\ufeff## Goal\nwords\n", collaborate, "plan", "p.md")
    assert document.header.body == "\ufeff"
    assert document.sections[0].heading == "## Goal\n"


def test_a_rule_between_sections_belongs_to_the_one_above(collaborate: Playbook) -> None:
    goal, _ = cut("## Goal\nwords\n\n---\n\n## Context\n", collaborate, "plan", "p.md").sections
    assert goal.body == "words\n\n---\n\n"


def test_a_document_over_the_limit_is_not_read(collaborate: Playbook) -> None:
    with pytest.raises(Unreadable, match="larger than 5 MB"):
        cut("a" * (LARGEST + 1), collaborate, "plan", "p.md")
    with pytest.raises(Unreadable, match="larger than 5 MB"):
        cut("€" * (LARGEST // 2), collaborate, "plan", "p.md")
