"""The one file that decides whether a write happens: once it is on disk the write will be finished."""

from __future__ import annotations

import base64
import contextlib
import os
from typing import TYPE_CHECKING, Any, cast

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused, Unreadable
from groundplan.plan.late_regex import late_regex
from groundplan.store import system
from groundplan.store.layout import (
    INTENT,
    LEDGER,
    RECOVERY,
    STAGE,
    check_place,
    entry_paths,
    is_plan_id,
    read_entry_name,
    shown,
    talk_paths,
)
from groundplan.store.paths import kind_of
from groundplan.store.sealed import choose_time, read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.store.paths import Folder

_ID = late_regex(r"[0-9a-f]{16}")
_DIGEST = late_regex(r"[0-9a-f]{64}")
_PLAIN_MODE = 0o777


@dataclass(frozen=True, slots=True)
class Swap:
    """One document's way: the digests before and after (None: not there), and its mode."""

    path: str
    before: str | None
    after: str | None
    mode: int | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """Everything needed to finish a write, or to take it back, by somebody who knows nothing else."""

    id: str
    plan: str
    label: str
    swaps: tuple[Swap, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    undoes: str = ""

    def stage_path(self, number: int, step: str) -> str:
        """Return the path on the stage for one document's step; the id in it tells whose it is."""
        return f"{STAGE}/{self.id}.{number}.{step}"

    @property
    def entries(self) -> tuple[str, ...]:
        """Return the ids of the entries that the write adds."""
        paths = (path for path, _ in self.files if path.startswith(f"{LEDGER}/"))
        return tuple(read_entry_name(path.rpartition("/")[2]) for path in paths)


def make_id() -> str:
    """Return a new random id for a write."""
    return os.urandom(8).hex()


def write_intent(folder: Folder, intent: Intent) -> None:
    """Commit: when this returns the write will happen, whatever becomes of this process."""
    write_record(
        folder,
        INTENT,
        {
            "id": intent.id,
            "plan": intent.plan,
            "label": intent.label,
            "swaps": [[swap.path, swap.before, swap.after, swap.mode] for swap in intent.swaps],
            "files": [[path, base64.b64encode(data).decode()] for path, data in intent.files],
            "undoes": intent.undoes,
        },
        when=choose_time(),
    )


def read_intent(folder: Folder) -> Intent | None:
    """Return the pending write; None where there is none; `Refused` or `Unreadable` for one not ours."""
    record = read_record(folder, INTENT, is_dated=True)
    if record is None:
        return None
    try:
        return _parse(record)
    except (ValueError, KeyError, TypeError) as error:
        raise Unreadable(f"Record `{INTENT}` makes no sense: {shown(str(error))}", place=INTENT) from error


# What is obeyed is held against all that a write can be, whoever sealed it.


def _parse(record: Mapping[str, Any]) -> Intent:
    plan, label = record["plan"], record["label"]
    swaps = tuple(_swap(*each) for each in record["swaps"])
    if not isinstance(label, str) or not isinstance(plan, str) or (plan and not is_plan_id(plan)):
        raise ValueError("it names no plan")
    if len({each.path for each in swaps}) < len(swaps):
        raise ValueError("it changes a document twice")
    return Intent(
        id=_id(record["id"]),
        plan=plan,
        label=shown(label),
        swaps=swaps,
        files=tuple(_file(plan, path, data) for path, data in record["files"]),
        undoes=_id(record["undoes"]) if record["undoes"] else "",
    )


def _id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise ValueError("its id is none")
    return value


def _swap(path: object, before: object, after: object, mode: object) -> Swap:
    texts = [each for each in (before, after) if isinstance(each, str) and _DIGEST.fullmatch(each)]
    if not isinstance(path, str) or len(texts) + [before, after].count(None) != 2 or not texts:
        raise ValueError("it changes no document")
    if mode is not None and (type(mode) is not int or not 0 <= mode <= _PLAIN_MODE):
        raise ValueError("a document has no such mode")
    check_place(path)
    return Swap(path, cast("str | None", before), cast("str | None", after), mode)


def _file(plan: str, path: object, data: object) -> tuple[str, bytes]:
    """Return an entry of the plan or a turn of its talk."""
    if not isinstance(path, str) or not isinstance(data, str):
        raise TypeError("a file is none")
    entry = read_entry_name(path.rpartition("/")[2].partition(".")[0])
    turns = (*talk_paths(plan, entry, "local"), *talk_paths(plan, entry, "committed"))
    if path not in (*entry_paths(plan, entry), *turns):
        raise ValueError(f"`{path}` is no entry of the plan and no turn of its talk")
    return path, base64.b64decode(data, validate=True)


def drop_intent(folder: Folder) -> None:
    """End the write, done or taken back."""
    with folder.slot(INTENT, write=True) as slot:
        system.remove(slot)
        # All that the write did is on disk already. Should a power cut bring the intent back, finishing it
        # again changes nothing, so a failure to make the removal durable is no failure of the write.
        with contextlib.suppress(OSError):
            system.sync_folder(slot)


def set_intent_aside(folder: Folder) -> str:
    """Move an intent that is not ours out of the way, unobeyed, and return where it is."""
    path = f"{RECOVERY}/intent-{os.urandom(8).hex()}.refused"
    with folder.slot(INTENT, write=True) as source, folder.slot(path, write=True) as target:
        try:
            system.rename_over(source, target)
        except FileNotFoundError:
            raise Refused(f"`{INTENT}` is gone") from None
        system.sync_folder(source)
    return path


def is_pending(folder: Folder) -> bool:
    """Tell at the cost of one look whether a write waits to be finished."""
    try:
        with folder.slot(INTENT) as slot:
            return kind_of(slot) != "missing"
    except FileNotFoundError:
        return False
