"""The source stories with a model that answers from a script: from the goal to a person's approval.

What the model is asked first is kept as a picture; what it answers is below.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import retry_design as retry
import roadmap_texts as jwt
import vector_search as vector
from box_model import Box
from seed_repos import GRADED, NOTIFYING, VERSIONED

from .test_first_conversations import CHECKER, HOW_SLOW, SCHEDULER, SLOW, entries, section, the_plan
from .test_first_conversations import begin as begin_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

WITH = ("--with", "box")


def turn(say: str, sections: str = "", **more: Any) -> str:
    return f"```json\n{json.dumps({'say': say, **more})}\n```\n\n{sections}"


def look(*asked: tuple[str, str]) -> str:
    return f"```json\n{json.dumps({'code': [{'ask': ask, 'about': about} for ask, about in asked]})}\n```"


def box_of(story: Story) -> Box:
    return Box(Path(story.desk.environ["HOME"]))


def told(text: str) -> str:
    return " ".join(text.split())


def talk(story: Story, goal: str, *lines: str) -> str:
    """Begin a plan with the model and type these lines; return what was on the screen."""
    typed = "\n".join([*lines, "q"])
    return story.ann("plan", goal, "-k", "collaborate", "--name", "it", *WITH, typed=typed).out


def is_approved_by_ann_alone(story: Story) -> None:
    assert set(story.desk.states().values()) == {"passed"}
    by = [entry["by"] for entry in entries(story, "approval")]
    assert {(each["name"], each["channel"]) for each in by} == {("Ann", "terminal")}
    wrote = [entry for entry in entries(story, "revised") if entry["body"]["cause"] == "write"]
    assert {entry["by"]["name"] for entry in wrote if not entry["body"].get("composed")} == {"box"}
    assert story.desk.codes() == set()


@pytest.mark.req("S0-04")
def test_the_version_checker_is_talked_through(tmp_path: Path) -> None:
    story = begin_in("model-checker", tmp_path, VERSIONED)
    box = box_of(story)
    box.answer(
        look(("find", "__version__"), ("lines", "scripts/sync_version.py:1-20")),
        turn(
            "Small note: `scripts/sync_version.py` writes the version into `fair/__init__.py:3` already. I "
            "would import that instead of parsing the project file again, so there is one version to trust.",
            questions=[
                {
                    "text": "Does the check run at every start, or as a command of its own?",
                    "options": ["As a command", "At every start"],
                    "default": "As a command",
                    "why": "At every start, each call waits for the network.",
                }
            ],
        ),
        turn(
            "Good: the version comes from `fair/__init__.py:3`, and it is a command people start. The check "
            "at start is put off until somebody asks for it.",
            "## Goal\n\n`fair check-version` says whether the package index has a newer release.\n"
            "Done when a test in `tests/test_cli.py` fails today and passes then.\n\n"
            "## Context\n\n1. `fair/__init__.py:3` has the version; `scripts/sync_version.py::sync` writes "
            "it.\n2. `fair/catalog.py::fetch_dataset` shows how requests fail here.\n\n"
            "## Implementation Plan\n\n- T1: Add `fair/newer.py` (new): compare the version with the index.\n"
            "- T2: Add the command in `fair/cli.py::main`; a test in `tests/test_cli.py` covers it.\n\n"
            "## Deferred\n\n- The check at every start.\n  - **Revisit if:** people ask for it\n",
        ),
    )
    said = (
        "You're right! Let's read from `__version__` then. For now, let's keep it as a manual command; we "
        "can consider auto-checks later."
    )
    seen = talk(story, CHECKER, said, "a", "ready")
    assert "writes the version into `fair/__init__.py:3` already" in told(seen)
    assert said in told(box.asked[2])
    assert "Implementation Plan and Deferred written. Goal and Context updated." in told(seen)
    decided = told(section(the_plan(story), "Decisions"))
    assert f"As a command - **Reason:** {said}" in decided, "in the person's own words"
    story.picture("01-first-prompt", box.asked[0])
    is_approved_by_ann_alone(story)


@pytest.mark.req("S0-04")
def test_the_second_scheduler_is_argued_against(tmp_path: Path) -> None:
    story = begin_in("model-scheduler", tmp_path, NOTIFYING)
    box = box_of(story)
    box.answer(
        turn(
            "That could work, but let me push back a bit: I would rather start one loop when the program "
            "starts than bring in a scheduler.",
            challenges=[
                {
                    "text": "We already have `school/event_bus.py::EventBus`, which dispatches later. "
                    "APScheduler would be a second loop, and a new dependency.",
                    "evidence": ["school/event_bus.py::EventBus.dispatch_later", "pyproject.toml:5"],
                }
            ],
            questions=[{"text": "Do we need exact times, or is roughly every hour enough?"}],
        ),
        turn(
            "Then no APScheduler: a listener of `startup` runs the loop, and it stops when the program does. "
            "The reason is in the plan, so that nobody brings it up again.",
            "## Goal\n\nStudents get a mail about new assignments within about an hour.\n"
            "Done when a test in `tests/test_notifications.py` sees two rounds of the loop.\n\n"
            "## Context\n\n1. `school/event_bus.py::EventBus.subscribe` takes async listeners.\n"
            "2. `school/notifications.py::send_pending_notifications` sends what is pending.\n\n"
            "## Implementation Plan\n\n- T1: Subscribe a loop to `startup` in `school/notifications.py`; it "
            "ends when it is cancelled.\n- T2: A test in `tests/test_notifications.py` covers two rounds.\n",
            decisions=[
                {
                    "title": "Run the loop on the event bus",
                    "reason": "It is there, and roughly every hour is enough.",
                    "rejected": [{"option": "APScheduler", "reason": "A second loop and a dependency"}],
                }
            ],
        ),
    )
    said = (
        '"Roughly every hour" is fine. I didn\'t realize the event bus could handle that. '
        "That approach sounds simpler."
    )
    seen = talk(story, SCHEDULER, said, "a", "ready")
    assert "APScheduler would be a second loop" in told(seen)
    assert "(`school/event_bus.py::EventBus.dispatch_later`, `pyproject.toml:5`)" in told(seen)
    assert "## Implementation Plan" not in seen.partition("a approve")[0]
    decisions = section(the_plan(story), "Decisions")
    assert "D1: Run the loop on the event bus" in decisions
    assert "**Rejected:** APScheduler" in decisions
    is_approved_by_ann_alone(story)


@pytest.mark.req("S0-12")
@pytest.mark.req("S0-20")
def test_the_cache_is_weighed_tried_and_decided_in_the_persons_own_words(tmp_path: Path) -> None:
    story = begin_in("model-cache", tmp_path, GRADED)
    box = box_of(story)
    goal = (
        "## Goal\n\n`GET /grades/{{student_id}}` answers in {} s; a test in `tests/test_api.py` sees it.\n\n"
    )
    context = "## Context\n\n1. `grades/cache.py::get` is a dictionary inside the process.\n"
    steps = "\n## Implementation Plan\n\n- T1: {}\n"
    box.answer(
        turn(
            "Good instinct, but before Redis let me understand it.",
            questions=[
                {"text": "How slow is it right now, and do grades change often once they are stored?"}
            ],
        ),
        turn(
            "Read often and written once a week: then a cache inside the service for some hours may do, and "
            "Redis would be one more thing to run.",
            challenges=[
                {
                    "text": "`grades/cache.py::put` forgets everything at a restart.",
                    "evidence": ["grades/cache.py::put"],
                }
            ],
        ),
        turn(
            "So it should survive a restart: both ways are in the plan now, to be compared.",
            goal.format("0.5").replace("{{", "{").replace("}}", "}")
            + context
            + "\n## Option 1: Local cache on disk\n\nGrades are kept on disk, by student.\n\n- **Pros:** "
            "Nothing new to run.\n- **Cons:** Each instance has its own.\n\n## Option 2: Redis\n\nOne cache "
            "for all instances.\n\n- **Pros:** Shared.\n- **Cons:** A service to run.\n",
            questions=[{"text": "Can you try the local one and say what it does?"}],
        ),
        turn(
            "That is what a cache on disk does: each instance has its own. Redis is justified then, behind "
            "one small interface, so that the endpoint does not know which it is.",
            questions=[
                {
                    "text": "Which of the two is the default?",
                    "options": ["Redis", "The cache on disk"],
                    "default": "Redis",
                }
            ],
        ),
        turn(
            "Then it is Redis by default and the disk for development, chosen by a variable.",
            goal.format("0.2").replace("{{", "{").replace("}}", "}")
            + context
            + steps.format("Put both behind one interface in `grades/cache.py`; tests cover both."),
        ),
    )
    amended = "I like that. Redis backend as default, but keep the disk version for dev mode."
    talk(
        story,
        SLOW,
        HOW_SLOW,
        "Makes sense. We do have a cache.py helper, but it is a simple dict and does not persist.",
        "I tested it: 0.2 s instead of 1.8 s, but three instances each build their own and disagree.",
        amended,
        "a",
        "ready",
    )
    assert len(box.asked) == 5
    assert HOW_SLOW in told(box.asked[1])
    assert amended in told(section(the_plan(story), "Decisions"))
    is_approved_by_ann_alone(story)


def test_a_design_is_researched_stopped_by_questions_and_approved_twice(
    begin: Callable[[str], Story],
) -> None:
    story = begin("model-design")
    box = box_of(story)
    research = {key: retry.RESEARCH[key] for key in ("1", "2.1", "2.2")}
    wrong = {**research, "2.1": research["2.1"].replace("src/upload.py:10-48", "src/upload.py:10-900")}
    questions = [
        {"text": "Should a retry wait be interruptible by shutdown?", "default": "Yes"},
        {"text": "What happens if upstream is down for more than 30 s?"},
    ]
    box.answer(
        json.dumps({"sections": wrong, "questions": questions}),
        json.dumps({"sections": {"2.1": research["2.1"]}, "questions": questions}),
        json.dumps({"sections": {"3": retry.ALTERNATIVES, **retry.BLUEPRINT, "5": retry.COMMITS}}),
    )
    plan = ("plan", retry.GOAL, "-k", "design", "--name", "retry", "--no-talk", *WITH)
    seen = story.ann(*plan).out
    assert "1 finding went back, 1 was mended" in seen, seen
    story.picture("01-first-prompt", box.asked[0])
    story.ann.refused("", "approve", "3", typed="3")
    story.ann("answer", "1", "Yes, within a second.")
    story.ann("answer", "2", "Give up and show the 503.")
    story.ann("write", *WITH)
    assert "Give up and show the 503." in box.asked[2]
    assert story.desk.states()["3"] == "ready", "what comes after the decision waits beside the plan"
    story.ann("approve", "3", typed="3")
    assert "Call `retry()` around the request" in story.desk.read("plans/retry/PLANNING.md")
    story.ann("approve", "5", typed="\nApproved")  # without having it attacked first
    is_approved_by_ann_alone(story)


def test_a_requirement_is_written_task_by_task_and_approved(begin: Callable[[str], Story]) -> None:
    story = begin("model-product")
    story.configure(vector.PROFILE)
    box = box_of(story)
    question = {"text": "May `nearest()` return fewer than 10 rows?", "default": "Yes"}
    given = {key: story.form("product", key) for key in vector.FROM_THE_FORM}
    sections = {**given, **vector.PRD, "phase-3": vector.CORE_TASKS}
    box.answer(json.dumps({"sections": sections, "questions": [question]}))
    story.ann("plan", vector.GOAL, "-k", "product", "--name", "vector", "--no-talk", *WITH)
    story.picture("01-first-prompt", box.asked[0])
    story.ann.refused("GP204", "approve", "plan", typed="plan")
    story.ann("answer", "1", "Yes, if the table has fewer.")
    story.ann("approve", "plan", typed="\nplan")
    assert story.desk.states()["plan"] == "passed"
    assert {entry["by"]["name"] for entry in entries(story, "approval")} == {"Ann"}


def test_a_roadmap_is_drafted_phase_by_phase_and_approved(begin: Callable[[str], Story]) -> None:
    story = begin("model-roadmap")
    box = box_of(story)
    question = {"text": "Does the mobile app have to move in the same 30 days?", "default": "No"}
    box.answer(
        json.dumps({"sections": jwt.GOAL_SECTIONS, "questions": [question]}),
        f"{jwt.ANALYSIS}\n{jwt.ROADMAP.replace('| QA | Routes updated |', '| QA | Gateway contract |')}",
        jwt.PHASE_2,
    )
    story.ann("plan", jwt.GOAL, "-k", "roadmap", "--name", "jwt", "--no-talk", *WITH)
    story.picture("01-first-prompt", box.asked[0])
    story.ann("answer", "1", "No, it may follow.")
    seen = story.ann("write", *WITH, typed="\n").out
    assert "1 finding went back, 1 was mended" in seen, seen
    assert "GP301" in box.asked[2]
    story.ann("approve", "roadmap", typed="\nroadmap")
    is_approved_by_ann_alone(story)
