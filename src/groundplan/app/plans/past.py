"""Earlier states of a plan, out of this machine's copies or the history of git.

A text counts only if it is the promised one: its digest, or every part's fingerprint, is the ledger's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.reading import decode, read_plan
from groundplan.plan.errors import GroundplanError
from groundplan.plan.history import read_history
from groundplan.plan.promises import read_promises
from groundplan.store.layout import LARGEST_DOCUMENT, split_path
from groundplan.store.recovery import digest_bytes, read_copy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry

    Prints = Mapping[str, Collection[str]]  # part key -> the fingerprints that are accepted

_MOST_PATHS = 50


def plan_at_approval(opened: OpenPlan, states: Sequence[ApprovalState]) -> Plan | None:
    """Return the plan as the newest of these approvals bound it, if its text can be found."""
    for state in reversed(states):
        # What does not count as an approval would hide words from the person who compares with it.
        plan = None if state.weakness else _bound_by(opened, state)
        if plan is not None:
            return plan
    return None


def _bound_by(opened: OpenPlan, state: ApprovalState) -> Plan | None:
    """Return the text an approval names, if it is the one that it binds."""
    approval = state.approval
    spec = opened.playbook.checkpoint(approval.checkpoint)
    plan = plan_from_copies(opened, approval.documents) or plan_before(
        opened, approval.entry, approval.sections
    )
    is_bound = plan and spec and plan.covered(spec.covers) == dict(approval.sections)
    return plan if is_bound else None


def plan_from_copies(opened: OpenPlan, digests: Mapping[str, str]) -> Plan | None:
    """Return the plan whose documents have these digests, out of the recovery copies or of git."""
    files = {}
    for document in opened.plan.documents:
        digest = digests.get(document.name, "")
        data = (
            opened.snapshots[document.name].data if opened.snapshots[document.name].digest == digest else None
        )
        if data is None and digest:
            data = read_copy(opened.workspace.folder, digest) or _find_by_digest(
                opened, document.name, digest
            )
        if data is None:
            return None
        files[document.name] = (document.path, decode(data, document.path))
    return read_plan(opened.known.id, opened.known.slug, opened.playbook, files)


def plan_before(opened: OpenPlan, entry: Entry, exactly: Mapping[str, str] | None = None) -> Plan | None:
    """Return the plan as the ledger accounted for it when an entry was made, found in the history of git."""
    history = opened.history
    seen = [each for each in history.entries if history.is_before(each, entry)]
    then = read_history(seen, plan=opened.known.id)
    promises = read_promises(opened.plan, then, opened.playbook, opened.workspace.config)
    return _find_by_prints(opened, {**promises.witnessed, **{k: {v} for k, v in (exactly or {}).items()}})


def plan_before_last_write(opened: OpenPlan) -> Plan | None:
    """Return the plan before the newest revision of its words; None where branches left several."""
    revisions = opened.judgement.promises.revisions
    newest = opened.history.latest(revision.entry for revision in revisions)
    return plan_before(opened, newest[0]) if len(newest) == 1 else None


def witnessed_plan(opened: OpenPlan) -> Plan | None:
    """Return the newest text of the plan that the ledger accounts for, found in the history of git."""
    return _find_by_prints(opened, opened.judgement.promises.witnessed)


def why_not_found(opened: OpenPlan) -> str:
    """Say what would bring a text that is neither here nor in the history."""
    return opened.workspace.repository.gap() or (
        "It was never committed; whoever made it has a copy in `.groundplan/local`"
    )


def _find_by_digest(opened: OpenPlan, name: str, digest: str) -> bytes | None:
    for text in _past_texts(opened, name):
        # git may have changed the line ends on the way
        for spelling in (text, text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")):
            if digest_bytes(spelling) == digest:
                return spelling
    return None


def _find_by_prints(opened: OpenPlan, wanted: Prints) -> Plan | None:
    """Return the plan each of whose parts, none too few and none too many, has an accepted fingerprint."""
    files = {}
    for document in opened.plan.documents:
        text = next(
            (text for text in _texts(opened, document.name) if _fits(opened, document.name, text, wanted)),
            None,
        )
        if text is None:
            return None
        files[document.name] = (document.path, text)
    plan = read_plan(opened.known.id, opened.known.slug, opened.playbook, files)
    return plan if is_accounted(plan, wanted) else None


def is_accounted(plan: Plan, wanted: Prints) -> bool:
    """Tell whether each part of a plan has an accepted fingerprint, and none is missing."""
    there = plan.fingerprints()
    return all(found in wanted.get(key, ()) for key, found in there.items()) and all(
        key in there or "" in prints for key, prints in wanted.items()
    )


def _fits(opened: OpenPlan, name: str, text: str, wanted: Prints) -> bool:
    files = {name: (opened.snapshots[name].path, text)}
    there = read_plan(opened.known.id, opened.known.slug, opened.playbook, files).fingerprints()
    return all(found in wanted.get(key, ()) for key, found in there.items())


def _texts(opened: OpenPlan, name: str) -> Iterator[str]:
    """Give the text that is here, then the earlier ones, newest first."""
    path = opened.snapshots[name].path
    for data in (opened.snapshots[name].data, *_past_texts(opened, name)):
        try:
            yield decode(data, path)
        except GroundplanError:
            continue


def _past_texts(opened: OpenPlan, name: str) -> Iterator[bytes]:
    """Give every text a document had in the history, under all the names the ledger knows for it."""
    paths = {opened.snapshots[name].path, *_former_paths(opened, name)}
    try:
        for _, text in opened.workspace.repository.past_texts(
            sorted(paths)[:_MOST_PATHS], largest=LARGEST_DOCUMENT
        ):
            yield text
    except GroundplanError:
        return  # a history that git cannot read has no text to offer


def document_at(opened: OpenPlan, path: str) -> str:
    """Return the name of the document that lies at a path, or lay there before it was moved; else nothing."""
    return next(
        (name for name, now in opened.snapshots.items() if path in {now.path, *_former_paths(opened, name)}),
        "",
    )


def _former_paths(opened: OpenPlan, name: str) -> Iterator[str]:
    for entry in opened.history.of_kind("created", "moved"):
        documents = entry.body.get("documents")
        path = documents.get(name) if isinstance(documents, dict) else None
        if isinstance(path, str):
            try:
                split_path(path)
            except GroundplanError:
                continue
            yield path
