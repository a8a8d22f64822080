"""What the ledger says a plan is called and where its documents are, in the order in which it was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import Hint, run
from groundplan.plan.history import Damage
from groundplan.plan.promise import Archived, Created, Moved, Restored
from groundplan.plan.promise_reading import read_promise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.config import Policy
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History

Kind = TypeVar("Kind", Archived, Created, Moved, Restored)
# Entries that may be younger than an archiving: it moves the documents itself.
_PUTS_AWAY = frozenset({"archived", "moved"})


@dataclass(frozen=True, slots=True)
class Identity:
    """A plan's beginning, its moves from the oldest to the newest, and whether it was put away."""

    created: Created
    moves: tuple[Moved, ...]
    is_archived: bool


def read_identity(history: History, policy: Policy) -> Identity | None:
    """Return who a plan is; None where no beginning of it can be read."""
    beginnings = _read(history, Created, "created")
    if not beginnings:
        return None
    # Anybody can date an entry back; only what others follow was there when they were made.
    created = max(beginnings, key=lambda one: len(_after(history, one.entry)))
    put_away = find_put_away(history, _read(history, Archived, "archived"), policy)
    is_archived = any(not archive_weakness(each.entry, history, policy) for each in put_away)
    return Identity(created, _read(history, Moved, "moved"), is_archived)


def read_pins(history: History) -> tuple[Created, ...]:
    """Return the latest pins of the playbook; several where branches met."""
    read = _read(history, Created, "created", "repinned")
    # Anybody may begin a plan; only a person accepts another playbook for it.
    pins = {each.entry.id: each for each in read if each.entry.kind == "created" or each.entry.is_a_persons}
    return tuple(pins[entry.id] for entry in history.latest(each.entry for each in pins.values()))


def find_put_away(history: History, archivings: Iterable[Archived], policy: Policy) -> tuple[Archived, ...]:
    """Return the archivings that no person took back since."""
    back = [each for each in find_restorings(history) if policy.is_a_persons(each)]
    return tuple(
        each for each in archivings if not any(history.is_before(each.entry, later) for later in back)
    )


def find_restorings(history: History) -> list[Entry]:
    """Return the entries that bring the plan back from the archive."""
    return [each.entry for each in _read(history, Restored, "restored")]


def archive_weakness(entry: Entry, history: History, policy: Policy) -> str:
    """Return why an archiving does not count; empty: it does."""
    # Whoever began a plan gives it up while no person has a share in it.
    is_own = not entry.is_a_persons and history.is_by_one_hand()
    if policy.approvals == "signed" and not entry.signer and not is_own:
        return "the policy requires a signature by an allowed signer"
    if not entry.is_a_persons and not is_own:
        return f"it came through the channel `{entry.by.channel}`, which is not a person's"
    work = (other for other in history.entries if other.kind not in _PUTS_AWAY)
    unseen = sum(not history.is_before(other, entry) for other in work)
    if unseen:
        return f"it was made without sight of {unseen} entr{'y' if unseen == 1 else 'ies'} made elsewhere"
    return ""


def find_forks(history: History, moves: Iterable[Moved]) -> list[Damage]:
    """Report moves to different places, neither made in sight of the other: only a clock could choose."""
    by_id = {move.entry.id: move for move in moves}
    latest = [by_id[entry.id] for entry in history.latest(move.entry for move in by_id.values())]
    places = sorted({", ".join(sorted(move.documents.values())) for move in latest})
    if len(places) < 2:
        return []
    named = " and ".join(f"`{place}`" for place in places)
    return [
        Damage(
            f"Two branches moved the plan to different places: {named}",
            entry=latest[-1].entry.id,
            hint=Hint("Say where it is: ", run("move", "<name>")),
        )
    ]


def _read(history: History, kind: type[Kind], *names: str) -> tuple[Kind, ...]:
    """Return the readable promises of a kind, each after all it was made in sight of."""
    found = []
    for entry in history.told():
        if entry.kind in names:
            try:
                promise = read_promise(entry)
            except TypeError:
                continue  # reported with all other damage when the plan is judged
            if isinstance(promise, kind):
                found.append(promise)
    return tuple(found)


def _after(history: History, entry: Entry) -> list[Entry]:
    return [other for other in history.entries if history.is_before(entry, other)]
