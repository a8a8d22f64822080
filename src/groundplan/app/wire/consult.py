"""What advisors answered as plain data with stable keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from groundplan.app.wire.advice import comparison
from groundplan.app.wire.plans import plan
from groundplan.consult.answer import ANSWERED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.consult.answers import AdvisorJob
    from groundplan.app.consult.asking import Asked
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.answer import Answer
    from groundplan.consult.comparison import Comparison

Payload = dict[str, Any]


def consulted(opened: OpenPlan, done: Asked, council: Comparison | None) -> Payload:
    """Return what came of a council: the answers, and side by side what the code says to them."""
    jobs = [each.job for each in done.council.seats]
    told = [answer(each) | {"job": job} for job, each in zip(jobs, done.answers, strict=True)]
    return {
        "plan": plan(opened),
        "on": done.council.wanted.on,
        "advisors": told,
        "answered": len(done.answered),
        "absent": [each.advisor for each in done.absent],
        "dollars": _dollars(done.answers),
        "seconds": done.seconds,
        "interrupted": done.is_interrupted,
        "comparison": comparison(council) if council else None,
    }


def jobs(opened: OpenPlan, found: Sequence[AdvisorJob]) -> Payload:
    """Return jobs and what has come of them."""
    told = [
        answer(each.answer)
        | {
            "job": each.id,
            "on": each.on,
            "sent": each.sent,
            "started": each.started,
            "newest": each.is_newest,
            "log": each.log,
        }
        for each in found
    ]
    return {"plan": plan(opened), "jobs": told}


def answer(given: Answer) -> Payload:
    """Return an answer, or how far it is."""
    return {
        "advisor": given.advisor,
        "lens": given.lens,
        "model": given.model,
        "state": given.state,
        "why": given.why,
        "approach": given.approach,
        "top_risk": given.top_risk,
        "claims": [asdict(each) for each in given.claims],
        "items": [asdict(each) for each in given.items],
        "text": given.text,
        "asked_tokens": given.asked_tokens,
        "answered_tokens": given.answered_tokens,
        "dollars": given.dollars,
        "seconds": given.seconds,
    }


def _dollars(answers: Sequence[Answer]) -> float | None:
    known = [each.dollars for each in answers if each.state == ANSWERED and each.dollars is not None]
    return sum(known) if known else None
