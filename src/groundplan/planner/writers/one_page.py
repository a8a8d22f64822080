"""The sections around the steps of a one-page plan: the goal as agreed, options, risks, what was put off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.alternatives import alternatives
from groundplan.planner.writers.decisions import decided
from groundplan.planner.writers.phrases import bullets, clause, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import goal_line, left_out, measure, quote, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.answers import Understood
    from groundplan.planner.brief import Brief

_MOST_RISKS = 5
_SENTENCE = late_regex(r"(?<=[.!?;])\s+|\n+")
_CONDITION = late_regex(r"\b(?:if|when|once|until) (?P<when>[^.;!?\n]{3,300})", re.IGNORECASE)


@writer("goal")
def write_goal(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the goal anew once answers have changed it: how it is read, measured, what stays out."""
    wanted = measure(brief)
    is_measured = bool(wanted.text) and not wanted.is_open and "criterion" in brief.settled
    out = left_out(brief) if set(brief.pack.goal.excluded) != set(left_out(brief)) else ()
    choices = decided(brief)
    if not (reading(brief) or is_measured or out or choices):
        return
    lines = [sentence(goal_line(brief) if reading(brief) else quote(brief, brief.pack.goal.text, 600))]
    lines += [f"Decided{f' ({each.id})' if each.id else ''}: {sentence(each.told)}" for each in choices]
    if is_measured:
        lines.append(f"Done when: {sentence(wanted.text)}")
    if out:
        lines.append(f"Out of scope: {sentence('; '.join(out))}")
    yield SectionDraft(spec.key, "\n\n".join(lines))


@writer("options")
def write_options(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write one section for each way the code offers, side by side, none where there is but one."""
    for number, each in enumerate(alternatives(brief), 1):
        body = [each.approach, f"Pros: {'; '.join(each.pros)}", f"Cons: {'; '.join(each.cons)}"]
        heading = f"{'#' * spec.level} {spec.title.replace('{n}', str(number)).replace('{name}', each.name)}"
        text = f"{heading}\n\n{bullets(map(sentence, body))}"
        yield SectionDraft(spec.key.replace("{n}", str(number)), text)


@writer("seen-risks")
def write_risks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what may go wrong by what was seen in the code, each with what guards against it."""
    seen = [each for each in brief.challenges if each.risk][:_MOST_RISKS]
    if not seen:
        return
    items = [
        f"{each.risk.capitalize()}: {sentence(each.claim)}\n"
        f"  - Mitigation: {sentence(each.mitigation or each.advice or 'None (the evidence offers no guard)')}"
        for each in seen
    ]
    yield SectionDraft(spec.key, bullets(items))


@writer("deferred")
def write_deferred(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the goal and the answers put off, and what would bring it back."""
    later = [quote(brief, each) for answer in _answers(brief) for each in answer.put_off]
    things = dict.fromkeys([*left_out(brief), *map(clause, later)])
    items = [f"{sentence(each)}\n  - Revisit if: {_revisit(brief, each)}" for each in things]
    items += [
        f"{sentence(question.text)} Answered “{clause(quote(brief, answer.text, 120))}”, so it stays open.\n"
        f"  - Revisit if: the work reaches what it decides"
        for question in brief.questions
        if (answer := brief.settled.get(question.subject)) is not None and answer.is_unsure
    ]
    if items:
        yield SectionDraft(spec.key, bullets(items))


def _answers(brief: Brief) -> list[Understood]:
    return [*brief.settled.values(), *brief.replies]


def _revisit(brief: Brief, out: str) -> str:
    """Return the condition that the user named for it, else that somebody asks for it again."""
    for answer in _answers(brief):
        for told in _SENTENCE.split(answer.text):
            if out.casefold() in told.casefold():
                match = _CONDITION.search(told)
                if match:
                    return clause(quote(brief, match["when"], 140))
    return "the goal is met and somebody asks for it"
