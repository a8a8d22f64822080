"""What others wrote down as the user's words, as far as this machine can show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.app.opened import OpenPlan


def relayed_words(opened: OpenPlan) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return entry and words of each, and how many are kept elsewhere: nobody confirms what is not shown."""
    found = []
    unheard = 0
    for entry in opened.judgement.promises.unconfirmed:
        words = opened.talk.get(entry.id) or str(entry.body.get("text") or entry.body.get("title") or "")
        if words:
            found.append((entry.id, words))
        else:
            unheard += 1
    return tuple(found), unheard
