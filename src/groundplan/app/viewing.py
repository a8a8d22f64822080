"""What a person is shown: every plan with its standing, differences, the log."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from groundplan.app.approving import find_checkpoint
from groundplan.app.comparing import compare_plans
from groundplan.app.computed import in_order, one_line, put_away
from groundplan.app.opened import find_lost, judge_loaded, list_plans, load
from groundplan.app.past import plan_at_approval, plan_from_copies
from groundplan.plan.anchors import Reanchoring
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, NotFound
from groundplan.plan.promise import Answer, Approval, Asked, Created, Decision, Revision, Turn, Withdrawal
from groundplan.plan.promise_reading import read_promise
from groundplan.store.lock import reading
from groundplan.store.undo import last_write

if TYPE_CHECKING:
    from groundplan.app.comparing import SectionDiff
    from groundplan.app.opened import Loaded, OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.plan.entry import Entry


@dataclass(frozen=True, slots=True)
class Overview:
    """Every plan that is not archived; one that cannot be read is named with its fault."""

    plans: tuple[OpenPlan, ...]
    unreadable: tuple[tuple[str, GroundplanError], ...]


def overview(workspace: Workspace) -> Overview:
    """Return all plans with their standing."""
    loaded: list[Loaded] = []
    with reading(workspace.folder):
        unreadable: list[tuple[str, GroundplanError]] = [*find_lost(workspace)]
        for known in list_plans(workspace):
            if known.archived:
                continue
            try:
                loaded.append(load(workspace, known))
            except GroundplanError as error:
                unreadable.append((known.slug, error))
    plans: list[OpenPlan] = []
    for each in loaded:
        try:
            plans.append(judge_loaded(workspace, each))
        except GroundplanError as error:
            unreadable.append((each.known.slug, error))
    return Overview(tuple(plans), tuple(unreadable))


def diff(opened: OpenPlan, *, since: str = "") -> tuple[SectionDiff, ...]:
    """Return the differences by section since a checkpoint's approval, or since the last write."""
    if since:
        checkpoint = find_checkpoint(opened, since)
        past = plan_at_approval(opened, checkpoint.spec.id)
        if past is None:
            raise NotFound(
                f"The text approved at checkpoint `{checkpoint.spec.id}` is not on this machine",
                hint="`git log -p` of the document shows it",
            )
        return compare_plans(past, opened.plan)
    last = last_write(opened.workspace.folder, opened.known.id)
    if last is None:
        raise NotFound(f"Plan `{opened.known.slug}` has no write on this machine to compare with")
    names = {document.path: document.name for document in opened.plan.documents}
    unwitnessed = any(finding.code == "GP206" for finding in opened.judgement.findings)
    digests = {
        names[d.path]: (d.after if unwitnessed else d.before) or "" for d in last.documents if d.path in names
    }
    return compare_plans(plan_from_copies(opened, digests), opened.plan)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One ledger entry, told."""

    entry: Entry
    kind: str
    text: str
    is_relayed: bool = False


def log(opened: OpenPlan) -> tuple[LogLine, ...]:
    """Return the ledger, oldest first, each entry with its speaker and channel."""
    relayed = {entry.id for entry in opened.judgement.promises.unconfirmed}
    return tuple(
        LogLine(entry, entry.kind, _tell(entry, opened), entry.id in relayed)
        for entry in opened.history.told()
    )


def _tell(entry: Entry, opened: OpenPlan) -> str:
    try:
        promise = read_promise(entry)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        return f"(unreadable: {error})"
    match promise:
        case Created():
            return f"{promise.title} ({promise.playbook} {promise.version})"
        case Turn():
            return one_line(opened.talk.get(entry.id, "(text kept on another machine)"))
        case Asked():
            return f"{promise.id}: {one_line(promise.text)}"
        case Answer():
            return f"{promise.question}: {one_line(promise.text)}"
        case Decision():
            return f"{promise.id}: {one_line(promise.title)}, because {one_line(promise.reason)}"
        case Revision() | Reanchoring():
            keys = ", ".join(in_order(promise.sections, opened.plan)) or "header"
            return f"{promise.cause if isinstance(promise, Revision) else 'citations of'} {one_line(keys)}"
        case Approval():
            return f"checkpoint {promise.checkpoint}"
        case Withdrawal():
            return f"checkpoint {promise.checkpoint}: {one_line(promise.reason)}"
        case _ if entry.kind in {"archived", "restored"}:
            return put_away(entry)
        case _ if entry.kind == "moved" and isinstance(entry.body.get("documents"), dict):
            return f"to {_place(list(map(str, entry.body['documents'].values())))}"
        case _:
            return one_line(", ".join(f"{key}={value}" for key, value in entry.body.items()))


def _place(paths: list[str]) -> str:
    """Return a path, or the folder that holds several."""
    return one_line(paths[0] if len(paths) == 1 else posixpath.commonpath(paths) + "/" if paths else "")
