"""What others would answer or decide where a person did: it waits for a person to take it or to drop it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import Draft, commit
from groundplan.app.plans.relaying import who_recorded
from groundplan.plan.dataclass import dataclass
from groundplan.store.proposals import Proposal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.entry import Entry
    from groundplan.plan.promise import Turn

OFFERED = "offered"  # kind of a proposal that is an answer or a decision


@dataclass(frozen=True, slots=True)
class Offered:
    """An answer to a question that is answered, or a decision over what is approved."""

    entry: Entry
    by: str  # who, and through what
    question: str = ""  # id of the question that it would answer anew; empty: it is a decision
    asked: str = ""  # the question's words
    words: str = ""
    instead_of: str = ""  # the answer in force
    because: str = ""

    @property
    def name(self) -> str:
        """Return what it is, as lists call it."""
        return f"answer to {self.question}" if self.question else "decision"

    @property
    def told(self) -> str:
        """Return in one line what is proposed."""
        if self.question:
            return f"Proposed by {self.by}: “{self.words}” instead of “{self.instead_of}”"
        return f"Proposed by {self.by}: “{self.words}”, because {self.because}"


def find_offered(opened: OpenPlan) -> tuple[Offered, ...]:
    """Return what waits, oldest first; of several answers to one question the newest."""
    promises = opened.judgement.promises
    found: dict[str, Offered] = {}
    for turn in promises.turns:
        each = _read(opened, turn)
        if each is not None and not _is_settled(opened, each):
            found.pop(each.question or turn.entry.id, None)
            found[each.question or turn.entry.id] = each
    return tuple(found.values())


def _read(opened: OpenPlan, turn: Turn) -> Offered | None:
    body: dict[str, Any] = dict(turn.entry.body)
    if turn.speaker != "planner" or turn.kind != "proposal":
        return None
    by = who_recorded(opened, turn.entry.id)
    if decides := body.get("decides"):
        return Offered(turn.entry, by, words=str(decides), because=str(body.get("because", "")))
    states = opened.judgement.promises.questions
    state = next((each for each in states if each.id == body.get("question")), None)
    words = str(body.get("answer", ""))
    if state is None or state.answer is None or not words:
        return None
    return Offered(turn.entry, by, state.id, state.text, words, state.answer.text)


def _is_settled(opened: OpenPlan, offered: Offered) -> bool:
    """Tell whether a person took or dropped it, or answered or decided the same since."""
    history = opened.history
    after = [each for each in _of_persons(opened) if history.is_before(offered.entry, each)]
    if any(each.body.get("drops") == offered.entry.id for each in after):
        return True
    if offered.question:
        answers = (each for each in after if each.kind == "answer")
        return any(each.body.get("question") == offered.question for each in answers)
    wanted = offered.words.casefold()
    decided = (each for each in after if each.kind == "decision")
    return any(str(each.body.get("title", "")).casefold() == wanted for each in decided)


def _of_persons(opened: OpenPlan) -> Iterator[Entry]:
    unconfirmed = {each.id for each in opened.judgement.promises.unconfirmed}
    return (
        each for each in opened.history.told() if each.by.speaker == "user" and each.id not in unconfirmed
    )


def drop(opened: OpenPlan, offered: Offered, *, caller: Caller) -> Outcome:
    """Record that a person leaves it as it is."""
    draft = Draft(opened, caller, is_repeated=True)
    draft.say("user", "note", f"Not taken: {offered.words}", drops=offered.entry.id)
    return commit(draft, label="say")


def as_proposal(offered: Offered) -> Proposal:
    """Return it as proposals of sections are listed."""
    by = offered.entry.by
    whole = offered.name[:1].upper() + offered.name[1:]
    title = f"{whole}: {offered.asked}" if offered.asked else whole
    text = f"{offered.words}, because {offered.because}" if offered.because else offered.words
    return Proposal(
        offered.question, title, f"{text}\n", ("a person",), OFFERED, by.name, by.channel, tuple(by.via)
    )
