"""Promises and talk of a plan as its files hold them; damage is reported, never repaired, never guessed."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import ENTRY_VERSION, digest_text, read_entry
from groundplan.plan.errors import GroundplanError, Refused, Unreadable
from groundplan.store.failures import explain, outside
from groundplan.store.layout import (
    LARGEST_ENTRY,
    LARGEST_LEDGER,
    LARGEST_LEDGERS,
    LARGEST_TURN,
    LEDGER,
    MOST_ENTRIES,
    MOST_ENTRIES_IN_ALL,
    entry_path,
    entry_paths,
    is_plan_id,
    ledger_folder,
    shown,
    talk_paths,
)
from groundplan.store.paths import read_slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.plan.entry import Entry
    from groundplan.store.paths import Folder, Slot


@dataclass(frozen=True, slots=True)
class Damage:
    """Something wrong with a file of the ledger.

    Kinds: `torn`, `altered`, `newer`, `special` (no plain file), `misnamed`, `foreign` (another plan's),
    `twice` (an id used again for something else), `missing` and `replaced` (a survivor follows what is gone).
    """

    place: str
    message: str
    kind: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The sound entries of a plan, sorted by id, and what is wrong with the rest."""

    entries: tuple[Entry, ...] = ()
    damage: tuple[Damage, ...] = ()


def list_plan_ids(folder: Folder) -> tuple[str, ...]:
    """Return the ids of all plans that have a ledger here."""
    with outside(f"read `{LEDGER}`"):
        ids = tuple(name for name in folder.names(LEDGER) if is_plan_id(name))
    _demand_bounds(folder, ids)
    return ids


def _demand_bounds(folder: Folder, ids: Iterable[str]) -> None:
    """Refuse ledgers that would take minutes to read, before the first is read."""
    count = size = 0
    for plan_id in ids:
        # what is no folder, or gone by now, is for whoever reads it to say
        with contextlib.suppress(OSError, GroundplanError), folder.slots(ledger_folder(plan_id)) as slots:
            count += len(slots)
            size += sum(map(_size, slots))
        if count > MOST_ENTRIES_IN_ALL or size > LARGEST_LEDGERS:
            raise Unreadable(
                f"The ledgers in `{LEDGER}` hold more than {MOST_ENTRIES_IN_ALL:,} entries or "
                f"{LARGEST_LEDGERS // 1_000_000} MB, which is too much to read",
                hint=f"See where they came from: `git log --stat -- {LEDGER}`",
                place=ledger_folder(plan_id),
            )


def has_entries(folder: Folder, plan_id: str) -> bool:
    """Tell whether anything is recorded of a plan: a full disk may leave an empty folder behind."""
    with outside(f"read `{ledger_folder(plan_id)}`"):
        return bool(folder.names(ledger_folder(plan_id)))


def read_ledger(folder: Folder, plan_id: str) -> Ledger:
    """Return every entry that is what it was when it was written, and a `Damage` for all else."""
    read: list[tuple[str, Entry]] = []
    damage: list[Damage] = []
    where = ledger_folder(plan_id)
    size = 0
    with outside(f"read `{where}`"), folder.slots(where) as slots:
        for slot in slots:
            if slot.path.endswith(".json"):
                size += _size(slot)
                if size > LARGEST_LEDGER or len(read) >= MOST_ENTRIES:
                    is_large = size > LARGEST_LEDGER
                    most = f"{LARGEST_LEDGER // 1_000_000} MB" if is_large else f"{MOST_ENTRIES:,} entries"
                    damage.append(Damage(where, f"The ledger `{where}` holds more than {most}", "special"))
                    break
                found = _read(slot)
                if isinstance(found, Damage):
                    damage.append(found)
                else:
                    read.append((shown(slot.path), found))
    entries = _sort_out(read, plan_id, damage)
    places = {entry.id: path for path, entry in read if entries.get(entry.id) is entry}
    missed = _missing(entries.values(), {each.place for each in damage}, places, plan_id)
    damage += missed
    # Which of two entries that contradict each other was forged cannot be told here, so the one that is not
    # as a follower saw it proves nothing: promises may get fewer by this, never more.
    replaced = {each.place for each in missed if each.kind == "replaced"}
    sound = (entry for id_, entry in sorted(entries.items()) if places[id_] not in replaced)
    return Ledger(tuple(sound), tuple(sorted(damage, key=lambda each: (each.place, each.kind, each.message))))


def _size(slot: Slot) -> int:
    return os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_size


def _read(slot: Slot) -> Entry | Damage:
    text, place = "", shown(slot.path)
    try:
        text = read_slot(slot, limit=LARGEST_ENTRY).decode()
        return read_entry(text, place=place)
    except OSError as error:
        return Damage(place, explain(error, f"read ledger entry `{place}`").message, "special")
    except Refused as error:
        return Damage(place, error.message, "special")
    except UnicodeDecodeError:
        return Damage(place, f"Ledger entry `{place}` is torn: it is not UTF-8 text", "torn")
    except Unreadable as error:
        # The message may quote what the file holds, and the file may come from anywhere.
        return Damage(place, shown(error.message, limit=600), _kind(text))


def _kind(text: str) -> str:
    """Say what makes a text unreadable as an entry."""
    try:
        data = json.loads(text)
        version = data["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "torn"
    return "newer" if isinstance(version, int) and version > ENTRY_VERSION else "altered"


def _sort_out(read: Iterable[tuple[str, Entry]], plan_id: str, damage: list[Damage]) -> dict[str, Entry]:
    """Return the entries that belong where they stand, by id."""
    entries: dict[str, Entry] = {}
    strays: list[tuple[str, Entry]] = []
    for path, entry in read:
        if entry.plan != plan_id:
            message = f"Ledger entry `{path}` was copied from another plan, `{shown(entry.plan)}`"
            damage.append(Damage(path, message, "foreign"))
        elif path not in entry_paths(plan_id, entry.id) or entries.setdefault(entry.id, entry) != entry:
            strays.append((path, entry))
    for path, entry in strays:
        real = entries.get(entry.id)
        if real is not None and real.digest != entry.digest:
            message = f"Ledger entry `{path}` uses the id `{shown(entry.id)}` again for something else"
            damage.append(Damage(path, message, "twice"))
        else:
            message = f"Ledger entry `{path}` is not under its own name, `{shown(entry.id)}`"
            damage.append(Damage(path, message, "misnamed"))
    return entries


def _missing(
    entries: Iterable[Entry], reported: set[str], places: Mapping[str, str], plan_id: str
) -> list[Damage]:
    """Return a damage for each entry that a survivor follows and that is gone or another one now."""
    known = {entry.id: entry for entry in entries}
    found: dict[tuple[str, str], Damage] = {}
    for entry in known.values():
        for id_, digest in entry.follows.items():
            there = known.get(id_)
            if there is not None and there.digest == digest:
                continue
            if there is not None:
                message = f"Ledger entry `{id_}` is not the one that `{entry.id}` follows: it was replaced"
                found.setdefault((id_, digest), Damage(places[id_], message, "replaced"))
            elif reported.isdisjoint(entry_paths(plan_id, id_)):
                message = f"Ledger entry `{id_}` is missing: `{entry.id}` follows it"
                found.setdefault((id_, ""), Damage(entry_path(plan_id, id_), message, "missing"))
    return list(found.values())


# The words of the conversation, apart from the plan; the ledger has their digests, so changes are seen.


@dataclass(frozen=True, slots=True)
class TurnText:
    """A turn's words; None where they are not here, which is no damage: talk is local unless shared."""

    text: str | None
    damage: Damage | None = None


def read_turn(folder: Folder, plan_id: str, turn_id: str, digest: str) -> TurnText:
    """Return the words of a turn if they are those the ledger knows, wherever the policy has put them."""
    damage: Damage | None = None
    places = (talk_paths(plan_id, turn_id, policy) for policy in ("local", "committed"))
    for path in itertools.chain.from_iterable(places):
        with outside(f"read `{path}`"):
            try:
                text = folder.read(path, limit=LARGEST_TURN).decode("utf-8", "surrogatepass")
            except FileNotFoundError:
                continue
            except (Refused, Unreadable) as error:
                damage = Damage(path, error.message, "special")
                continue
            except UnicodeDecodeError:
                damage = Damage(path, f"Turn `{path}` is not UTF-8 text", "torn")
                continue
        # git may have changed the line ends of a committed turn on the way.
        for spelling in (text, text.replace("\r\n", "\n")):
            if digest_text(spelling) == digest:
                return TurnText(spelling)
        damage = Damage(path, f"Turn `{path}` does not hold the words the ledger knows", "altered")
    return TurnText(None, damage)
