"""The analyst: challenges, questions and section texts out of an evidence pack and the answers so far.

It computes and never writes: the same pack and the same answers always give the same words.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brief import Brief
from groundplan.planner.challenges.catalogue import detect_all
from groundplan.planner.change.determined import draft_tasks
from groundplan.planner.composing import compose
from groundplan.planner.consulting import write_consult_briefs
from groundplan.planner.inert import inert_brief, inert_challenge, inert_draft, inert_question
from groundplan.planner.questions.asking import ask_all
from groundplan.planner.reconsidering import reconsider

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.playbook import Playbook
    from groundplan.planner.answers import Understood
    from groundplan.planner.brief import SectionDraft
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.consulting import ConsultBrief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.question import Question


@dataclass(frozen=True, slots=True)
class Said:
    """What was asked and answered so far, by the subjects the planner knows questions by."""

    settled: Mapping[str, Understood]
    asked: Mapping[str, str]
    replies: tuple[Understood, ...] = ()
    decisions: Mapping[str, str] = field(default_factory=dict)  # question subject -> `D2`


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the analyst makes of a goal: what speaks against it, what it must ask, what it would write."""

    brief: Brief
    raised: tuple[Question, ...]  # as the pack alone raises them, before any answer

    def compose(self) -> tuple[SectionDraft, ...]:
        """Return the facts that the playbook wants in its sections, as their words."""
        return tuple(map(inert_draft, compose(self.brief.playbook, self.brief.pack.gathered)))

    def propose(self) -> tuple[SectionDraft, ...]:
        """Return the tasks that the code alone determines, for somebody to take."""
        brief = self.brief
        return tuple(
            map(inert_draft, draft_tasks(brief.playbook, brief.pack.goal.text, brief.pack.gathered.facts))
        )

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """Return what the code says against the goal, the weightiest first."""
        return self.brief.challenges

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return every question there is, the most blocking first, answered ones among them."""
        return self.brief.questions

    @property
    def consult_briefs(self) -> tuple[ConsultBrief, ...]:
        """Return the briefs that are ready to be sent to advisors, where the playbook asks any."""
        briefs = write_consult_briefs(self.brief) if self.brief.playbook.lenses else ()
        return tuple(map(inert_brief, briefs))

    def after(self, said: Said) -> Analysis:
        """Return the same analysis with other answers."""
        brief = replace(self.brief, asked=said.asked, replies=said.replies, decisions=said.decisions)
        return _reconsidered(brief, self.raised, said)


def analyse(pack: EvidencePack, playbook: Playbook, said: Said) -> Analysis:
    """Return what the analyst makes of a pack under a playbook, given what was said so far."""
    challenges = tuple(map(inert_challenge, detect_all(pack)))
    raised = tuple(map(inert_question, ask_all(pack, challenges)))
    brief = Brief(
        pack=pack,
        playbook=playbook,
        challenges=challenges,
        asked=said.asked,
        replies=said.replies,
        decisions=said.decisions,
    )
    return _reconsidered(brief, raised, said)


def _reconsidered(brief: Brief, raised: tuple[Question, ...], said: Said) -> Analysis:
    questions, settled = reconsider(raised, said.settled, said.replies)
    return Analysis(replace(brief, questions=questions, settled=settled), raised)
