"""Bringing the history's tables up to HEAD: only commits that were never read are read."""

from __future__ import annotations

import contextlib
import re
import sys
from array import array
from typing import TYPE_CHECKING

from groundplan.git.gaps import SHALLOW
from groundplan.plan.errors import GroundplanError, Unavailable, Unreadable
from groundplan.survey.history.tables import clear_tables, pack_name
from groundplan.survey.history.wording import searchable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from groundplan.code.index import Progress
    from groundplan.git.commits import Commit
    from groundplan.git.repository import Repository

    Row = tuple[int | str | bytes, ...]

MOST_COMMITS = 250_000  # of one reading; the newest ones
_MOST_TIPS = 8  # branches whose commits are kept side by side
_MOST_FILES = 5_000  # of one commit: an import of a whole tree says nothing about any file
_BATCH = 2_000
_MOST_LOST = 8  # commits without a text that are looked for one by one; in a partial clone most have none
_LATEST = 2**40  # seconds: no day that a commit may claim breaks an answer
_PATH = ("SELECT id FROM path WHERE name = ?", "INSERT INTO path(name) VALUES(?)")
_AUTHOR = (
    "SELECT id FROM author WHERE name = ? AND email = ?",
    "INSERT INTO author(name, email) VALUES(?, ?)",
)
_NO_TEXTS = "Renames with edits are not seen: this clone lacks the texts of old commits"
# What a commit did to a file. `G` is the old name's half of a rename: the file has gone to another name.
_STATUSES = "AMDTRG"
_CODES = {status: code for code, status in enumerate(_STATUSES)}
GONE = _CODES["G"]
# `Revert "…"` is git's own wording, `Reverted …` and `revert: …` are people's.
_SUBJECT = re.compile(
    r'revert(?:ed|s|ing)?(?:\([^()]{0,60}\))?:? {0,2}["\'“`](.{3,300})["\'”`]\.?', re.IGNORECASE
)
_IN_SUBJECT = re.compile(
    r"revert(?:ed|s|ing)?:? (?:commit |changeset |of )?\[?([0-9a-f]{7,64})\b", re.IGNORECASE
)
_IN_BODY = re.compile(
    r"\brevert(?:s|ed|ing)? (?:commit|changeset)s?:? {0,2}[`(]?([0-9a-f]{7,64})\b", re.IGNORECASE
)
_TAIL = re.compile(r" ?\(#\d+\)\Z")
_MOST_BODY = 4000


def update_tables(
    database: sqlite3.Connection, repository: Repository, progress: Progress | None = None
) -> tuple[str, ...]:
    """Read the commits HEAD has and the tables lack, mark those HEAD has not, and say what is missing."""
    head = repository.head
    if head is None:
        database.execute("INSERT OR IGNORE INTO temp.outside SELECT id FROM past")
        return ("There is no commit yet",)
    database.execute("BEGIN IMMEDIATE")  # whoever waits here finds the work done
    try:
        tips = [oid for (oid,) in database.execute("SELECT oid FROM tip")]
        if head not in tips:
            tips = _read_up_to(database, repository, tips, progress)
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(Exception):
            database.execute("ROLLBACK")
        raise
    _mark_outside(database, repository, [tip for tip in tips if tip != head])
    return tuple(_notices(database, repository))


def _read_up_to(
    database: sqlite3.Connection, repository: Repository, tips: list[str], progress: Progress | None
) -> list[str]:
    head = str(repository.head)
    fresh = None
    if len(tips) < _MOST_TIPS:
        with contextlib.suppress(GroundplanError):  # a tip that was rewritten and then collected
            fresh = repository.commit_ids((head,), tips, limit=MOST_COMMITS)
    if fresh is None or (tips and not fresh and not _is_known(database, head)):
        clear_tables(database)
        tips = []
        fresh = repository.commit_ids((head,), limit=MOST_COMMITS)
    notice = _Writer(database, progress).write(repository, fresh)
    if len(fresh) == MOST_COMMITS:
        notice = f"Only the newest {MOST_COMMITS} commits were read"
    database.execute("INSERT INTO tip VALUES(?, ?)", (head, notice))
    # a tip below the new one reaches no further than that one
    below = [tip for tip in tips if not repository.commit_ids((tip,), (head,), limit=1)]
    database.executemany(
        "UPDATE tip SET notice = notice || (SELECT notice FROM tip WHERE oid = ?)"
        " WHERE oid = ? AND notice = ''",
        [(tip, head) for tip in below],
    )
    database.executemany("DELETE FROM tip WHERE oid = ?", [(tip,) for tip in below])
    return [tip for tip in tips if tip not in below] + [head]


def _is_known(database: sqlite3.Connection, oid: str) -> bool:
    return database.execute("SELECT 1 FROM past WHERE oid = ?", (bytes.fromhex(oid),)).fetchone() is not None


def _mark_outside(database: sqlite3.Connection, repository: Repository, tips: list[str]) -> None:
    """Keep commits read for another branch or worktree out of the answers."""
    database.execute("DELETE FROM temp.outside")
    if tips:
        others = repository.commit_ids(tips, (str(repository.head),))
        rows = ((bytes.fromhex(oid),) for oid in others)
        database.executemany("INSERT OR IGNORE INTO temp.outside SELECT id FROM past WHERE oid = ?", rows)


def _notices(database: sqlite3.Connection, repository: Repository) -> Iterator[str]:
    if repository.is_shallow():
        yield SHALLOW
    for (notice,) in database.execute("SELECT notice FROM tip WHERE oid = ?", (repository.head,)):
        if notice:
            yield notice


class _Writer:
    """Puts commits into the tables, newest first; what has a number keeps it."""

    def __init__(self, database: sqlite3.Connection, progress: Progress | None) -> None:
        self._database = database
        self._progress = progress
        self._paths: dict[str, int] = {}
        self._authors: dict[tuple[str, str], int] = {}
        self._rows: tuple[list[Row], ...] = ([], [], [], [])
        self._touches: dict[int, list[int]] = {}

    def write(self, repository: Repository, ids: tuple[str, ...]) -> str:
        """Read the commits and put them in; return what had to be left out."""
        top = _highest(self._database) + len(ids) + 1
        total = size = len(ids)
        done = lost = 0
        renames, notice = True, ""
        while done < total:
            end = min(done + size, total)
            try:
                for commit in repository.read_commits(ids[done:end], renames=renames):
                    done += 1
                    self._put(top - done, commit)
                    if done % _BATCH == 0:
                        self._flush(done, total)
                renames, size = renames or lost <= _MOST_LOST, size * 2
            except Unreadable:
                if not renames:
                    notice = f"Only {done} of {total} commits could be read"
                    break
                # a text is missing that tells how alike two files are: which commit's, is narrowed down
                is_one = end - done <= 1
                lost, renames, size = lost + is_one, not is_one, max((end - done) // 2, 1)
                size = total if lost > _MOST_LOST else size
            except Unavailable as error:
                notice = f"Only {done} of {total} commits were read: {error.message}"
                break
        self._flush(done, total)
        self._write_touches()
        return notice or (_say_lost(lost) if lost else "")

    def _put(self, number: int, commit: Commit) -> None:
        past, words, renames, reverts = self._rows
        time = min(max(commit.time, 0), _LATEST)
        count = len(commit.changes)
        paths = []
        known, touches = self._paths, self._touches
        for change in commit.changes if count <= _MOST_FILES else ():
            path = known.get(change.path) or self._path(change.path)
            paths.append(path)
            touches[path].append(touch(number, change.status))
            if change.old is not None:
                old = self._path(change.old)
                self._touches[old].append(touch(number, "G"))
                renames.append((number, old, path))
        author = self._author(commit.author, commit.email)
        oid = bytes.fromhex(commit.oid)
        past.append((number, oid, time, commit.day, author, count, commit.subject, pack(paths)))
        words.append((number, searchable(commit.subject), searchable(commit.body)))
        if reverted := reverted_commit(commit.subject, commit.body):
            reverts.append((number, reverted[0], same_subject(reverted[1])))

    def _write_touches(self) -> None:
        """Put what is new before what a file's row has already: newest first."""
        update = []
        for path, fresh in self._touches.items():
            (known,) = self._database.execute("SELECT touches FROM path WHERE id = ?", (path,)).fetchone()
            update.append((pack(fresh) + known, path))
        self._database.executemany("UPDATE path SET touches = ? WHERE id = ?", update)

    def _flush(self, done: int, total: int) -> None:
        execute = self._database.executemany
        past, words, renames, reverts = self._rows
        for rows in (past, words):
            rows.reverse()  # FTS5 writes what it holds at each number below the last: four times the work
        execute("INSERT INTO past VALUES(?, ?, ?, ?, ?, ?, ?, ?)", past)
        execute("INSERT INTO words(rowid, subject, body) VALUES(?, ?, ?)", words)
        execute("INSERT INTO rename VALUES(?, ?, ?)", renames)
        execute("INSERT INTO revert VALUES(?, ?, ?)", reverts)
        for rows in self._rows:
            rows.clear()
        if self._progress is not None:
            self._progress(done, total)

    def _path(self, name: str) -> int:
        number = self._paths.get(name)
        if number is None:
            number = self._paths[name] = self._number(_PATH, (pack_name(name),))
            self._touches[number] = []
        return number

    def _author(self, name: str, email: str) -> int:
        number = self._authors.get((name, email))
        if number is None:
            number = self._authors[name, email] = self._number(_AUTHOR, (name, email))
        return number

    def _number(self, statements: tuple[str, str], values: tuple[str | bytes, ...]) -> int:
        find, add = statements
        found = self._database.execute(find, values).fetchone()
        if found is None:
            return int(self._database.execute(add, values).lastrowid or 0)
        return int(found[0])


def _say_lost(lost: int) -> str:
    if lost > _MOST_LOST:
        return _NO_TEXTS
    commits = "1 commit" if lost == 1 else f"{lost} commits"
    return f"Renames with edits are not seen in {commits}, of which this clone lacks a text"


def _highest(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT coalesce(max(id), 0) FROM past").fetchone()[0])


# Lists of numbers as bytes: a history has many, and a row for each number would take ten times the room.


def touch(past: int, status: str) -> int:
    """Return one number for a commit and what it did to a file."""
    return past << 3 | _CODES.get(status, 1)


def status_of(touched: int) -> str:
    """Return what the commit did to the file."""
    return _STATUSES[touched & 7]


def pack(numbers: Iterable[int]) -> bytes:
    """Return numbers below 2**32 as bytes."""
    packed = array("I", numbers)
    if sys.byteorder != "little":
        packed.byteswap()
    return packed.tobytes()


def unpack(packed: bytes) -> array[int]:
    """Return the numbers in bytes."""
    numbers = array("I")
    numbers.frombytes(packed)
    if sys.byteorder != "little":
        numbers.byteswap()
    return numbers


def reverted_commit(subject: str, body: str) -> tuple[str, str] | None:
    """Return the id (or its start) and the subject a commit says it takes back, or None."""
    quoted = _SUBJECT.match(subject)
    oid = _IN_SUBJECT.match(subject) or _IN_BODY.search(body, 0, _MOST_BODY)
    if quoted is None and oid is None:
        return None
    return (oid[1].lower() if oid else "", quoted[1] if quoted else "")


def same_subject(subject: str) -> str:
    """Return a subject without the number a code host put behind it when it merged."""
    return _TAIL.sub("", subject)
