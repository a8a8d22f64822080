"""Receipts of probes as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.probes.probing import tell_walls
from groundplan.app.wire.plans import plan

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.probes.probing import Receipt
    from groundplan.plan.probe import Probe

Payload = dict[str, Any]


def receipt(done: Receipt, name: str = "") -> Payload:
    """Return what came of a trial; `name` is empty where no plan recorded it."""
    return {
        "id": name,
        "argv": list(done.argv),
        "ended": done.ended,
        "code": done.code,
        "seconds": done.seconds,
        "commit": done.commit,
        "changed": done.changed,
        "patch": done.patch,
        "tool": done.tool,
        "confined": not done.open_walls,
        "open_walls": tell_walls(done.open_walls),
        "digest": done.digest,
        "excerpt": done.excerpt,
        "patch_text": done.patch_text,
    }


def tried(done: Receipt, opened: OpenPlan | None, name: str) -> Payload:
    """Return a receipt, and the plan that recorded it."""
    return {"plan": plan(opened) if opened else None, "receipt": receipt(done, name)}


def probes(opened: OpenPlan) -> Payload:
    """Return every receipt of a plan."""
    return {"plan": plan(opened), "receipts": [recorded(each) for each in opened.judgement.promises.probes]}


def patch(opened: OpenPlan, each: Probe) -> Payload:
    """Return the patch that something was tried with."""
    return {"plan": plan(opened), "receipt": each.id, "text": each.patch_text}


def recorded(each: Probe) -> Payload:
    """Return a receipt as the ledger has it."""
    return {
        "id": each.id,
        "argv": list(each.argv),
        "ended": each.ended,
        "code": each.code,
        "seconds": each.milliseconds / 1000,
        "commit": each.commit,
        "changed": each.changed,
        "patch": each.patch,
        "tool": each.tool,
        "confined": not each.open_walls,
        "open_walls": each.open_walls,
        "digest": each.digest,
        "excerpt": each.excerpt,
        "patch_text": each.patch_text,
    }
