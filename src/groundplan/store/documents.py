"""Reading a plan's documents as they are, and saving them so that no text of anybody is ever lost.

Acknowledged is durable; not acknowledged is whole or absent, never half. The order: lock, look whether all is
as the caller saw it, copies of old and new texts, the intent (the one commit point), the documents in their
order, the entries, the turns, the undo record. On Windows a folder's names cannot be flushed, so a power cut
there may undo the last write; a crash of the process may not.
"""

from __future__ import annotations

import contextlib
import os
from shlex import quote
from typing import TYPE_CHECKING, NoReturn

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, NotFound, Refused, Unavailable
from groundplan.plan.hint import Hint, run
from groundplan.rules.secrets import find_secrets
from groundplan.store import recovery, staging
from groundplan.store.change import Saved, check_change
from groundplan.store.failures import explain, outside
from groundplan.store.intent import Intent, Swap, drop_intent, make_id, write_intent
from groundplan.store.layout import LARGEST_DOCUMENT, ledger_folder
from groundplan.store.lock import LOCK_TIMEOUT, held
from groundplan.store.paths import read_slot
from groundplan.store.pending import finish, settle_locked, sweep_stage, take_back
from groundplan.store.swap import Conflict, Step, ready
from groundplan.store.undo import referenced_digests

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.rules.secrets import Secret
    from groundplan.store.change import Change
    from groundplan.store.paths import Folder

_TRY_AGAIN = Hint("Look at what is there now (", run("diff"), "), then run the command again")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document as it was read, with the digest that a later save must name."""

    path: str
    data: bytes
    digest: str
    is_there: bool = True  # what only marks a folder may be gone


@dataclass(frozen=True, slots=True)
class _Found:
    data: bytes | None
    mode: int | None


def read_document(folder: Folder, rel: str, *, limit: int = LARGEST_DOCUMENT) -> Snapshot:
    """Return a document's bytes and digest; never through a link, never a pipe, never more than the limit."""
    with outside(f"read `{rel}`"):
        try:
            data = folder.read(rel, limit=limit)
        except FileNotFoundError:
            parent, _, name = rel.rpartition("/")
            known = folder.names(parent)
            raise NotFound(f"Document `{rel}` does not exist", name=name, known=known) from None
    return Snapshot(rel, data, recovery.digest_bytes(data))


def save(folder: Folder, change: Change, *, timeout: float = LOCK_TIMEOUT) -> Saved:
    """Write a change whole and durably, or raise and leave everything as it was, the caller's texts kept."""
    check_change(change)
    folder = folder.allowing(document.rel for document in change.documents)
    with outside(f"save `{change.label}`"), held(folder, change.label, timeout=timeout):
        notices = settle_locked(folder)
        found = {document.rel: _look(folder, document.rel) for document in change.documents}
        _compare(folder, change, found)
        intent = _plan(folder, change, found)
        if intent.swaps or intent.files:
            _prepare(folder, change, intent, found)
            _carry_out(folder, change, intent)
        if intent.id.endswith("00"):  # now and then is often enough
            with contextlib.suppress(OSError):
                recovery.prune(folder, referenced=referenced_digests(folder))
    return Saved(intent.id, {document.rel: document.new_digest for document in change.documents}, notices)


def _look(folder: Folder, path: str) -> _Found:
    try:
        with folder.slot(path) as slot:
            data = read_slot(slot, limit=LARGEST_DOCUMENT)
            mode = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_mode & 0o777
            return _Found(data, mode)
    except FileNotFoundError:
        return _Found(None, None)


def _compare(folder: Folder, change: Change, found: Mapping[str, _Found]) -> None:
    for document in change.documents:
        there = found[document.rel]
        now = None if there.data is None else recovery.digest_bytes(there.data)
        if now != document.seen_digest:
            why = _difference(document.seen_digest, now)
            raise _changed(folder, change, Conflict(document.rel, why))
        if there.mode is not None and not there.mode & 0o222 and document.new_digest != now:
            raise Unavailable(
                f"Document `{document.rel}` is write-protected", hint=f"`chmod u+w {quote(document.rel)}`"
            )
    if change.ledger is not None and change.ledger != list_ledger(folder, change.plan_id):
        raise Changed("An entry was added to the ledger meanwhile; nothing was written", hint="Look again")
    check_secrets(change, {path: there.data for path, there in found.items()})


def list_ledger(folder: Folder, plan_id: str) -> frozenset[str]:
    """Return the names of all files in a plan's ledger."""
    return frozenset(folder.names(ledger_folder(plan_id)))


def _difference(seen: str | None, now: str | None) -> str:
    if seen is None:
        return "is there already"
    return "was deleted or renamed meanwhile" if now is None else "was changed since it was read"


def _plan(folder: Folder, change: Change, found: Mapping[str, _Found]) -> Intent:
    """Say what is left to do: documents that change, files that are not there yet."""
    swapped = [each for each in change.documents if each.new_digest != each.seen_digest]
    return Intent(
        id=make_id(),
        plan=change.plan_id,
        label=change.label,
        swaps=tuple(
            Swap(each.rel, each.seen_digest, each.new_digest, found[each.moved_from or each.rel].mode)
            for each in swapped
        ),
        files=tuple(file for file in change.files() if not staging.is_there(folder, *file)),
        undoes=change.undoes,
    )


def _prepare(folder: Folder, change: Change, intent: Intent, found: Mapping[str, _Found]) -> None:
    """Put everything on disk that finishing or taking back will need, the intent last."""
    new = {each.rel: each.new for each in change.documents}
    texts = [text for swap in intent.swaps for text in (found[swap.path].data, new[swap.path])]
    try:
        recovery.keep_all(folder, [text for text in texts if text is not None])
        for number, swap in enumerate(intent.swaps):
            staged = intent.stage_path(number, "new")
            ready(folder, Step(swap.path, swap.before, swap.after, staged, swap.mode), new[swap.path])
        write_intent(folder, intent)
    except OSError:
        with contextlib.suppress(OSError):
            drop_intent(folder)
            sweep_stage(folder)
        raise


def _carry_out(folder: Folder, change: Change, intent: Intent) -> None:
    try:
        finish(folder, intent)
    except Conflict as conflict:
        conflict.kept = (*conflict.kept, *take_back(folder, intent))
        raise _changed(folder, change, conflict) from None
    except (OSError, Refused) as error:
        _give_up(folder, intent, error)


def _give_up(folder: Folder, intent: Intent, error: OSError | Refused) -> NoReturn:
    try:
        take_back(folder, intent)
    except OSError as second:
        failed = explain(second, f"save `{intent.label}`")
        raise Unavailable(
            f"{failed.message}, half way through; the next command finishes it or drops it whole",
            hint=failed.hint,
        ) from error
    raise error


def _changed(folder: Folder, change: Change, conflict: Conflict) -> Changed:
    """Make the error for a caller who was overtaken, with all texts kept that are not in a document now."""
    ours = []
    if change.keeps_refused:
        reason = f"not saved by {change.label}"
        ours = [
            recovery.keep(folder, each.new, document=each.rel, reason=reason)
            for each in change.documents
            if each.new is not None
        ]
    message = f"Document `{conflict.path}` {conflict.why}; nothing was written"
    if ours:
        message += f". Your text is saved in `{ours[0]}`"
    if conflict.kept:
        message += f". The other text is also saved in `{conflict.kept[0]}`"
    return Changed(message, hint=_TRY_AGAIN, kept=(*ours, *conflict.kept))


# The last door before the disk: no write brings a secret into a plan, its talk or its ledger.


def check_secrets(change: Change, before: Mapping[str, bytes | None]) -> None:
    """Refuse a change that brings a secret in; one that stood in the document before is no news."""
    if change.undoes:
        return
    for document in change.documents:
        if document.new is not None:
            old = before[document.rel] or b""
            _check(document.new.decode("utf-8", "replace"), document.rel, old.decode("utf-8", "replace"))
    for turn, text in change.talk:
        _check(text, f"turn {turn}")
    for entry in change.entries:
        for text in _words(entry.body):
            _check(text, f"entry {entry.id}")


def _check(text: str, place: str, before: str = "") -> None:
    found = list(_lines(text))
    known = {line for _, line in _lines(before)} if found else set()
    for secret, line in found:
        if line not in known:
            raise Refused(
                f"`{place}:{secret.line}:{secret.column}` holds a secret: {secret.kind}; nothing was written",
                hint="Name where the secret is kept instead, and revoke it if anybody could read it",
            )


def _words(value: object) -> Iterator[str]:
    """Give each text in an entry's body by itself: the names beside them are ours and no sign of a secret."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def _lines(text: str) -> Iterator[tuple[Secret, str]]:
    """Give each secret with the line it stands in, by which it is known again."""
    lines: list[str] | None = None
    for secret in find_secrets(text):
        lines = lines or text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        yield secret, lines[secret.line - 1].strip()
