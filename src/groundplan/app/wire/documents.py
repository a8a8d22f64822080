"""Documents held against the code, as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.faults import findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.documents import DocumentChecked, Shown

Payload = dict[str, Any]


def checked(done: DocumentChecked) -> Payload:
    """Return what a check of a document found, and what it looked at."""
    return {
        "path": done.path,
        "clean": done.is_clean,
        "carried_out": done.is_done,
        "findings": findings(done.findings, ""),
        "looked": [
            {"noun": each.noun, "checked": each.checked, "unknown": each.unknown} for each in done.looked
        ],
    }


def cited(shown: Sequence[Shown]) -> Payload:
    """Return the citations of a document with the lines they name."""
    return {"citations": [_shown(each) for each in shown]}


def _shown(each: Shown) -> Payload:
    citation = each.seen.citation
    return {
        "text": citation.text,
        "path": citation.place.document,
        "line": citation.place.line,
        "column": citation.place.column,
        "state": str(each.seen.state),
        "moved_to": each.seen.moved_to,
        "reason": each.seen.reason,
        "near": list(each.seen.near),
        "words": each.words,
        "file": each.path,
        "lines": [{"number": number, "text": text} for number, text in each.lines],
    }
