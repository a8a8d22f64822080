"""Entries of work read: tasks begun, proven, waived, and commands tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.entry import digest_text
from groundplan.plan.probe import PROBE_ID, Probe
from groundplan.plan.receipt import Receipt, Run, Started, Waived

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry
    from groundplan.plan.entry_body import Body


def read_receipt(entry: Entry, body: Body) -> Receipt | Probe:
    """Return the receipt of a task, or of a command that was tried."""
    if "argv" in body.data:
        return _probe(entry, body)
    return Receipt(
        entry,
        body.text("task"),
        body.text("digest"),
        body.text("started", ""),
        body.text("commit", ""),
        body.texts("commits"),
        body.table("files"),
        tuple(map(_run, body.bodies("runs"))),
        body.texts("rests"),
    )


def _run(body: Body) -> Run:
    return Run(
        body.argv(),
        body.text("folder", ""),
        body.text("ended"),
        body.number("code") if "code" in body.data else None,
        body.number("milliseconds"),
        body.text("digest"),
        body.text("excerpt", ""),
        body.text("expected", ""),
        body.flag("met"),
        body.flag("confined"),
        body.texts("left"),
    )


def read_started(entry: Entry, body: Body) -> Started:
    """Return that a task was begun, and what the files were then."""
    return Started(
        entry, body.text("task"), body.text("digest"), body.text("commit", ""), body.table("files")
    )


def read_waived(entry: Entry, body: Body) -> Waived:
    """Return that a person closed a task without a receipt."""
    return Waived(entry, body.text("task"), body.text("digest"), body.text("reason"))


def _probe(entry: Entry, body: Body) -> Probe:
    name = body.text("id")
    if not PROBE_ID.fullmatch(name):
        raise TypeError("`id` is not one of a probe, such as `P1`")
    return Probe(
        entry,
        name,
        body.texts("argv"),
        body.text("ended"),
        body.number("code") if "code" in body.data else None,
        body.number("milliseconds"),
        body.text("digest"),
        body.text("excerpt"),
        body.text("state"),
        body.text("commit", ""),
        body.number("changed"),
        body.text("patch", ""),
        body.text("tool", ""),
        body.text("open_walls", ""),
        body.text("made", ""),
        # Another text under the digest of a patch would be taken for what was tried.
        text if digest_text(text := body.text("patch_text", "")) == body.text("patch", "") else "",
    )
