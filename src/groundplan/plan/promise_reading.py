"""Ledger entries read into the promises they are: a body that is not of its kind fails here, in one way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.plan.anchors import AnchorSpan, Reanchoring
from groundplan.plan.late_regex import late_regex
from groundplan.plan.objection import HOWS, OBJECTION_ID, Objection, Refutation, Response
from groundplan.plan.probe import PROBE_ID, Probe
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
from groundplan.plan.receipt import CommandApproved, Receipt, Run, Started, Waived

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from groundplan.plan.entry import Entry
    from groundplan.plan.promise import Promise


# A name that is typed, completed by a shell and made into a path.
_SLUG = late_regex(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


def read_promise(entry: Entry) -> Promise:
    """Return the typed face of an entry; raise `TypeError` where its body is not of its kind."""
    reader = _READERS.get(entry.kind)
    return reader(entry, _Body(entry.body)) if reader else Unknown(entry, entry.body)


class _Body:
    """Typed reads of JSON data: a forged body fails here, in one way."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise TypeError(f"expected a table, found `{data}`")
        self.data: dict[str, Any] = data

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise TypeError(f"`{key}` is not text")
        return value

    def slug(self) -> str:
        value = self.text("slug", "")
        if value and not _SLUG.match(value):
            raise TypeError("`slug` is not a name of small letters, digits and hyphens")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise TypeError(f"`{key}` is neither true nor false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise TypeError(f"`{key}` is not a list of texts")
        return tuple(value)

    def argv(self) -> tuple[str, ...]:
        words = self.texts("argv")
        if not words or not words[0] or any("\0" in word for word in words):
            raise TypeError("`argv` is not a command")
        return words

    def table(self, key: str) -> dict[str, str]:
        value = self.data.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise TypeError(f"`{key}` is not a table of texts")
        return dict(value)

    def number(self, key: str) -> int:
        value = self.data.get(key)
        if type(value) is not int:  # `True` is an `int` too
            raise TypeError(f"`{key}` is not a number")
        return value

    def tables(self, key: str) -> dict[str, dict[str, str]]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise TypeError(f"`{key}` is not a table of tables")
        return {name: _Body({name: inner}).table(name) for name, inner in value.items()}

    def bodies(self, key: str) -> tuple[_Body, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise TypeError(f"`{key}` is not a list")
        return tuple(map(_Body, value))

    def named_bodies(self, key: str) -> dict[str, _Body]:
        return {name: _Body(value) for name, value in _Body(self.data.get(key)).data.items()}


def _created(entry: Entry, body: _Body) -> Created:
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


def _moved(entry: Entry, body: _Body) -> Moved:
    return Moved(entry, body.table("documents"), body.slug())


def _archived(entry: Entry, body: _Body) -> Archived:
    return Archived(entry, body.text("reason", ""), body.flag("abandoned"))


def _turn(entry: Entry, body: _Body) -> Turn:
    return Turn(entry, body.text("kind"), body.text("digest"))


def _asked(entry: Entry, body: _Body) -> Asked:
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
        body.flag("research"),
    )


def _retraction(entry: Entry, body: _Body) -> Retraction:
    return Retraction(entry, body.text("digest"), body.text("reason", ""))


def _answer(entry: Entry, body: _Body) -> Answer:
    return Answer(
        entry,
        body.text("question"),
        body.text("digest"),
        body.text("text"),
        body.texts("replaces"),
        body.text("findings", ""),
    )


def _decision(entry: Entry, body: _Body) -> Decision:
    return Decision(
        entry,
        id=body.text("id"),
        title=body.text("title"),
        reason=body.text("reason"),
        option=body.text("option", ""),
        question=body.text("question", ""),
        rejected=tuple((item.text("option"), item.text("reason")) for item in body.bodies("rejected")),
        supersedes=body.texts("supersedes"),
    )


def _revision(entry: Entry, body: _Body) -> Revision:
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


def _reanchoring(entry: Entry, body: _Body) -> Reanchoring:
    changes = body.named_bodies("sections")
    sections = {key: (change.text("before"), change.text("after")) for key, change in changes.items()}
    spans = {key: _spans(change, "spans") for key, change in changes.items()}
    return Reanchoring(entry, sections, spans, body.text("commit", ""))


def _spans(change: _Body, key: str) -> tuple[AnchorSpan, ...]:
    return tuple(
        AnchorSpan(span.number("at"), span.text("from"), span.text("to")) for span in change.bodies(key)
    )


def _approval(entry: Entry, body: _Body) -> Approval:
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


def _withdrawal(entry: Entry, body: _Body) -> Withdrawal:
    return Withdrawal(entry, body.text("checkpoint"), body.text("reason", ""))


def _receipt(entry: Entry, body: _Body) -> Receipt | Probe:
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
    )


def _run(body: _Body) -> Run:
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
    )


def _started(entry: Entry, body: _Body) -> Started:
    return Started(
        entry, body.text("task"), body.text("digest"), body.text("commit", ""), body.table("files")
    )


def _waived(entry: Entry, body: _Body) -> Waived:
    return Waived(entry, body.text("task"), body.text("digest"), body.text("reason"))


def _probe(entry: Entry, body: _Body) -> Probe:
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
    )


def _objection(entry: Entry, body: _Body) -> Objection:
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
    )


def _response(entry: Entry, body: _Body) -> Response:
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


def _refutation(entry: Entry, body: _Body) -> Refutation:
    return Refutation(
        entry,
        body.text("reader"),
        body.table("sections"),
        body.text("tried"),
        body.texts("objections"),
        body.texts("keeps"),
    )


_READERS: Mapping[str, Callable[[Entry, _Body], Promise]] = {
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
    "started": _started,
    "receipt": _receipt,
    "waived": _waived,
    "command-approved": lambda entry, body: CommandApproved(entry, body.argv(), body.text("folder", "")),
    "objection": _objection,
    "response": _response,
    "refutation": _refutation,
}
