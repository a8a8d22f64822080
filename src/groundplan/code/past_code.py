"""The code as it was committed once: enough to look a citation up in a revision."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.index import Symbol
from groundplan.code.languages import PLAIN, language_of
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.index import Progress
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.git.commits import Commit
    from groundplan.git.repository import Repository

_LARGEST = 1_000_000  # bytes of a file whose names are looked for


class PastCode:
    """Single files of a commit, and nothing of what stands beside them."""

    repository = None  # so that nothing is looked up in the worktree
    root = None

    def __init__(self, repository: Repository, commit: str) -> None:
        self._past = repository
        self._commit = commit
        self._texts: dict[str, bytes | None] = {}

    def refresh(self, progress: Progress | None = None) -> None:
        """Do nothing: a commit does not change."""

    def text(self, path: str) -> bytes | None:
        """Return a file's text as committed, or None where the commit or the file is not there."""
        if path not in self._texts:
            try:
                text = self._past.read_file_at(self._commit, path)
            except GroundplanError:
                text = None
            self._texts[path] = text.replace(b"\r\n", b"\n") if text is not None else None
        return self._texts[path]

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file as committed."""
        text = self.text(path)
        return extract(path, text) if text is not None else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return text and outline of a file as committed."""
        text = self.text(path)
        return (text, self.outline(path)) if text is not None else None

    def paths(self) -> tuple[str, ...]:
        """Return nothing: only what is named is looked at."""
        return ()

    def files_with(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - as any view is asked
        """Return nothing, as with `paths`."""
        return ()

    def names(self) -> tuple[str, ...]:
        """Return nothing, as with `paths`."""
        return ()

    def symbols(self, name: str) -> tuple[Symbol, ...]:  # noqa: ARG002 - as any view is asked
        """Return nothing, as with `paths`."""
        return ()


class CommittedCode(PastCode):
    """All files of a commit and what they define; of a file that is the same now, the index tells it."""

    def __init__(self, now: CodeView, commit: str) -> None:
        super().__init__(now.repository, commit)
        self._now = now

    @cached_property
    def _ids(self) -> dict[str, str]:
        return self._past.file_ids(self._commit)

    def paths(self) -> tuple[str, ...]:
        """Return the files of the commit, sorted."""
        return tuple(sorted(self._ids))

    @cached_property
    def _same(self) -> frozenset[str]:
        return frozenset(path for path, oid in self._ids.items() if self._now.key(path) == oid)

    @cached_property
    def _others(self) -> dict[str, bytes]:
        """Return the texts of the files that are not the same now."""
        others = {path: oid for path, oid in self._ids.items() if path not in self._same}
        texts = self._past.read_blobs(set(others.values()), largest=_LARGEST)
        return {path: texts.get(oid, b"") for path, oid in others.items()}

    def has_word(self, word: str) -> bool:
        """Tell whether a file of the commit has a word."""
        if not self._same.isdisjoint(self._now.files_with(word)):
            return True
        whole = re.compile(rb"(?<!\w)%s(?!\w)" % re.escape(word.encode()))
        return any(map(whole.search, self._others.values()))

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions with that bare name, sorted by path and line."""
        found = [each for each in self._now.symbols(name) if each.path in self._same]
        for path, text in self._others.items():
            is_read = name.encode() in text and language_of(path, b"") != PLAIN
            outline = extract(path, text) if is_read else None
            found += [
                Symbol(path, each) for each in (outline.definitions if outline else ()) if each.name == name
            ]
        return tuple(sorted(found, key=lambda each: (each.path, each.definition.first)))


class PastHistory:
    """The history up to a commit, as if that were checked out."""

    def __init__(self, repository: Repository, commit: str) -> None:
        self._repository = repository
        self._commit = commit

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        """Return the commits up to then that changed one of the paths, newest first."""
        return self._repository.commits_touching(paths, limit=limit, head=self._commit)

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give commits with the files they changed."""
        return self._repository.read_commits(ids, renames=renames)

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a file's content in a revision."""
        return self._repository.read_file_at(self._commit if rev == "HEAD" else rev, path)

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the files of a revision."""
        return self._repository.list_files(self._commit if rev == "HEAD" else rev)
