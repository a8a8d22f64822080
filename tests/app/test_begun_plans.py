"""A plan just begun says what the user said and what the code says, and of the rest only what opens it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from desk import Desk

from groundplan.markdown.skeletons import placeholders
from groundplan.playbooks.shelf import bundled_names

if TYPE_CHECKING:
    from pathlib import Path

GOAL = "Refuse a name without a shape in `src/upload.py::upload` before it is sent"
OWN = "errand"
# The source's own words for a section that is open.
STATES = frozenset({"<unknown>", "<to be developed>", "<opens once the recommendation is approved>"})


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk.clear(tmp_path)


def documents(desk: Desk) -> dict[str, str]:
    folders = (desk.path("plans"), desk.path("requirements"))
    files = [path for folder in folders if folder.exists() for path in folder.rglob("*.md")]
    return {path.name: path.read_text() for path in files}


def begin(desk: Desk, playbook: str) -> dict[str, str]:
    if playbook == OWN:
        assert desk.person("playbook", "new", OWN).code == 0
    ran = desk.person("plan", GOAL, "-k", playbook, "--no-talk")
    assert ran.code == 0, ran.said
    return documents(desk)


def forms_of(desk: Desk, playbook: str) -> str:
    shown: str = desk.pipe("playbook", "show", playbook, "--template").out
    return shown


@pytest.mark.parametrize("playbook", [*bundled_names(), OWN])
def test_a_plan_just_begun_says_nothing_that_nobody_said(playbook: str, desk: Desk) -> None:
    texts = begin(desk, playbook)
    whole = "\n".join(texts.values())
    left = {each for each in placeholders(forms_of(desk, playbook)) if each in whole} - STATES
    assert left == set(), "no placeholder of the form is in the plan"
    assert GOAL in whole, "the goal is"
    assert re.findall(r"^- \[x\] (\S+)", whole, re.MULTILINE) in ([], ["1.1"]), "only the workspace is made"
    ran = desk.pipe("check")
    assert ran.code == 0, ran.said
    assert "nothing wrong" in ran.said


@pytest.mark.parametrize("playbook", [*bundled_names(), OWN])
def test_no_section_that_nobody_filled_counts_as_complete(playbook: str, desk: Desk) -> None:
    begin(desk, playbook)
    shown = desk.pipe("show", "--json").json()
    complete = [each["key"] for each in shown["sections"] if each["complete"]]
    for key in complete:
        text = desk.pipe("show", "--json", key).json()["section"]["text"]
        assert "groundplan write" not in text, key
        assert not any(state in text for state in STATES), key
        assert "\n" in text.strip() or not any(other.startswith(f"{key}/") for other in complete), key
    marks = [line for line in desk.person("show").out.splitlines() if "unfinished" in line]
    assert not any("✓" in line for line in marks)


def test_facts_and_answers_are_written_and_no_label_without_them(desk: Desk) -> None:
    text = begin(desk, "design")["PLANNING.md"]
    found = text.partition("2.1 Codebase")[2].partition("#### **2.2")[0]
    assert "  - File(s): `" in found
    assert "Entry point" not in found, "nothing is known of it"
    assert "[ ]" not in found, "nobody chose"
    question = next(each for each in desk.pipe("show", "--json").json()["questions"])
    said = "A name without a shape raises `UploadError`"
    assert desk.person("answer", question["id"], said).code == 0
    goal = documents(desk)["PLANNING.md"].partition("### **1.")[2].partition("### **2.")[0]
    assert f"- **Success Criteria:**\n  - {said}" in goal
    assert f"**User Story/Goal:** {GOAL}" in goal
    assert desk.person("answer", question["id"], f"{said}, and no other does").code == 0
    assert f"- **Success Criteria:**\n  - {said}, and no other does" in documents(desk)["PLANNING.md"]
    assert desk.pipe("check").code == 0


def test_a_title_without_its_last_words_gets_them_with_the_text(desk: Desk) -> None:
    assert "### Migration Strategy\n\n[Open" in begin(desk, "migration")["migration.md"]
    why = "The old parser stays until the new one is tried."
    refused = desk.pipe("write", "strategy", "-", stdin=why)
    assert refused.code == 2
    assert "### Migration Strategy: {strategy}" in refused.said
    written = desk.pipe("write", "strategy", "-", stdin=f"### Migration Strategy: Parallel Run\n{why}\n")
    assert written.code == 0, written.said
    assert "### Migration Strategy: Parallel Run\n" in documents(desk)["migration.md"]
    assert "strategy" in desk.pipe("show", "--json").out


def test_whoever_writes_an_open_section_has_its_form_to_fill_in(desk: Desk, tmp_path: Path) -> None:
    begin(desk, "design")
    seen = tmp_path / "seen.md"
    editor = tmp_path / "editor.sh"
    editor.write_text(f'#!/bin/sh\ncp "$1" {seen}\n')
    editor.chmod(0o755)
    assert desk.person("write", "2.1", EDITOR=str(editor)).code == 0
    form = seen.read_text()
    assert "  - [ ] Modifying existing (go to Step 2a)" in form
    assert "  - Summary: [1-2 sentence description of what it does today]" in form
    assert "  - File(s): `" in form, "with what is known"
    assert "groundplan write 2.1`, or" not in form


def test_the_number_of_tasks_is_one_number(desk: Desk) -> None:
    texts = begin(desk, "product")
    assert "**Completed**: no task beyond planning is written yet" in texts["recovery.md"]
    tasks = "- [ ] 2.1 Read how `upload` refuses today\n- [ ] 2.2 Ask the callers\n"
    assert desk.pipe("write", "phase-2", "-", stdin=tasks).code == 0
    assert "**Completed**: 0/2 tasks" in documents(desk)["recovery.md"]
    assert "0 of 2 tasks done" in desk.pipe("next").out


def test_that_more_blocks_than_is_listed_is_said(desk: Desk) -> None:
    blockers = begin(desk, "product")["recovery.md"].partition("## Blockers")[2].partition("## ")[0]
    *listed, more = blockers.strip().splitlines()
    assert len(listed) == 10
    assert more == "- and more, not listed here"


def test_a_copy_to_read_leaves_out_what_nobody_wrote(desk: Desk) -> None:
    begin(desk, "design")
    copied = desk.pipe("show", "--copy").out
    assert GOAL in copied
    assert "groundplan write" not in copied
    assert "Detailed Design" not in copied


@pytest.mark.req("S4-25")
def test_a_roadmap_says_which_tests_cover_the_place_today(desk: Desk) -> None:
    desk.path("tests").mkdir(exist_ok=True)
    desk.path("tests/test_upload.py").write_text(
        "from src.upload import upload\n\n\ndef test_upload():\n    assert upload\n"
    )
    analysis = begin(desk, "roadmap")["analysis.md"]
    assert re.search(r"^- \*\*Test coverage:\*\* `tests/test_upload\.py`", analysis, re.MULTILINE)
