"""Results as plain data with stable keys: what `--json` prints, and what other surfaces can send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.waiting import checkpoint_messages, next_command, waiting_for_person
from groundplan.plan.errors import Changed, NotFound, Refused, Unreadable
from groundplan.plan.record import as_option, as_risk, as_task

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.adopting import Adopted
    from groundplan.app.approving import Approved, Request, Withdrawn
    from groundplan.app.changing import Outcome
    from groundplan.app.checking import Checked
    from groundplan.app.comparing import SectionDiff
    from groundplan.app.deciding import Decided
    from groundplan.app.handover import Handover
    from groundplan.app.keeping import Moved
    from groundplan.app.opened import OpenPlan
    from groundplan.app.talking import Answered, Questioned, Said
    from groundplan.app.viewing import LogLine, Overview
    from groundplan.app.writing import Written
    from groundplan.plan.document import Section
    from groundplan.plan.errors import GroundplanError
    from groundplan.plan.finding import Finding
    from groundplan.plan.promises import QuestionState
    from groundplan.plan.record import Record
    from groundplan.plan.standing import CheckpointStanding

Payload = dict[str, Any]


def failure(error: GroundplanError) -> Payload:
    """Return an error."""
    told: Payload = {"message": error.message, "hint": error.hint, "exit_code": error.exit_code}
    match error:
        case Refused():
            codes = list(dict.fromkeys(found.code for found in error.findings))
            told |= {"codes": codes, "findings": findings(error.findings)}
        case Changed():
            told |= {"kept": list(error.kept)}
        case NotFound():
            told |= {"name": error.name, "near": list(error.near)}
        case Unreadable():
            told |= {"place": error.place}
    return told


def finding(found: Finding) -> Payload:
    """Return a finding."""
    return {
        "code": found.code,
        "severity": str(found.severity),
        "message": found.message,
        "hint": found.hint,
        "section": found.section,
        "subject": found.subject,
        "path": found.place.document,
        "line": found.place.line,
        "column": found.place.column,
    }


def findings(found: Iterable[Finding]) -> list[Payload]:
    """Return findings in their order."""
    return [finding(each) for each in found]


def plan(opened: OpenPlan) -> Payload:
    """Return what names a plan."""
    return {
        "id": opened.known.id,
        "slug": opened.known.slug,
        "title": opened.known.title,
        "playbook": {"name": opened.playbook.name, "version": opened.playbook.version},
        "documents": {document.name: document.path for document in opened.plan.documents},
    }


def checkpoint(standing: CheckpointStanding) -> Payload:
    """Return how a checkpoint stands."""
    state = standing.approval
    entry = state.approval.entry if state else None
    return {
        "id": standing.spec.id,
        "name": standing.spec.name,
        "person": standing.spec.person,
        "state": str(standing.state),
        "waits_for": list(standing.waits_for),
        "findings": findings(standing.findings),
        "approval": {
            "by": entry.signer or entry.by.name,
            "channel": entry.by.channel,
            "at": entry.at,
            "holds": state.holds,
            "changed": list(state.changed),
        }
        if state and entry
        else None,
    }


def standing(opened: OpenPlan) -> Payload:
    """Return how a plan stands and what waits for a person."""
    now = opened.judgement.standing
    return {
        "plan": plan(opened),
        "stage": now.stage,
        "phase": now.phase,
        "approved_by": now.approved_by,
        "last_updated": now.last_updated,
        "checkpoints": [checkpoint(each) for each in now.checkpoints],
        "checklist": [{"text": text, "done": done} for text, done in now.checklist],
        "waiting": [
            {"kind": w.kind, "name": w.name, "text": w.text, "command": w.command}
            for w in waiting_for_person(opened)
        ],
        "next": next_command(opened),
        "blocking": sum(found.blocks for found in opened.judgement.findings),
    }


def overview(seen: Overview) -> Payload:
    """Return every plan of a repository."""
    return {
        "plans": [standing(opened) for opened in seen.plans],
        "unreadable": [{"slug": slug, **failure(error)} for slug, error in seen.unreadable],
    }


def whole(opened: OpenPlan) -> Payload:
    """Return a plan with its sections and records."""
    promises = opened.judgement.promises
    complete = set(opened.judgement.standing.complete)
    return standing(opened) | {
        "sections": [_listed(section, complete=section.key in complete) for section in opened.plan.sections],
        "questions": [question(each) for each in promises.questions],
        "decisions": [
            {"id": d.id, "title": d.title, "reason": d.reason, "option": d.option, "entry": d.entry.id}
            for d in promises.live_decisions
        ],
        "records": [record(each) for part in opened.plan.parts for each in part.records],
    }


def _listed(part: Section, *, complete: bool) -> Payload:
    return {
        "key": part.key,
        "title": part.title,
        "path": part.document,
        "line": part.line,
        "complete": complete,
        "fingerprint": part.fingerprint,
    }


def section(opened: OpenPlan, part: Section) -> Payload:
    """Return one section with its text."""
    complete = part.key in opened.judgement.standing.complete
    found = [each for each in opened.judgement.findings if each.section == part.key]
    return {
        "plan": plan(opened),
        "section": _listed(part, complete=complete) | {"text": part.text, "findings": findings(found)},
    }


def question(asked: QuestionState) -> Payload:
    """Return a question and its answers."""
    return {
        "id": asked.id,
        "text": asked.text,
        "section": asked.section,
        "blocking": asked.blocking,
        "open": asked.is_open,
        "answers": [answer.text for answer in asked.answers],
    }


def record(read: Record) -> Payload:
    """Return a record; options, tasks and risks also under the names that all playbooks share."""
    told: Payload = {
        "kind": read.kind,
        "id": read.id,
        "text": read.text,
        "section": read.section,
        "fields": dict(read.fields),
        "ticked": read.ticked,
        "line": read.place.line,
    }
    if read.kind == "task":
        task = as_task(read)
        told |= {"title": task.title, "needs": task.needs, "effort": task.effort}
    elif read.kind == "option":
        told |= {"title": as_option(read).name}
    elif read.kind == "risk":
        told |= {"class": as_risk(read).risk_class, "mitigation": as_risk(read).mitigation}
    return told


def differences(diffs: Iterable[SectionDiff]) -> list[Payload]:
    """Return differences by section."""
    return [
        {"key": d.key, "title": d.title, "added": d.added, "removed": d.removed, "lines": list(d.lines)}
        for d in diffs
    ]


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


def said(done: Said) -> Payload:
    """Return a turn that was kept."""
    return outcome(done.outcome) | {"turn": done.turn.id, "text": done.text, "relayed": done.is_relayed}


def asked(done: Questioned) -> Payload:
    """Return a question that was asked."""
    return outcome(done.outcome) | {"question": {"id": done.id, "text": done.text}}


def answered(done: Answered) -> Payload:
    """Return a question that was answered."""
    told = {"id": done.question.id, "text": done.question.text}
    return outcome(done.outcome) | {"question": told, "answer": done.text, "relayed": done.is_relayed}


def decided(done: Decided) -> Payload:
    """Return a decision that was made."""
    return outcome(done.outcome) | {
        "decision": {"id": done.id, "title": done.choice.title, "reason": done.choice.reason},
        "superseded": done.superseded,
        "reopened": list(done.reopened),
        "relayed": done.is_relayed,
    }


def written(done: Written) -> Payload:
    """Return sections that were written."""
    return outcome(done.outcome) | {"sections": differences(done.diffs), "summary": done.summary}


def request(shown: Request) -> Payload:
    """Return what a person sees before approving."""
    return {
        "checkpoint": checkpoint(shown.checkpoint),
        "message": shown.message,
        "first": shown.is_first,
        "sections": differences(shown.diffs),
        "covers": list(shown.sections),
        "relayed": [{"entry": entry, "text": text} for entry, text in shown.relayed],
        "digest": shown.digest,
    }


def approved(done: Approved) -> Payload:
    """Return a checkpoint that was approved."""
    return outcome(done.outcome) | {"checkpoint": checkpoint(done.checkpoint), "signer": done.signer}


def withdrawn(done: Withdrawn) -> Payload:
    """Return a checkpoint that was closed again."""
    return outcome(done.outcome) | {"checkpoint": checkpoint(done.checkpoint), "reason": done.reason}


def adopted(done: Adopted) -> Payload:
    """Return text and words that a person took over."""
    return outcome(done.outcome) | {"adopted": list(done.keys), "confirmed": done.confirmed}


def checked(done: Checked) -> Payload:
    """Return what the rules found in one plan."""
    return {
        "plan": plan(done.opened),
        "clean": done.is_clean,
        "findings": [finding(each) | {"unfinished": each in done.unfinished} for each in done.findings],
        "fixed": findings(done.fixed),
    }


def moved(opened: OpenPlan, done: Moved) -> Payload:
    """Return where a plan's documents are now."""
    return {"plan": plan(opened) | {"slug": done.slug}, "paths": dict(done.paths), "entry": done.entry.id}


def handover(done: Handover) -> Payload:
    """Return all the next worker needs."""
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
                "text": line.text,
            }
            for line in lines
        ],
    }
