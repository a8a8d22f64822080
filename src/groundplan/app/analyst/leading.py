"""Whether the analyst leads a plan, and which question is next: told from the ledger alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.rules.tasks import work_tasks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.questions import QuestionState

DRIFT = "drift:"  # how the subjects of questions about moved code begin


def has_steps(opened: OpenPlan) -> bool:
    """Tell whether somebody wrote steps that an answer may change."""
    return bool(work_tasks(opened.judgement.case))


def is_led(opened: OpenPlan) -> bool:
    """Tell whether the analyst leads this plan: it composed part of it, or asked about it."""
    promises = opened.judgement.promises
    return any(revision.is_composed for revision in promises.revisions) or any(
        question.asked is not None and question.asked.subject for question in promises.questions
    )


def is_drafted(opened: OpenPlan) -> bool:
    """Tell whether a model or an agent plans here: it asked, said or summed up something as the planner."""
    return any(
        turn.speaker == "planner"
        and not turn.entry.by.is_attended
        and turn.entry.body.get("voice") != "analyst"
        for turn in opened.judgement.promises.turns
    )


def is_untouched(opened: OpenPlan) -> bool:
    """Tell whether a plan was begun and nothing has been written, asked or decided about it since."""
    promises = opened.judgement.promises
    return not (promises.revisions or promises.questions or promises.decisions or len(promises.turns) > 1)


def was_asked_by_another(opened: OpenPlan) -> bool:
    """Tell whether the latest planner's turn is somebody else's: then the user's reply is to them."""
    promises = opened.judgement.promises
    latest = promises.history.latest(turn.entry for turn in promises.turns if turn.speaker == "planner")
    return any(entry.body.get("voice") != "analyst" for entry in latest)


def is_anothers_turn(opened: OpenPlan) -> bool:
    """Tell whether a model that plans here is to speak: the user spoke last, and no question waits.

    What the analyst says in between takes nobody's turn.
    """
    promises = opened.judgement.promises
    spoken = (turn for turn in promises.turns if turn.entry.body.get("voice") != "analyst")
    latest = promises.history.latest(turn.entry for turn in spoken)
    return next_question(opened) is None and any(entry.by.speaker == "user" for entry in latest)


def by_number(questions: Iterable[QuestionState]) -> list[QuestionState]:
    """Return questions in the order they were asked: Q2 before Q10, whichever layer holds them."""
    return sorted(questions, key=_number_in)


def _number_in(question: QuestionState) -> tuple[int, str]:
    """Return what sorts as the number of a question does; a forged one may be too long for an integer."""
    digits = "".join(filter(str.isdecimal, question.id)).lstrip("0")
    return len(digits), digits


def next_question(opened: OpenPlan) -> QuestionState | None:
    """Return the open question to put next: the blocking ones first, each in the order they were asked."""
    waiting = by_number(question for question in opened.judgement.promises.questions if question.is_open)
    return next(iter(sorted(waiting, key=lambda each: not each.blocking)), None)
