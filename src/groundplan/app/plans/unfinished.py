"""What a model said and what was not handed in to the end: finished later, without asking the model again.

A turn is handed in with several commits. It is saved before the first and forgotten after the last.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError, Misused
from groundplan.planner.brains.turn import read_turn, write_turn
from groundplan.planner.inert import make_inert

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.asking import Asker
    from groundplan.planner.brains.turn import Turn

_KIND = "turn"


@contextlib.contextmanager
def saved_turn(opened: OpenPlan, asker: Asker, turn: Turn, model_id: str) -> Iterator[None]:
    """Save a turn while it is handed in; one that is refused would be refused again, and is forgotten."""
    save_turn(opened, asker, turn, model_id)
    try:
        yield
    except GroundplanError:
        asker.forget(_name(opened))
        raise
    asker.forget(_name(opened))


def save_turn(opened: OpenPlan, asker: Asker, turn: Turn, model_id: str) -> None:
    """Save a turn that is about to be handed in, with what the ledger has before it."""
    known = sorted(entry.id for entry in opened.history.entries)
    asker.save(_name(opened), {"turn": write_turn(turn), "model_id": model_id, "known": known})


def find_turn(opened: OpenPlan, asker: Asker) -> tuple[Turn, str] | None:
    """Return what is left of a turn that was cut off, and the name its model has for itself.

    Where anybody else has changed the plan since, it is the answer to another question: None.
    """
    saved = asker.saved(_name(opened))
    try:
        known, turn = set(saved["known"]), read_turn(saved["turn"])
    except (KeyError, TypeError, Misused):
        return None
    since = [entry for entry in opened.history.entries if entry.id not in known]
    if any(entry.by.name != asker.model.name or entry.by.is_attended for entry in since):
        return None
    return _rest(opened, turn), str(saved.get("model_id", ""))


def _name(opened: OpenPlan) -> str:
    return f"{_KIND}-{opened.known.id}"


def _rest(opened: OpenPlan, turn: Turn) -> Turn:
    """Return the turn without what was recorded before it was cut off; sections are compared anyway."""
    promises = opened.judgement.promises
    said = set(opened.talk.values())
    asked = {question.text for question in promises.questions}
    decided = {each.title for each in promises.live_decisions}
    open_objections = {each.name for each in promises.attacks.objections if each.is_open}
    return replace(
        turn,
        said="" if make_inert(turn.said) in said else turn.said,
        challenges=tuple(
            each for each in turn.challenges if not any(make_inert(each.claim) in text for text in said)
        ),
        questions=tuple(each for each in turn.questions if make_inert(each.text) not in asked),
        decisions=tuple(each for each in turn.decisions if make_inert(each["title"]) not in decided),
        unsure=tuple(each for each in turn.unsure if make_inert(f"Not sure: {each}") not in said),
        objections=tuple(each for each in turn.objections if each.name in open_objections),
    )
