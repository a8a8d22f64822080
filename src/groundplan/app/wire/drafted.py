"""A model's draft as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from groundplan.app.wire.faults import findings
from groundplan.app.wire.outcomes import proposal
from groundplan.app.wire.plain import as_plain
from groundplan.app.wire.plans import plan
from groundplan.app.wire.turn import settled

if TYPE_CHECKING:
    from groundplan.app.models.drafting import Drafted


def drafted(done: Drafted) -> dict[str, Any]:
    """Return what was handed in, what is wrong still, and what asking took."""
    handed = done.handed
    return {
        "plan": plan(done.opened),
        "model": done.model,
        "model_id": done.model_id,
        "recorded": list(handed.recorded),
        "written": list(handed.written),
        "proposals": [proposal(each) for each in handed.proposals],
        "left_out": [{"section": key, "why": why} for key, why in handed.left_out],
        "said": handed.said,
        "settled": settled(handed.settled),
        "struck": as_plain(handed.struck),
        "broken": findings(handed.broken, done.opened.known.handle),
        "challenges": list(handed.challenges),
        "unsure": list(handed.unsure),
        "went_back": done.went_back,
        "mended": done.mended,
        "spent": asdict(done.spent),
        "interrupted": done.is_interrupted,
    }
