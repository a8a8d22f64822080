"""What came before what: causal order read off `follows`, so that no clock and no file order can lie."""

from __future__ import annotations

from bisect import bisect_left
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
    hint: str = ""


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

    def told(self) -> tuple[Entry, ...]:
        """Return the entries as a story: each after all it was made in sight of, else by id."""
        return tuple(sorted(self.entries, key=lambda entry: (self._past[entry.id].bit_count(), entry.id)))

    def in_sight(self, ids: Iterable[str], entry: Entry) -> Iterator[str]:
        """Yield the ids of entries that an entry was made in sight of: an id alone proves nothing."""
        for old in map(self.get, ids):
            if old is not None and self.is_before(old, entry):
                yield old.id

    def is_by_one_hand(self) -> bool:
        """Tell whether every entry was made under one name and through one channel."""
        return len({(entry.by.name, entry.by.channel) for entry in self.entries}) == 1

    def latest(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return those that no other of them came after; several where branches met."""
        among = tuple(entries)
        seen = 0
        for entry in among:
            seen |= self._past[entry.id]
        return tuple(entry for entry in among if not seen >> self._bit[entry.id] & 1)

    def heads(self) -> dict[str, str]:
        """Return what a new entry follows: the entries nothing follows yet, with their digests."""
        return {entry.id: entry.digest for entry in self.latest(self.entries)}

    def get(self, entry_id: str) -> Entry | None:
        """Return the entry with that id."""
        at = bisect_left(self.entries, entry_id, key=lambda entry: entry.id)
        return self.entries[at] if at < len(self.entries) and self.entries[at].id == entry_id else None


def read_history(entries: Iterable[Entry], *, plan: str, damage: Iterable[Damage] = ()) -> History:
    """Order a heap of entries causally; whatever proves nothing is left out and reported as damage."""
    found = list(damage)
    kept: dict[str, Entry] = {}
    digests: dict[str, str] = {}
    clashing: set[str] = set()
    # Of two copies the one whose signature was verified comes last and stays, in whatever order they came.
    for _, digest, _, entry in sorted(map(_arrival, entries), key=lambda arrival: arrival[:3]):
        if entry.plan != plan:
            found.append(Damage(f"Entry `{entry.id}` belongs to plan `{entry.plan}`", entry=entry.id))
        elif digests.setdefault(entry.id, digest) != digest:
            clashing.add(entry.id)
        else:
            kept[entry.id] = entry
    for entry_id in clashing:
        found.append(Damage(f"Two different entries share the id `{entry_id}`", entry=entry_id))
        del kept[entry_id], digests[entry_id]
    links, broken = _check_links(kept, digests)
    ordered = _in_causal_order(links)
    bit = {entry_id: number for number, entry_id in enumerate(ordered)}
    past: dict[str, int] = {}
    for entry_id in ordered:
        past[entry_id] = 0
        for target in links[entry_id]:
            past[entry_id] |= past[target] | 1 << bit[target]
    return History(tuple(kept.values()), _unique([*found, *broken]), past, bit)


def _arrival(entry: Entry) -> tuple[str, str, str, Entry]:
    return entry.id, entry.digest, entry.signer, entry


def _unique(found: list[Damage]) -> tuple[Damage, ...]:
    return tuple(sorted(set(found), key=lambda d: (d.entry, d.place, d.message)))


def _check_links(
    kept: dict[str, Entry], digests: dict[str, str]
) -> tuple[dict[str, list[str]], list[Damage]]:
    """Return what each entry follows by digest, and the links that lead to nothing or to something else."""
    links: dict[str, list[str]] = {}
    broken: list[Damage] = []
    for entry in kept.values():
        links[entry.id] = []
        for target, digest in entry.follows.items():
            if target not in digests:
                broken.append(Damage(f"Entry `{target}` is gone, but `{entry.id}` follows it", entry=target))
            elif digests[target] != digest:
                broken.append(
                    Damage(f"Entry `{target}` is not the one that `{entry.id}` follows", entry=target)
                )
            else:
                links[entry.id].append(target)
    return links, broken


def _in_causal_order(links: dict[str, list[str]]) -> list[str]:
    """Kahn's order. It reaches every entry: on a circle each digest would have to contain itself."""
    waiting = {entry_id: len(targets) for entry_id, targets in links.items()}
    followers: dict[str, list[str]] = {entry_id: [] for entry_id in links}
    for entry_id, targets in links.items():
        for target in targets:
            followers[target].append(entry_id)
    ordered = [entry_id for entry_id, count in waiting.items() if not count]
    for entry_id in ordered:  # grows while it is read
        for follower in followers[entry_id]:
            waiting[follower] -= 1
            if not waiting[follower]:
                ordered.append(follower)
    return ordered
