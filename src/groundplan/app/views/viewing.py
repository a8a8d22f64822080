"""What a person is shown: every plan with its standing, differences, the log."""

from __future__ import annotations

import posixpath
import shlex
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import in_order, one_line, put_away
from groundplan.app.lifecycle.approving import find_checkpoint
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.known import find_lost, is_archived_since, list_plans
from groundplan.app.plans.opened import find_ignored, judge_loaded, load
from groundplan.app.plans.past import (
    document_at,
    plan_at_approval,
    plan_before_last_write,
    plan_from_copies,
    why_not_found,
    witnessed_plan,
)
from groundplan.app.plans.whereabouts import find_carriers
from groundplan.plan.advice import Advice, Consulted
from groundplan.plan.anchors import Reanchoring
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, NotFound, Unreadable
from groundplan.plan.hint import Hint, about, run
from groundplan.plan.objection import Objection, Refutation, Response
from groundplan.plan.probe import Probe, tell_end
from groundplan.plan.promise import (
    Answer,
    Approval,
    Archived,
    Asked,
    Created,
    Decision,
    Moved,
    Revision,
    Turn,
    Withdrawal,
)
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.receipt import CommandApproved, Receipt, Started, Waived
from groundplan.plan.steps import read_step
from groundplan.store.lock import reading
from groundplan.store.undo import writes_in_force

if TYPE_CHECKING:
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.known import Known
    from groundplan.app.plans.opened import Loaded, OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.promise import Promise
    from groundplan.store.undo import Write


_ABOUT_WITNESS = frozenset({"GP206", "GP210"})


@dataclass(frozen=True, slots=True)
class Overview:
    """Every plan that is not archived; one that cannot be read is named with its fault."""

    plans: tuple[OpenPlan, ...]
    unreadable: tuple[tuple[str, GroundplanError], ...]
    archived_since: tuple[Known, ...] = ()  # plans of the base that this branch put away


def overview(workspace: Workspace) -> Overview:
    """Return all plans with their standing."""
    loaded: list[Loaded] = []
    with reading(workspace.folder):
        carriers = find_carriers(workspace)
        unreadable: list[tuple[str, GroundplanError]] = [*find_lost(workspace, carriers)]
        known_plans = list_plans(workspace)
        put_away = [known for known in known_plans if is_archived_since(workspace, known)]
        for known in known_plans:
            if known.archived and known not in put_away:
                continue
            try:
                loaded.append(load(workspace, known, carriers))
            except GroundplanError as error:
                error.hint = about(error.hint, known.handle)
                unreadable.append((known.slug, error))
    plans: list[OpenPlan] = []
    find_ignored(workspace, *(each.plan for each in loaded))  # one question for all of them
    for each in loaded:
        try:
            opened = judge_loaded(workspace, each)
        except GroundplanError as error:
            error.hint = about(error.hint, each.known.handle)
            unreadable.append((each.known.slug, error))
            continue
        if each.known.archived:
            unreadable += _doubted(opened)
        else:
            plans.append(opened)
    return Overview(tuple(plans), tuple(unreadable), tuple(put_away))


def _doubted(opened: OpenPlan) -> list[tuple[str, GroundplanError]]:
    """Return why a plan that a branch put away cannot go unread: nobody will check it again."""
    found = [finding for finding in opened.judgement.findings if finding.code in _ABOUT_WITNESS]
    return [
        (
            opened.known.slug,
            Unreadable(f"{each.message} ({each.code}), and the plan is archived", hint=each.hint),
        )
        for each in found[:1]
    ]


def diff(opened: OpenPlan, *, since: str = "") -> tuple[SectionDiff, ...]:
    """Return the differences by section since a checkpoint's approval, or since the last write."""
    if since:
        checkpoint = find_checkpoint(opened, since)
        approvals = opened.judgement.promises.approvals_of(checkpoint.spec.id)
        if not approvals:
            raise NotFound(
                f"Checkpoint `{checkpoint.spec.id}` was never approved",
                hint=Hint(run("diff"), " shows what the last write changed"),
            )
        past = plan_at_approval(opened, approvals)
        if past is None:
            raise NotFound(
                f"The text approved at checkpoint `{checkpoint.spec.id}` is not on this machine and not in "
                "the history",
                hint=why_not_found(opened),
            )
        return compare_plans(past, opened.plan)
    unwitnessed = any(finding.code == "GP206" for finding in opened.judgement.findings)
    known = writes_in_force(opened.workspace.folder, opened.known.id)
    if not known:
        past = witnessed_plan(opened) if unwitnessed else plan_before_last_write(opened)
        return compare_plans(_demand(opened, past), opened.plan)
    if unwitnessed:
        return compare_plans(_plan_at(opened, known[0], is_after=True), opened.plan)
    # Some change no word: a plan is moved, a checkpoint approved. The write before is still the last one.
    compared = (compare_plans(_plan_at(opened, each), opened.plan) for each in known if not each.is_move)
    return next(filter(None, compared), ())


def _plan_at(opened: OpenPlan, write: Write, *, is_after: bool = False) -> Plan | None:
    """Return the plan before or after a write; None before its first one."""
    digests = {
        document_at(opened, each.path): (each.after if is_after else each.before) or ""
        for each in write.documents
    }
    return _demand(opened, plan_from_copies(opened, digests)) if any(digests.values()) else None


def _demand(opened: OpenPlan, past: Plan | None) -> Plan:
    if past is None:
        raise NotFound(
            f"No earlier text of plan `{opened.known.slug}` is on this machine or in the history",
            hint=why_not_found(opened),
        )
    return past


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
    except TypeError as error:
        return f"(unreadable: {error})"
    if isinstance(promise, Objection | Response | Refutation):
        return _tell_attack(promise, opened)
    if isinstance(promise, Consulted):
        told = ", ".join(f"{each.name} ({each.state})" for each in promise.advisors)
        return one_line(f"about {promise.on}: {told}" if promise.on else told)
    if isinstance(promise, Advice):
        standings = Counter(claim.standing for claim in promise.claims)
        told = ", ".join(f"{count} {standing}" for standing, count in sorted(standings.items()))
        return f"{len(promise.claims)} claims checked{f': {told}' if told else ''}"
    return _tell_work(promise) or _tell_promise(promise, opened)


def _tell_work(promise: Promise) -> str:
    """Return what an entry says about work on a task; empty where it says nothing of that."""
    match promise:
        case Started():
            return f"{one_line(promise.task)} at {promise.commit[:12]}"
        case Receipt():
            told = f", {len(promise.runs)} run" if promise.runs else ""
            return (
                f"{one_line(promise.task)}: {len(promise.commits)} commits, {len(promise.files)} files{told}"
            )
        case Waived():
            return f"{one_line(promise.task)}: {one_line(promise.reason)}"
        case CommandApproved():
            return one_line(shlex.join(promise.argv))
        case _:
            return ""


def _tell_promise(promise: Promise, opened: OpenPlan) -> str:
    entry = promise.entry
    match promise:
        case Created():
            return f"{promise.title} ({promise.playbook} {promise.version})"
        case Turn():
            words = one_line(opened.talk.get(entry.id, "(the text is on another machine)"))
            return f"{step.told}: {words}" if (step := read_step(entry)) else words
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
        case Archived():
            return put_away(promise)
        case Probe():
            return (
                f"{promise.id}: {one_line(' '.join(promise.argv))}, {tell_end(promise.ended, promise.code)}"
            )
        case Moved():
            return f"to {_place(list(promise.documents.values()))}"
        case _:
            return one_line(", ".join(f"{key}={value}" for key, value in entry.body.items()))


def _tell_attack(promise: Objection | Response | Refutation, opened: OpenPlan) -> str:
    if isinstance(promise, Response):
        told = f"{_name_of(promise.objection, opened)} {promise.how}"
        return f"{told}: {one_line(promise.text)}" if promise.text else told
    if isinstance(promise, Refutation):
        return f"attacked the plan: {one_line(promise.tried)}"
    name = _name_of(promise.entry.id, opened)
    return f"{name}, section {one_line(promise.section, 40)}: {one_line(promise.because)}"


def _name_of(objection: str, opened: OpenPlan) -> str:
    states = opened.judgement.promises.attacks.objections
    return next((each.name for each in states if each.objection.entry.id == objection), "unknown objection")


def _place(paths: list[str]) -> str:
    """Return a path, or the folder that holds several."""
    return one_line(paths[0] if len(paths) == 1 else posixpath.commonpath(paths) + "/" if paths else "")
