"""The index of one worktree as the questions see it: what files there are, what stands in them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from groundplan.code.cache import cache_folder, database_folder
from groundplan.code.database import open_database, reader_version
from groundplan.code.files import Worktree, list_files
from groundplan.code.records import Records, searchable_words
from groundplan.code.refreshing import Counts, changed_paths, read_place
from groundplan.code.stored_outline import definitions_named, unpack

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.records import Place
    from groundplan.git.repository import Repository

_CHUNK = 256  # files between two commits: another process never waits long


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition and the file it stands in."""

    path: str
    definition: Definition


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file the index holds no text or no outline of, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh did: files seen, texts hashed anew, texts read anew, files gone."""

    files: int
    hashed: int
    extracted: int
    gone: int
    skipped: tuple[Skipped, ...]


class Progress(Protocol):
    """Whoever wants to hear how far long work is."""

    def __call__(self, done: int, total: int) -> None:
        """Take the number of files done and the number there are."""


class Index:
    """The code of one worktree. Paths are as git lists them, with `/`; text is as on disk, CRLF as LF.

    All but `text` and `peek` answer as of the last `refresh`.
    """

    def __init__(self, repository: Repository, database: sqlite3.Connection, notice: str = "") -> None:
        self.repository = repository
        self.root = repository.root
        self.database = database
        self.notice = notice  # what the user should hear: that the index is not kept, and why
        self._tree = Worktree(str(repository.root))
        self._records = Records(database, str(repository.root))
        self._known: dict[str, Place] | None = None
        self._standing: dict[int, list[str]] | None = None

    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Read what changed since the last refresh, in this process or another, and say what was done."""
        self._tree.forget()
        listed = list_files(self.repository)
        known = self._records.places()
        counts = Counts(files=len(listed))
        changed = list(changed_paths(self._tree, listed, known))
        for start in range(0, len(changed), _CHUNK):
            with self._records.writing():
                places = []
                for path in changed[start : start + _CHUNK]:
                    place, _ = read_place(self._records, self._tree, path, counts)
                    places.append((path, place))
                self._records.put_places(places)
            if progress is not None:
                progress(min(start + _CHUNK, len(changed)), len(changed))
        gone = known.keys() - set(listed)
        with self._records.writing():
            self._records.drop_places(gone)
        counts.gone = len(gone)
        self._known = self._standing = None
        return Refreshed(counts.files, counts.hashed, counts.extracted, counts.gone, self.skipped())

    def paths(self) -> tuple[str, ...]:
        """Return every text file, tracked or new and not ignored, sorted."""
        return tuple(sorted(path for path, place in self._places().items() if place.text is not None))

    def text(self, path: str) -> bytes | None:
        """Return a file's text now, or None where it is gone, too big, binary or outside."""
        if not is_inside(path):
            return None
        read = self._tree.read(path)
        return None if read.reason else read.text

    def key(self, path: str) -> str:
        """Return the blob id of a file's text, as git writes it, or nothing where there is no text."""
        place = self._places().get(path)
        return self._records.key(place.text).hex() if place and place.text is not None else ""

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file in a language the index reads, or None."""
        place = self._places().get(path)
        return self._outline(place.text) if place and place.text is not None else None

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of every file that has one, sorted by path."""
        for path in self.paths():
            outline = self.outline(path)
            if outline is not None:
                yield path, outline

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return one file's text and outline as they are now, without a refresh; None as with `text`."""
        if not is_inside(path):
            return None
        with self._records.writing():
            place, text = read_place(self._records, self._tree, path, Counts())
            if path in self._places():
                self._records.put_places([(path, place)])
                self._places()[path] = place
        return None if place.text is None else (text, self._outline(place.text))

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions with that bare name, sorted by path and line."""
        standing = self._paths_of()
        found = [
            Symbol(path, definition)
            for number, packed in self._records.stored_definitions(name)
            if number in standing
            for definition in definitions_named(name, packed)
            for path in standing[number]
        ]
        return tuple(sorted(found, key=lambda each: (each.path, each.definition.line)))

    def names(self) -> tuple[str, ...]:
        """Return every bare name that is defined, each once, sorted: for near names."""
        return tuple(sorted(self._records.names()))

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files whose text may hold a word (all that do are among them), sorted."""
        words = searchable_words(word)
        if not words:
            sought = word.encode("utf-8", "surrogateescape")
            return tuple(path for path in self.paths() if sought in (self.text(path) or b""))
        standing = self._paths_of()
        found = self._records.texts_with(words)
        return tuple(sorted(path for number in found for path in standing.get(number, ())))

    def skipped(self) -> tuple[Skipped, ...]:
        """Return the files left out, and why."""
        reasons = self._records.reasons()
        found = []
        for path, place in self._places().items():
            reason = place.reason if place.text is None else reasons.get(place.text, "")
            if reason:
                found.append(Skipped(path, reason))
        return tuple(sorted(found, key=lambda each: each.path))

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _places(self) -> dict[str, Place]:
        if self._known is None:
            self._known = self._records.places()
        return self._known

    def _paths_of(self) -> dict[int, list[str]]:
        if self._standing is None:
            self._standing = {}
            for path, place in self._places().items():
                if place.text is not None:
                    self._standing.setdefault(place.text, []).append(path)
        return self._standing

    def _outline(self, number: int) -> Outline | None:
        stored = self._records.stored_outline(number)
        return unpack(*stored) if stored else None


def open_index(repository: Repository, *, cache: Path | None = None) -> Index:
    """Open the index of a worktree, in the user's cache folder or the one given; `refresh` fills it."""
    chosen = cache if cache is not None else cache_folder(os.environ)
    folder, reason = database_folder(repository.common_dir, repository.root, chosen)
    database, notice = open_database(folder, reader_version())
    return Index(repository, database, f"The index is not kept: {reason}" if reason else notice)


def is_inside(path: str) -> bool:
    """Tell whether a path can be a file of a worktree: below it, and not git's own."""
    parts = path.split("/")
    return bool(path) and not {"", ".", ".."} & set(parts) and parts[0].lower() != ".git" and "\0" not in path
