"""Roadmap: a goal made clear, five phases that hold together, and figures that say where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import roadmap_texts as jwt

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

ANALYSIS = "plans/jwt/analysis.md"
ROADMAP = "plans/jwt/roadmap.md"


def bare(text: str) -> str:
    """Take the lines away that say where figures come from."""
    return text.replace("Figures: history\n\n", "")


# Each fault as a first draft has it: what is right, and what stands there instead.
ADVICE = {"GP305", "GP703"}  # said, and no reason to stop
FAULTS = {
    "GP301": ("| QA | Routes updated |", "| QA | Gateway contract |"),
    "GP302": ("| Docs | Token schema |", "| Docs | Unit tests (Phase 1) |"),
    "GP305": ('# Returns: { "user": {...} }\n', ""),
    "GP702": ("| performance | Add a replica |", "| bad luck | Add a replica |"),
    "GP703": ("| Extend the 30 days |", "| |"),
    "GP704": ("0.5% for 5 minutes", "0.5%"),
    "GP705": ("| 5% users | Error rate > 0.1% |", "| 5% users | Complaints |"),
    "GP708": ("\nData recovery: No data migration needed\n", ""),
    "GP709": ("- Mobile app update (Mobile team)", "- Mobile app update"),
    "GP710": ("| feature flag, rollback |", "| rollback |"),
    "GP711": ("30 days after 100% rollout", "30 days after the launch"),
}


def faulty(text: str) -> str:
    """Return the text as a hasty draft would have it."""
    for right, wrong in FAULTS.values():
        text = text.replace(right, wrong)
    return bare(text)


def clarify_goal(story: Story) -> None:
    """Chapter 1: before objective, constraints and criteria are written the goal is not clear."""
    ann, agent = story.ann, story.agent
    ann("new", jwt.GOAL, "--playbook", "roadmap", "--name", "jwt", see="01-new")
    story.see_document("02-skeleton", ROADMAP)
    assert story.desk.states() == {"goal": "blocked", "roadmap": "blocked"}
    ann.refused("GP504", "approve", "roadmap", see="03-nothing-written")
    ann.refused("", "approve", "goal", code=2, says="needs no approval")
    for key in list(jwt.GOAL_SECTIONS)[:-1]:
        story.write(key, jwt.GOAL_SECTIONS[key])
        assert story.desk.states()["goal"] == "blocked"
    agent("ask", "Does the mobile app have to move in the same 30 days?")
    story.write("goal/criteria", jwt.CRITERIA)
    assert story.desk.states()["goal"] == "blocked", "the question is open"
    ann(see="04-home-question")
    ann("answer", "1", "No, it may follow.", see="05-goal-clear")
    assert story.desk.states() == {"goal": "passed", "roadmap": "blocked"}


def draft(story: Story) -> None:
    """Chapter 2: the analysis, and a first draft whose faults are all named."""
    ann, agent = story.ann, story.agent
    agent("write", "--all", "-", stdin=jwt.ANALYSIS.partition("```")[0])
    assert "solution/architecture" in ann("check", "--strict", code=1).said, "it is not drawn yet"
    agent("write", "--all", "-", stdin=jwt.ANALYSIS, see="06-analysis")
    assert "solution/architecture" not in ann("check", "--strict", code=1).said
    agent("write", "--all", "-", stdin=faulty(jwt.ROADMAP).replace(faulty(jwt.PHASE_3), ""))
    assert "phase-3/tasks" in ann("check", code=1).said, "a phase of the skeleton is no phase yet"
    story.write("phase-3/tasks", faulty(jwt.PHASE_3).split("### Tasks\n")[1].split("\n###")[0])
    half = ann("check", code=1, see="07-half-a-phase").said
    assert "`Phase 3` has tasks but no verification" in half
    assert "phase-3/deliverables" in half, "what is accepted at the end of a phase"
    agent("write", "--all", "-", stdin=faulty(jwt.PHASE_3))
    ann("check", code=1, see="08-faults")
    assert story.desk.codes() == FAULTS.keys() - ADVICE
    ann.refused("GP302", "approve", "roadmap", see="09-approve-blocked")


def repair(story: Story) -> None:
    """Chapter 3: one phase after the other is written anew, and each fault goes with its cause."""
    agent = story.agent
    agent("write", "--all", "-", stdin=bare(jwt.PHASE_0))
    assert "GP302" not in story.desk.codes()
    agent("write", "--all", "-", stdin=bare(jwt.PHASE_1))
    agent("write", "--all", "-", stdin=bare(jwt.PHASE_2), see="10-phase-repaired")
    assert "GP301" not in story.desk.codes()
    agent("write", "--all", "-", stdin=bare(jwt.PHASE_3))
    assert "GP702" not in story.desk.codes()
    agent("write", "--all", "-", stdin=bare(jwt.PHASE_4))
    assert story.desk.codes() == {"GP709", "GP711"}, "who does what others wait for, and how long"
    agent("write", "--all", "-", stdin=bare(jwt.AROUND))
    assert story.desk.codes() == set(), "`Phase 0`, `All above` and `None` are understood"
    assert "GP305" not in agent("check").said


def source_figures(story: Story) -> None:
    """Chapter 4: every figure gets its source, and what is only a default becomes a question."""
    ann, agent = story.ann, story.agent
    guessed = jwt.ROADMAP.replace(jwt.PHASE_4, jwt.PHASE_4.replace("Figures: history", "Figures: default"))
    agent("write", "--all", "-", stdin=guessed)
    assert "GP707" in ann("check", see="11-unconfirmed").said
    agent("ask", "Do we take the figures of Phase 4: Rollout (Week 6-7)?")
    assert story.desk.codes() == {"GP204"}
    ann.refused("GP204", "approve", "roadmap")
    ann("answer", "2", "Yes, they are what we used for the payment rollout.", see="12-confirmed")
    assert story.desk.codes() == set()


def approve(story: Story) -> None:
    """Chapter 5: a person approves the whole, and nothing of it changes behind their back."""
    ann, agent = story.ann, story.agent
    agent.refused("", "approve", "roadmap", says="Only a person at a terminal", see="13-approve-by-agent")
    ann.cancelled("approve", "roadmap", typed="yes", says="`yes` was typed, not `roadmap`")
    ann("approve", "roadmap", typed="roadmap", see="14-approve")
    assert story.desk.states() == {"goal": "passed", "roadmap": "passed"}
    agent.refused("GP207", "write", "--all", "-", stdin=faulty(jwt.PHASE_4), see="15-locked")
    ann("show", see="16-show")
    agent("resume", see="17-resume")
    story.see_document("18-document", ROADMAP)
    ann(see="19-home")


@pytest.mark.req(
    "S4-03", "S4-06", "S4-09", "S4-11", "S4-12", "S4-17", "S4-18", "S4-21", "S4-23", "S4-26", "S4-27", "S4-28"
)
def test_a_roadmap_is_approved_once_its_phases_hold_together(begin: Callable[[str], Story]) -> None:
    story = begin("roadmap")
    for chapter in (clarify_goal, draft, repair, source_figures, approve):
        chapter(story)
