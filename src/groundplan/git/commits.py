"""What commits say: who, when, why and which files, read from one stream of plumbing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from groundplan.git.question import COMMIT_FORMAT, Inquiry
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FIELDS = 10  # as many as COMMIT_FORMAT has: an empty one before and one behind the eight that are read
_PAIRS = frozenset("RC")  # a rename or a copy names two paths
_BATCH = 256 * 1024  # bytes taken apart at once


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
    day: str  # where the author was, as `git log` shows it
    author: str
    email: str
    subject: str
    body: str
    changes: tuple[Change, ...]


def ask_for_commits(ids: Iterable[str], *, renames: bool) -> Inquiry:
    """Return the question that has git tell these commits; renames need the texts, which a clone may lack."""
    options = (
        "--stdin",
        "-r",
        "-z",
        "--root",
        "--always",
        "--name-status",
        "--encoding=UTF-8",
        "--date=raw",  # any other form dies on a date that no calendar has
        COMMIT_FORMAT,
    )
    quiet = ("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all")
    found = ("-M", "-l1000") if renames else ("--no-renames",)
    return Inquiry("diff-tree", (*options, *quiet, *found), told=tuple(ids))


def read_commits(pieces: Iterable[bytes]) -> Iterator[Commit]:
    """Give the commits of a stream in its order, whatever the pieces it comes in."""
    waiting: list[str] = []
    start, end = 0, _FIELDS
    for tokens in _token_lists(pieces):
        waiting += tokens
        # a commit is whole once the next one has begun
        while (end := _end_of_commit(waiting, end)) < len(waiting):
            yield _commit(waiting, start, end)
            start, end = end, end + _FIELDS
        del waiting[:start]
        start, end = 0, end - start
    if waiting:
        yield _commit(waiting, 0, len(waiting))


def _end_of_commit(tokens: list[str], at: int) -> int:
    """Return where the changes that begin here end: at the empty field before the next commit."""
    count = len(tokens)
    while at < count and (status := tokens[at]):
        at += 3 if status.lstrip("\n")[:1] in _PAIRS else 2
    return at


def _commit(tokens: list[str], start: int, end: int) -> Commit:
    fields = tokens[start : start + _FIELDS]
    if len(fields) < _FIELDS or fields[0] or fields[-1] or end > len(tokens):
        raise Unreadable("git tells a commit in other fields than asked", hint="Look: `git fsck`")
    _, oid, parents, time, day, author, email, subject, body, _ = fields
    return Commit(
        oid=oid,
        parents=tuple(parents.split()),
        time=int(time) if time.lstrip("-").isdigit() else 0,
        day=_day(day),
        author=_words(author),
        email=_words(email),
        subject=_words(subject),
        body=_words(body).strip(),
        changes=tuple(_changes(tokens, start + _FIELDS, end)),
    )


def _changes(tokens: list[str], at: int, end: int) -> Iterator[Change]:
    while at < end:
        status = tokens[at].lstrip("\n")  # the first one stands behind an empty line
        if status[0] in _PAIRS:
            yield Change(status[0], tokens[at + 2], tokens[at + 1])
            at += 3
        else:
            yield Change(status[0], tokens[at + 1])
            at += 2


def _day(raw: str) -> str:
    """Return the day of `1609459199 -0500` where its author was; empty where no calendar has it."""
    seconds, _, zone = raw.partition(" ")
    try:
        ahead = int(zone[:3]) * 3_600 + int(f"{zone[:1]}{zone[3:]}") * 60
        return datetime.fromtimestamp(int(seconds) + ahead, tz=UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _words(text: str) -> str:
    """Return what a person wrote without the half characters that only a path needs to keep."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _token_lists(pieces: Iterable[bytes]) -> Iterator[list[str]]:
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        if len(waiting) >= _BATCH and (end := waiting.rfind(b"\0")) >= 0:
            yield os.fsdecode(bytes(waiting[:end])).split("\0")
            del waiting[: end + 1]
    if waiting.strip(b"\n"):
        # git ends what it says with a NUL, so the last token is an empty one too many
        yield os.fsdecode(bytes(waiting.removesuffix(b"\0"))).split("\0")
