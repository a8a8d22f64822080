"""Assumptions that a plan was written on: one question for all owners, one for all weeks, and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.question import Choice, Question
from groundplan.planner.questions.strategy import ask_strategy
from groundplan.planner.taken_for_granted import ask_to_confirm
from groundplan.planner.writers.owners import worker_on
from groundplan.planner.writers.phrases import cite, counted, joined
from groundplan.planner.writers.strategy import STRATEGY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.planner.pack import EvidencePack

OWNERS, WEEKS = "assumption:owners", "assumption:weeks"
THRESHOLDS, PROBABILITIES = "assumption:thresholds", "assumption:probabilities"
EVERY = (OWNERS, WEEKS, THRESHOLDS, PROBABILITIES)
_AS_WRITTEN = "As written"
_PEOPLE = 3


def confirm(pack: EvidencePack, subjects: Sequence[str] = EVERY) -> Iterator[Question]:
    """Ask once for each kind of assumption that a plan is written on."""
    for subject in subjects:
        if subject == OWNERS:
            yield _owners(pack)
        elif subject == STRATEGY:
            yield from ask_strategy(pack)
        elif subject in _ASKED:
            text, why, assumption = _ASKED[subject]
            yield _question(subject, text, why, assumption)
        else:
            yield from ask_to_confirm(pack, subject)


_ASKED: Mapping[str, tuple[str, str, str]] = {
    WEEKS: (
        "Are the weeks in the plan right, with one person at a time and five days a week?",
        "Nothing in the repository says who works on it and when, so the effort of each task is added up.",
        "one person works on it at a time, five days a week",
    ),
    THRESHOLDS: (
        "Are the figures at which the rollout stops or goes back the right ones?",
        "No monitoring or service level was found in the repository, so the triggers are proposals.",
        "the triggers of the rollback are used as proposed",
    ),
    PROBABILITIES: (
        "Are the probabilities of the risks right?",
        "They come from counts in the code and its history where there are counts, and are low otherwise.",
        "the probabilities are used as computed",
    ),
}


def _question(subject: str, text: str, why: str, assumption: str) -> Question:
    choices = (Choice("as-written", _AS_WRITTEN), Choice("other", "No: others, which I name"))
    return Question(
        subject, text, why, choices, "as-written", blocking=True, weight=0.2, assumption=assumption
    )


def _owners(pack: EvidencePack) -> Question:
    people = leading_people(pack)
    if not people:
        return _question(
            OWNERS,
            "Who owns the phases of this plan?",
            "Nobody changed these files within twelve months.",
            "nobody is named as owner yet",
        )
    named = joined([f"{name} ({counted(commits, 'commit')})" for name, commits in people])
    files = cite([target.path for target in pack.targets], 2)
    text = (
        f"Are {joined([name for name, _ in people])} the right owners?"
        if len(people) > 1
        else f"Is {people[0][0]} the right owner?"
    )
    return _question(
        OWNERS,
        text,
        f"Most of the work on {files} within twelve months is by {named}.",
        f"{named} own what they changed most",
    )


def leading_people(pack: EvidencePack) -> list[tuple[str, int]]:
    """Return who works on the targets, as tasks are given out, with the commits of twelve months."""
    commits: dict[str, int] = {}
    for target in pack.targets:
        name, made = worker_on(pack, target.path)
        if name:
            commits[name] = commits.get(name, 0) + made
    return sorted(commits.items(), key=lambda each: (-each[1], each[0]))[:_PEOPLE]
