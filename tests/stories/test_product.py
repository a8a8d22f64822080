"""Product: a requirement workspace filled by a profile, approved once, and not archived before it is done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import vector_search as vector
from story import Story

PICTURES = Path(__file__).parent / "snapshots"
FOLDER = "requirements/vector-search-support"
RECOVERY = f"{FOLDER}/recovery.md"

# What a careless planner would write, and the rules that find it.
CARELESS = {
    "databases": "\n".join(line for line in vector.DATABASES.splitlines() if "SQLite" not in line) + "\n",
    "phases": vector.PHASES.replace("Phase 3: Testing (Testing Agent)", "Phase 3: Testing (Intern)"),
    "risks": vector.RISKS.partition("### Breaking Change Risks")[0].partition("- **Mitigation**: a limit")[0],
    "phase-3": vector.CORE_TASKS.replace("Add the vector column types", "Edit `_sync.py` to match").replace(
        "3.4", "3.3"
    ),
}
FAULTS = {"GP801", "GP807", "GP701", "GP702", "GP804", "GP306"}


def part(story: Story, heading: str) -> str:
    """Return a section of the recovery guide."""
    return story.desk.read(RECOVERY).split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0].strip()


def planning_done(story: Story) -> list[str]:
    """Return the tasks of the planning phase that are ticked."""
    return re.findall(r"- \[x\] (1\.\d)", story.desk.read(f"{FOLDER}/tasks.md"))


def set_up(story: Story) -> None:
    """Chapter 1: the profile fills the workspace; making it does the first task of planning."""
    desk, ann = story.desk, story.ann
    story.configure(vector.PROFILE)
    ann("new", vector.GOAL, "--playbook", "product", see="01-new")
    made = {
        path.relative_to(desk.path(FOLDER)).as_posix()
        for path in desk.path(FOLDER).rglob("*")
        if path.is_file()
    }
    assert made == {"prd.md", "tasks.md", "recovery.md", "progress.md", "research/.gitkeep", "tmp/.gitkeep"}
    story.see_document("02-prd", f"{FOLDER}/prd.md")
    tasks = story.see_document("03-tasks", f"{FOLDER}/tasks.md")
    assert planning_done(story) == ["1.1"], "the workspace is there, its words are not"
    assert "## Phase 7: Quality Gate (Docs & Vision)" in tasks
    story.see_document("04-recovery", RECOVERY)
    assert "**Completed**: no task beyond planning is written yet" in part(story, "Current Status")


def write_prd(story: Story) -> None:
    """Chapter 2: every fault is found where it stands, and the recovery guide says so."""
    ann, agent = story.ann, story.agent
    ann.refused("GP504", "approve", "plan", see="05-approve-empty")
    for key in vector.FROM_THE_FORM:
        story.write(key, story.form("product", key))
    for key, text in vector.PRD.items():
        story.write(key, text)
    assert planning_done(story) == ["1.1"], "a phase has no tasks yet"
    story.write("phase-3", vector.CORE_TASKS, see="06-complete")
    assert planning_done(story) == ["1.1", "1.2", "1.3", "1.4"]
    assert part(story, "Next Steps").startswith("1. A person approves checkpoint plan (plan)")
    for key, text in CARELESS.items():
        story.write(key, text)
    assert story.desk.codes() >= FAULTS
    assert all(f"({code})" in part(story, "Blockers") for code in FAULTS)
    refused = ann.refused("GP801", "approve", "plan", see="07-careless")
    assert all(code in refused.said for code in FAULTS)
    for key in CARELESS:
        story.write(key, {**vector.PRD, "phase-3": vector.CORE_TASKS}[key])
    assert part(story, "Blockers") == "None"
    agent("ask", "May `nearest()` return fewer than 10 rows?")
    assert part(story, "Questions") == "- Q1: May `nearest()` return fewer than 10 rows?"
    ann.refused("GP204", "approve", "plan", see="08-open-question")
    ann("answer", "1", "Yes, if the table has fewer.")
    assert part(story, "Questions") == "None"
    assert "Ann answered Q1: Yes, if the table has fewer." in part(story, "Progress Log")


def tick_by_hand(story: Story) -> None:
    """Chapter 3: a tick is computed, so one made by hand is named and taken away again."""
    ann = story.ann
    story.desk.edit(f"{FOLDER}/tasks.md", "- [ ] 2.1 ", "- [x] 2.1 ")
    ann.refused("GP511", "approve", "plan", see="09-hand-ticked")
    ann("check", "--fix", see="10-fixed")
    assert "- [ ] 2.1 " in story.desk.read(f"{FOLDER}/tasks.md")
    story.desk.edit(RECOVERY, "**Completed**: 0/26 tasks", "**Completed**: 26/26 tasks")
    assert story.desk.codes() == {"GP205"}
    ann("check", "--fix")


def approve(story: Story) -> None:
    """Chapter 4: a person approves; the workspace is ready for whoever takes it up."""
    ann, agent = story.ann, story.agent
    agent.refused("", "approve", "plan", says="Only a person at a terminal")
    ann("approve", "plan", typed="plan", see="11-approve")
    assert part(story, "Current Status").startswith("**Phase**: Implementation\n")
    assert "2. Start 2.1 Research database-specific implementations" in part(story, "Next Steps")
    assert "Ann approved checkpoint plan" in part(story, "Progress Log")
    assert "Ann approved checkpoint plan" in story.desk.read(f"{FOLDER}/progress.md")
    agent.refused("GP207", "write", "phase-3", "-", stdin=CARELESS["phase-3"], see="12-locked")
    resumed = agent("resume", see="13-resume").said
    assert f"in this order: {RECOVERY}, {FOLDER}/prd.md, {FOLDER}/tasks.md, {FOLDER}/progress.md" in resumed
    ann("show", see="14-show")


def put_away(story: Story) -> None:
    """Chapter 5: the quality gate keeps it from the archive; a person may give it up, with a reason."""
    ann, agent = story.ann, story.agent
    ann.refused(
        "", "archive", says="checkpoint `quality` has not passed, 26 tasks are not done", see="15-archive"
    )
    agent.refused("", "archive", "--abandon", "no time", says="Only a person at a terminal")
    entries = len(story.desk.entries())
    story.desk.path(f"{FOLDER}/research/recall.md").write_text("HNSW keeps 0.97.\n")
    ann("archive", "--abandon", "pgvector is not offered by our host", "--yes", see="16-abandon")
    assert not story.desk.path(FOLDER).exists()
    for name in ("prd.md", "recovery.md", "research/recall.md"):
        assert story.desk.path(f"requirements/archive/vector-search-support/{name}").exists()
    assert len(story.desk.entries()) == entries + 2, "the ledger stays"
    ann(see="17-home")
    ann("log", "vector-search-support", see="18-log")


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The story as far as the approval, which both of its ends go on from."""
    story = Story("product", tmp_path_factory.mktemp("approved"), PICTURES)
    for chapter in (set_up, write_prd, tick_by_hand, approve):
        chapter(story)
    return story


@pytest.mark.req("S2-15", "S2-21")
@pytest.mark.req("S2-20")
@pytest.mark.req("S2-17", part="phase, files modified, next steps and log follow from receipts")
def test_a_requirement_passes_its_gate_once_every_task_is_closed(approved: Story, tmp_path: Path) -> None:
    story = approved.copy(tmp_path)
    assert "**Completed**: 0/26 tasks" in part(story, "Current Status")
    story.close_and_put_away("Archive")
    tasks = story.desk.read(f"{FOLDER}/tasks.md")
    assert "- [ ]" not in tasks.replace("- [ ] 7.6", ""), "the archive's own task is its own"
    criteria = (
        story.desk.read(f"{FOLDER}/prd.md").partition("## Acceptance Criteria")[2].partition("\n## ")[0]
    )
    assert "- [x]" in criteria
    assert "- [ ]" not in criteria


@pytest.mark.req("S2-01", "S2-02", "S2-05", "S2-06", "S2-07", "S2-10", "S2-12", "S2-15", "S2-16", "S2-17")
@pytest.mark.req("S2-18", "S2-19", "S2-21", "S2-23", "S2-25", "S2-26")
@pytest.mark.req("S2-20", part="blocks archiving")
def test_a_requirement_is_planned_approved_and_given_up(approved: Story, tmp_path: Path) -> None:
    put_away(approved.copy(tmp_path))
