"""The attack on a plan as plain data with stable keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from groundplan.app.objections.attacks import MINUTES
from groundplan.app.wire.faults import findings
from groundplan.app.wire.outcomes import outcome
from groundplan.app.wire.plain import as_plain
from groundplan.app.wire.plans import attack, plan
from groundplan.app.wire.probes import recorded
from groundplan.consult.jobs import RUNNING
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.models.refuting import Attacked
    from groundplan.app.objections.attack_runs import AttackRun
    from groundplan.app.objections.brief import RefutationBrief
    from groundplan.app.objections.contradicted import Contradicted
    from groundplan.app.objections.objecting import Objected
    from groundplan.app.objections.responding import Responded
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.refutation import ObjectionState

Payload = dict[str, Any]


def brief(made: RefutationBrief) -> Payload:
    """Return the brief for a fresh reader and what it takes."""
    opened = made.opened
    return {
        "plan": plan(opened),
        "findings": findings(made.findings, opened.known.handle),
        "attack": attack(opened),
        "unfinished": made.unfinished,
        "limit": made.limit,
        "tokens": made.tokens,
        "minutes": MINUTES,
        "dollars": made.dollars,
        "text": made.text,
    }


def objection(state: ObjectionState) -> Payload:
    """Return an objection and what became of it."""
    told = state.objection
    answer = state.answer
    return {
        "id": state.name,
        "entry": told.entry.id,
        "state": str(state.fate),
        "reader": told.reader,
        "by_code": told.is_found_by_code,
        "channel": told.entry.by.channel,
        "section": told.section,
        "quote": told.quote,
        "quoted": state.is_quoted,
        "because": told.because,
        "evidence": list(told.evidence),
        "receipts": list(map(recorded, state.receipts)),
        "change": told.change,
        "touches": list(told.touches),
        "answer": {"text": answer.text, "by": answer.entry.by.name, "channel": answer.entry.by.channel}
        if answer
        else None,
    }


def objections(opened: OpenPlan) -> Payload:
    """Return every objection to a plan."""
    states = opened.judgement.promises.attacks.objections
    return {"plan": plan(opened), "attack": attack(opened), "objections": list(map(objection, states))}


def one(opened: OpenPlan, state: ObjectionState) -> Payload:
    """Return one objection."""
    return {"plan": plan(opened), "objection": objection(state)}


def objected(done: Objected) -> Payload:
    """Return objections that were recorded."""
    return outcome(done.outcome) | {
        "reader": done.reader,
        "objections": list(done.names),
        "refutation": done.is_refutation,
    }


def reading_refuted(done: Objected | None, found: Contradicted) -> Payload:
    """Return what became of the claims of a reading, and the objections to what the code contradicts."""
    names = done.names if done else ()
    told = {"objections": list(names), "known": found.known, "claims": dict(found.counts)}
    return told | {"unjudged": list(found.unjudged)}


def responded(done: Responded) -> Payload:
    """Return what was done about an objection."""
    return outcome(done.outcome) | {"how": done.how, "objection": objection(done.state)}


def attack_runs(opened: OpenPlan, found: Sequence[AttackRun]) -> Payload:
    """Return how far the attack of each model is, or how the last one ended."""
    runs = [as_plain(each) for each in found]
    running = (each for each in runs if each["state"] == RUNNING)
    return {"plan": plan(opened), "run": next(running, runs[0] if runs else None), "runs": runs}


def attacked_by(names: Sequence[str], done: Sequence[Attacked | GroundplanError]) -> Payload:
    """Return what came of the attacks of several models."""
    told = []
    for name, each in zip(names, done, strict=True):
        fault = each if isinstance(each, GroundplanError) else each.trouble
        came = None if isinstance(each, GroundplanError) else attacked(each)
        told.append({"model": name, "attacked": came, "trouble": fault.message if fault else ""})
    return {"attacks": told}


def attacked(done: Attacked) -> Payload:
    """Return what came of a model's attack."""
    return {
        "plan": plan(done.opened),
        "attack": attack(done.opened),
        "model": done.model,
        "model_id": done.model_id,
        "reader": done.reader,
        "same_model": done.is_same_model,
        "refutation": bool(done.objected and done.objected.is_refutation),
        "tried": done.tried,
        "objections": [
            objection(each)
            for each in done.opened.judgement.promises.attacks.objections
            if each.name in done.names
        ],
        "struck": as_plain(done.struck),
        "withdrawn": list(done.withdrawn),
        "spent": asdict(done.spent),
        "interrupted": done.is_interrupted,
    }
