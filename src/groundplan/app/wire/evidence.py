"""Evidence as plain data: the facts about a goal, the places of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.plain import as_plain
from groundplan.plan.fact import as_plain_fact

if TYPE_CHECKING:
    from groundplan.app.queries.context import Context
    from groundplan.app.queries.locating import Located


def context(found: Context) -> dict[str, Any]:
    """Return the evidence about a goal."""
    return {
        "certainty": found.verdict.certainty.value,
        "named": list(found.verdict.named),
        "unknown": list(found.verdict.unknown),
        "facts": [as_plain_fact(each) for each in found.facts],
        "tokens": found.tokens,
        "budget": found.budget,
        "left_out": found.left_out,
        "notices": list(found.notices),
        "hint": found.hint,
    }


def located(found: Located) -> dict[str, Any]:
    """Return the ranked files and functions of a goal."""
    files = [{"path": each.path, "score": each.score, "why": list(each.why)} for each in found.files]
    return {"files": files, "regions": as_plain(found.regions), "notices": list(found.notices)}
