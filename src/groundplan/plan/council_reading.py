"""Entries of a council read: who was asked, and what came of their claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.advice import CLAIM_ID, Advice, Advised, Claimed, Compared, Consulted, Proposed, Voice
from groundplan.plan.entry_body import Body

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry


def read_consulted(entry: Entry, body: Body) -> Consulted:
    """Return who was asked, and what became of it."""
    rows = body.data.get("advisors", [])
    if not isinstance(rows, list):
        raise TypeError("`advisors` is not a list")
    return Consulted(entry, body.text("on", ""), tuple(_advised(Body(row)) for row in rows))


def _advised(body: Body) -> Advised:
    return Advised(
        body.text("name"),
        body.text("lens"),
        body.text("model"),
        body.text("state"),
        body.text("sent"),
        body.text("answer"),
        body.text("why", ""),
    )


def read_advice(entry: Entry, body: Body) -> Advice:
    """Return what advisors claimed and proposed, checked and compared."""
    voices = tuple(
        Voice(
            each.text("advisor"),
            each.text("lens", ""),
            each.text("model", ""),
            each.text("state"),
            each.text("why", ""),
            each.text("approach", ""),
        )
        for each in body.bodies("voices")
    )
    items = tuple(
        Proposed(each.text("advisor"), each.text("title"), each.text("what", ""), each.text("phase", ""))
        for each in body.bodies("items")
    )
    rows = tuple(
        Compared(*(each.text(name) for name in ("claim", "advisors", "against", "code")))
        for each in body.bodies("rows")
    )
    return Advice(entry, voices, tuple(map(_claimed, body.bodies("claims"))), items, rows)


def _claimed(body: Body) -> Claimed:
    if not CLAIM_ID.fullmatch(body.text("id")):
        raise TypeError("`id` is not the name of a claim")
    return Claimed(
        body.text("id"),
        body.text("advisor"),
        body.text("text"),
        body.text("standing"),
        body.text("found", ""),
        body.texts("at"),
    )
