"""Approvals that bind: locked sections, stale and weak approvals, relayed words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.promise import Approval, Revision, Withdrawal

_LOCKED_CAUSES = frozenset({"write", "undo"})


@rule("GP207", "locked", always=True)
def locked(case: Case) -> Iterator[Finding]:
    """What a person approved is not rewritten until a person asks for changes."""
    for revision in case.promises.revisions:
        if revision.cause not in _LOCKED_CAUSES:
            continue
        for state in case.promises.approvals:
            touched = () if state.weakness else _locked_keys(case, state.approval, revision)
            if touched:
                yield Finding(
                    "GP207",
                    f"Section `{touched[0]}` is rewritten after checkpoint `{state.approval.checkpoint}` "
                    "was approved",
                    section=touched[0],
                    subject=revision.entry.id,
                    hint=f"A person re-opens it: `groundplan request-changes {state.approval.checkpoint}`",
                )
                break


def _locked_keys(case: Case, approval: Approval, revision: Revision) -> list[str]:
    """Return the sections of the revision that were approved in its sight and not re-opened since."""
    is_before = case.promises.history.is_before
    if not is_before(approval.entry, revision.entry):
        return []
    reopened: set[str] = set()
    for withdrawal in case.promises.withdrawals:
        if (
            withdrawal.entry.is_a_persons
            and not is_before(withdrawal.entry, approval.entry)
            and is_before(withdrawal.entry, revision.entry)
        ):
            reopened |= _reopened(case, withdrawal, approval)
    return [key for key in revision.sections if key in approval.sections and key not in reopened]


def _reopened(case: Case, withdrawal: Withdrawal, approval: Approval) -> set[str]:
    """Return what a person's request opens: changes asked for at a later checkpoint leave this one closed."""
    if withdrawal.checkpoint == approval.checkpoint:
        return set(approval.sections)
    ids = [spec.id for spec in case.playbook.checkpoints]
    spec = case.playbook.checkpoint(withdrawal.checkpoint)
    approved = case.playbook.checkpoint(approval.checkpoint)
    if spec is None or approved is None or ids.index(spec.id) > ids.index(approved.id):
        return set()
    return set(case.plan.covered(spec.covers))


@rule("GP208", "stale-approval", always=True)
def stale_approval(case: Case) -> Iterator[Finding]:
    """An approval holds only for the words and rules it was given for."""
    for checkpoint in case.playbook.checkpoints:
        states = case.promises.approvals_of(checkpoint.id)
        stale = [state for state in states if state.is_stale]
        if stale and not any(state.holds for state in states):
            changed = ", ".join(f"`{key}`" for key in stale[-1].changed[:4])
            yield Finding(
                "GP208",
                f"The approval of checkpoint `{checkpoint.id}` is stale: {changed} changed since",
                subject=checkpoint.id,
                hint=f"`groundplan diff --since {checkpoint.id}`, then `groundplan approve {checkpoint.id}`",
            )


@rule("GP211", "relayed", always=True, progress=True)
def relayed(case: Case) -> Iterator[Finding]:
    """Words an agent relays as the user's are confirmed by a person before a checkpoint passes."""
    for entry in case.promises.unconfirmed:
        yield Finding(
            "GP211",
            f"The user's {'words' if entry.kind == 'turn' else entry.kind} `{entry.id}` came through "
            f"{_channel(entry.by.channel, entry.by.via)}, and no person confirmed them",
            subject=entry.id,
            hint="A person confirms them with `groundplan adopt` or on `groundplan approve`",
        )


def _channel(channel: str, via: tuple[str, ...]) -> str:
    return f"channel `{channel}`" + (f" (`{via[0]}`)" if via else "")


@rule("GP214", "weak-approval", always=True)
def weak_approval(case: Case) -> Iterator[Finding]:
    """An approval comes through a channel, or with a signature, that the policy accepts."""
    for state in case.promises.approvals:
        if state.weakness and not state.withdrawn:
            yield Finding(
                "GP214",
                f"Approval `{state.approval.entry.id}` of `{state.approval.checkpoint}` does not count: "
                f"{state.weakness}",
                subject=state.approval.entry.id,
                hint=f"A person approves: `groundplan approve {state.approval.checkpoint}`",
            )
