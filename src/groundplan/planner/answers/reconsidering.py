"""What one answer changes about another: advice that turns, a choice taken before something was known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.planner.answers.choices import count_meant
from groundplan.planner.answers.understanding import Understood
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

AGAIN = "again:"  # how the subjects of questions begin that put an answered one again
CHANGE, KEEP = "change", "keep"

Settled = dict[str, Understood]


def reconsider(
    raised: Sequence[Question], settled: Mapping[str, Understood], replies: Sequence[Understood]
) -> tuple[tuple[Question, ...], Settled]:
    """Return the questions and answers as they stand once every answer is weighed against the others."""
    known = dict(settled) | _counted(raised, replies)
    questions: list[Question] = []
    for question in raised:
        subject, name = swayed(question, known)
        if not name:
            questions.append(question)
        elif question.subject not in known:
            why = f"{question.why} {_because(subject, known)}".strip()
            questions.append(replace(question, recommended=name, why=why))
        else:
            questions.append(question)
            questions += _put_again(question, known, subject, name)
    for question in questions:
        answer = known.get(f"{AGAIN}{question.subject}")
        if answer and answer.choice == CHANGE:
            name = swayed(question, known)[1]
            known[question.subject] = replace(
                known[question.subject], choice=name, text=_words(question, name)
            )
    return tuple(questions), known


def _counted(raised: Sequence[Question], replies: Sequence[Understood]) -> Settled:
    """Return what the user said about numbers without being asked: it holds over an earlier answer."""
    found: Settled = {}
    for question in raised:
        for reply in replies:
            name = count_meant(question, reply.text)
            if name:
                found[question.subject] = replace(reply, choice=name)
    return found


def swayed(question: Question, known: Mapping[str, Understood]) -> tuple[str, str]:
    """Return the subject whose answer turns the advice on a question, and the choice it turns to."""
    for condition, name in question.sways.items():
        subject, _, choice = condition.partition("=")
        answer = known.get(subject)
        if answer and answer.choice == choice:
            return subject, name
    return "", ""


def _put_again(
    question: Question, known: Mapping[str, Understood], subject: str, name: str
) -> Iterator[Question]:
    """Yield the question whether a choice still holds that was taken before something else was known."""
    taken = known[question.subject].choice
    if not taken or taken == name:
        return
    yield Question(
        f"{AGAIN}{question.subject}",
        f"“{_words(question, taken)}” was chosen before: do we change to “{_words(question, name)}”?",
        _because(subject, known),
        (Choice(CHANGE, _words(question, name)), Choice(KEEP, f"Keep: {_words(question, taken)}")),
        CHANGE,
        weight=question.weight + 1,
    )


def _because(subject: str, known: Mapping[str, Understood]) -> str:
    said = " ".join(known[subject].text.split())
    return f"Said since: “{said if len(said) <= 200 else said[:199] + '…'}”"


def _words(question: Question, name: str) -> str:
    choice = question.choice(name)
    return choice.text if choice else name
