"""A view of the code through another: the part of a class that passes questions on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundplan.code.derived import Derived
    from groundplan.code.index import Progress, Skipped, Symbol
    from groundplan.code.outline import Import, Outline
    from groundplan.code.view import CodeView
    from groundplan.git.repository import Repository


class Through:
    """A view that passes every question on to another; who answers one differently overrides it."""

    def __init__(self, code: CodeView) -> None:
        self._code = code

    @property
    def _asked(self) -> CodeView:
        return self._code

    @property
    def repository(self) -> Repository:
        return self._code.repository

    @property
    def root(self) -> Path:
        return self._code.root

    @property
    def folder(self) -> Path | None:
        return self._code.folder

    def refresh(self, progress: Progress | None = None) -> object:
        return self._code.refresh(progress)

    def paths(self) -> tuple[str, ...]:
        return self._asked.paths()

    def text(self, path: str) -> bytes | None:
        return self._asked.text(path)

    def outline(self, path: str) -> Outline | None:
        return self._asked.outline(path)

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        return self._asked.peek(path)

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        return self._asked.symbols(name)

    def names(self) -> tuple[str, ...]:
        return self._asked.names()

    def key(self, path: str) -> str:
        return self._asked.key(path)

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        return self._asked.outlines()

    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        return self._asked.imports()

    def files_with(self, word: str) -> tuple[str, ...]:
        return self._asked.files_with(word)

    def skipped(self) -> tuple[Skipped, ...]:
        return self._asked.skipped()

    def derived(self, name: str, version: str, schema: Sequence[str]) -> Derived:
        return self._asked.derived(name, version, schema)
