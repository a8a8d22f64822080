"""A plan as plain data with stable keys: what names it, how it stands, its sections and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.changes.checking import finished_sections
from groundplan.app.objections.attacks import is_offered, tell_attacks
from groundplan.app.views.outlook import find_schedule
from groundplan.app.views.waiting import count_work, next_command, waiting_for_person
from groundplan.app.wire.faults import command, failure, findings
from groundplan.plan.record import as_option, as_risk, as_task
from groundplan.plan.refutation import Fate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.known import Known
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.views.viewing import Overview
    from groundplan.plan.document import Section
    from groundplan.plan.questions import QuestionState
    from groundplan.plan.record import Record
    from groundplan.plan.standing import CheckpointStanding

Payload = dict[str, Any]


def plan(opened: OpenPlan) -> Payload:
    """Return what names a plan."""
    return {
        "id": opened.known.id,
        "slug": opened.known.slug,
        "title": opened.known.title,
        "playbook": {"name": opened.playbook.name, "version": opened.playbook.version},
        "documents": {document.name: document.path for document in opened.plan.documents},
    }


def checkpoint(standing: CheckpointStanding, handle: str) -> Payload:
    """Return how a checkpoint of the plan of that handle stands."""
    state = standing.approval
    entry = state.approval.entry if state else None
    return {
        "id": standing.spec.id,
        "name": standing.spec.name,
        "person": standing.spec.person,
        "state": str(standing.state),
        "waits_for": list(standing.waits_for),
        "findings": findings(standing.findings, handle),
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
    following = next_command(opened)
    return {
        "plan": plan(opened),
        "stage": now.stage,
        "phase": now.phase,
        "approved_by": now.approved_by,
        "last_updated": now.last_updated,
        "checkpoints": [checkpoint(each, opened.known.handle) for each in now.checkpoints],
        "checklist": [{"text": text, "done": done} for text, done in now.checklist],
        "waiting": [
            {
                "kind": w.kind,
                "name": w.name,
                "text": w.text,
                "command": w.command,
                "commands": [command(w.command)],
            }
            for w in waiting_for_person(opened)
        ],
        "next": following,
        "commands": [command(following)],
        "blocking": sum(found.blocks for found in opened.judgement.findings),
        "tasks": _tasks(opened),
        "attack": attack(opened),
    }


def _tasks(opened: OpenPlan) -> Payload:
    """Return how many tasks there are, done, and waived by a person."""
    work = count_work(opened)
    return {"total": work.total, "done": work.done, "waived": work.waived}


def attack(opened: OpenPlan) -> Payload:
    """Return who attacked a plan, whether that is about the plan as it is now, and what came of it."""
    attacks = opened.judgement.promises.attacks
    newest = attacks.newest
    return {
        "summary": tell_attacks(opened),
        "offered": is_offered(opened),
        "by": newest.refutation.reader if newest else "",
        "channel": newest.refutation.entry.by.channel if newest else "",
        "holds": newest.holds if newest else False,
        "changed": list(newest.changed) if newest else [],
        "tried": newest.refutation.tried if newest else "",
        "keeps": list(newest.refutation.keeps) if newest else [],
        **{str(fate): sum(state.fate is fate for state in attacks.objections) for fate in Fate},
    }


def overview(seen: Overview) -> Payload:
    """Return every plan of a repository."""
    return {
        "plans": [standing(opened) for opened in seen.plans],
        "unreadable": [{"slug": slug, **failure(error)} for slug, error in seen.unreadable],
    }


def listed(seen: Overview, archived: Sequence[Known]) -> Payload:
    """Return the open or the archived plans of a repository in a few words."""
    rows: list[Payload] = [
        {
            "slug": opened.known.slug,
            "title": opened.known.title,
            "playbook": opened.playbook.name,
            "stage": opened.judgement.standing.stage,
            "waiting": len(waiting_for_person(opened)),
            "tasks": _tasks(opened),
            "archived": False,
        }
        for opened in seen.plans
    ]
    rows += [
        {"slug": each.slug, "title": each.title, "playbook": "", "stage": "", "waiting": 0}
        | {"tasks": None, "archived": True}
        for each in archived
    ]
    return {
        "plans": rows,
        "unreadable": [{"slug": slug, **failure(error)} for slug, error in seen.unreadable],
    }


def whole(opened: OpenPlan) -> Payload:
    """Return a plan with its sections and records."""
    promises = opened.judgement.promises
    complete = finished_sections(opened.judgement)
    return standing(opened) | {
        "sections": [_listed(section, complete=section.key in complete) for section in opened.plan.sections],
        "questions": [question(each) for each in promises.questions],
        "decisions": [
            {"id": d.id, "title": d.title, "reason": d.reason, "option": d.option, "entry": d.entry.id}
            | {"relayed": promises.is_relayed(d.entry)}
            for d in promises.live_decisions
        ],
        "records": [record(each) for part in opened.plan.parts for each in part.records],
        "schedule": _schedule(opened),
    }


def _schedule(opened: OpenPlan) -> Payload | None:
    found = find_schedule(opened)
    if found is None:
        return None
    seen, names = found.outlook, found.tasks
    return {
        "waves": [[names[task] for task in wave] for wave in seen.waves],
        "stuck": [names[task] for task in seen.stuck],
        "counted": seen.counted,
        "p50": seen.days.p50 if seen.days else None,
        "p90": seen.days.p90 if seen.days else None,
        "longest": [names[task] for task in seen.longest],
        "weeks": {each.phase.number: list(each.weeks) for each in seen.phases if each.phase.number},
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
    complete = part.key in finished_sections(opened.judgement)
    found = [each for each in opened.judgement.findings if each.section == part.key]
    return {
        "plan": plan(opened),
        "section": _listed(part, complete=complete)
        | {"text": part.text, "findings": findings(found, opened.known.handle)},
    }


def question(asked: QuestionState) -> Payload:
    """Return a question and its answers."""
    return {
        "id": asked.id,
        "text": asked.text,
        "section": asked.section,
        "blocking": asked.blocking,
        "open": asked.is_open,
        "answer": asked.answer.text if asked.answer else "",
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
        told |= {"id": task.id, "title": task.title, "needs": task.needs, "effort": task.effort}
    elif read.kind == "option":
        told |= {"title": as_option(read).name}
    elif read.kind == "risk":
        told |= {"class": as_risk(read).risk_class, "mitigation": as_risk(read).mitigation}
    return told
