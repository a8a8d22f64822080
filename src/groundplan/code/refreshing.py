"""Bringing the records up to the disk: only what changed is read, only new texts are outlined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.files import OUTLINE_LIMIT, key_of
from groundplan.code.generated import is_minified
from groundplan.code.languages import PLAIN, language_of
from groundplan.code.records import Place, Record
from groundplan.code.working import Job

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from groundplan.code.files import Read, Stamp, Worktree
    from groundplan.code.records import Records
    from groundplan.code.workers import Workers

_TOO_LONG = f"has no outline: it is larger than {OUTLINE_LIMIT >> 10} KB"
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
# Between two writes, so that neither memory nor the time another process waits for the database grows.
_MOST_BYTES, _MOST_FILES = 4 * 1024 * 1024, 1024


@dataclass(slots=True)
class Reading:
    """Files being read: their texts wait for outlines, then all that is ready is written in one go."""

    records: Records
    tree: Worktree
    workers: Workers
    on_progress: Callable[[int], None] | None = None
    hashed: int = 0
    extracted: int = 0
    _places: list[tuple[str, Place]] = field(default_factory=list)
    _ready: list[tuple[Record, bytes]] = field(default_factory=list)
    _size: int = 0
    # where a text that is not on record yet stands: in several files, often enough
    _waiting: dict[tuple[bytes, str], list[tuple[str, Stamp]]] = field(default_factory=dict)

    def read_all(self, paths: Iterable[str]) -> None:
        """Read files and put on record what they hold, and that they hold it."""
        self._outline(self._jobs(paths))
        self._write()

    def read_one(self, path: str, known: Place | None) -> tuple[Place, bytes]:
        """Read one file; its text is put on record, and its place where it was known and has changed."""
        read = self.tree.read(path)
        self._outline(self._job(path, read))
        self._write_texts()
        ((_, place),) = self._places
        if known is not None and place != known:
            self._write()
        return place, read.text

    def _outline(self, jobs: Iterator[Job]) -> None:
        for job, parts in self.workers.run(jobs):
            record = Record(job.key, job.language, parts.outline, parts.names, parts.reason)
            self._add(record, job.text)

    def _jobs(self, paths: Iterable[str]) -> Iterator[Job]:
        for done, path in enumerate(paths, start=1):
            yield from self._job(path, self.tree.read(path))
            if len(self._places) >= _MOST_FILES:
                self._write()
            if self.on_progress is not None:
                self.on_progress(done)

    def _job(self, path: str, read: Read) -> Iterator[Job]:
        """Note what was read of a file; where its text has yet to be outlined, that is a job."""
        self.hashed += 1
        if read.reason:
            self._places.append((path, Place(None, read.reason, read.stamp)))
            return
        language = language_of(path, read.text)
        key = (key_of(read.text), language)
        if key in self._waiting:
            self._waiting[key].append((path, read.stamp))
            return
        known = self.records.find_text(*key)
        if known is not None and known[1]:
            self._places.append((path, Place(known[0], "", read.stamp)))
            return
        self._waiting[key] = [(path, read.stamp)]
        if known is not None or language == PLAIN:  # known: its outline is on record, its words are not
            self._add(Record(*key), read.text)
        elif len(read.text) > OUTLINE_LIMIT:
            self._add(Record(*key, reason=_TOO_LONG), read.text)
        elif language in _SCRIPTS and is_minified(read.text):
            self._add(Record(*key, reason="has no outline: it is minified"), read.text)
        else:
            yield Job(*key, read.text)

    def _add(self, record: Record, text: bytes) -> None:
        self._ready.append((record, text))
        self._size += len(text)
        self.extracted += 1
        if self._size >= _MOST_BYTES or len(self._ready) >= _MOST_FILES:
            self._write()

    def _write_texts(self) -> None:
        if not self._ready:
            return
        with self.records.writing():
            for record, text in self._ready:
                number = self.records.add_text(record, text)
                for path, stamp in self._waiting.pop((record.key, record.language)):
                    self._places.append((path, Place(number, "", stamp)))
        self._ready.clear()
        self._size = 0

    def _write(self) -> None:
        self._write_texts()
        if self._places:
            with self.records.writing():
                self.records.put_places(self._places)
            self._places.clear()


def changed_paths(
    tree: Worktree, listed: Sequence[str], known: Mapping[str, Place]
) -> tuple[list[str], set[str]]:
    """Return the paths whose file is not as it was when last read, and those that are not there at all."""
    changed, missing = [], set()
    for path in listed:
        stamp = tree.stamp(path)
        before = known.get(path)
        if stamp == "":
            missing.add(path)
        elif before is None or (before.reason if isinstance(stamp, str) else before.stamp) != stamp:
            changed.append(path)
    return changed, missing
