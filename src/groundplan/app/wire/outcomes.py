"""What use cases leave behind, as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.views.waiting import checkpoint_messages
from groundplan.app.wire.faults import finding, findings
from groundplan.app.wire.plans import checkpoint, plan, standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.changes.changing import Outcome
    from groundplan.app.changes.checking import Checked
    from groundplan.app.changes.proposing import Proposed, Rehearsed
    from groundplan.app.changes.writing import Written
    from groundplan.app.lifecycle.keeping import Moved
    from groundplan.app.lifecycle.withdrawing import Withdrawn
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.talk.deciding import Decided
    from groundplan.app.talk.talking import Answered, Questioned, Said
    from groundplan.app.views.handover import Handover
    from groundplan.app.views.viewing import LogLine
    from groundplan.store.proposals import Proposal

Payload = dict[str, Any]


def outcome(done: Outcome) -> Payload:
    """Return what every change leaves behind: entries, changed parts, notices of the store, the standing."""
    return standing(done.opened) | {
        "entries": [{"id": entry.id, "kind": entry.kind} for entry in done.entries],
        "changed": list(done.changed),
        "messages": list(checkpoint_messages(done.before, done.opened)),
        "notices": [
            {"kind": notice.kind, "message": notice.message, "kept": list(notice.kept)}
            for notice in done.notices
        ],
    }


def differences(diffs: Iterable[SectionDiff]) -> list[Payload]:
    """Return differences by section."""
    return [
        {"key": d.key, "title": d.title, "added": d.added, "removed": d.removed, "lines": list(d.lines)}
        for d in diffs
    ]


def said(done: Said) -> Payload:
    """Return a turn that was kept."""
    return outcome(done.outcome) | {"turn": done.turn.id, "text": done.text, "relayed": done.is_relayed}


def asked(done: Questioned) -> Payload:
    """Return a question that was asked."""
    return outcome(done.outcome) | {"question": {"id": done.id, "text": done.text}}


def answered(done: Answered) -> Payload:
    """Return a question that was answered."""
    told = {"id": done.question.id, "text": done.question.text}
    return outcome(done.outcome) | {
        "question": told,
        "answer": done.text,
        "replaced": done.replaced,
        "proposed": done.is_proposed,
        "relayed": done.is_relayed,
    }


def decided(done: Decided) -> Payload:
    """Return a decision that was made."""
    return outcome(done.outcome) | {
        "decision": {"id": done.id, "title": done.choice.title, "reason": done.choice.reason},
        "superseded": done.superseded,
        "reopened": list(done.reopened),
        "proposed": done.is_proposed,
        "relayed": done.is_relayed,
    }


def written(done: Written) -> Payload:
    """Return sections that were written."""
    handle = done.outcome.opened.known.handle
    told = {"sections": differences(done.diffs), "summary": done.summary, "saved": list(done.saved)}
    return outcome(done.outcome) | told | {"raised": findings(done.findings, handle)}


def rehearsed(seen: Rehearsed) -> Payload:
    """Return what a write would do."""
    handle = seen.opened.known.handle
    return {
        "plan": plan(seen.opened),
        "clean": seen.is_clean,
        "sections": differences(seen.diffs),
        "raised": [finding(each, handle) | {"unfinished": each in seen.unfinished} for each in seen.findings],
        "refused": findings(seen.refusals, handle),
        "waits": {key: list(waits) for key, waits in seen.held.items()},
    }


def proposed(handed: Proposed, recorded: Iterable[str] = ()) -> Payload:
    """Return sections that were handed in: written at once, or waiting beside the plan; and records made."""
    done = handed.written
    return {
        "plan": plan(handed.opened),
        "recorded": list(recorded),
        "written": written(done) if done else None,
        "proposals": [proposal(each) for each in handed.proposals],
        "raised": findings(handed.findings, handed.opened.known.handle),
    }


def proposal(waiting: Proposal, *, outdated: str = "") -> Payload:
    """Return a section that is proposed, by whom, and what it waits for."""
    return {
        "section": waiting.key,
        "title": waiting.title,
        "kind": waiting.kind,
        "by": waiting.by,
        "channel": waiting.channel,
        "waits_for": list(waiting.waits_for),
        "outdated": outdated,
        "text": waiting.text,
    }


def withdrawn(done: Withdrawn) -> Payload:
    """Return a checkpoint that was closed again."""
    return outcome(done.outcome) | {
        "checkpoint": checkpoint(done.checkpoint, done.outcome.opened.known.handle),
        "reason": done.reason,
    }


def checked(done: Checked) -> Payload:
    """Return what the rules found in one plan."""
    handle = done.opened.known.handle
    return {
        "plan": plan(done.opened),
        "clean": done.is_clean,
        "findings": [
            finding(each, handle) | {"unfinished": each in done.unfinished, "proposed": each in done.proposed}
            for each in done.findings
        ],
        "proposed": sorted(done.waiting),
        "fixed": findings(done.fixed, handle),
    }


def moved(opened: OpenPlan, done: Moved) -> Payload:
    """Return where a plan's documents are now."""
    return {"plan": plan(opened) | {"slug": done.slug}, "paths": dict(done.paths), "entry": done.entry.id}


def handover(done: Handover) -> Payload:
    """Return the handover for the next person or agent."""
    return standing(done.opened) | {"text": done.text, "tokens": done.tokens}


def log(opened: OpenPlan, lines: Iterable[LogLine]) -> Payload:
    """Return the ledger, told."""
    return {
        "plan": plan(opened),
        "entries": [
            {
                "id": line.entry.id,
                "at": line.entry.at,
                "kind": line.kind,
                "speaker": line.entry.by.speaker,
                "name": line.entry.by.name,
                "channel": line.entry.by.channel,
                "signer": line.entry.signer,
                "via": list(line.entry.by.via),
                "relayed": line.is_relayed,
                "text": line.text,
            }
            for line in lines
        ],
    }
