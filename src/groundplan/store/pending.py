"""What becomes of a committed write: finished, or taken back whole where a person's text is in its way.

The writer itself and whoever comes after its death go through the same functions.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from groundplan.plan.errors import Refused, Unavailable, Unreadable
from groundplan.plan.late_regex import late_regex
from groundplan.store import recovery, staging, system
from groundplan.store.change import Notice
from groundplan.store.displaced import sweep_displaced
from groundplan.store.failures import outside
from groundplan.store.intent import drop_intent, is_pending, read_intent, set_intent_aside
from groundplan.store.layout import DISPLACED, LARGEST_COPY, STAGE
from groundplan.store.lock import LOCK_TIMEOUT, held
from groundplan.store.paths import kind_of
from groundplan.store.swap import Conflict, Step, digest_at, ready, rescue, swap
from groundplan.store.undo import forget_write, is_recorded, record_write

if TYPE_CHECKING:
    from groundplan.store.intent import Intent
    from groundplan.store.paths import Folder

_DOCUMENT_STEP = late_regex(r"[0-9a-f]{16}\.[0-9]+\.")


def settle(folder: Folder, *, timeout: float = LOCK_TIMEOUT) -> tuple[Notice, ...]:
    """Finish or take back what a killed writer left; where nothing is left this is three looks and no lock.

    A tree that cannot be written is no reason not to read it: the waiting write is reported as `pending`.
    """
    waits = True
    try:
        with outside("finish an interrupted write"):
            waits = is_pending(folder)
            if not (waits or folder.names(STAGE) or folder.names(DISPLACED)):
                return ()
            with held(folder, "settle", timeout=timeout):
                return settle_locked(folder)
    except Unavailable as error:
        return (Notice("pending", f"A write waits to be finished. {error.message}"),) if waits else ()


def settle_locked(folder: Folder) -> tuple[Notice, ...]:
    """Do what `settle` promises for a caller that holds the lock."""
    notices: list[Notice] = []
    try:
        intent = read_intent(folder)
    except (Refused, Unreadable) as error:
        intent = None
        kept = (set_intent_aside(folder), *_keep_stage(folder))
        notices.append(Notice("foreign", f"{error.message}; it was not obeyed", kept))
    if intent is not None:
        notices.append(_resume(folder.allowing(each.path for each in intent.swaps), intent))
    sweep_stage(folder)
    late = sweep_displaced(folder)
    if late:
        notices.append(Notice("late", "An editor saved into a file that had just been replaced", late))
    return tuple(notices)


def finish(folder: Folder, intent: Intent) -> None:
    """Carry a committed write out, whatever part of it is done; `Conflict` where a person was quicker."""
    for number, each in enumerate(intent.swaps):
        now = digest_at(folder, each.path)
        if now == each.after:
            continue
        if now != each.before:
            raise Conflict(each.path, "was changed by somebody else meanwhile")
        step = Step(each.path, each.before, each.after, intent.stage_path(number, "new"), each.mode)
        ready(folder, step)
        swap(folder, step)
    _account(folder, intent)


def take_back(folder: Folder, intent: Intent) -> tuple[str, ...]:
    """Undo whatever of a write is on disk, leave a person's later text alone, and return copies of it."""
    staging.take_files(folder, reversed(intent.files))
    forget_write(folder, intent)
    kept = list(_rescue_stage(folder, intent))
    for number, each in reversed(list(enumerate(intent.swaps))):
        if digest_at(folder, each.path) != each.after:
            continue
        step = Step(each.path, each.after, each.before, intent.stage_path(number, "back"), each.mode)
        try:
            _fetch_displaced(folder, intent, number, step)
            ready(folder, step)
            swap(folder, step)
        except Conflict as conflict:
            kept += conflict.kept
        except Refused:
            pass  # its folder is a link by now: whatever is there is not ours to touch
    drop_intent(folder)
    sweep_stage(folder)
    return tuple(dict.fromkeys(kept))


def sweep_stage(folder: Folder) -> None:
    """Clear what killed writers left on the stage; only under the lock, and never while an intent stands."""
    for name in folder.names(STAGE):
        path = f"{STAGE}/{name}"
        with (
            folder.slot(path, write=True) as slot,
            contextlib.suppress(Refused, Unreadable, FileNotFoundError),
        ):
            if _DOCUMENT_STEP.match(name):
                # All that ever stands here is a text that has a copy; if not, this is the moment to save it.
                recovery.adopt(folder, path)
            if kind_of(slot) != "a folder":
                system.remove(slot)


def _account(folder: Folder, intent: Intent) -> None:
    """Add the entries, the turns and the undo record, then end the write."""
    staging.add_files(folder, intent.files)
    record_write(folder, intent)
    drop_intent(folder)


def _resume(folder: Folder, intent: Intent) -> Notice:
    name = f"The interrupted `{intent.label}` of plan `{intent.plan}`"
    kept: tuple[str, ...] = ()
    try:
        kept = _rescue_stage(folder, intent)
        # Entries come last: one on disk says that every document was in place and seen to be.
        if _is_accounted(folder, intent):
            _account(folder, intent)
            return Notice("completed", f"{name} was finished", kept)
        if not kept:
            finish(folder, intent)
            return Notice("completed", f"{name} was finished")
        reason = "a document was saved by somebody else"
    except Conflict as conflict:
        kept, reason = (*kept, *conflict.kept), str(conflict)
    except Refused as refused:
        reason = refused.message
    kept = (*kept, *take_back(folder, intent), *_keep_ours(folder, intent))
    return Notice("dropped", f"{name} was dropped: {reason}", tuple(dict.fromkeys(kept)))


def _is_accounted(folder: Folder, intent: Intent) -> bool:
    if is_recorded(folder, intent):
        return True
    return any(staging.is_there(folder, path, data) for path, data in intent.files)


def _rescue_stage(folder: Folder, intent: Intent) -> tuple[str, ...]:
    kept: list[str] = []
    for name in folder.names(STAGE):
        owner, _, rest = name.partition(".")
        number = rest.partition(".")[0]
        if owner == intent.id and number.isdecimal() and int(number) < len(intent.swaps):
            each = intent.swaps[int(number)]
            with folder.slot(f"{STAGE}/{name}", write=True) as staged:
                kept += rescue(folder, staged, each.path, {each.before, each.after})
    return tuple(kept)


def _fetch_displaced(folder: Folder, intent: Intent, number: int, step: Step) -> None:
    """Stage the very file that was displaced: that needs no space, which a full disk has none of."""
    for name in folder.names(DISPLACED):
        if step.put and name.startswith(f"{step.put}.{intent.id}.{number}."):
            source = f"{DISPLACED}/{name}"
            if digest_at(folder, source) == step.put:
                with folder.slot(source, write=True) as old, folder.slot(step.staged, write=True) as new:
                    system.rename_over(old, new)
                return


def _keep_stage(folder: Folder) -> list[str]:
    kept = []
    for name in folder.names(STAGE):
        with contextlib.suppress(Refused, Unreadable, FileNotFoundError):
            data = folder.read(f"{STAGE}/{name}", limit=LARGEST_COPY)
            kept.append(recovery.keep(folder, data, document="", reason="left by an unknown write"))
    return kept


def _keep_ours(folder: Folder, intent: Intent) -> list[str]:
    kept = []
    for each in intent.swaps:
        data = recovery.read_copy(folder, each.after) if each.after else None
        if data is not None:
            kept.append(
                recovery.keep(folder, data, document=each.path, reason=f"not saved by {intent.label}")
            )
    return kept
