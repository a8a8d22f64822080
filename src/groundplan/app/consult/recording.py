"""Who was asked and who answered, written into the plan's ledger: the absent are part of a council too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import Draft, commit
from groundplan.app.judgement.computed import one_line
from groundplan.app.plans.opened import open_plan, try_again
from groundplan.consult.answer import ANSWERED
from groundplan.plan.entry import digest_text
from groundplan.rules.secrets import leave_out_secrets

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.consult.asking import Asked
    from groundplan.app.plans.opened import OpenPlan

_MOST = 300  # letters of a complaint


def record_consult(opened: OpenPlan, done: Asked, *, caller: Caller) -> OpenPlan:
    """Write down who was asked and what became of it, once anybody has answered; not the same thing twice."""
    opened = open_plan(opened.workspace, opened.known.id)  # minutes have passed
    body = _body(done)
    newest = opened.judgement.promises.consults[-1:]
    if not done.answered or (newest and newest[0].entry.body == body):
        return opened
    return try_again(opened, lambda now: _record(now, body, caller))


def _record(opened: OpenPlan, body: dict[str, Any], caller: Caller) -> OpenPlan:
    draft = Draft(opened, caller, is_repeated=True)
    draft.add("consult", body, speaker="planner")
    return commit(draft, label="consult", cause="record").opened


def _body(done: Asked) -> dict[str, Any]:
    told = [
        {
            "name": each.advisor,
            "lens": each.lens,
            "model": one_line(each.model, 80),
            "state": each.state,
            "sent": seat.digest,
            "answer": digest_text(each.text) if each.state == ANSWERED else "",
            "why": leave_out_secrets(one_line(each.why, _MOST)),
        }
        for seat, each in zip(done.council.seats, done.answers, strict=True)
    ]
    return {"on": done.council.wanted.on, "advisors": told}
