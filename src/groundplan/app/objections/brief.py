"""The brief for whoever attacks a plan before it is approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.changes.checking import find_unfinished
from groundplan.app.changes.previewing import copies_to_read, preview
from groundplan.app.judgement.computed import RELAYED, one_line, unconfirmed
from groundplan.app.plans.goal import read_goal_text
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import run
from groundplan.plan.standing import ABOUT_THE_END, INCOMPLETE
from groundplan.planner.brains.refuter import Material, write_brief
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.finding import Finding
    from groundplan.plan.hint import Hint
    from groundplan.plan.refutation import ObjectionState

LIMIT = 15
_DOLLARS = 3.0  # per million tokens read, as strong models cost; a figure to reckon with, not a quote


@dataclass(frozen=True, slots=True)
class RefutationBrief:
    """What a fresh reader is given, what the rules found before, and what reading it takes."""

    opened: OpenPlan
    text: Hint
    findings: tuple[Finding, ...]
    unfinished: int  # how many sections and fields still wait for words
    limit: int

    @property
    def tokens(self) -> int:
        """Return the size of the whole."""
        return count_tokens(self.text)

    @property
    def dollars(self) -> float:
        """Return what reading the brief itself costs, roughly; what the reader opens and builds is more."""
        return round(self.tokens * _DOLLARS / 1_000_000, 2)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader is given of a plan, and what the rules found in it before."""

    material: Material
    findings: tuple[Finding, ...]


def read_material(opened: OpenPlan) -> Reading:
    """Judge the plan as `check` does, with what is proposed for it in place, and gather it for a reader."""
    seen = preview(opened)
    judged = seen.judgement if seen else opened.judgement
    unfinished = find_unfinished(judged)
    asked = {*unfinished, *(found for found in judged.findings if found.code in ABOUT_THE_END)}
    every = seen.findings(opened.judgement) if seen else judged.findings
    findings = tuple(found for found in every if found not in asked)
    sections = tuple(dict.fromkeys(section.key for section in judged.plan.sections))
    material = Material(
        goal=read_goal_text(opened),
        documents=copies_to_read(opened, judged.plan),
        sections=sections,
        decisions=tuple(tell_decided(opened)),
        questions=tuple(
            f"{each.id}: {one_line(each.text, 300)}" for each in judged.promises.questions if each.is_open
        ),
        findings=tuple(f"{found.code} {found.place}: {one_line(found.message, 300)}" for found in findings),
        looked=_looked(judged),
        objections=tuple(map(_told, judged.promises.attacks.objections)),
        gaps=sum(found.code in INCOMPLETE for found in unfinished),
    )
    return Reading(material, findings)


def brief_refuter(opened: OpenPlan, *, limit: int = LIMIT) -> RefutationBrief:
    """Judge the plan as `check` does, and return what somebody needs who tries to prove it wrong."""
    reading = read_material(opened)
    handle = opened.known.handle
    hand_in = run("object", {"file": "objections.json", "by": "<name>"}).on(handle)
    nothing = run("refute", {"done": True, "by": "<name>", "tried": "…"}).on(handle)
    claims = run("refute", {"reading": "claims.json", "by": "<name>"}).on(handle)
    text = write_brief(reading.material, limit=limit, hand_in=hand_in, nothing=nothing, reading=claims)
    return RefutationBrief(opened, text, reading.findings, reading.material.gaps, limit)


def tell_decided(opened: OpenPlan) -> Iterator[str]:
    """Yield every decision and answer in a line."""
    promises = opened.judgement.promises
    for decision in promises.live_decisions:
        told = f"{decision.id} {one_line(decision.title, 200)}, because {one_line(decision.reason, 300)}"
        rejected = "; ".join(
            ": ".join(filter(None, (one_line(option, 200), one_line(why, 200))))
            for option, why in decision.rejected
        )
        told += f" (rejected: {rejected})" if rejected else ""
        told += f" {unconfirmed(decision.entry)}" if promises.is_relayed(decision.entry) else ""
        yield told
    for question in promises.questions:
        if question.answer is not None:
            told = f"{question.id} {one_line(question.text, 200)} → {one_line(question.answer.text, 300)}"
            yield f"{told} {RELAYED}" if promises.is_relayed(question.answer.entry) else told


def _looked(judged: Judgement) -> str:
    evidence = judged.case.evidence
    if evidence is None or evidence.trouble:
        return "the code could not be asked"
    named, said = len(evidence.citations), len(evidence.answers)
    return f"looked up: citations {named}; counts, quotes and commands {said}"


def _told(state: ObjectionState) -> str:
    objection = state.objection
    return f"{state.name} ({state.fate}), section {objection.section}: {one_line(objection.because, 400)}"
