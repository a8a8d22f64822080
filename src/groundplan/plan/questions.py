"""The questions of a plan in both layers: whose answers count, and which were taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.promise import question_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.accounts import Recorded
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History
    from groundplan.plan.promise import Answer, Asked, Retraction


CRITERION = "criterion"  # subject of the question how success is measured


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question in either layer, and the answers that name its exact words."""

    id: str
    text: str
    digest: str
    section: str
    blocking: bool
    answers: tuple[Answer, ...]
    asked: Asked | None  # the ledger's entry, if any
    in_plan: bool
    is_withdrawn: bool = False  # who asked it took it back before anybody answered

    @property
    def name(self) -> str:
        """Return what a person types for it: the last word of its id; a forged entry may have none."""
        return (self.id.split() or [""])[-1]

    @property
    def answer(self) -> Answer | None:
        """Return the answer that holds: the latest that none replaces."""
        return latest_answer(self.answers)

    @property
    def is_open(self) -> bool:
        """Whether these words wait for an answer."""
        return not (self.answers or self.is_withdrawn)

    @property
    def is_live(self) -> bool:
        """Whether its id is in use: one that was withdrawn and left the plan makes way for another."""
        return not self.is_withdrawn or self.in_plan


def latest_answer(answers: Sequence[Answer]) -> Answer | None:
    """Return the last of these answers that no other of them replaces."""
    gone = {old for answer in answers for old in answer.replaces}
    return next((answer for answer in reversed(answers) if answer.entry.id not in gone), None)


def read_questions(
    plan: Plan, history: History, recorded: Recorded, retractions: tuple[Retraction, ...]
) -> tuple[QuestionState, ...]:
    """Return the questions that the plan or the ledger has, with the answers that count."""
    joined = _joined(plan, recorded.asked, _that_count(recorded.answers, history))
    return _without_withdrawn(joined, recorded.asked, retractions, history)


def _joined(plan: Plan, asked: tuple[Asked, ...], answers: tuple[Answer, ...]) -> tuple[QuestionState, ...]:
    """Join both layers by id and words: after a merge an id may stand for two questions."""
    given: dict[str, list[Answer]] = {}
    open_to_research = {each.digest for each in asked if each.is_research}
    for answer in answers:
        # No file answers what was asked of the user.
        if not answer.findings or answer.digest in open_to_research:
            given.setdefault(answer.digest, []).append(answer)
    found: dict[str, QuestionState] = {}
    for record in plan.records("question"):
        if record.is_placeholder:
            continue
        digest = question_digest(record.id, record.asks)
        found[digest] = QuestionState(
            record.id,
            record.asks,
            digest,
            record.section,
            blocking=True,
            answers=tuple(given.get(digest, ())),
            asked=None,
            in_plan=True,
        )
    for entry in asked:
        known = found.get(entry.digest)
        before = known.asked if known else None
        found[entry.digest] = QuestionState(
            id=entry.id,
            text=entry.text,
            digest=entry.digest,
            section=known.section if known else entry.section,
            # Asked twice, the stricter one counts: nobody unblocks a question by asking it again.
            blocking=entry.blocking or (before is not None and before.blocking),
            answers=tuple(given.get(entry.digest, ())),
            asked=before if before is not None and _is_first(before, entry) else entry,
            in_plan=known is not None and known.in_plan,
        )
    return tuple(found.values())


def _is_first(before: Asked, entry: Asked) -> bool:
    """Tell whether the earlier of two entries counts; who asks again means the later default and reason."""
    one, two = before.entry.by, entry.entry.by
    is_own = not (before.subject or entry.subject) and (one.name, one.channel) == (two.name, two.channel)
    return before.blocking and not (is_own and entry.blocking)


def _without_withdrawn(
    questions: tuple[QuestionState, ...],
    asked: tuple[Asked, ...],
    retractions: tuple[Retraction, ...],
    history: History,
) -> tuple[QuestionState, ...]:
    """Close the questions that whoever asked them withdrew; the planner's own ones a person alone."""
    gone = {
        retraction.digest: retraction.is_reworded
        for retraction in retractions
        if (mine := [each for each in asked if each.digest == retraction.digest])
        and all(_may_retract(retraction.entry, each, history) for each in mine)
    }
    marked = [
        replace(each, is_withdrawn=True) if each.digest in gone and not each.answers else each
        for each in questions
    ]
    live = {each.id for each in marked if not each.is_withdrawn}
    # What was asked again in other words is one question; of two under one id, the one that waits is meant.
    return tuple(
        each for each in marked if not (each.is_withdrawn and (gone[each.digest] or each.id in live))
    )


def _may_retract(entry: Entry, asked: Asked, history: History) -> bool:
    """Tell whether an entry withdraws a question in sight of it: a person's, or by the same hand."""
    hand, asker = entry.by, asked.entry.by
    is_own = not asked.subject and (hand.name, hand.channel) == (asker.name, asker.channel)
    return history.is_before(asked.entry, entry) and (entry.is_a_persons or is_own)


def _that_count(answers: tuple[Answer, ...], history: History) -> tuple[Answer, ...]:
    """Return the answers that count: what a person said is changed by a person alone, in sight of it."""
    persons = [answer for answer in answers if answer.entry.is_a_persons]
    return tuple(
        replace(answer, replaces=tuple(history.in_sight(answer.replaces, answer.entry)))
        for answer in answers
        if answer.entry.is_a_persons
        or not any(
            said.digest == answer.digest and history.is_before(said.entry, answer.entry) for said in persons
        )
    )
