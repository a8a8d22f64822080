"""What commits say: who, when, why and which files, read from one stream of plumbing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.git.question import COMMIT_FORMAT, Question
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FIELDS = 9  # as many as COMMIT_FORMAT has: an empty one before and one behind the seven that are read


@dataclass(frozen=True, slots=True)
class Change:
    """One file of a commit: `A`dded, `M`odified, `D`eleted, `T`ype changed, or `R`enamed from `old`."""

    status: str
    path: str
    old: str | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit; a merge has no changes of its own. Its words are data: they may hold control characters."""

    oid: str
    parents: tuple[str, ...]
    time: int
    author: str
    email: str
    subject: str
    body: str
    changes: tuple[Change, ...]


def ask_for_commits(ids: Iterable[str], *, renames: bool) -> Question:
    """Return the question that has git tell these commits; renames need the texts, which a clone may lack."""
    options = (
        "--stdin",
        "-r",
        "-z",
        "--root",
        "--always",
        "--name-status",
        "--encoding=UTF-8",
        COMMIT_FORMAT,
    )
    quiet = ("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all")
    found = ("-M", "-l1000") if renames else ("--no-renames",)
    return Question("diff-tree", (*options, *quiet, *found), told=tuple(ids))


def read_commits(pieces: Iterable[bytes]) -> Iterator[Commit]:
    """Give the commits of a stream in its order, whatever the pieces it comes in."""
    tokens = _tokens(pieces)
    first = next(tokens, None)
    while first is not None:
        fields = [first, *islice(tokens, _FIELDS - 1)]
        if len(fields) < _FIELDS or fields[0] or fields[-1]:
            raise Unreadable("git tells a commit in other fields than asked", hint="Look: `git fsck`")
        changes = []
        # the first status stands behind an empty line
        while (first := next(tokens, None)) and (status := first.lstrip("\n")):
            old = next(tokens, "") if status[0] in "RC" else None
            changes.append(Change(status[0], next(tokens, ""), old))
        yield _commit(fields, tuple(changes))


def _commit(fields: list[str], changes: tuple[Change, ...]) -> Commit:
    _, oid, parents, time, author, email, subject, body, _ = fields
    return Commit(
        oid=oid,
        parents=tuple(parents.split()),
        time=int(time) if time.lstrip("-").isdigit() else 0,
        author=_words(author),
        email=_words(email),
        subject=_words(subject),
        body=_words(body).strip(),
        changes=changes,
    )


def _words(text: str) -> str:
    """Return what a person wrote without the half characters that only a path needs to keep."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _tokens(pieces: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for piece in pieces:
        whole, nul, rest_of_piece = piece.rpartition(b"\0")
        if not nul:
            rest += piece
            continue
        yield from os.fsdecode(rest + whole).split("\0")
        rest = rest_of_piece
    if rest.strip(b"\n"):
        yield os.fsdecode(rest)
