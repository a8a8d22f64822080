"""`plan` in the playbooks that write the whole document: every assumption labelled, approved by a person."""

from __future__ import annotations

import re
from pathlib import Path

import parcels
import pytest
from grown_repos import begin_grown
from reading_plans import documents, expect_grounded, section, whole

PICTURES = Path(__file__).parent / "snapshots"
EXPORT = "Add export of the parcels' history as CSV to the command line"
WEBHOOKS = "Roadmap: track parcels of more carriers, in several phases, with webhooks instead of polling"
HTTPX = "Replace requests with httpx"
ASKED = "Ask several models: should parcels be refreshed by webhooks or by polling?"
_FIGURE = re.compile(r"\bWeeks? \d|\d+(?:\.\d+)? ?%|\bP90\b")
_SOURCE = re.compile(r"\((?:computed|history|default|person)\b")


@pytest.mark.req("S2-05")
@pytest.mark.req("S2-15")
def test_a_product_requirement_is_written_whole_and_approved_by_the_person(tmp_path: Path) -> None:
    story = begin_grown("planned-product", tmp_path, PICTURES, parcels.COMMITS)
    story.ann("plan", EXPORT, "--playbook", "product", "--name", "csv", "--no-talk", see="01-plan")
    assert set(documents(story)) >= {
        "requirements/csv/prd.md",
        "requirements/csv/tasks.md",
        "requirements/csv/recovery.md",
    }
    expect_grounded(story, fewest=4)
    story.ann.refused("GP204", "approve", "plan", typed="plan", says="Q1 is not answered")
    story.ann("talk", typed="\n\nq", see="02-talk")
    story.agent.refused("Only a person", "approve", "plan")
    story.ann("approve", "plan", typed="plan")
    assert story.desk.states() == {"plan": "passed", "quality": "blocked"}
    text = story.desk.read("requirements/csv/prd.md")
    assert "`parcels/cli.py`" in section(text, "Overview")
    assert "✅ Click (click >=8.1)" in text
    assert "`ruff check .` exits with 0 (computed)" in section(text, "Acceptance Criteria")
    assert "**Tasks:** 3.1" in section(text, "Acceptance Criteria")
    tasks = story.desk.read("requirements/csv/tasks.md")
    assert re.search(r"\[x\].*1\.1", tasks), "the planning phase is ticked"
    assert re.search(r"\[ \].*3\.1", tasks), "work is not"
    assert "parcels/cli.py" in story.desk.read("requirements/csv/recovery.md")
    assert story.desk.codes() == set()


@pytest.mark.req("S4-12")
@pytest.mark.req("S4-14")
def test_a_roadmap_labels_every_figure_and_waits_for_the_person_to_confirm_them(tmp_path: Path) -> None:
    story = begin_grown("planned-roadmap", tmp_path, PICTURES, parcels.COMMITS)
    seen = story.ann("plan", WEBHOOKS, "--name", "webhooks", "--no-talk", see="01-plan").out
    assert "playbook `roadmap` for a roadmap in phases" in seen
    assert story.desk.states()["roadmap"] == "blocked"
    story.ann.refused("GP204", "approve", "roadmap", typed="roadmap")
    story.ann("talk", typed="\n\n\n\n\n\nq")
    story.agent.refused("Only a person", "approve", "roadmap")
    text = whole(story)
    for number in range(5):
        assert section(text, f"Phase {number}"), f"phase {number} is there"
    risks = section(text, "Risk Matrix") or section(text, "Risks")
    assert "Ben" in text, "who changed the files most owns the work"
    assert risks
    unlabelled = [
        line
        for line in section(text, "Assumptions").splitlines()
        if _FIGURE.search(line) and not _SOURCE.search(line)
    ]
    assert not unlabelled
    story.ann("approve", "roadmap", typed="roadmap")
    assert set(story.desk.states().values()) == {"passed"}
    expect_grounded(story, fewest=4)
    assert story.desk.codes() == set()


@pytest.mark.req("S4-20")
@pytest.mark.req("S4-03")
def test_a_migration_counts_what_moves_and_has_a_way_back_for_each_phase(tmp_path: Path) -> None:
    story = begin_grown("planned-migration", tmp_path, PICTURES, parcels.COMMITS)
    seen = story.ann("plan", HTTPX, "--name", "httpx", "--no-talk", see="01-plan").out
    assert "playbook `migration` for a migration" in seen
    story.ann.refused("GP204", "approve", "migration", typed="migration")
    story.ann("talk", typed="\n\n\n\n\n\nq")
    story.agent.refused("Only a person", "approve", "migration")
    text = whole(story)
    assert "`parcels/carriers.py:5`" in text, "where it is imported"
    assert "4 uses in 1 file" in text
    assert section(text, "Option A: Big Bang")
    assert text.count("Rollback") >= 3
    story.ann("approve", "migration", typed="migration")
    assert set(story.desk.states().values()) == {"passed"}
    expect_grounded(story, fewest=3)
    assert story.desk.codes() == set()


@pytest.mark.req("S3-01")
def test_a_council_has_its_briefs_ready_before_anybody_is_asked(tmp_path: Path) -> None:
    story = begin_grown("planned-council", tmp_path, PICTURES, parcels.COMMITS)
    story.ann("plan", ASKED, "-k", "council", "--name", "webhooks", "--no-talk", see="01-plan")
    assert story.desk.states()["brief"] == "passed"
    expect_grounded(story, fewest=3)
    briefs = story.agent("show", "--proposed").out
    for advisor in ("claude", "codex", "gemini"):
        assert f"Brief for {advisor}" in briefs
    assert ASKED in briefs
    assert "parcels/cli.py" in briefs, "the current state goes along"
    assert "No advisor has answered yet" in whole(story), "nobody's advice is made up"
    assert story.desk.codes() <= {"GP204"}, "nothing but the open question"
    story.ann("talk", typed="\nq")
    story.agent.refused("Only a person", "approve", "plan")
