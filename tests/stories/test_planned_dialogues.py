"""`plan` in the playbooks that wait for answers and approvals: facts at once, proposals when they may."""

from __future__ import annotations

from pathlib import Path

import limiter
import parcels
import pytest
from grown_repos import begin_grown
from reading_plans import documents, expect_grounded, section, whole

PICTURES = Path(__file__).parent / "snapshots"
RETRY = "Retry requests to carriers that time out, up to three times, before CarrierDown is raised"
THROTTLE = "`Throttle` should answer with the header Retry-After when it gives up waiting"


@pytest.mark.req("S1-25")
def test_a_design_goes_through_its_five_checkpoints_and_stops_at_the_persons_two(tmp_path: Path) -> None:
    story = begin_grown("planned-design", tmp_path, PICTURES, parcels.COMMITS)
    ann, agent, desk = story.ann, story.agent, story.desk
    seen = ann("plan", RETRY, "--playbook", "design", "--name", "retry", "--no-talk", see="01-plan").out
    assert "parcels/carriers.py" in seen
    assert "parcels/tracking.py:17" in seen, "who would feel it"
    assert desk.states() == {"1": "passed", "2": "blocked", "3": "blocked", "4": "blocked", "5": "blocked"}
    reconnaissance = section(whole(story), "2.1 Codebase Reconnaissance")
    assert "[x] Modifying existing" in reconnaissance
    assert "`parcels/carriers.py:13-23` (`fetch_status`)" in reconnaissance
    assert "`requests` >=2.31" in reconnaissance

    # The design waits: neither the analyst nor an agent may write it before its turn.
    assert "4.1 File Interaction Map  waits for Question 1, checkpoint 3" in agent("show", "--proposed").out
    agent.refused("GP", "write", "4.1", "-", stdin="**Modified Files:**\n- `parcels/carriers.py` – retries\n")
    ann("talk", typed="\nq", see="02-talk")
    assert desk.states()["3"] == "ready"
    assert "parcels/carriers.py" not in section(whole(story), "4. Detailed Design")
    agent.refused("Only a person", "approve", "3")
    ann.cancelled("approve", "3", typed="y", says="`y` was typed, not `3`")
    ann("approve", "3", typed="Approved", see="03-approve")

    # What the approval opened is composed at once, up to the next stop.
    assert desk.states() == {"1": "passed", "2": "passed", "3": "passed", "4": "passed", "5": "ready"}
    text = whole(story)
    assert "`parcels/carriers.py` – Requirement 1 in `fetch_status`" in section(text, "4.1")
    assert "def fetch_status(base_url: str, parcel_id: str) -> dict[str, str]: ..." in section(text, "4.2")
    assert "raises `CarrierDown`, as today" in section(text, "4.4")
    assert "`python -m pytest tests/test_carriers.py` passes" in section(text, "5. Implementation Plan")
    assert "`ruff check .` passes" in section(text, "5. Implementation Plan")
    agent.refused("Only a person", "approve", "5")
    ann("approve", "5", typed="5")
    assert set(desk.states().values()) == {"passed"}
    expect_grounded(story, fewest=5)
    assert desk.codes() == set()
    story.see_document("04-document", next(iter(documents(story))))


def test_what_a_person_wrote_into_a_design_stays_and_makes_approvals_stale(tmp_path: Path) -> None:
    story = begin_grown("planned-by-hand", tmp_path, PICTURES, parcels.COMMITS)
    story.ann("plan", RETRY, "--playbook", "design", "--name", "retry", "--no-talk")
    story.ann("talk", typed="\nq")
    story.ann("approve", "3", typed="3")
    (path,) = documents(story)
    story.desk.edit(path, "**Happy Path:**", "**Happy Path:** Ben drew it on the whiteboard.")
    story.desk.pipe("talk")
    assert "Ben drew it on the whiteboard." in story.desk.read(path), "the analyst leaves it alone"
    story.ann("approve", "5", typed="5", code=3)
    assert story.desk.states()["5"] != "passed", "words nobody answers for are not approved along"


@pytest.mark.req("S0-11")
def test_a_fix_in_go_gets_one_page_and_the_function_behind_the_thin_one(tmp_path: Path) -> None:
    story = begin_grown("planned-fix", tmp_path, PICTURES, limiter.COMMITS)
    seen = story.ann("plan", THROTTLE, "--no-talk", see="01-plan").out
    assert "playbook `collaborate` for a fix" in seen, "chosen from the goal, with the reason"
    story.ann("talk", typed="\nq")
    text = whole(story)
    steps = section(text, "Implementation Plan")
    assert "Change `Throttle` (`middleware/throttle.go:18-20`) and `ThrottleWithOpts` (" in steps
    assert "(`middleware/throttle.go:23-39`)" in steps
    assert ": `Throttle` should answer" in text, "a goal that begins with a name keeps its letters"
    assert "`go test ./middleware` passes" in section(text, "Implementation Plan")
    assert len(text.splitlines()) < 60, "a change in one file gives one page"
    expect_grounded(story, fewest=3)
    story.ann("approve", "ready", typed="ready")
    assert story.desk.states() == {"ready": "passed"}
    assert story.desk.codes() == set()
    story.see_document("02-document", next(iter(documents(story))))
