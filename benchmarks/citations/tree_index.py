"""An index and a history as of one commit, read from a repository without a worktree."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.files import as_text
from groundplan.code.index import Refreshed, Symbol
from groundplan.git.commits import ask_for_commits, read_commits
from groundplan.git.question import word_question
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from groundplan.code.outline import Outline
    from groundplan.git.commits import Commit

_MOST = 1024 * 1024  # bytes of a text worth reading


class Objects:
    """The objects of a repository; what was read is kept by its id, since commits share nearly all of it."""

    def __init__(self, repository: Path) -> None:
        self.repository = repository
        self._batch = subprocess.Popen(
            ["git", "cat-file", "--batch"], cwd=repository, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._texts: dict[str, bytes | None] = {}
        self._outlines: dict[tuple[str, str], Outline | None] = {}

    def ask(self, *words: str, told: str = "") -> str:
        """Return what git says."""
        done = subprocess.run(
            ["git", *words], cwd=self.repository, input=os.fsencode(told), capture_output=True, check=False
        )
        if done.returncode:  # a stored copy may lack its largest texts
            raise Unreadable(f"git cannot answer: {os.fsdecode(done.stderr)}")
        return os.fsdecode(done.stdout)

    def tree(self, commit: str) -> dict[str, str]:
        """Return path -> blob id of the files of a commit, links among them."""
        found = {}
        for item in filter(None, self.ask("ls-tree", "-r", "-z", "--full-tree", commit).split("\0")):
            facts, _, path = item.partition("\t")
            if facts.startswith(("100", "120")):
                found[path] = facts.split(" ")[2]
        return found

    def text(self, blob: str) -> bytes | None:
        """Return a blob as text; None where it is binary, too large, or not in this copy."""
        if blob not in self._texts:
            assert self._batch.stdin is not None
            assert self._batch.stdout is not None
            self._batch.stdin.write(f"{blob}\n".encode())
            self._batch.stdin.flush()
            header = self._batch.stdout.readline().split()
            data = b""
            if len(header) == 3:
                data = self._batch.stdout.read(int(header[2]) + 1)[:-1]
            known = len(header) == 3 and len(data) <= _MOST
            self._texts[blob] = as_text(data) if known else None
        return self._texts[blob]

    def outline(self, path: str, blob: str) -> Outline | None:
        """Return the outline of a blob that is called so."""
        key = (blob, path.rpartition(".")[2])
        if key not in self._outlines:
            text = self.text(blob)
            self._outlines[key] = extract(path, text) if text is not None else None
        return self._outlines[key]


class TreeIndex:
    """What the index would answer in a worktree of one commit, and what its history says."""

    def __init__(self, objects: Objects, commit: str) -> None:
        self.objects = objects
        self.commit = commit
        self.tree = objects.tree(commit)
        self.repository = None
        self.root = None
        self._symbols: dict[str, list[Symbol]] | None = None

    def refresh(self, progress: object = None) -> Refreshed:  # noqa: ARG002  (as the real one)
        """Do nothing: a commit does not change."""
        return Refreshed(len(self.tree), 0, 0, 0, ())

    def paths(self) -> tuple[str, ...]:
        """Return every file."""
        return tuple(sorted(self.tree))

    def text(self, path: str) -> bytes | None:
        """Return a file's text; an empty one for a picture, since all that counts is that it is there."""
        return (self.objects.text(self.tree[path]) or b"") if path in self.tree else None

    def outline(self, path: str) -> Outline | None:
        """Return a file's outline."""
        return self.objects.outline(path, self.tree[path]) if path in self.tree else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return both."""
        text = self.text(path)
        return (text, self.outline(path)) if text is not None else None

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions of a name."""
        if self._symbols is None:
            self._symbols = {}
            for path in self.paths():
                outline = self.outline(path)
                for each in outline.definitions if outline is not None else ():
                    self._symbols.setdefault(each.name, []).append(Symbol(path, each))
        return tuple(self._symbols.get(name, ()))

    def names(self) -> tuple[str, ...]:
        """Return every name."""
        self.symbols("")
        return tuple(sorted(self._symbols or ()))

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files that hold a word."""
        sought = os.fsencode(word)
        return tuple(path for path in self.paths() if sought in (self.text(path) or b""))

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        """Return the commits up to this one that changed one of the paths."""
        words = ("rev-list", "--full-history", "--no-merges", f"--max-count={limit}", self.commit, "--")
        return tuple(self.objects.ask("--literal-pathspecs", *words, *paths).split())

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give commits with the files they changed."""
        question = ask_for_commits(ids, renames=renames)
        if question.told:
            told = "".join(f"{each}\n" for each in question.told)
            yield from read_commits([os.fsencode(self.objects.ask(*word_question(question), told=told))])

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a file's text in a commit."""
        tree = self.tree if rev == "HEAD" else self.objects.tree(rev)
        return self.objects.text(tree[path]) if path in tree else None

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the files of a commit."""
        return tuple(self.tree if rev == "HEAD" else self.objects.tree(rev))
