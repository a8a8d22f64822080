"""A change against its plan as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.faults import findings

if TYPE_CHECKING:
    from groundplan.app.conform.conforming import Conformed, Wanted
    from groundplan.app.conform.drifting import Drifted, Rebased
    from groundplan.app.conform.read_orders import ReadOrders
    from groundplan.app.workspace import Workspace
    from groundplan.plan.conformance import TouchedFile, Unmet


def conformed(done: Conformed) -> dict[str, Any]:
    """Return what a change does with, beyond and short of its plan."""
    found = done.conformance
    handle = done.opened.known.handle if done.opened else ""
    return {
        "clean": done.is_clean,
        "plan": {
            "approved": done.is_approved,
            "path": done.path,
            "title": done.title,
            "slug": done.opened.known.slug if done.opened else "",
        },
        "base": found.base,
        "head": found.head,
        "partial": found.is_partial,
        "files": [_file(each) for each in found.files],
        "missing": [_unmet(each) for each in found.unmet],
        "unread": list(found.unread),
        "findings": findings(done.findings, handle),
        "reading": _read(done.read) if done.read else None,
    }


def _read(read: ReadOrders) -> dict[str, Any]:
    """Return what of a reading is believed, and what is not."""
    return {
        "by": read.by,
        "orders": [
            {
                "quote": each.words,
                "act": str(each.act),
                "path": each.path,
                "name": each.symbol,
                "line": each.place.line,
            }
            for each in read.orders
        ],
        "dropped": [{"quote": each.quote, "why": each.why} for each in read.dropped],
    }


def nothing_to_follow(wanted: Wanted, workspace: Workspace) -> dict[str, Any]:
    """Return what is said of a change where no plan is open."""
    return {
        "clean": True,
        "plan": None,
        "base": workspace.base.commit if workspace.base else "",
        "head": wanted.head,
        "partial": wanted.partial,
        "files": [],
        "missing": [],
        "unread": [],
        "findings": [],
        "reading": None,
    }


def _file(file: TouchedFile) -> dict[str, Any]:
    return {
        "path": file.path,
        "old": file.old,
        "how": str(file.how),
        "verdict": str(file.verdict),
        "reason": file.reason,
        "differs": str(file.form),
        "tests_lost": file.lost_tests,
        "names": [
            {
                "name": each.qualified,
                "how": str(each.how),
                "line": each.line,
                "public": each.is_public,
                "signature": each.is_signature,
                "verdict": str(each.verdict),
                "users": list(each.users),
                "users_known": each.users_known,
            }
            for each in file.names
        ],
    }


def _unmet(unmet: Unmet) -> dict[str, Any]:
    return {
        "path": unmet.path,
        "name": unmet.symbol,
        "wanted": unmet.wanted,
        "test": unmet.is_test,
        "instead": unmet.instead,
        "line": unmet.place.line,
    }


def drifted(done: Drifted) -> dict[str, Any]:
    """Return what went on since a plan was approved."""
    found = done.drift
    return {
        "clean": done.is_clean,
        "plan": done.opened.known.slug,
        "since": found.since,
        "approved": found.is_approved,
        "trouble": found.trouble,
        "citations": [
            {
                "text": each.citation.text,
                "section": each.section,
                "state": str(each.state),
                "moved_to": each.moved_to,
                "path": each.citation.place.document,
                "line": each.citation.place.line,
            }
            for each in found.citations
        ],
        "occurrences": [
            {"term": each.term, "path": each.path, "before": each.before, "now": each.now}
            for each in found.occurrences
        ],
        "dependencies": [
            {
                "name": each.name,
                "path": each.path,
                "before": each.before,
                "now": each.now,
                "named": each.is_named,
            }
            for each in found.dependencies
        ],
        "shared": [{"path": each.path, "plan": each.plan} for each in found.shared],
        "findings": findings(done.findings, done.opened.known.handle),
    }


def rebased(done: Rebased) -> dict[str, Any]:
    """Return what was moved along, and what is left."""
    return {
        "plan": done.drifted.opened.known.slug,
        "moved": [{"from": old, "to": new} for old, new in done.moved],
        "questions": list(done.questions),
        "approvals_hold": all(
            each.holds for each in done.drifted.opened.judgement.promises.approvals if not each.withdrawn
        ),
    }
