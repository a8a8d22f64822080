"""The index of one worktree as the questions see it: what files there are, what stands in them."""

from __future__ import annotations

import functools
import hashlib
import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, Self, TypeVar

from groundplan.code.database import Database, reader_version
from groundplan.code.derived import make_derived
from groundplan.code.files import Worktree, list_code
from groundplan.code.known import Known
from groundplan.code.records import Records, searchable_words
from groundplan.code.refreshing import Reading, changed_paths
from groundplan.code.stored_outline import definitions_named
from groundplan.code.workers import Workers
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType

    from groundplan.code.derived import Derived
    from groundplan.code.outline import Definition, Import, Outline
    from groundplan.git.repository import Repository

_NO_PARTS = frozenset({"", ".", "..", ".git", "git~1"})
_P = ParamSpec("_P")
_T = TypeVar("_T")
OVERRIDE = "GROUNDPLAN_CACHE_DIR"


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


def _mended(ask: Callable[Concatenate[Index, _P], _T]) -> Callable[Concatenate[Index, _P], _T]:
    """Have a question asked again when the database broke under it: it is a cache, and can be filled anew."""

    @functools.wraps(ask)
    def asked(index: Index, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        while True:
            try:
                return ask(index, *args, **kwargs)
            except sqlite3.DatabaseError as error:
                index._mend(error, fill=ask.__name__ not in {"refresh", "peek"})  # noqa: SLF001  (its own decorator)

    return asked


class Index:
    """The code of one worktree. Paths are as git lists them, with `/`; text is as on disk, CRLF as LF.

    All but `text` and `peek` answer as of the last `refresh`, by whichever process.
    """

    def __init__(self, repository: Repository, database: Database, workers: Workers | None = None) -> None:
        self.repository = repository
        self.root = repository.root
        self._database = database
        self._workers = workers or Workers()
        self._tree = Worktree(str(repository.root))
        self._bind()

    @property
    def notice(self) -> str:
        """What the user should hear, if anything: that the index is not kept, and why."""
        return self._database.notice

    @property
    def folder(self) -> Path | None:
        """The folder in which what is computed of this repository is kept, or None where it cannot be."""
        return self._database.folder

    @_mended
    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Read what changed since the last refresh, and say what was done."""
        if self._database.is_removed():
            self._database.reopen()
            self._bind()
        self._tree.forget()
        listed = list_code(self.repository)
        known = self._records.places()
        changed, missing = changed_paths(self._tree, listed, known)
        reading = Reading(self._records, self._tree, self._workers)
        if progress is not None:
            reading.on_progress = functools.partial(progress, total=len(changed))
        reading.read_all(changed)
        gone = known.keys() - (set(listed) - missing)
        self._records.drop_places(gone)
        if reading.extracted:
            self._records.forget_worktrees()
            if self._records.prune():
                return self.refresh(progress)
        self._known = Known(self._records)
        done = (len(listed) - len(missing), reading.hashed, reading.extracted, len(gone))
        return Refreshed(*done, self.skipped())

    @_mended
    def paths(self) -> tuple[str, ...]:
        """Return every text file, tracked or new and not ignored, sorted."""
        return self._known.paths()

    def text(self, path: str) -> bytes | None:
        """Return a file's text now, or None where it is gone, too big, binary or outside."""
        if not is_inside(path):
            return None
        read = self._tree.read(path)
        return None if read.reason else read.text

    @_mended
    def key(self, path: str) -> str:
        """Return the blob id of a file's text, as git writes it, or nothing where there is no text."""
        number = self._known.text_at(path)
        return "" if number is None else self._records.key(number).hex()

    @_mended
    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file in a language the index reads, or None."""
        number = self._known.text_at(path)
        return None if number is None else self._known.outline(number)

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of every file that has one, sorted by path."""
        for path in self.paths():
            outline = self.outline(path)
            if outline is not None:
                yield path, outline

    @_mended
    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        """Return path and imports of every file that has an outline, sorted by path: for the import graph."""
        return self._known.imports()

    @_mended
    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return one file's text and outline as they are now, without a refresh; None as with `text`."""
        if not is_inside(path):
            return None
        self._tree.forget()
        known = self._records.place(path)
        place, text = Reading(self._records, self._tree, self._workers).read_one(path, known)
        if known is not None:
            self._known.put(path, place)
        return None if place.text is None else (text, self._known.outline(place.text))

    @_mended
    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions with that bare name by path and line, what is only declared behind them."""
        standing = self._known.paths_of()
        found = [
            Symbol(path, definition)
            for number, packed in self._records.stored_definitions(name)
            if number in standing
            for definition in definitions_named(name, packed)
            for path in standing[number]
        ]
        return tuple(
            sorted(found, key=lambda each: (each.definition.is_declared, each.path, each.definition.line))
        )

    @_mended
    def names(self) -> tuple[str, ...]:
        """Return every bare name that is defined, each once, sorted: for near names."""
        return self._known.names()

    @_mended
    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files whose text may hold a word (all that do are among them), sorted."""
        words = searchable_words(word)
        if not words:  # no ASCII letter in it: every text is looked at
            sought = word.encode("utf-8", "surrogateescape")
            return tuple(path for path in self.paths() if sought in (self.text(path) or b""))
        if self._known.generation != self._records.generation():
            self.refresh()  # another process has thrown the words away, and ours with them
        standing = self._known.paths_of()
        found = self._records.texts_with(words)
        return tuple(sorted(path for number in found for path in standing.get(number, ())))

    @_mended
    def skipped(self) -> tuple[Skipped, ...]:
        """Return the files left out, and why."""
        reasons = self._records.reasons()
        found = []
        for path, place in self._known.places().items():
            reason = place.reason if place.text is None else reasons.get(place.text, "")
            if reason:
                found.append(Skipped(path, reason))
        return tuple(sorted(found, key=lambda each: each.path))

    @_mended
    def derived(self, name: str, version: str, schema: Sequence[str]) -> Derived:
        """Return the tables `<name>_…` of a room above; see `code/derived.py`."""
        return make_derived(self._records, name, version, schema)

    def close(self) -> None:
        """End the workers and let go of the database."""
        self._workers.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _bind(self) -> None:
        while True:
            try:
                self._records = Records(self._database.connection, str(self.root))
                self._known = Known(self._records)
                return
            except sqlite3.DatabaseError as error:
                self._database.reopen(error)

    def _mend(self, error: sqlite3.DatabaseError, *, fill: bool) -> None:
        self._database.reopen(error)
        self._bind()
        if fill:
            self.refresh()


def open_index(repository: Repository, *, cache: Path | None = None, workers: Workers | None = None) -> Index:
    """Open the index of a worktree, in the user's cache folder or the one given; `refresh` fills it."""
    chosen = cache if cache is not None else cache_folder(os.environ)
    folder, reason = database_folder(repository.common_dir, repository.root, chosen)
    notice = f"The index is not saved: {reason}" if reason else ""
    return Index(repository, Database(folder, reader_version(), notice), workers)


def is_inside(path: str) -> bool:
    """Tell whether a path can be a file of a worktree: below it, and not git's own."""
    parts = {part.lower() for part in path.split("/")}
    return not parts & _NO_PARTS and "\0" not in path


# Where the index's database lies: in the user's cache folder, never where a repository could plant one.


def cache_folder(environ: Mapping[str, str], *, platform: str = sys.platform) -> Path | None:
    """Return the folder that holds all of groundplan's caches, or None where the user has no home."""
    override = environ.get(OVERRIDE, "")
    if Path(override).is_absolute():
        return Path(override)
    if platform == "win32":
        return _under(environ.get("LOCALAPPDATA", ""), "groundplan/Cache")
    if platform == "darwin":
        return _under(environ.get("HOME", ""), "Library/Caches/groundplan")
    # a relative `XDG_CACHE_HOME` is to be ignored, the specification says
    return _under(environ.get("XDG_CACHE_HOME", ""), "groundplan") or _under(
        environ.get("HOME", ""), ".cache/groundplan"
    )


def database_folder(common_dir: Path, worktree: Path, cache: Path | None) -> tuple[Path | None, str]:
    """Return the folder for a repository's database, made if need be; or None and the reason."""
    if cache is None:
        return None, "there is no cache folder: neither `HOME` nor `XDG_CACHE_HOME` is set"
    name = hashlib.sha256(os.fsencode(common_dir)).hexdigest()[:24]
    folder = cache / "code" / name
    try:
        if _is_inside(cache, worktree) or _is_inside(cache, common_dir):
            return None, f"the cache folder `{cache}` lies inside the repository"
        for each in (cache, cache / "code", folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            if reason := _distrust(each):
                return None, reason
    except OSError as error:
        return None, f"the cache folder `{folder}` cannot be used: {error.strerror or error}"
    return folder, ""


def _distrust(folder: Path) -> str:
    """Say why a folder is not ours alone to write in, or nothing."""
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) or not stat.S_ISDIR(found.st_mode):
        return f"the cache folder `{folder}` is not a folder"
    if not hasattr(os, "geteuid"):
        return ""
    if found.st_uid != os.geteuid():
        return f"the cache folder `{folder}` belongs to another user"
    if found.st_mode & 0o002:
        return f"others may write in the cache folder `{folder}`"
    return ""


def _is_inside(folder: Path, above: Path) -> bool:
    return folder.resolve().is_relative_to(above.resolve())


def _under(folder: str, name: str) -> Path | None:
    return Path(folder, name) if Path(folder).is_absolute() else None
