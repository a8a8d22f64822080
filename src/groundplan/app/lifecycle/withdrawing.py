"""What a person takes back: an approval revoked, a checkpoint sent back with a request for changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.lifecycle.approving import find_checkpoint
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.standing import CheckpointStanding


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A checkpoint, closed again."""

    outcome: Outcome
    checkpoint: CheckpointStanding
    reason: str


def revoke(opened: OpenPlan, name: str, *, caller: Caller, reason: str) -> Withdrawn:
    """Take an approval back; no approval made without this in sight survives it."""
    demand_person(caller, "revoke an approval", hint=by_person(run("revoke", "<checkpoint>", WORDS)))
    checkpoint = find_checkpoint(opened, name)
    if not opened.judgement.promises.approvals_of(checkpoint.spec.id):
        raise Misused(f"Checkpoint `{checkpoint.spec.id}` has no approval to revoke")
    return _withdraw(opened, checkpoint, caller, reason, kind="revoke")


def request_changes(opened: OpenPlan, name: str, *, caller: Caller, reason: str) -> Withdrawn:
    """Send a checkpoint back: its sections may be rewritten, and it is approved anew afterwards."""
    demand_person(caller, "request changes", hint=by_person(run("request-changes", WORDS)))
    checkpoint = find_checkpoint(opened, name) if name else _sendable(opened)
    return _withdraw(opened, checkpoint, caller, reason, kind="changes")


def _sendable(opened: OpenPlan) -> CheckpointStanding:
    """Return the checkpoint that changes are requested at: the one that waits, or the only one there is."""
    asked = [each for each in opened.judgement.standing.checkpoints if each.spec.person]
    waiting = [each for each in asked if each.state is not State.PASSED]
    if waiting or len(asked) == 1:
        return (waiting or asked)[0]
    raise Misused(
        f"Every checkpoint of plan `{opened.known.slug}` is approved: name the one to reopen",
        hint=Hint(run("request-changes", asked[-1].spec.id if asked else "<checkpoint>", WORDS)),
    )


def _withdraw(
    opened: OpenPlan, checkpoint: CheckpointStanding, caller: Caller, reason: str, *, kind: str
) -> Withdrawn:
    if not reason.strip():
        command = "revoke" if kind == "revoke" else "request-changes"
        raise Misused("The reason is missing", hint=Hint(run(command, checkpoint.spec.id, WORDS)))
    draft = Draft(opened, caller)
    documents = {name: snapshot.digest for name, snapshot in opened.snapshots.items()}
    body = {"checkpoint": checkpoint.spec.id, "reason": reason}
    draft.add(kind, body | ({"documents": documents} if kind == "changes" else {}), speaker="user")
    # The reason is also a turn, so the planner reads it in the talk, and it follows the withdrawal.
    draft.say("user", "reply", reason)
    outcome = commit(draft, label=f"{kind} {checkpoint.spec.id}", cause="record")
    return Withdrawn(outcome, outcome.opened.judgement.standing.checkpoint(checkpoint.spec.id), reason)
