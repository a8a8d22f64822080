"""What the reader refuses: every message names file, dotted key, the value and what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from read_playbook import read_playbook

from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from tests.playbooks.conftest import Broken

BROKEN = tomllib.loads((Path(__file__).parent / "fixtures" / "broken.toml").read_text("utf-8"))


def rows(kind: str) -> pytest.MarkDecorator:
    cases = [(case["old"], case["new"], case["fault"]) for case in BROKEN[kind]]
    return pytest.mark.parametrize(
        ("old", "new", "fault"), cases, ids=[case[2][:60] or "fine" for case in cases]
    )


@rows("toml")
def test_a_fault_of_the_file_is_named_with_its_key_and_what_is_allowed(
    broken: Broken, old: str, new: str, fault: str
) -> None:
    found = broken.replace(old, new).faults()
    assert any(said.startswith(f"mine/playbook.toml: {fault}") for said in found), found


@rows("skeleton")
def test_a_fault_of_a_skeleton_is_named(broken: Broken, old: str, new: str, fault: str) -> None:
    found = broken.replace(old, new, file="plan.md").faults()
    if fault:
        assert any(said.startswith(f"mine/playbook.toml: {fault}") for said in found), found
    else:
        assert found == []


def test_sections_out_of_order_in_the_skeleton_are_named(broken: Broken) -> None:
    text = broken.files["plan.md"].decode()
    head, goal, rest = (
        text[: text.index("## Goal")],
        "## Goal\n{{goal}}\n",
        text[text.index("## Questions") :],
    )
    broken.files["plan.md"] = f"{head}{rest}\n{goal}".encode()
    (fault,) = broken.faults()
    assert fault.endswith("`Goal` stands after `Steps`, but is declared before it")


def test_a_rule_that_does_not_exist_is_named_with_the_nearest(broken: Broken) -> None:
    broken.replace("GP304 = {}", "GP340 = {}").replace(
        "[rules]", '[[checklist]]\ntext = "Fine"\ncodes = ["GP999"]\n[rules]'
    )
    found = broken.faults({"GP204", "GP304", "GP306", "GP308", "GP602"})
    known = "one of `GP204`, `GP304`, `GP306`, `GP308`, `GP602`"
    assert found == [
        f"mine/playbook.toml: rules.GP340: unknown rule `GP340`; nearest `GP308`; {known}",
        f"mine/playbook.toml: checklist[0].codes[0]: unknown rule `GP999`; {known}",
    ]


def test_without_known_codes_rules_are_not_checked(broken: Broken) -> None:
    assert broken.replace("GP304 = {}", "GP999 = {}").faults() == []


CHECKPOINT = '[[checkpoint]]\nid = "{0}"\nname = "{0}"\nmessage = "m"\ncovers = ["goal"]\nneeds = ["{1}"]\n'


def test_checkpoints_that_wait_for_each_other_are_named_with_the_way_round(broken: Broken) -> None:
    broken.replace("[[stage]]", CHECKPOINT.format("a", "b") + CHECKPOINT.format("b", "a") + "[[stage]]")
    assert [said.split(": ", 1)[1] for said in broken.faults()] == [
        "checkpoint[1].needs: goes in a circle: `a` → `b` → `a`",
        "checkpoint[2].needs: goes in a circle: `b` → `a` → `b`",
    ]


def test_a_checkpoint_needs_only_earlier_ones(broken: Broken) -> None:
    later = CHECKPOINT.format("b", "ready")
    broken.replace("[[stage]]", CHECKPOINT.format("a", "b") + later + "[[stage]]")
    assert [said.split(": ", 1)[1] for said in broken.faults()] == [
        "checkpoint[1].needs[0]: `b` must be declared before `a`"
    ]


def test_a_checklist_item_may_not_wait_for_the_checkpoint_that_it_guards(broken: Broken) -> None:
    broken.replace('covers = ["*"]', 'covers = ["*"]\nchecklist = true').replace(
        "[rules]", '[[checklist]]\ntext = "Signed"\ncheckpoints = ["ready"]\n[rules]'
    )
    assert [said.split(": ", 1)[1] for said in broken.faults()] == [
        "checkpoint[0].checklist: the item `Signed` waits for `ready` itself"
    ]


def test_a_second_document_makes_every_section_name_its_own(broken: Broken) -> None:
    broken.replace("[[document]]", '[[document]]\nname = "notes"\npath = "{slug}/notes.md"\n\n[[document]]')
    assert "mine/playbook.toml: section[0].document: is missing; `document` must be given" in broken.faults()


def test_a_required_section_cannot_stand_in_an_empty_document(broken: Broken) -> None:
    found = broken.replace('skeleton = "plan.md"', "").faults()
    assert (
        "mine/playbook.toml: document[0].skeleton: is empty, but the section `goal` must stand in it" in found
    )


def test_a_file_that_is_not_utf8_is_named(broken: Broken) -> None:
    broken.files["plan.md"] = b"---\n\xff\n"
    assert "mine/plan.md: is not UTF-8 text: byte 4" in broken.faults()
    broken.files["playbook.toml"] = b"name = '\xe9'"
    assert broken.faults() == ["mine/playbook.toml: is not UTF-8 text: byte 8 is `0xe9`"]


def test_a_folder_without_its_main_file_is_no_playbook(broken: Broken) -> None:
    del broken.files["playbook.toml"]
    assert broken.faults() == ["mine/playbook.toml: there is no `playbook.toml`"]


def test_the_error_shows_three_faults_and_how_to_see_all(broken: Broken) -> None:
    text = (
        broken.files["playbook.toml"]
        .decode()
        .replace("level = 2", "level = 9")
        .replace('id = "Q{n}"', 'id = "Q"')
    )
    broken.files["playbook.toml"] = text.encode()
    with pytest.raises(Unreadable) as caught:
        read_playbook(broken.files, name="mine", folder=".groundplan/playbooks/mine/")
    lines = caught.value.message.splitlines()
    assert lines[0] == "Playbook `mine` has 7 faults"
    assert (
        lines[1]
        == "  .groundplan/playbooks/mine/playbook.toml: section[0].level: must be `1` to `6`, found `9`"
    )
    assert lines[4] == "  and 4 more"
    assert caught.value.hint == "See all: `groundplan playbook check mine`"
    assert caught.value.place == ".groundplan/playbooks/mine/playbook.toml"


def test_a_newer_format_asks_for_a_newer_groundplan(broken: Broken) -> None:
    broken.replace("format = 1", "format = 7")
    with pytest.raises(Unreadable) as caught:
        read_playbook(broken.files, name="mine")
    assert caught.value.hint == "Install a newer groundplan: `pip install -U groundplan`"


def test_covering_a_whole_document_spells_out_its_header_and_sections(broken: Broken) -> None:
    playbook = read_playbook(broken.files, name="mine")
    assert playbook.checkpoints[0].covers == ("plan#header", "goal", "questions", "steps")
    broken.replace('covers = ["*"]', 'covers = ["plan#*"]')
    assert read_playbook(broken.files, name="mine").checkpoints == playbook.checkpoints


def test_guidance_longer_than_anybody_reads_is_a_fault(broken: Broken) -> None:
    told = "\\n".join(f"Line {number}." for number in range(9))
    faults = broken.replace('key = "goal"\n', f'key = "goal"\nguidance = "{told}"\n').faults()
    assert any("guidance" in fault and "9 lines" in fault for fault in faults)
