"""`plan` in every playbook: facts where the playbook wants them, all the rest open, nothing made up."""

from __future__ import annotations

import re
from pathlib import Path

import limiter
import parcels
import pytest
from grown_repos import begin_grown
from reading_plans import documents, section, whole

PICTURES = Path(__file__).parent / "snapshots"
RETRY = "Retry requests to carriers that time out, up to three times, before CarrierDown is raised"
THROTTLE = "`Throttle` should answer with the header Retry-After when it gives up waiting"
EXPORT = "Add export of the parcels' history as CSV to the command line"
WEBHOOKS = "Roadmap: track parcels of more carriers, in several phases, with webhooks instead of polling"
HTTPX = "Replace requests with httpx"
ASKED = "Ask several models: should parcels be refreshed by webhooks or by polling?"
STOPS = {"product": "plan", "roadmap": "roadmap", "migration": "migration", "council": "plan"}
_FIGURE = re.compile(r"\bWeeks? \d|\d+(?:\.\d+)? ?%|\bP90\b")


@pytest.mark.req("S1-25")
def test_a_design_holds_the_facts_of_its_reconnaissance_and_waits(tmp_path: Path) -> None:
    story = begin_grown("planned-design", tmp_path, PICTURES, parcels.COMMITS)
    goal = f"{RETRY}, in `parcels/carriers.py::fetch_status`"
    seen = story.ann("plan", goal, "--playbook", "design", "--name", "retry", "--no-talk", see="01-plan").out
    assert "parcels/carriers.py" in seen
    reconnaissance = section(whole(story), "2.1 Codebase Reconnaissance")
    assert "File(s): `parcels/carriers.py" in reconnaissance
    assert "`parcels/tracking.py:17`" in reconnaissance, "who would feel it"
    assert "Summary:" not in reconnaissance, "what no fact says is not there"
    assert "\n[Open: " in reconnaissance
    assert set(story.desk.states().values()) == {"blocked"}
    # Neither the analyst nor an agent may write the design before its turn.
    words = "**Modified Files:**\n- `parcels/carriers.py` – retries\n"
    story.agent.refused("GP", "write", "4.1", "-", stdin=words)


@pytest.mark.req("S0-11")
def test_a_fix_in_go_gets_its_place_its_callers_and_its_test(tmp_path: Path) -> None:
    story = begin_grown("planned-fix", tmp_path, PICTURES, limiter.COMMITS)
    seen = story.ann("plan", THROTTLE, "--no-talk", see="01-plan").out
    assert "kind of plan" not in seen, "the usual one needs no word"
    story.ann("talk", typed="\nq")
    context = section(whole(story), "Context")
    assert "`middleware/throttle.go:18-20`" in context
    assert "go test ./middleware" in context
    assert story.desk.codes() == {"GP504"}, "the steps are for who can think"
    steps = "1. Set the header in `ThrottleWithOpts` (`middleware/throttle.go:23-39`).\n"
    story.agent("write", "implementation-plan", "-", stdin=steps)
    story.ann("approve", "ready", typed="ready")
    assert story.desk.states() == {"ready": "passed"}
    assert story.desk.codes() == set()
    story.see_document("02-document", next(iter(documents(story))))


@pytest.mark.parametrize(
    ("goal", "playbook"),
    [(EXPORT, "product"), (WEBHOOKS, "roadmap"), (HTTPX, "migration"), (ASKED, "council")],
)
def test_no_figure_owner_or_advice_is_made_up(tmp_path: Path, goal: str, playbook: str) -> None:
    story = begin_grown(f"planned-{playbook}", tmp_path, PICTURES, parcels.COMMITS)
    story.ann("plan", goal, "--playbook", playbook, "--name", "it", "--no-talk", see="01-plan")
    (tmp_path / "empty").mkdir()
    skeleton = begin_grown(f"empty-{playbook}", tmp_path / "empty", PICTURES, parcels.COMMITS)
    skeleton.ann("new", goal, "--playbook", playbook, "--name", "it")
    added = set(whole(story).splitlines()) - set(whole(skeleton).splitlines())
    assert not [line for line in added if _FIGURE.search(line) or "Ben" in line]
    assert set(story.desk.states().values()) <= {"blocked", "passed"}
    story.ann.refused("GP504", "approve", STOPS[playbook], typed=STOPS[playbook])


@pytest.mark.req("S4-20")
@pytest.mark.parametrize(
    ("named", "title"), [(("--playbook", "migration"), "Existing Implementation"), ((), "Current State")]
)
def test_a_migration_counts_what_moves(tmp_path: Path, named: tuple[str, ...], title: str) -> None:
    story = begin_grown("counted-migration", tmp_path, PICTURES, parcels.COMMITS)
    seen = story.ann("plan", HTTPX, *named, "--name", "httpx", "--no-talk").out
    chosen = "kind of plan: `migration-short` for a replacement" in seen
    assert chosen is not bool(named), "the full form is for who names it"
    current = section(whole(story), title)
    assert "`pyproject.toml:5`" in current
    assert "`parcels/carriers.py:5`" in current, "where it is imported"


@pytest.mark.req("S4-01")
@pytest.mark.parametrize(
    ("goal", "chosen", "known"),
    [
        (WEBHOOKS, "`roadmap-short` for a roadmap in phases", "parcels/tracking.py"),
        (HTTPX, "`migration-short` for a replacement", "(today 1 file)"),
        (
            "Refactoring campaign: pass a session to every function that asks a carrier",
            "`roadmap-short` for a roadmap in phases (the goal says “campaign”)",
            "parcels/tracking.py",
        ),
        (
            "Pay back the technical debt in parcels/carriers.py step by step",
            "`roadmap-short` for upkeep",
            "How will we know that it is done?",
        ),
    ],
)
def test_each_kind_of_goal_gets_its_draft_with_what_the_code_says(
    tmp_path: Path, goal: str, chosen: str, known: str
) -> None:
    story = begin_grown("four-kinds", tmp_path, PICTURES, parcels.COMMITS)
    seen = " ".join(story.ann("plan", goal, "--name", "it", "--no-talk").out.split())
    assert f"kind of plan: {chosen}" in seen
    assert known in seen
    assert "## " in whole(story)
    assert "GP504" in story.desk.codes(), "a draft: what needs judgement is open"
