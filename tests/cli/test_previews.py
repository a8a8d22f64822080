"""A plan read with everything proposed in its place: printed, checked, attacked, and never more than that."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

PLAN = """\
## Context

It posts once, in `src/upload.py:1`.

## Implementation Plan

- T1: Wrap the post call in a retry loop.
- T2: Count the retries in `src/nowhere.py:3`.
"""


@pytest.fixture
def handed(begun: Desk) -> Desk:
    """A plan whose sections an agent handed in before anybody replied."""
    ran = begun.run("write", "--all", "-", "--propose", stdin=PLAN)
    assert ran.code == 0, ran.err
    return begun


class TestReading:
    def test_the_whole_text_has_what_is_proposed_in_its_place(self, handed: Desk) -> None:
        before = handed.document().read_bytes()
        shown = handed.run("show", "--text", "--proposed")
        assert shown.code == 0, shown.err
        heads = [line for line in shown.out.splitlines() if line.startswith("## ")]
        assert heads[:3] == ["## Goal", "## Context", "## Implementation Plan"]
        assert "- T1: Wrap the post call" in shown.out
        assert "<to be developed>" not in shown.out
        assert handed.document().read_bytes() == before

    def test_it_is_the_text_that_promotion_leaves_but_for_the_mark(self, handed: Desk) -> None:
        shown = handed.run("show", "--text", "--proposed").out.splitlines()
        assert handed.run("answer", "1", "All of them").code == 0
        now = handed.document().read_text().splitlines()
        assert shown[: shown.index("## Goal")] == ["---", *shown[1:4], "---"]
        start, stop = shown.index("## Context"), shown.index("## Open Questions")
        assert shown[start:stop] == now[now.index("## Context") : now.index("## Open Questions")]

    def test_a_copy_of_it_in_the_repository_passes_for_no_plan(self, handed: Desk) -> None:
        (handed.folder / "copy.md").write_text(handed.run("show", "--text", "--proposed").out)
        assert (
            handed.run("check").code == 1
        )  # for the citation; a copy with the id would be an error of its own
        assert "copy.md" not in handed.run("check").out + handed.run("check").err

    def test_an_outdated_proposal_is_left_out_and_named(self, handed: Desk) -> None:
        path = handed.document()
        path.write_text(path.read_text().replace("## Context\n", "## Context\nBy hand.\n", 1))
        shown = handed.run("show", "--text", "--proposed")
        assert "By hand." in shown.out
        assert "retry loop" not in shown.out
        assert "left out" in shown.err

    def test_proposals_in_a_copy_of_the_folder_are_missed_aloud(self, handed: Desk, tmp_path: Path) -> None:
        copy = tmp_path / "copy"
        shutil.copytree(handed.folder, copy)
        for words in (("check",), ("show", "--text", "--proposed")):
            told = " ".join(handed.run("--repo", str(copy), *words).err.split())
            assert "sections proposed for `retry-uploads` were copied here and do not count" in told
            assert "write --all --file <file> --propose" in told
            assert "copied here" not in handed.run(*words).err

    def test_a_copy_without_proposals_misses_none(self, desk: Desk, tmp_path: Path) -> None:
        assert desk.run("plan", "Retry in `src/upload.py`", "--name", "retry").code == 0
        shutil.copytree(desk.folder, tmp_path / "copy")
        assert "copied here" not in desk.run("--repo", str(tmp_path / "copy"), "check").err

    def test_without_proposals_it_is_the_plan(self, written: Desk) -> None:
        assert "## Goal" in written.run("show", "--text", "--proposed").out


class TestChecking:
    def test_the_proposed_words_are_checked_and_that_is_said(self, handed: Desk) -> None:
        ran = handed.run("check", columns=200)
        assert ran.code == 1
        assert "GP101" in ran.out
        assert "nothing is written yet" not in ran.out
        assert "2 proposed sections in place" in ran.out

    def test_a_place_leads_to_the_line_of_the_printed_text(self, handed: Desk) -> None:
        found = handed.run("check", "--json").json["plans"][0]["findings"]
        [missing] = [each for each in found if each["code"] == "GP101"]
        lines = handed.run("show", "--text", "--proposed").out.splitlines()
        assert "src/nowhere.py:3" in lines[missing["line"] - 1]
        assert missing["proposed"] is True
        assert f"retry-uploads.md (proposed):{missing['line']}" in handed.run("check", columns=200).out

    def test_reports_for_a_code_host_are_about_the_file_alone(self, handed: Desk) -> None:
        assert "GP101" not in handed.run("check", "--format", "github").out

    def test_a_brief_lists_what_to_mend_in_the_proposed_words(self, handed: Desk) -> None:
        assert "GP101" in handed.run("brief").out

    def test_a_finding_that_the_proposal_settles_is_not_to_be_mended(self, begun: Desk) -> None:
        assert begun.run("answer", "1", "All of them").code == 0
        done = "Uploads go through `src/again.py::retry`.\n"
        assert begun.run("write", "goal", "-", stdin=done).code == 0
        steps = "## Implementation Plan\n\n- T1: Add `retry` in the new file `src/again.py`.\n"
        assert begun.run("write", "--all", "-", "--propose", stdin=steps).code == 0
        found = begun.run("check", "--json").json["plans"][0]["findings"]
        wrong = [each for each in found if not each["unfinished"]]
        assert wrong
        assert {each["hint"] for each in wrong} == {
            "What is proposed settles it as soon as it is in the plan"
        }


class TestAttack:
    def test_a_proposal_neither_completes_nor_opens_anything(self, begun: Desk) -> None:
        before = begun.run("status", "--json").json
        good = PLAN.replace("`src/nowhere.py:3`", "the metrics")
        assert begun.run("write", "--all", "-", "--propose", stdin=good).code == 0
        assert begun.run("check").code == 0
        assert begun.run("check", "--strict").code == 1
        refused = begun.run("approve", "ready")
        assert refused.code == 3
        after = begun.run("status", "--json").json
        assert after["plans"][0]["checkpoints"] == before["plans"][0]["checkpoints"]

    def test_a_proposal_hides_no_error_of_the_plan(self, begun: Desk) -> None:
        assert begun.run("answer", "1", "All of them").code == 0
        assert begun.run("write", "context", "-", stdin="It is in `src/nowhere.py:3`.\n").code == 0
        ran = begun.run("write", "context", "-", "--propose", stdin="It posts once.\n")
        assert ran.code == 0, ran.err
        assert "waits" in ran.out
        again = begun.run("check")
        assert again.code == 1
        assert "GP101" in again.out


class TestRefuting:
    def test_a_fresh_reader_is_given_the_proposed_words(self, handed: Desk) -> None:
        assert "Wrap the post call in a retry loop" in handed.run("refute").out

    def test_an_objection_may_quote_them_and_is_open_once_they_are_in_the_plan(self, handed: Desk) -> None:
        objection = {
            "quote": "Wrap the post call in a retry loop",
            "because": "A retried post may store a file twice.",
            "evidence": ["src/upload.py:1"],
            "change": "Make the post idempotent first.",
        }
        given = json.dumps({"tried": "Read it.", "objections": [objection]})
        ran = handed.run("object", "--file", "-", "--by", "reviewer-2", stdin=given)
        assert ran.code == 0, ran.err
        refused = handed.run("object", "O1", "--mended")
        assert refused.code == 3, refused.out
        assert handed.run("answer", "1", "All of them").code == 0
        assert "retry loop" in handed.document().read_text()
        assert "O1" in handed.run("object").out
        assert handed.run("object", "O1", "--mended").code == 3


def test_what_blocks_an_approval_is_not_to_be_written_again(handed: Desk) -> None:
    refused = handed.run("approve", "ready", "--json")
    hints = {each["section"]: each["hint"] for each in refused.complaint["findings"]}
    assert "waits for your reply" in hints["context"]
    assert "write" not in hints["context"]


def test_a_title_above_the_sections_is_in_nobodys_way(begun: Desk) -> None:
    ran = begun.run("write", "--all", "-", "--propose", stdin=f"# Retry uploads\n\n{PLAN}")
    assert ran.code == 0
    assert "left out" not in ran.err


def test_handing_in_says_in_ten_lines_what_became_of_it(begun: Desk) -> None:
    more = "".join(f"\n## Option {n}: Way {n}\n\n- Pros: fast.\n" for n in range(1, 6))
    ran = begun.run("write", "--all", "-", "--propose", stdin=f"{PLAN}{more}", columns=200)
    assert ran.code == 0
    assert len(ran.out.splitlines()) <= 10, ran.out
    assert "Proposed: Context, Implementation Plan" in ran.out
    assert "waits for your reply" in ran.out
    assert "GP101" in ran.out
    assert "1 error" in ran.out
    assert "show --text --proposed" in ran.out
