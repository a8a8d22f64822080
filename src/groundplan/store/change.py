"""What a caller wants written together, and what came of it."""

from __future__ import annotations

import json
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import read_entry
from groundplan.plan.errors import Misused, Refused, Unreadable
from groundplan.store.layout import (
    LARGEST_DOCUMENT,
    LARGEST_ENTRY,
    LARGEST_TURN,
    check_place,
    entry_path,
    talk_paths,
)
from groundplan.store.recovery import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.entry import Entry


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A document's new bytes (None: delete it) over the digest the caller saw (None: it must not exist).

    Bytes equal to the seen ones change nothing, but the write then stands only if the document does.
    """

    rel: str
    seen_digest: str | None
    new: bytes | None
    moved_from: str = ""  # the document of this change that it was, whose mode it keeps

    @property
    def new_digest(self) -> str | None:
        """Return the digest the document will have."""
        return None if self.new is None else digest_bytes(self.new)


@dataclass(frozen=True, slots=True)
class Change:
    """Documents in their order, entries and turn texts that are written together or not at all."""

    plan_id: str
    documents: Sequence[DocumentChange] = ()
    entries: Sequence[Entry] = ()
    talk: Sequence[tuple[str, str]] = ()  # turn id, text
    label: str = "write"
    talk_policy: str = "local"  # or "committed"
    undoes: str = ""  # the id of the write that this one takes back
    ledger: frozenset[str] | None = None  # names of all its files, where it stands only if none is added
    keeps_refused: bool = True  # off for callers that make their text anew from what is there and try again

    def files(self) -> tuple[tuple[str, bytes], ...]:
        """Return the files that are added and never change: entries first, as they account for the rest."""
        entries = ((entry_path(self.plan_id, entry.id), entry.to_json().encode()) for entry in self.entries)
        turns = (
            (talk_paths(self.plan_id, turn, self.talk_policy)[0], text.encode("utf-8", "surrogatepass"))
            for turn, text in self.talk
        )
        return (*entries, *turns)


@dataclass(frozen=True, slots=True)
class Notice:
    """What a person should know.

    Kinds: `completed`, `dropped`, `foreign`, `ignored`, `late`, `outdated`, `pending`, `promoted`.
    """

    kind: str
    message: str
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """What stands on disk now: the write's id, each document's digest, and what was noticed on the way."""

    id: str
    digests: Mapping[str, str | None] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()


def check_change(change: Change) -> None:
    """Refuse a change that could not be read back or is not the store's to make."""
    paths = [document.rel for document in change.documents]
    for document in change.documents:
        _check_document(document)
    for path in paths:
        if paths.count(path) > 1:
            raise Misused(f"Document `{path}` is changed twice in one write")
    for entry in change.entries:
        _check_entry(entry, change.plan_id)
    if change.talk_policy not in {"local", "committed"}:
        raise Misused(f"Talk policy `{change.talk_policy}` is neither `local` nor `committed`")
    for turn, text in change.talk:
        if len(text) > LARGEST_TURN // 4:  # a letter has at most four bytes
            raise Refused(f"Turn `{turn}` is longer than {LARGEST_TURN // 4} letters")


def _check_document(document: DocumentChange) -> None:
    check_place(document.rel)
    if document.new is not None and len(document.new) > LARGEST_DOCUMENT:
        raise Refused(
            f"`{document.rel}` would be {len(document.new) / 1e6:.1f} MB; documents have at most "
            f"{LARGEST_DOCUMENT / 1e6:.0f} MB",
            hint="Split it, or move large material to a file that the plan cites",
        )
    if document.new is None and document.seen_digest is None:
        raise Misused(f"Document `{document.rel}` can be neither absent nor deleted twice")


def _check_entry(entry: Entry, plan_id: str) -> None:
    if entry.plan != plan_id:
        raise Misused(f"Entry `{entry.id}` belongs to plan `{entry.plan}`, not to `{plan_id}`")
    try:
        data = entry.to_json().encode()
        json.dumps(entry.body, allow_nan=False)  # a number that equals nothing cannot be compared later
        if len(data) > LARGEST_ENTRY:
            raise ValueError(f"it is larger than {LARGEST_ENTRY / 1e6:.0f} MB")
        if read_entry(data.decode(), place=entry.id).digest != entry.digest:
            raise ValueError("it reads back as another entry")
    except (ValueError, TypeError, Unreadable) as error:
        raise Misused(f"Entry `{entry.id}` cannot be written: {error}") from error
