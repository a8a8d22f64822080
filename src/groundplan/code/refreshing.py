"""Bringing the records up to the disk: only what changed is read, only new texts are outlined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.extracting import read_outline
from groundplan.code.files import OUTLINE_LIMIT
from groundplan.code.languages import PLAIN, language_of
from groundplan.code.records import Place, Record
from groundplan.code.stored_outline import pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.files import Worktree
    from groundplan.code.records import Records

_TOO_LONG = f"has no outline: it is larger than {OUTLINE_LIMIT >> 10} KB"


@dataclass(slots=True)
class Counts:
    """What a refresh did."""

    files: int = 0
    hashed: int = 0
    extracted: int = 0
    gone: int = 0


def outline_record(key: bytes, language: str, text: bytes) -> Record:
    """Return the record of a text; a reader that fails costs the outline, never more."""
    if language == PLAIN:
        return Record(key, language)
    if len(text) > OUTLINE_LIMIT:
        return Record(key, language, reason=_TOO_LONG)
    try:
        outline = read_outline(language, text)
    except Exception as error:  # noqa: BLE001  (whatever a text does to its reader, the others are read)
        return Record(
            key, language, reason=f"has no outline: its reader failed: {type(error).__name__}: {error}"
        )
    definitions, rest = pack(outline)
    names = tuple({each.name for each in outline.definitions})
    return Record(key, language, definitions, rest, names)


def read_place(records: Records, tree: Worktree, path: str, counts: Counts) -> tuple[Place, bytes]:
    """Read one file and see that its text is on record; the caller holds the database for writing."""
    read = tree.read(path)
    counts.hashed += 1
    if read.reason:
        return Place(None, read.reason, read.stamp), b""
    language = language_of(path, read.text)
    number = records.find_text(read.key, language)
    if number is None:
        number = records.add_text(outline_record(read.key, language, read.text), read.text)
        counts.extracted += 1
    return Place(number, "", read.stamp), read.text


def changed_paths(tree: Worktree, listed: Sequence[str], known: dict[str, Place]) -> Iterator[str]:
    """Return the paths whose file is not as it was when it was last read."""
    for path in listed:
        stamp = tree.stamp(path)
        before = known.get(path)
        if isinstance(stamp, str):
            if before is None or before.reason != stamp:
                yield path
        elif before is None or before.stamp != stamp:
            yield path
