"""What others wrote down as the user's words, as far as this machine can show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.entry import Entry


def what_was_asked(opened: OpenPlan, entry_id: str) -> str:
    """Return what relayed words answer: the question, or what the planner said last before them."""
    promises = opened.judgement.promises
    entry = promises.history.get(entry_id)
    if entry is None:
        return ""
    for question in promises.questions:
        is_answered = any(answer.entry.id == entry_id for answer in question.answers)
        if is_answered or (entry.kind in {"turn", "decision"} and entry.body.get("question") == question.id):
            return question.text
    before = (
        opened.talk.get(turn.entry.id, "")
        for turn in reversed(promises.turns)
        if turn.opens_dialogue and promises.history.is_before(turn.entry, entry)
    )
    return next(filter(None, before), "") if entry.kind == "turn" else ""


def who_recorded(opened: OpenPlan, entry_id: str) -> str:
    """Return in whose name words were recorded, and by what: `Ann, through an agent`."""
    entry = opened.history.get(entry_id)
    if entry is None:
        return "Somebody"
    through = "through an agent" if entry.by.channel == "agent" else "through a script"
    through = "without a signature" if entry.is_a_persons else through
    return f"{quote_name(entry.by.name) if entry.by.name else 'Somebody'}, {through}"


def is_own_decision(opened: OpenPlan, entry_id: str) -> bool:
    """Tell whether an entry is a decision of an agent, made in nobody else's name."""
    entry = opened.history.get(entry_id)
    return entry is not None and entry.kind == "decision" and entry.by.speaker != "user"


def words_to_sign(opened: OpenPlan) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return relayed words, and all that somebody at a terminal said as the user where only signatures count.

    An adoption without a signature has confirmed none of them.
    """
    promises = opened.judgement.promises
    return _words_of(opened, (*promises.unconfirmed, *promises.unsigned))


def relayed_words(opened: OpenPlan) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return entry and words of each, and how many are kept elsewhere: nobody confirms what is not shown."""
    return _words_of(opened, opened.judgement.promises.unconfirmed)


def _words_of(opened: OpenPlan, entries: Iterable[Entry]) -> tuple[tuple[tuple[str, str], ...], int]:
    found = []
    unheard = 0
    for entry in entries:
        words = opened.talk.get(entry.id) or str(entry.body.get("text") or entry.body.get("title") or "")
        if words:
            found.append((entry.id, words))
        else:
            unheard += 1
    return tuple(found), unheard
