"""What became of a turn, as plain data; answers of the code are cut to a size that a brain can read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.proposing import Proposed, Rehearsed
from groundplan.app.changes.writing import Written
from groundplan.app.wire import outcomes
from groundplan.app.wire.plain import as_plain
from groundplan.app.wire.plans import plan
from groundplan.app.wire.probes import receipt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.brains.lookups import Reply
    from groundplan.app.brains.turn_given import Taken, Tried
    from groundplan.app.objections.responding import Responded

Payload = dict[str, Any]
_LETTERS = 8_000  # of one answer


def taken(done: Taken) -> Payload:
    """Return what was recorded, written and struck, and what the code says."""
    return {
        "plan": plan(done.opened),
        "questions": [{"id": each.id, "text": each.text} for each in done.asked],
        "decisions": [{"id": each.id, "title": each.choice.title} for each in done.decided],
        "sections": _sections(done),
        "settled": settled(done.settled),
        "struck": as_plain(done.struck),
        "code": [reply(each) for each in done.replies],
        "probes": [_tried(each) for each in done.tried],
    }


def _tried(each: Tried) -> Payload:
    done = receipt(each.receipt, each.name) if each.receipt else None
    return {"argv": list(each.attempt.argv), "receipt": done, "error": each.trouble}


def settled(done: Sequence[Responded]) -> list[Payload]:
    """Return which objections were settled, and how."""
    return [{"id": each.state.name, "how": each.how} for each in done]


def _sections(done: Taken) -> Payload | None:
    match done.sections:
        case Written():
            return outcomes.written(done.sections)
        case Proposed():
            return outcomes.proposed(done.sections)
        case Rehearsed():
            return outcomes.rehearsed(done.sections)
    return None


def reply(each: Reply) -> Payload:
    """Return what the code says to a question, cut to a size that a brain can read."""
    told: Payload = {"ask": each.lookup.ask, "about": each.lookup.about}
    told |= {"in": each.lookup.inside} if each.lookup.inside else {}
    if each.trouble:
        return told | {"error": each.trouble}
    most = 200
    answer, left = _cut(as_plain(each.found), most)
    while len(json.dumps(answer)) > _LETTERS and most > 1:
        most //= 2
        answer, left = _cut(as_plain(each.found), most)
    return told | {"answer": answer, "left_out": left}


def _cut(value: Any, most: int) -> tuple[Any, int]:  # noqa: ANN401 - any tree of plain values
    """Return a value whose lists and tables have at most so many entries, and how many were left out."""
    if isinstance(value, dict):
        parts = {name: _cut(each, most) for name, each in list(value.items())[: max(most, 20)]}
        left = len(value) - len(parts) + sum(more for _, more in parts.values())
        return {name: each for name, (each, _) in parts.items()}, left
    if isinstance(value, list):
        kept = [_cut(each, most) for each in value[:most]]
        return [each for each, _ in kept], len(value) - len(kept) + sum(more for _, more in kept)
    if isinstance(value, str) and len(value) > _LETTERS // 8:
        return value[: _LETTERS // 8] + "…", 0
    return value, 0
