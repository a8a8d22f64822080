"""How far each task is: open, started, done on a receipt that counts, or waived by a person."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.receipt import Receipt, Started, Waived

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History
    from groundplan.plan.promises import Promises
    from groundplan.plan.receipt import CommandApproved
    from groundplan.plan.record import Record


class Progress(enum.StrEnum):
    """How far a task is."""

    OPEN = "open"
    STARTED = "started"
    DONE = "done"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class TaskState:
    """One task: how far it is, and by whom and when; `entry` is the receipt, waiver or start behind it."""

    progress: Progress = Progress.OPEN
    by: str = ""
    at: str = ""
    entry: str = ""
    reason: str = ""  # of a waiver

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do: proven, or waived by a person."""
        return self.progress in {Progress.DONE, Progress.WAIVED}

    @property
    def receipt(self) -> str:
        """Return the id of the receipt that proves the task done; empty: it is not proven."""
        return self.entry if self.progress is Progress.DONE else ""


OPEN = TaskState()
_RANK = {Progress.OPEN: 0, Progress.STARTED: 1, Progress.WAIVED: 2, Progress.DONE: 3}
_TAKEN_BACK = "the approval that its command ran under was taken back"
TaskKey = tuple[str, str]  # a task's key and the digest of its words


@dataclass(frozen=True, slots=True)
class WorkEntries:
    """Every entry about work on tasks, as it was read."""

    starts: tuple[Started, ...]
    receipts: tuple[Receipt, ...]
    waivers: tuple[Waived, ...]
    commands: tuple[CommandApproved, ...]
    approvals: tuple[ApprovalState, ...]
    is_signed: bool = False  # the policy takes nothing of a person's that is not signed

    def is_a_persons(self, entry: Entry) -> bool:
        """Tell whether an entry is a person's as the policy wants it."""
        return bool(entry.signer) if self.is_signed else entry.is_a_persons


def progress(promises: Promises, tasks: Iterable[Record]) -> dict[str, TaskState]:
    """Return the state of each task by its key; a task whose words changed since is open again."""
    return {task.key: promises.state_of(task) for task in tasks}


def read_states(
    history: History, work: WorkEntries, elsewhere: Collection[str] = ()
) -> dict[TaskKey, TaskState]:
    """Return how far each task is, by key and words; `elsewhere` are receipts for code that is not here."""
    proofs = [r for r in work.receipts if r.entry.id not in elsewhere and not find_weakness(r, history, work)]
    waivers = [each for each in work.waivers if work.is_a_persons(each.entry) and each.reason.strip()]
    made: dict[TaskKey, list[Started | Receipt | Waived]] = {}
    entries: list[Started | Receipt | Waived] = [*work.starts, *proofs, *waivers]
    for each in entries:
        made.setdefault((each.task, each.digest), []).append(each)
    return {key: _latest(history, several) for key, several in made.items()}


def _latest(history: History, made: list[Started | Receipt | Waived]) -> TaskState:
    """Return the state of the newest entry; where branches met, the one that is furthest."""
    newest = {entry.id for entry in history.latest(each.entry for each in made)}
    states = [_state(each) for each in made if each.entry.id in newest]
    return max(states, key=lambda state: (_RANK[state.progress], state.entry))


def _state(made: Started | Receipt | Waived) -> TaskState:
    entry = made.entry
    kinds = {Started: Progress.STARTED, Receipt: Progress.DONE, Waived: Progress.WAIVED}
    reason = made.reason if isinstance(made, Waived) else ""
    by = entry.signer or entry.by.name
    # Agents and scripts run under the name of whoever's machine it is.
    by = by if entry.is_a_persons else f"{by} ({'agent' if entry.by.channel == 'agent' else 'script'})"
    return TaskState(kinds[type(made)], by, entry.at, entry.id, reason)


def find_weakness(receipt: Receipt, history: History, work: WorkEntries) -> str:
    """Return why a receipt proves nothing; empty: it does. An entry that it names must be in its sight."""
    start = next((each for each in work.starts if each.entry.id == receipt.started), None)
    if start is None or not history.is_before(start.entry, receipt.entry):
        return "no start of the task comes before it"
    if (start.task, start.digest) != (receipt.task, receipt.digest):
        return "it names the start of another task, or of one with other words"
    if not receipt.runs and not receipt.commits:
        return "it names neither a commit nor a command"
    allowed = approved_commands(work, history, receipt.entry)
    for run in receipt.runs:
        command = (run.folder, run.argv)
        if command not in allowed:
            is_back = any(each.withdrawn and command in each.approval.commands for each in work.approvals)
            return _TAKEN_BACK if is_back else "no person approved its command before it ran"
        if run.ended != "exited" or not run.is_met:
            return "its command did not end as expected"
    return ""


def approved_commands(
    work: WorkEntries, history: History, before: Entry | None = None
) -> frozenset[tuple[str, tuple[str, ...]]]:
    """Return the commands, each with its folder, that a person approved; `before`: in sight of this entry."""
    found = [
        ((each.folder, each.argv), each.entry) for each in work.commands if work.is_a_persons(each.entry)
    ]
    for state in work.approvals:
        if not state.weakness and not state.withdrawn:
            found += [(command, state.approval.entry) for command in state.approval.commands]
    return frozenset(
        command for command, entry in found if before is None or history.is_before(entry, before)
    )
