"""What every room above may ask of the code, whoever answers: the index, a part of it, a commit, a fake.

`CitedCode` is enough to look up a citation; `CodeView` is the whole. Opening and closing are the business of
whoever holds the `Index` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundplan.code.derived import Derived
    from groundplan.code.index import Progress, Skipped, Symbol
    from groundplan.code.outline import Import, Outline
    from groundplan.git.repository import Repository


class CitedCode(Protocol):
    """Single files and names. Paths are as git lists them, with `/`; text has its CRLF as LF."""

    @property
    def repository(self) -> Repository | None:
        """The repository of the worktree, where there is one to look further in."""

    @property
    def root(self) -> Path | None:
        """The folder of the worktree, where there is one."""

    def refresh(self, progress: Progress | None = None) -> object:
        """Bring all answers up to date with the files."""

    def paths(self) -> tuple[str, ...]:
        """Return every text file, tracked or new and not ignored, sorted."""

    def text(self, path: str) -> bytes | None:
        """Return a file's text, or None where it is gone, too big, binary or outside."""

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file in a language that is read, or None."""

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return one file's text and outline as they are now; None as with `text`."""

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions with that bare name, sorted by path and line."""

    def names(self) -> tuple[str, ...]:
        """Return every bare name that is defined, each once, sorted: for near names."""

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files whose text may hold a word (all that do are among them), sorted."""


class CodeView(CitedCode, Protocol):
    """All the code of one worktree."""

    @property
    def repository(self) -> Repository:
        """The repository of the worktree."""

    @property
    def root(self) -> Path:
        """The folder of the worktree."""

    @property
    def folder(self) -> Path | None:
        """The folder in which what is computed of this repository is kept, or None where it cannot be."""

    def key(self, path: str) -> str:
        """Return the blob id of a file's text, as git writes it, or nothing where there is no text."""

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of every file that has one, sorted by path."""

    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        """Return path and imports of every file that has an outline, sorted by path: for the import graph."""

    def skipped(self) -> tuple[Skipped, ...]:
        """Return the files left out, and why."""

    def derived(self, name: str, version: str, schema: Sequence[str]) -> Derived:
        """Return the tables `<name>_…` beside the index's own, for the modules of `code` that keep facts."""
