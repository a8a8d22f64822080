"""What an approval binds, and every reason for which it does not hold any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.anchors import chain_of, trace_back
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.plan.anchors import Reanchoring
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History
    from groundplan.plan.playbook import CheckpointSpec, Playbook
    from groundplan.plan.promise import Approval, Withdrawal


@dataclass(frozen=True, slots=True)
class Now:
    """What an approval is compared with: the words, and which re-anchored citations the code bears out."""

    plan: Plan
    history: History
    reanchorings: tuple[Reanchoring, ...] = ()
    anchored: frozenset[tuple[str, str, str, str]] = frozenset()

    def chain(self, key: str) -> list[Reanchoring]:
        """Return the re-anchorings of a section, newest first."""
        return chain_of(self.history, self.reanchorings, key)


@dataclass(frozen=True, slots=True)
class ApprovalState:
    """An approval and every reason for which it does not hold any more."""

    approval: Approval
    changed: tuple[str, ...]  # keys of the parts whose words differ, and `playbook`, `policy`, `suppressions`
    withdrawn: Withdrawal | None
    weakness: str  # why the policy does not accept its channel; empty: it does

    @property
    def holds(self) -> bool:
        """Whether the approval binds what stands there now."""
        return not (self.changed or self.withdrawn or self.weakness)

    @property
    def is_settled(self) -> bool:
        """Whether a person withdrew it: others may close a checkpoint, but not have an approval forgotten."""
        return self.withdrawn is not None and self.withdrawn.entry.is_a_persons

    @property
    def is_stale(self) -> bool:
        """Whether only changes keep it from holding."""
        return bool(self.changed) and not (self.withdrawn or self.weakness)


def find_withdrawal(
    approval: Approval, withdrawals: tuple[Withdrawal, ...], history: History, playbook: Playbook
) -> Withdrawal | None:
    """Find what voids an approval, a person's first; a revoke on another branch counts unless it was seen."""
    spec = playbook.checkpoint(approval.checkpoint)
    names = {approval.checkpoint} | ({spec.id, spec.name} if spec else set())
    found = [
        withdrawal
        for withdrawal in withdrawals
        if withdrawal.checkpoint in names and not history.is_before(withdrawal.entry, approval.entry)
    ]
    return max(found, key=lambda withdrawal: withdrawal.entry.is_a_persons, default=None)


def judge_approval(
    approval: Approval, withdrawn: Withdrawal | None, now: Now, playbook: Playbook, config: Config
) -> ApprovalState:
    """Compare what an approval binds with what stands there now."""
    spec = playbook.checkpoint(approval.checkpoint)
    changed = [] if spec is None else _changed_parts(approval, now, spec)
    bound = {
        "playbook": (approval.playbook_digest, playbook.digest),
        "policy": (approval.policy_digest, config.policy.digest),
        "suppressions": (approval.suppressions_digest, config.suppressions_digest),
        "profile": (approval.profile_digest, config.profile.digest),
    }
    changed += [name for name, (then, now) in bound.items() if then != now]
    return ApprovalState(approval, tuple(changed), withdrawn, _weakness(approval.entry, spec, config))


def _changed_parts(approval: Approval, now: Now, spec: CheckpointSpec) -> list[str]:
    covered = now.plan.covered(spec.covers)
    keys = [*covered, *(key for key in approval.sections if key not in covered)]
    return [
        key
        for key in keys
        if covered.get(key) != approval.sections.get(key) and not _is_only_reanchored(approval, now, key)
    ]


def _is_only_reanchored(approval: Approval, now: Now, key: str) -> bool:
    """Tell whether the words differ only in citations that follow the very code that was approved."""
    approved = approval.sections.get(key, "")
    for before, ways in trace_back(now.plan, key, now.chain(key)):
        if before == approved:
            moved = {(way[0].old, way[-1].new) for way in ways}
            return bool(moved) and all((key, *move, approval.entry.id) in now.anchored for move in moved)
    return False


def _weakness(entry: Entry, spec: CheckpointSpec | None, config: Config) -> str:
    if spec is None:
        return "the playbook has no such checkpoint"
    if config.policy.approvals == "signed" and not entry.signer:
        return "the policy requires a signature by an allowed signer"
    if not entry.is_a_persons:
        return f"it came through the channel `{entry.by.channel}`, which is not a person's"
    return ""
