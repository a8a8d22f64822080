"""A council side by side as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.plain import as_plain
from groundplan.consult.synthesis import list_rows, list_voices, name_claims

if TYPE_CHECKING:
    from groundplan.consult.comparison import Comparison

Payload = dict[str, Any]


def compared(council: Comparison, plan: Payload | None = None) -> Payload:
    """Return who answered, each claim with what the code says, and where they agree."""
    return {"plan": plan, "advisors": as_plain(list_voices(council)), **comparison(council)}


def comparison(council: Comparison) -> Payload:
    """Return what was compared, without those who answered."""
    same, shared = council.agreement
    return {
        "claims": as_plain(name_claims(council)),
        "approaches": as_plain(council.approaches),
        "rows": as_plain(tuple(list_rows(council))),
        "variants": as_plain(council.variants),
        "files": [{"path": path, "advisors": list(names)} for path, names in council.files.items()],
        "agreed": same,
        "shared": shared,
    }
