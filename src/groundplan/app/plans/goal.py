"""The goal of a plan in the words of whoever set it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan


def read_goal_text(opened: OpenPlan) -> str:
    """Return the goal as the user said it, or the title where its words are kept on another machine."""
    for turn in opened.judgement.promises.turns:
        if turn.kind == "idea":
            return opened.talk.get(turn.entry.id, "") or opened.known.title
    return opened.known.title
