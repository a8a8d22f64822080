"""What came before what: causal order read off `follows`, so that no clock and no file order can lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.entry import Entry


@dataclass(frozen=True, slots=True)
class Damage:
    """Something wrong with the ledger itself."""

    message: str
    place: str = ""
    entry: str = ""


@dataclass(frozen=True)
class History:
    """Entries as a set: duplicates and order of arrival make no difference."""

    entries: tuple[Entry, ...]  # sorted by id, for people
    damage: tuple[Damage, ...]
    _past: dict[str, int] = field(repr=False, compare=False)  # entry id -> bit set of its ancestors
    _bit: dict[str, int] = field(repr=False, compare=False)

    def is_before(self, earlier: Entry, later: Entry) -> bool:
        """Tell whether `later` was made with `earlier` in sight."""
        return bool(self._past[later.id] >> self._bit[earlier.id] & 1)

    def of_kind(self, *kinds: str) -> Iterator[Entry]:
        """Yield the entries of these kinds, sorted for people."""
        return (entry for entry in self.entries if entry.kind in kinds)

    def latest(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return those that no other of them came after; several where branches met."""
        among = tuple(entries)
        return tuple(e for e in among if not any(self.is_before(e, other) for other in among))

    def heads(self) -> dict[str, str]:
        """Return what a new entry follows: the entries nothing follows yet, with their digests."""
        followed = {target for entry in self.entries for target in entry.follows}
        return {entry.id: entry.digest for entry in self.entries if entry.id not in followed}

    def get(self, entry_id: str) -> Entry | None:
        """Return the entry with that id."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)


def read_history(entries: Iterable[Entry], *, plan: str, damage: Iterable[Damage] = ()) -> History:
    """Order a heap of entries causally; whatever proves nothing is left out and reported as damage."""
    found = list(damage)
    kept: dict[str, Entry] = {}
    clashing: set[str] = set()
    for entry in sorted(entries, key=lambda e: (e.id, e.digest)):
        if entry.plan != plan:
            found.append(Damage(f"Entry `{entry.id}` belongs to plan `{entry.plan}`", entry=entry.id))
        elif entry.id in kept and kept[entry.id].digest != entry.digest:
            clashing.add(entry.id)
        else:
            kept[entry.id] = entry
    for entry_id in sorted(clashing):
        found.append(Damage(f"Two different entries share the id `{entry_id}`", entry=entry_id))
        kept.pop(entry_id, None)
    found.extend(_broken_links(kept))
    ordered, circular = _in_causal_order(kept)
    found.extend(
        Damage(f"Entry `{entry_id}` follows itself in a circle", entry=entry_id) for entry_id in circular
    )
    bit = {entry.id: number for number, entry in enumerate(ordered)}
    past: dict[str, int] = {}
    for entry in ordered:
        past[entry.id] = 0
        for target in entry.follows:
            if target in past:
                past[entry.id] |= past[target] | 1 << bit[target]
    return History(tuple(sorted(ordered, key=lambda e: e.id)), _unique(found), past, bit)


def _unique(found: list[Damage]) -> tuple[Damage, ...]:
    return tuple(sorted(set(found), key=lambda d: (d.entry, d.place, d.message)))


def _broken_links(kept: dict[str, Entry]) -> Iterator[Damage]:
    for entry in kept.values():
        for target, digest in entry.follows.items():
            if target not in kept:
                yield Damage(f"Entry `{target}` is gone, but `{entry.id}` follows it", entry=target)
            elif kept[target].digest != digest:
                yield Damage(f"Entry `{target}` is not the one that `{entry.id}` follows", entry=target)


def _in_causal_order(kept: dict[str, Entry]) -> tuple[list[Entry], list[str]]:
    """Kahn's order; what remains stands on a circle, which only a forger can make."""
    waiting = {entry.id: {target for target in entry.follows if target in kept} for entry in kept.values()}
    followers: dict[str, list[str]] = {}
    for entry_id, targets in waiting.items():
        for target in targets:
            followers.setdefault(target, []).append(entry_id)
    ready = sorted((entry_id for entry_id, targets in waiting.items() if not targets), reverse=True)
    ordered: list[Entry] = []
    while ready:
        entry_id = ready.pop()
        ordered.append(kept[entry_id])
        for follower in followers.get(entry_id, ()):
            waiting[follower].discard(entry_id)
            if not waiting[follower]:
                ready.append(follower)
    done = {entry.id for entry in ordered}
    return ordered, sorted(set(kept) - done)
