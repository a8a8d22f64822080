"""Which way to go where the code offers several: a file of its own, the file beside it, or what is alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.phrases import clause, code, counted, joined
from groundplan.planner.question import Choice, Question
from groundplan.survey.where.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import NewFile
    from groundplan.planner.challenge import Challenge

SUBJECT = "option"


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask where something new goes, unless a challenge already weighs what is there against it."""
    if not facts.is_new or not facts.new_files or any(_is_weighing(each) for each in challenges):
        return
    new = facts.new_files[0]
    choices = tuple(_choices(facts, new))
    if len(choices) > 1:
        yield _question(facts, new, choices)


def _is_weighing(challenge: Challenge) -> bool:
    question = challenge.question
    return question is not None and any(each.name == "reuse" for each in question.choices)


def _choices(facts: Facts, new: NewFile) -> Iterator[Choice]:
    yield Choice("new-module", f"A new file {code(new.path)} (new)")
    if new.beside and _stem_words(new.path) & _stem_words(new.beside):
        yield Choice("in-place", f"Inside {code(new.beside)}")
    for alike in facts.alike[:1]:
        if alike.region.path != new.beside:
            yield Choice("extend", f"Extend {code(alike.region.citation)}")


def _stem_words(path: str) -> set[str]:
    """Return the words of a file's name: a neighbour that shares none is only near by its text."""
    return set(words_of(path.rpartition("/")[2].partition(".")[0]))


def _question(facts: Facts, new: NewFile, choices: tuple[Choice, ...]) -> Question:
    alike = next(
        (each for each in facts.alike[:1] if any(choice.name == "extend" for choice in choices)), None
    )
    size = (
        f"; {code(new.beside)} has {counted(facts.beside_lines, 'line')}"
        if facts.beside_lines is not None
        else ""
    )
    near = ""
    if alike is not None:
        why = joined([clause(each) for each in alike.why[:2]])
        near = f"; {code(alike.region.citation)} is like it{f' ({why})' if why else ''}"
    return Question(
        SUBJECT,
        "Where should it go?"
        if alike is not None
        else f"Should it be a file of its own, or go into {code(new.beside)}?",
        f"{clause(new.why)}{size}{near}.",
        choices,
        recommended="new-module",
        blocking=alike is not None,
        weight=0.45,
        assumption=f"it is a new file, {code(new.path)} (new)",
    )
