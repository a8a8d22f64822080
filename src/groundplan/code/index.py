"""The index of one worktree as the questions see it: what files there are, what stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline


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


class Index(Protocol):
    """The code of one worktree. Paths are as git lists them, with `/`; text is as on disk, CRLF as LF."""

    def paths(self) -> tuple[str, ...]:
        """Return every text file, tracked or new and not ignored, sorted."""

    def text(self, path: str) -> bytes | None:
        """Return a file's text now, or None where it is gone, too big, binary or outside."""

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file in a language the index reads, or None."""

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of every file that has one, sorted by path."""

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions with that bare name, sorted by path and line."""

    def names(self) -> tuple[str, ...]:
        """Return every bare name that is defined, each once, sorted: for near names."""

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files whose text may hold a word (all that do are among them), sorted."""

    def skipped(self) -> tuple[Skipped, ...]:
        """Return the files left out, and why."""
