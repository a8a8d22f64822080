"""The three example conversations: the analyst finds the decisive fact in the code by itself.

A kept `__version__` instead of parsing the project file again; the event bus instead of a second scheduler;
the cache inside the process, until three replicas overrule it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from grown_repos import ANN, BEN, begin_grown
from seed_repos import GRADED, NOTIFYING, THREE_REPLICAS, VERSIONED

if TYPE_CHECKING:
    from story import Story

PICTURES = Path(__file__).parent / "snapshots"
CHECKER = (
    "I want to add a version checker that reads the version from `pyproject.toml` "
    "and checks if PyPI has a newer release."
)
SCHEDULER = (
    "I think we should add a background scheduler with APScheduler to send periodic email notifications. "
    "We could have it run every hour and check new assignments."
)
SLOW = (
    "The `/grades/{student_id}` endpoint is really slow. "
    "I'm thinking we should add a caching layer, maybe Redis?"
)
HOW_SLOW = (
    "It's around 1.8 seconds on average. Grades don't change much; they're updated only when professors "
    "upload new data, maybe once a week."
)
FIGURE = "A cached answer takes less than 50 ms in a benchmark"
AT_COMMAND = ("--at", "fair/cli.py::main")
AT_SENDING = ("--at", "school/notifications.py::send_pending_notifications")
TESTED = "I tested it: 0.2 s, but three replicas each build their own cache and disagree after updates"


# What a brain hands in once the questions are answered: several sections in one text.
CHECKER_TURN = """\
## Implementation Plan

1. Import `__version__` from `fair/__init__.py` in `fair/newer.py` (new) and compare it with the index (D1).
2. Call it from a command that people start by hand, with a test in `tests/test_cli.py`.

## Deferred

- Auto-check.
  - Revisit if: people ask for it
"""
SCHEDULER_TURN = """\
## Implementation Plan

1. Dispatch once an hour through `school/event_bus.py::EventBus` (D2).
2. Send the mails from `school/notifications.py`, with a test in `tests/test_notifications.py`.
"""
CACHE_TURN = """\
## Implementation Plan

1. Declare the Redis client in `pyproject.toml` (D2).
2. Read grades through it in `grades/api.py`, and drop them after an upload.
"""


def begin(name: str, folder: Path, *layers: dict[str, str]) -> Story:
    """Return a story in a repository that Ann began and Ben went on with."""
    files = {path: text for layer in layers for path, text in layer.items()}
    tests = {path: text for path, text in files.items() if path.startswith("tests/")}
    code = {path: text for path, text in files.items() if path not in tests}
    return begin_grown(
        name,
        folder,
        PICTURES,
        [(ANN, "2025-10-06", "Begin", code), (BEN, "2025-11-17", "Test what is there", tests)],
    )


def plan_path(story: Story) -> str:
    (path,) = story.desk.root.glob("plans/*.md")
    return path.relative_to(story.desk.root).as_posix()


def the_plan(story: Story) -> str:
    return story.desk.read(plan_path(story))


def section(text: str, title: str) -> str:
    """Return a section's words, or nothing where the plan has none of that title."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def entries(story: Story, kind: str) -> list[dict[str, Any]]:
    read = [json.loads(path.read_text("utf-8")) for path in story.desk.entries()]
    return [entry for entry in read if entry["kind"] == kind]


def converges(story: Story) -> str:
    """Expect that nothing is open, that the rules agree, and that Ann can approve; return the plan."""
    assert "nothing wrong" in story.ann("check").out
    assert "groundplan approve ready" in story.desk.pipe("show").out
    story.agent.refused("Only a person", "approve", "ready")
    story.ann("approve", "ready", typed="ready")
    assert story.desk.states() == {"ready": "passed"}
    text = the_plan(story)
    assert "<unknown>" not in text
    assert "<to be developed>" not in text, "somebody wrote the steps"
    assert story.desk.codes() == set()
    return text


@pytest.mark.req("S0-04")
@pytest.mark.req("S0-16")
def test_the_version_that_is_kept_already_is_read_instead_of_parsed_again(tmp_path: Path) -> None:
    story = begin("checker", tmp_path, VERSIONED)
    seen = story.ann("plan", CHECKER, *AT_COMMAND, "--no-talk", see="01-plan").out
    assert "We already have `__version__` in `fair/__init__.py:3`" in seen
    assert "scripts/sync_version.py" in seen, "who writes it is found, too"
    assert "<to be developed>" in the_plan(story), "nothing is proposed as text before an answer"

    story.ann("answer", "1", "You're right! Let's read from `__version__` then.")
    decisions = section(the_plan(story), "Decisions")
    assert "Import `__version__` from `fair/__init__.py`" in decisions.partition("Rejected")[0]
    assert "**Rejected:** Read `pyproject.toml` again" in decisions

    story.ann("say", "For now keep it a manual command, auto-check later.")
    story.ann("talk", typed="\nq", see="02-talk")
    story.agent("write", "--all", "-", stdin=CHECKER_TURN)
    converges(story)
    story.see_document("03-document", plan_path(story))


@pytest.mark.req("S0-02")
@pytest.mark.req("S0-12")
@pytest.mark.req("S0-13")
@pytest.mark.req("S0-15")
def test_the_event_bus_is_built_on_instead_of_a_second_scheduler(tmp_path: Path) -> None:
    story = begin("scheduler", tmp_path, NOTIFYING)
    seen = story.ann("plan", SCHEDULER, *AT_SENDING, "--no-talk", see="01-plan").out
    assert "We already have `school/event_bus.py::EventBus`" in " ".join(seen.split())
    assert "second loop" in " ".join(seen.split())

    story.ann(
        "answer",
        "1",
        '"Roughly every hour" is fine. I didn\'t realize the event bus could handle that. Simpler.',
    )
    talked = story.ann("talk", typed="\n\nq", see="02-talk").out
    assert "Is `school/event_bus.py` enough for this, or do we add `APScheduler`?" in talked
    assert "## " not in talked, "the talk never shows the text of the plan"

    story.agent("write", "--all", "-", stdin=SCHEDULER_TURN)
    text = converges(story)
    decisions = section(text, "Decisions")
    assert "Build on `school/event_bus.py`" in decisions.partition("Add `APScheduler`")[0]
    assert "**Rejected:** Add `APScheduler`" in decisions
    assert "**Reason:** taken in Q3" in decisions


@pytest.mark.req("S0-12")
@pytest.mark.req("S0-16")
def test_the_cache_inside_the_process_is_kept_until_three_replicas_overrule_it(tmp_path: Path) -> None:
    story = begin("cache", tmp_path, GRADED)
    seen = " ".join(story.ann("plan", SLOW, "--no-talk", see="01-plan").out.split())
    assert "We already have `grades/cache.py` with `get` and `put`, a dictionary inside the process" in seen
    assert "`diskcache` is declared already (`pyproject.toml:5`)" in seen

    story.ann("answer", "1", HOW_SLOW)
    assert "Out of scope" not in the_plan(story), "“don't change much” leaves nothing out"
    story.ann("talk", typed=f"\n{FIGURE}\n\nq")
    text = the_plan(story)
    assert "Build on `grades/cache.py`" in section(text, "Decisions")

    again = story.ann("say", TESTED, see="02-overruled").out
    assert "“Build on `grades/cache.py`” was chosen before: do we change to “Add `Redis`" in " ".join(
        again.split()
    )
    assert "1 Add `Redis`, with the service it needs (recommended)" in again, "what overrules is recommended"
    story.agent.refused("person", "answer", "5", "1")
    story.ann("talk", typed="\nq")

    story.agent("write", "--all", "-", stdin=CACHE_TURN)
    text = converges(story)
    decisions = section(text, "Decisions")
    assert "Add `Redis`, with the service it needs" in decisions
    assert "**Supersedes:** D1" in decisions
    assert "three replicas each build their own cache" in decisions
    story.see_document("03-document", plan_path(story))


@pytest.mark.req("S0-16")
def test_three_replicas_in_the_deployment_are_said_without_being_asked(tmp_path: Path) -> None:
    story = begin("replicas", tmp_path, GRADED, THREE_REPLICAS)
    seen = " ".join(story.ann("plan", SLOW, "--no-talk").out.split())
    assert "`deploy/compose.yml:5` asks for 3 instances" in seen
    assert "How many instances of this run" not in seen, "what a file answers is not asked"
    story.ann("answer", "1", HOW_SLOW)
    story.ann("talk", typed=f"{FIGURE}\n\nq")
    story.agent("write", "--all", "-", stdin=CACHE_TURN)
    text = converges(story)
    assert (
        "Add `Redis`, with the service it needs" in section(text, "Decisions").partition("**Rejected:**")[0]
    )
    assert "**Reason:** taken in" in text, "what the code says is not the person's reason"


@pytest.mark.req("S0-03")
def test_no_proposal_becomes_text_before_its_questions_are_answered(tmp_path: Path) -> None:
    story = begin("waiting", tmp_path, NOTIFYING)
    story.agent("plan", SCHEDULER, *AT_SENDING, "--name", "mails")
    before = the_plan(story)
    for words in (["talk"], ["show", "--proposed"], ["talk", "--json"]):
        story.agent(*words)
    assert section(the_plan(story), "Implementation Plan") == section(before, "Implementation Plan")
    # An agent may write it by hand as little as the analyst may compose it.
    story.agent.refused(
        "GP201", "write", "implementation-plan", "-", stdin="1. Add `school/tick.py` (new).\n"
    )
    # What an agent says in the user's name is marked, and does not open a checkpoint.
    relayed = story.agent("answer", "1", "1", "--json").json()
    assert relayed["relayed"] is True
    assert [entry["by"]["channel"] for entry in entries(story, "answer")] == ["agent"]
    story.agent("answer", "2", "as proposed")
    story.agent("answer", "3", "1")
    story.agent("write", "--all", "-", stdin=SCHEDULER_TURN)
    story.agent.refused("person", "approve", "ready")
    assert story.desk.states()["ready"] != "passed"
    seen = story.ann("approve", "ready", typed="no", code=130).out
    assert "messages that a script or an agent recorded in your name" in seen
    assert story.desk.states()["ready"] != "passed", "relayed words wait for the person"


def test_a_decision_is_not_superseded_by_an_agent_or_by_its_own_words(tmp_path: Path) -> None:
    story = begin("taken", tmp_path, GRADED)
    story.ann("plan", SLOW, "--no-talk")
    story.ann("answer", "1", HOW_SLOW)
    story.ann("talk", typed=f"\n{FIGURE}\n\nq")
    story.agent("say", TESTED)
    assert len(entries(story, "decision")) == 1
    before = entries(story, "decision")
    for said in ("1", "yes", "Add `Redis`, with the service it needs", "change"):
        story.agent.refused("person", "answer", "5", said)
    assert entries(story, "decision") == before
    # The person may keep what was decided: nothing is superseded, and the question is settled.
    story.ann("answer", "5", "2")
    assert entries(story, "decision") == before
    assert "**Supersedes:**" not in the_plan(story)
    assert "Open questions" not in story.desk.pipe("show").out.partition("Waiting")[2]


def test_words_of_a_person_in_the_plan_are_never_written_over(tmp_path: Path) -> None:
    story = begin("byhand", tmp_path, NOTIFYING)
    story.ann("plan", SCHEDULER, *AT_SENDING, "--no-talk")
    story.desk.edit(plan_path(story), "<to be developed>", "1. Ben starts the loop in `school/main.py`.")
    story.ann("answer", "1", "1")
    story.ann("talk", typed="\n\n\nq")
    assert (
        section(the_plan(story), "Implementation Plan").strip()
        == "1. Ben starts the loop in `school/main.py`."
    )
