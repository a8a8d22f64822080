"""All the next worker needs, in at most 1,500 tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.app.computed import change_log, next_task, one_line
from groundplan.app.waiting import RESUME, next_command, waiting_for_person
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.opened import OpenPlan

TOKENS = 1_500
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Handover:
    """The text, and its size as agents count it."""

    opened: OpenPlan
    text: str

    @property
    def tokens(self) -> int:
        """Return the size in tokens of four characters."""
        return -(-len(self.text) // _CHARACTERS_PER_TOKEN)


def resume(opened: OpenPlan) -> Handover:
    """Return status and change log first, then what is decided, approved, done, open and next."""
    parts = list(_parts(opened))
    # The least needed lines go first: those of the longest part, from its middle.
    while sum(len(line) + 1 for part in parts for line in part) > TOKENS * _CHARACTERS_PER_TOKEN - 8:
        longest = max(parts, key=lambda part: sum(map(len, part)))
        longest.pop(max(1, len(longest) // 2))
    return Handover(opened, "\n".join(line for part in parts for line in part).strip() + "\n")


def _parts(opened: OpenPlan) -> Iterator[list[str]]:
    standing = opened.judgement.standing
    promises = opened.judgement.promises
    # A playbook declares its sections in the order in which they are read, whatever order files are saved in.
    names = dict.fromkeys(spec.document for spec in opened.playbook.sections)
    paths = ", ".join(d.path for name in names for d in opened.plan.documents if d.name == name)
    yield [
        f"# {one_line(opened.known.title)}",
        f"Status: {standing.stage}. Phase: {standing.phase or 'none'}. Playbook: {opened.playbook.name}.",
        f"Read, in this order: {paths}",
        *([standing.resume] if standing.resume else []),
    ]
    yield ["", "## Change log", *change_log(opened.plan, promises, standing)[-12:]]
    decided = [f"- {d.id} {one_line(d.title)}: {one_line(d.reason)}" for d in promises.live_decisions]
    if decided:
        yield ["", "## Decided, not to be re-opened", *decided]
    yield ["", "## Checkpoints", *(f"- {c.spec.id} {c.spec.name}: {c.state}" for c in standing.checkpoints)]
    done = [f"- {one_line(receipt.task)}" for receipt in promises.receipts]
    if done:
        yield ["", "## Done", *done]
    waits = waiting_for_person(opened)
    if waits:
        yield ["", "## Waiting for a person", *(f"- {w.name}: {one_line(w.text)}" for w in waits)]
    current = standing.current
    if current is not None and current.state is State.BLOCKED and current.findings:
        yield ["", "## Blocking", *(f"- {one_line(f.message)} ({f.code})" for f in current.findings[:8])]
    yield ["", f"Next: {_next(opened)}"]


def _next(opened: OpenPlan) -> str:
    """Return the next command, or the next step of the work once no command is left but this one."""
    following = next_command(opened)
    if following != RESUME:
        return f"`{following}`"
    return next_task(opened.plan, opened.judgement.promises) or "nothing is left to do"
