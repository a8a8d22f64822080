"""Whether a line is the answer to the question it is typed at; one that cannot be is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.evidence.mentions import names_meant
from groundplan.evidence.targets.newness import nearest_meant
from groundplan.plan.errors import Misused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.standing import State
from groundplan.planner.answers.choices import is_assent
from groundplan.planner.answers.fit import Unfit, find_misfit, leaves_or_asks, without_denied
from groundplan.planner.answers.understanding import understand
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.promise import Asked
    from groundplan.plan.questions import QuestionState
    from groundplan.planner.answers.fit import Misfit


def as_asked(asked: Asked) -> Question:
    """Return a question of the ledger as the planner put it."""
    choices = tuple(Choice(name, text) for name, text in asked.choices.items())
    return Question(asked.subject, asked.text, asked.why, choices, asked.recommended, asked.blocking)


def agrees_to_approve(opened: OpenPlan, text: str) -> bool:
    """Tell whether words only say yes to a checkpoint that is ready, which no word but its own approves."""
    standing = opened.judgement.standing
    return is_assent(text) and any(c.spec.person and c.state is State.READY for c in standing.checkpoints)


def leaves(text: str) -> bool:
    """Tell whether words end the talk: `quit`, `exit`, `:q`."""
    return leaves_or_asks(text) is Unfit.LEAVES


def asks(text: str) -> bool:
    """Tell whether words ask for an explanation: `help`, `?`, `why?`."""
    return leaves_or_asks(text) is Unfit.ASKS


def left_for_later(text: str) -> tuple[str, ...]:
    """Return what words leave for later: the `auto-checks` of `we can consider auto-checks later`."""
    return understand(None, text).put_off


def misfit_of(opened: OpenPlan, question: QuestionState, text: str) -> Misfit | None:
    """Return why words do not answer a question of this plan, or None where they may."""
    asked = as_asked(question.asked) if question.asked else Question("", question.text, "")
    # Only the planner's own questions look names up: opening the code for any other would only cost time.
    named = names_meant(opened.workspace.code.looking.index, without_denied(text)) if asked.subject else None
    misfit = find_misfit(asked, text, named)
    if misfit is not None and misfit.kind is Unfit.OBJECTS and (denied := denied_places(opened, text)):
        return replace(
            misfit, kind=Unfit.DROPS, message=f"Understood as no place to change: {', '.join(denied)}"
        )
    if misfit is None or misfit.kind is not Unfit.NAMES_NONE or not asked.subject:
        return misfit
    near = _near(opened, text)
    return replace(misfit, message=f"{misfit.message}; nearest: {', '.join(near)}") if near else misfit


def denied_places(opened: OpenPlan, text: str) -> tuple[str, ...]:
    """Return the places that words name only to say that they are none."""
    if (left := without_denied(text)) == text:
        return ()
    index = opened.workspace.code.looking.index
    meant = names_meant(index, left)
    return tuple(each for each in names_meant(index, text) if each not in meant)


def _near(opened: OpenPlan, text: str) -> tuple[str, ...]:
    """Return the names nearest to what words name that is not there."""
    index = opened.workspace.code.looking.index
    return nearest_meant(index, text.strip(" `.,").rpartition("::")[2])


def refuse_misfit(opened: OpenPlan, question: QuestionState, text: str) -> None:
    """Refuse words that cannot be the answer, and say what they look like."""
    misfit = misfit_of(opened, question, text)
    if misfit is not None:
        again = run("answer", question.name, WORDS)
        if not question.is_open and question.answer is not None:
            told = f"The answer to {question.id} stays “{question.answer.text}”. {misfit.message}"
            raise Misused(told, hint=Hint("Answer it anew: ", again))
        raise Misused(
            f"{question.id} was not answered. {misfit.message}", hint=Hint(f"{misfit.hint}: ", again)
        )
