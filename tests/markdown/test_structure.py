from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.sections import cut
from groundplan.markdown.structure import find_structure_faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook

PLAN = "## Goal\na\n\n## Context\nb\n\n## Implementation Plan\n- c\n"


def faults(text: str, playbook: Playbook) -> list[tuple[str, str, int]]:
    document = cut(text, playbook, "plan", "plan.md")
    return [(one.code, one.section, one.place.line) for one in find_structure_faults(document, playbook)]


def test_a_whole_document_has_no_fault(collaborate: Playbook) -> None:
    assert faults(PLAN, collaborate) == []


@pytest.mark.req("S1-01")
@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("## Context\nb\n\n", "", ("GP501", "context", 1)),
        ("## Context", "## Contexts", ("GP502", "context", 4)),
        ("## Context", "## context", ("GP502", "context", 4)),
        ("## Context", "### Context", ("GP508", "context", 4)),
        ("## Goal\na\n\n## Context\nb", "## Context\nb\n\n## Goal\na", ("GP503", "context", 1)),
    ],
)
def test_a_missing_renamed_or_moved_section_is_found(
    old: str, new: str, found: tuple[str, str, int], collaborate: Playbook
) -> None:
    assert faults(PLAN.replace(old, new), collaborate) == [found]


def test_a_duplicate_is_found_at_its_second_heading(collaborate: Playbook) -> None:
    assert faults(PLAN + "\n## Goal\nagain\n", collaborate) == [("GP506", "goal", 10)]


def test_an_optional_section_may_be_left_out(collaborate: Playbook, text_of: Callable[[str], str]) -> None:
    assert faults(text_of("collaborate-final"), collaborate) == []


def test_sections_within_a_phase_are_missed_there(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("roadmap")
    assert faults(text, roadmap) == []
    moved = text.replace("### Verification", "### Verifications").replace("### Goals", "#### Goals")
    assert faults(moved, roadmap) == [("GP508", "goals", 6)]


def test_a_phase_whose_number_is_written_out_is_found(
    roadmap: Playbook, text_of: Callable[[str], str]
) -> None:
    text = text_of("roadmap").replace("## Phase 2: Integration", "## Phase two: Integration")
    codes = faults(text, roadmap)
    assert ("GP502", "phase-{n}", 89) in codes
    assert ("GP506", "phase-1/tasks", 91) in codes


def test_an_inner_heading_may_be_called_like_a_section_of_another_level(
    roadmap: Playbook, text_of: Callable[[str], str]
) -> None:
    text = text_of("roadmap").replace("### Deliverables\n- JWT", "### Deliverables\n#### Tasks\n- JWT")
    assert faults(text, roadmap) == []


def test_a_phase_at_another_level_is_found(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("roadmap").replace("## Phase 2: Integration", "### Phase 2: Integration")
    assert ("GP508", "phase-{n}", 89) in faults(text, roadmap)


@pytest.mark.parametrize("wrap", ["{}", "```\n{}```\n"])
def test_conflict_markers_are_found_also_inside_a_fence(wrap: str, collaborate: Playbook) -> None:
    conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"
    text = PLAN.replace("b\n", wrap.format(conflict))
    assert [code for code, _, _ in faults(text, collaborate)] == ["GP507"]
    assert faults(text, collaborate)[0][1] == "context"


def test_a_single_marker_is_no_conflict(collaborate: Playbook) -> None:
    assert faults(PLAN.replace("b\n", "\n<<<<<<< HEAD\n\n=======\n"), collaborate) == []


def test_a_finding_says_what_to_write(collaborate: Playbook) -> None:
    document = cut(PLAN.replace("## Context", "## Contexts"), collaborate, "plan", "plan.md")
    (finding,) = find_structure_faults(document, collaborate)
    assert finding.message == "Found heading `Contexts` where `Context` is declared"
    assert finding.hint == "Restore `## Context`"
