"""Ledger entries read into the promises they are: a body that is not of its kind fails here, in one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.anchors import AnchorSpan, Reanchoring
from groundplan.plan.council_reading import read_advice, read_consulted
from groundplan.plan.entry_body import Body
from groundplan.plan.objection import HOWS, OBJECTION_ID, Objection, Refutation, Response
from groundplan.plan.promise import (
    CAUSES,
    NO_PROFILE,
    Answer,
    Approval,
    Archived,
    Asked,
    Created,
    Decision,
    Moved,
    Restored,
    Retraction,
    Revision,
    Turn,
    Unknown,
    Withdrawal,
)
from groundplan.plan.receipt import CommandApproved
from groundplan.plan.work_reading import read_receipt, read_started, read_waived

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from groundplan.plan.entry import Entry
    from groundplan.plan.promise import Promise


def read_promise(entry: Entry) -> Promise:
    """Return the typed face of an entry; raise `TypeError` where its body is not of its kind."""
    reader = _READERS.get(entry.kind)
    return reader(entry, Body(entry.body)) if reader else Unknown(entry, entry.body)


def _created(entry: Entry, body: Body) -> Created:
    return Created(
        entry,
        body.text("playbook"),
        body.number("version"),
        body.text("playbook_digest"),
        body.text("title", ""),
        body.table("documents"),
        body.table("sections"),
        body.texts("inherited"),
        body.slug(),
    )


def _moved(entry: Entry, body: Body) -> Moved:
    return Moved(entry, body.table("documents"), body.slug())


def _archived(entry: Entry, body: Body) -> Archived:
    return Archived(entry, body.text("reason", ""), body.flag("abandoned"))


def _turn(entry: Entry, body: Body) -> Turn:
    return Turn(entry, body.text("kind"), body.text("digest"))


def _asked(entry: Entry, body: Body) -> Asked:
    return Asked(
        entry,
        body.text("id"),
        body.text("text"),
        body.text("section", ""),
        body.data.get("blocking") is not False,
        body.text("subject", ""),
        {choice.text("name"): choice.text("text") for choice in body.bodies("choices")},
        body.text("recommended", ""),
        body.text("why", ""),
        body.text("who", ""),
        body.flag("research"),
    )


def _retraction(entry: Entry, body: Body) -> Retraction:
    return Retraction(entry, body.text("digest"), body.text("reason", ""), body.flag("reworded"))


def _answer(entry: Entry, body: Body) -> Answer:
    return Answer(
        entry,
        body.text("question"),
        body.text("digest"),
        body.text("text"),
        body.texts("replaces"),
        body.text("findings", ""),
        body.text("turn", ""),
    )


def _decision(entry: Entry, body: Body) -> Decision:
    return Decision(
        entry,
        id=body.text("id"),
        title=body.text("title"),
        reason=body.text("reason"),
        option=body.text("option", ""),
        question=body.text("question", ""),
        rejected=tuple((item.text("option"), item.text("reason")) for item in body.bodies("rejected")),
        supersedes=body.texts("supersedes"),
        turn=body.text("turn", ""),
    )


def _revision(entry: Entry, body: Body) -> Revision:
    changes = body.named_bodies("sections")
    sections = {key: (change.text("before"), change.text("after")) for key, change in changes.items()}
    cause = body.text("cause")
    if cause not in CAUSES:
        raise TypeError(f"`{cause}` is no cause of a revision")
    return Revision(
        entry,
        cause,
        sections,
        body.texts("turns"),
        body.tables("citations"),
        body.text("commit", ""),
        body.data.get("composed") is True,
        {key: _spans(change, "mends") for key, change in changes.items()},
    )


def _reanchoring(entry: Entry, body: Body) -> Reanchoring:
    changes = body.named_bodies("sections")
    sections = {key: (change.text("before"), change.text("after")) for key, change in changes.items()}
    spans = {key: _spans(change, "spans") for key, change in changes.items()}
    return Reanchoring(entry, sections, spans, body.text("commit", ""))


def _spans(change: Body, key: str) -> tuple[AnchorSpan, ...]:
    return tuple(
        AnchorSpan(span.number("at"), span.text("from"), span.text("to")) for span in change.bodies(key)
    )


def _approval(entry: Entry, body: Body) -> Approval:
    return Approval(
        entry,
        checkpoint=body.text("checkpoint"),
        sections=body.table("sections"),
        playbook_digest=body.text("playbook_digest"),
        policy_digest=body.text("policy_digest"),
        suppressions_digest=body.text("suppressions_digest"),
        profile_digest=body.text("profile_digest", NO_PROFILE),
        confirms=body.texts("confirms"),
        documents=body.table("documents"),
        citations=body.tables("citations"),
        commit=body.text("commit", ""),
        commands=tuple((shown.text("folder", ""), shown.argv()) for shown in body.bodies("commands")),
    )


def _withdrawal(entry: Entry, body: Body) -> Withdrawal:
    return Withdrawal(
        entry,
        body.text("checkpoint"),
        body.text("reason", ""),
        of=body.text("of", ""),
        documents=body.table("documents"),
    )


def _objection(entry: Entry, body: Body) -> Objection:
    name = body.text("id")
    if not OBJECTION_ID.fullmatch(name):
        raise TypeError("`id` is not one of an objection, such as `O1`")
    return Objection(
        entry,
        name,
        body.text("reader"),
        body.text("section"),
        body.text("fingerprint"),
        body.text("quote"),
        body.text("because"),
        body.texts("evidence"),
        body.text("change", ""),
        body.texts("touches"),
        body.table("read"),
        body.texts("receipts"),
        body.text("claim", ""),
    )


def _response(entry: Entry, body: Body) -> Response:
    how = body.text("how")
    if how not in HOWS:
        raise TypeError(f"`{how}` is no response to an objection")
    return Response(
        entry,
        body.text("objection"),
        how,
        body.text("text", ""),
        body.table("sections"),
        body.texts("answers"),
        body.text("reader", ""),
    )


def _refutation(entry: Entry, body: Body) -> Refutation:
    return Refutation(
        entry,
        body.text("reader"),
        body.table("sections"),
        body.text("tried"),
        body.texts("objections"),
        body.texts("keeps"),
    )


_READERS: Mapping[str, Callable[[Entry, Body], Promise]] = {
    "created": _created,
    "repinned": _created,
    "moved": _moved,
    "archived": _archived,
    "restored": lambda entry, _: Restored(entry),
    "turn": _turn,
    "question": _asked,
    "withdrawn": _retraction,
    "answer": _answer,
    "decision": _decision,
    "revised": _revision,
    "reanchored": _reanchoring,
    "approval": _approval,
    "revoke": _withdrawal,
    "changes": _withdrawal,
    "started": read_started,
    "receipt": read_receipt,
    "waived": read_waived,
    "command-approved": lambda entry, body: CommandApproved(entry, body.argv(), body.text("folder", "")),
    "objection": _objection,
    "response": _response,
    "refutation": _refutation,
    "consult": read_consulted,
    "advice": read_advice,
}
