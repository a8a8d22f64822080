"""The last writes of a plan and the texts they displaced, so that one command takes a write back.

Restoring is a new write like any other, made by the caller; this module only remembers.
"""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from shlex import quote
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Refused, Unreadable
from groundplan.plan.late_regex import late_regex
from groundplan.store import system
from groundplan.store.failures import outside
from groundplan.store.layout import UNDO, is_plan_id, undo_folder
from groundplan.store.recovery import read_copy
from groundplan.store.sealed import read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.store.intent import Intent
    from groundplan.store.paths import Folder

KEPT_WRITES = 50
_RECORD = late_regex(r"([0-9]{1,18})-[0-9a-f]{16}\.json\Z")


@dataclass(frozen=True, slots=True)
class WrittenDocument:
    """A document's digests before and after a write; None where it was not there."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Write:
    """One write that was acknowledged: what it did, under which label, and which write it took back."""

    id: str
    number: int
    plan: str
    label: str
    documents: tuple[WrittenDocument, ...] = ()
    entries: tuple[str, ...] = ()
    undoes: str = ""

    @property
    def is_move(self) -> bool:
        """Whether documents only went from one path to another."""
        return any(document.after is None for document in self.documents)


def writes(folder: Folder, plan_id: str) -> tuple[Write, ...]:
    """Return the remembered writes, newest first; the order is their number, never a clock."""
    where = undo_folder(plan_id)
    found = []
    with outside(f"read `{where}`"):
        for name in folder.names(where):
            with contextlib.suppress(Refused, Unreadable, ValueError, KeyError, TypeError):
                record = read_record(folder, f"{where}/{name}")
                if record is not None:
                    found.append(_parse(record))
    return tuple(sorted(found, key=lambda write: -write.number))


def last_write(folder: Folder, plan_id: str) -> Write | None:
    """Return the newest write that changed a document, is no undo and was not undone."""
    return next(iter(writes_in_force(folder, plan_id)), None)


def writes_in_force(folder: Folder, plan_id: str) -> tuple[Write, ...]:
    """Return the writes that changed a document, are no undo and were not undone, newest first."""
    known = writes(folder, plan_id)
    undone = {write.undoes for write in known if write.undoes}
    return tuple(each for each in known if each.documents and not each.undoes and each.id not in undone)


def before_image(folder: Folder, document: WrittenDocument) -> bytes | None:
    """Return a document's bytes before a write, None where it was not there."""
    if document.before is None:
        return None
    data = read_copy(folder, document.before)
    if data is None:
        raise NotFound(
            f"The text of `{document.path}` before the write is no longer saved here",
            hint=f"Look in git instead: `git log -p -- {quote(document.path)}`",
        )
    return data


def record_write(folder: Folder, intent: Intent) -> None:
    """Remember a write; doing it twice remembers it once."""
    if not intent.plan or is_recorded(folder, intent):
        return
    where = undo_folder(intent.plan)
    numbers = _numbers(folder, where)
    number = max(numbers, default=0) + 1
    write_record(
        folder,
        f"{where}/{number:08d}-{intent.id}.json",
        {
            "id": intent.id,
            "number": number,
            "plan": intent.plan,
            "label": intent.label,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "documents": [[swap.path, swap.before, swap.after] for swap in intent.swaps],
            "entries": list(intent.entries),
            "undoes": intent.undoes,
        },
    )
    for old, name in sorted(numbers.items())[: -KEPT_WRITES + 1]:
        assert old < number
        with folder.slot(f"{where}/{name}", write=True) as slot:
            system.remove(slot)


def forget_write(folder: Folder, intent: Intent) -> None:
    """Forget a write that was taken back before it was acknowledged."""
    if not intent.plan:
        return
    where = undo_folder(intent.plan)
    for name in folder.names(where):
        if name.endswith(f"-{intent.id}.json"):
            with folder.slot(f"{where}/{name}", write=True) as slot:
                system.remove(slot)


def is_recorded(folder: Folder, intent: Intent) -> bool:
    """Tell whether the write is remembered already."""
    if not intent.plan:
        return False
    return any(name.endswith(f"-{intent.id}.json") for name in folder.names(undo_folder(intent.plan)))


def referenced_digests(folder: Folder) -> frozenset[str]:
    """Return the digests of all texts that some remembered write may need again."""
    plans = [name for name in folder.names(UNDO) if is_plan_id(name)]
    documents = [each for plan in plans for write in writes(folder, plan) for each in write.documents]
    return frozenset(digest for each in documents for digest in (each.before, each.after) if digest)


def _numbers(folder: Folder, where: str) -> dict[int, str]:
    found = [(_RECORD.match(name), name) for name in folder.names(where)]
    return {int(match[1]): name for match, name in found if match}


def _parse(record: Mapping[str, Any]) -> Write:
    return Write(
        id=str(record["id"]),
        number=int(record["number"]),
        plan=str(record["plan"]),
        label=str(record["label"]),
        documents=tuple(WrittenDocument(*each) for each in record["documents"]),
        entries=tuple(map(str, record["entries"])),
        undoes=str(record["undoes"]),
    )
