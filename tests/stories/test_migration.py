"""Migration: a strategy out of three, five phases beside the old system, and a way back for the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import migration_texts as jobs
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

PLAN = "plans/jobs/migration.md"

HOPEFUL = jobs.STRATEGY.replace("Parallel Run", "Weekend Switch")
BY_HAND = jobs.DATA.replace("Dual Write", "Copy by hand")
NO_WAY_BACK = """\
### Rollback Plan
```
Trigger conditions:
- Error rate > 1%
- Users complain

Rollback steps:
1. Set JOB_STORE = redis
```
"""


def clarify_goal(story: Story) -> None:
    """Chapter 1: the goal, and what is there today."""
    ann, agent = story.ann, story.agent
    ann("new", jobs.GOAL, "--playbook", "migration", "--name", "jobs", see="01-new")
    story.see_document("02-skeleton", PLAN)
    for key, text in jobs.GOAL_SECTIONS.items():
        assert story.desk.states() == {"goal": "blocked", "migration": "blocked"}
        story.write(key, text)
    assert story.desk.states() == {"goal": "passed", "migration": "blocked"}
    agent("write", "--all", "-", stdin=jobs.ANALYSIS, see="03-analysis")


def choose_strategy(story: Story) -> None:
    """Chapter 2: only a strategy that is known counts as one, for the traffic and for the data."""
    ann, agent = story.ann, story.agent
    agent("write", "--all", "-", stdin=jobs.OVERVIEW)
    agent("write", "--all", "-", stdin=HOPEFUL + "\n" + BY_HAND)
    said = " ".join(ann("check", code=1, see="04-unknown-strategies").said.split())
    assert "`Weekend Switch`, one of `Big Bang`, `Strangler Fig`, `Parallel Run` expected" in said
    assert "`Copy by hand`, one of `Dual Write`, `ETL`, `Event Sourcing`, `No data moves` expected" in said
    ann.refused("Weekend Switch", "approve", "migration")
    agent("write", "--all", "-", stdin=jobs.STRATEGY + "\n" + jobs.DATA)
    assert "one of" not in ann("check").said


def write_phases(story: Story) -> None:
    """Chapter 3: all five phases, and no traffic on the new system before the way back is written."""
    ann, agent = story.ann, story.agent
    four, _, _ = jobs.PHASES.partition("#### Phase 5")
    agent("write", "--all", "-", stdin=four.replace("Figures: history\n", ""))
    assert story.desk.codes() == {"GP504", "GP704"}
    ann("check", see="05-four-phases")
    agent("write", "--all", "-", stdin=NO_WAY_BACK)
    assert story.desk.codes() == {"GP504", "GP704", "GP708"}
    ann.refused("GP704", "approve", "migration", see="06-no-way-back")
    agent("write", "--all", "-", stdin=f"{jobs.PHASES}\n{jobs.RISKS}")
    assert story.desk.codes() == {"GP704", "GP708"}
    agent("write", "--all", "-", stdin=jobs.ROLLBACK, see="07-way-back")
    assert story.desk.codes() == set()


def approve(story: Story) -> None:
    """Chapter 4: a person approves, looks again at what changed, and approves that."""
    ann, agent = story.ann, story.agent
    agent.refused("", "approve", "migration", says="Only a person at a terminal", see="08-approve-by-agent")
    ann("approve", "migration", typed="Revise\nStart the canary with 1% of the workers", see="09-revise")
    assert story.desk.states()["migration"] != "passed"
    agent("write", "--all", "-", stdin=jobs.PHASES.replace("Route 5%", "Route 1%"), see="10-revised")
    ann("approve", "migration", typed="migration", see="11-approve")
    assert story.desk.states() == {"goal": "passed", "migration": "passed"}
    agent.refused("GP207", "write", "--all", "-", stdin=NO_WAY_BACK, see="12-locked")
    story.desk.edit(PLAN, "- Data inconsistency detected\n", "")
    assert story.desk.states()["migration"] == "stale", "nobody approved that"
    ann("undo", see="13-hand-edit-undone")
    assert story.desk.states()["migration"] == "passed"
    agent("resume", see="14-resume")
    story.see_document("15-document", PLAN)
    ann(see="16-home")


@pytest.mark.req("S4-03", "S4-09", "S4-20")
def test_a_migration_is_approved_with_its_way_back(begin: Callable[[str], Story]) -> None:
    story = begin("migration")
    for chapter in (clarify_goal, choose_strategy, write_phases, approve):
        chapter(story)
