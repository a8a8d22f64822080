"""Errors, findings and the commands their hints name, as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.use_cases import takes_plan
from groundplan.plan.errors import Changed, NotFound, Refused, Unreadable
from groundplan.plan.hint import about, commands_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.judgement.documents import DocumentChecked, Shown
    from groundplan.app.judgement.readings import Read
    from groundplan.plan.errors import GroundplanError
    from groundplan.plan.finding import Finding
    from groundplan.plan.hint import Run
    from groundplan.rules.registry import Rule

Payload = dict[str, Any]


def failure(error: GroundplanError, handle: str = "") -> Payload:
    """Return an error, the commands it names for the plan of that handle."""
    told: Payload = {"message": error.message, **hint(error.hint, handle), "exit_code": error.exit_code}
    match error:
        case Refused():
            codes = list(dict.fromkeys(found.code for found in error.findings))
            told |= {"codes": codes, "findings": findings(error.findings, handle)}
        case Changed():
            told |= {"kept": list(error.kept)}
        case NotFound():
            told |= {"name": error.name, "near": list(error.near)}
        case Unreadable():
            told |= {"place": error.place}
    return told


def hint(text: str, handle: str) -> Payload:
    """Return a hint as a text for people, and the commands in it as data."""
    bound = about(text, handle)
    return {"hint": bound, "commands": [command(each) for each in commands_in(bound)]}


def command(named: Run) -> Payload:
    """Return a command to run."""
    told: Payload = {"command": named.command, "arguments": list(named.arguments), "options": named.options}
    return told | {"plan": named.plan} if named.plan and takes_plan(named) else told


def finding(found: Finding, handle: str) -> Payload:
    """Return a finding of the plan of that handle."""
    return {
        "code": found.code,
        "severity": str(found.severity),
        "message": found.message,
        **hint(found.hint, handle),
        "section": found.section,
        "subject": found.subject,
        "path": found.place.document,
        "line": found.place.line,
        "column": found.place.column,
    }


def rule(told: Rule) -> Payload:
    """Return a rule."""
    return {
        "code": told.code,
        "name": told.name,
        "summary": told.summary,
        "severity": str(told.severity),
        "fixable": told.fixable,
        "suppressible": not told.is_process,
        "progress": told.is_progress,
        "every_playbook": told.always,
    }


def findings(found: Iterable[Finding], handle: str) -> list[Payload]:
    """Return findings in their order."""
    return [finding(each, handle) for each in found]


def checked(done: DocumentChecked) -> Payload:
    """Return what a check of a document found, and what it looked at."""
    return {
        "path": done.path,
        "clean": done.is_clean,
        "carried_out": done.is_done,
        "findings": findings(done.findings, ""),
        "looked": [
            {
                "noun": each.noun,
                "checked": each.checked,
                "unknown": each.unknown,
                "planned": each.planned,
            }
            for each in done.looked
        ],
        "reading": _read(done.read) if done.read else None,
    }


def _read(read: Read) -> Payload:
    """Return every claim of a reading with what the code says to it, and the claims that were dropped."""
    return {
        "by": read.by,
        "counts": read.counts,
        "claims": [
            {
                "quote": each.claim.text,
                "kind": each.fact.kind,
                "at": each.fact.at,
                "value": each.fact.value,
                "verdict": each.verdict,
                "found": each.answer.found,
                "places": list(each.answer.at),
                "line": each.place.line,
                "column": each.place.column,
            }
            for each in read.claims
        ],
        "dropped": [{"quote": each.quote, "why": each.why} for each in read.dropped],
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
