"""The history of one worktree and the questions it answers."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Self

from groundplan.survey.history import queries
from groundplan.survey.history.facts import Churn, Owner, Ownership, PastCommit, Step, Together
from groundplan.survey.history.lineage import Lineage
from groundplan.survey.history.reading import GONE, status_of, unpack, update_tables
from groundplan.survey.history.tables import open_tables
from groundplan.survey.history.wording import asked_words, matching_one, matching_two

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from groundplan.code.index import Progress
    from groundplan.code.view import CodeView
    from groundplan.git.repository import Repository

MOST_TOGETHER = 50  # files of one commit: more is a sweep, which says nothing about two of them
_SINGLY = 3_000  # commits looked up one by one; whoever wants more gets all rows at once, which is faster
_NEWEST = 20  # commits among which the newest day is looked for: one may carry an old day
Row = tuple[int, int, int]  # a commit's time, author and number of files
YEAR = 365 * 24 * 3600  # seconds
Part = tuple[str, str, int, int, int]  # name, address, commits, recent commits, newest


class History:
    """The commits of HEAD's history, brought up to HEAD when it was loaded.

    Files are known by the name they have now; what they were called before counts for them.
    """

    def __init__(self, repository: Repository, database: sqlite3.Connection, notices: Sequence[str]) -> None:
        self.repository = repository
        self.database = database
        self.notices = tuple(notices)
        self._seen: dict[int, Row | None] = {}

    @cached_property
    def lineage(self) -> Lineage:
        """The files through their renames."""
        return Lineage(self.database)

    @cached_property
    def _all_rows(self) -> dict[int, Row]:
        return {
            number: (time, author, files)
            for number, time, author, files in self.database.execute(queries.COMMITS)
        }

    @cached_property
    def _has_outside(self) -> bool:
        return self.database.execute("SELECT 1 FROM temp.outside LIMIT 1").fetchone() is not None

    def count(self) -> int:
        """Return how many commits there are."""
        return int(self.database.execute(queries.COUNT).fetchone()[0])

    def newest(self) -> int:
        """Return the author's day of the newest commit, in seconds of the epoch."""
        return self._newest[0]

    @property
    def _newest(self) -> tuple[int, str]:
        time, day = self.database.execute(queries.NEWEST, (_NEWEST,)).fetchone()
        return int(time or 0), day or ""

    def churn(self, paths: Iterable[str] | None = None) -> dict[str, Churn]:
        """Return how often each file changed, under any name it had: all files ever, or those asked for."""
        newest, until = self._newest
        since = newest - YEAR
        if paths is not None:
            found = (self._churn_of(path, since, until) for path in paths)
            return {churn.path: churn for churn in found if churn.commits}
        recent = {number for number, row in self._all_rows.items() if row[0] >= since}
        first_recent = min(recent, default=0)
        touches = dict(self.database.execute(queries.TOUCHES))
        churn = {}
        for path, numbers in self.lineage.files().items():
            # a commit may have touched several of a file's names, and counts once
            one = touches[numbers[0]] if len(numbers) == 1 else b"".join(touches[each] for each in numbers)
            is_plain = len(numbers) == 1 and numbers[0] not in self.lineage.left
            commits, lately, latest = self._count(one, recent, first_recent if is_plain else 0)
            if commits:
                churn[path] = Churn(path, commits, lately, self._all_rows[latest][0], until)
        return churn

    def _churn_of(self, path: str, since: int, until: str) -> Churn:
        rows = self._rows_of(self.lineage.numbers(path))
        recent = sum(time >= since for time, _, _ in rows.values())
        return Churn(path, len(rows), recent, rows[max(rows)][0] if rows else 0, until)

    def _count(self, touches: bytes, recent: set[int], first_recent: int) -> tuple[int, int, int]:
        """Return how many commits touched a file, how many of them lately, and the newest of them."""
        newest = unpack(touches[:4])[0] >> 3 if touches else 0
        if newest < first_recent and not self._has_outside:
            return len(touches) // 4, 0, newest  # most files of an old repository: no need to look at each
        pasts = {past for past in _pasts(touches) if past in self._all_rows}
        return len(pasts), len(recent.intersection(pasts)), max(pasts, default=0)

    def ownership(self, path: str | None = None) -> Ownership:
        """Return who made a file, a folder or, without a path, the whole."""
        newest = self.newest()
        rows = self._all_rows
        if path is not None:
            rows = self._rows_of(self.lineage.numbers(path) or self.lineage.within(path))
        commits: Counter[int] = Counter()
        recent: Counter[int] = Counter()
        last: dict[int, int] = {}
        for time, author, _ in rows.values():
            commits[author] += 1
            recent[author] += time >= newest - YEAR
            last[author] = max(last.get(author, 0), time)
        names = {number: (name, email) for number, name, email in self.database.execute(queries.NAMES)}
        return judge_ownership(
            (*names[author], count, recent[author], last[author]) for author, count in commits.items()
        )

    def cochanged(self, path: str, *, limit: int = 200) -> list[tuple[str, int]]:
        """Return the files that changed in the same commits as one, with in how many, most first."""
        return self._counted_with(path, self._small_commits(path))[:limit]

    def together(self, path: str, *, limit: int = 20) -> list[Together]:
        """Return the files that changed with one, sweeps of many files left out, most often first."""
        mine = self._small_commits(path)
        return [
            Together(
                name, count, len(mine), count / len(mine), count / max(count, len(self._small_commits(name)))
            )
            for name, count in self._counted_with(path, mine)[:limit]
        ]

    def _counted_with(self, path: str, commits: Iterable[int]) -> list[tuple[str, int]]:
        counted: Counter[int] = Counter()
        for past in commits:
            counted.update(self._paths(past))
        by_name: Counter[str] = Counter()
        for number, count in counted.items():
            by_name[self.lineage.name_now(number)] += count
        del by_name[path]
        return sorted(by_name.items(), key=lambda item: (-item[1], item[0]))

    def commits_about(
        self, words: str | Iterable[str], *, limit: int = 50, by_two: bool = False
    ) -> list[tuple[PastCommit, float]]:
        """Return the commits whose message has one of the words, or another of its stem, best first.

        `by_two` asks for a second word as well, and for one of them in the subject line.
        """
        asked = asked_words(words if isinstance(words, str) else " ".join(words))
        if not asked:
            return []
        match = matching_two(asked) if by_two and len(asked) > 1 else matching_one(asked)
        found = self.database.execute(queries.ABOUT, (match, limit)).fetchall()
        return [(self.commit(past), -score) for past, score in found]

    def commit(self, past: int) -> PastCommit:
        """Return the commit of a number."""
        return PastCommit(*self.database.execute(queries.COMMIT, (past,)).fetchone())

    def find(self, oid: str) -> PastCommit | None:
        """Return the commit of an id, or None where it is not in the history."""
        row = self.database.execute(queries.NUMBER, (bytes.fromhex(oid),)).fetchone()
        return self.commit(int(row[0])) if row else None

    def files_of(self, oid: str) -> tuple[str, ...]:
        """Return the files a commit changed, by the names they have now, sorted."""
        return tuple(sorted({self.lineage.name_now(number) for number in self._numbers_of(oid)}))

    def paths_of(self, oid: str) -> tuple[str, ...]:
        """Return the paths a commit changed, as they were called then, sorted."""
        return tuple(sorted(self.lineage.name(number) for number in self._numbers_of(oid)))

    def _numbers_of(self, oid: str) -> Iterable[int]:
        row = self.database.execute("SELECT paths FROM past WHERE oid = ?", (bytes.fromhex(oid),)).fetchone()
        return unpack(row[0]) if row else ()

    def evolution(self, path: str) -> list[Step]:
        """Return what was done to a file through all its names, newest first."""
        family = self.lineage.numbers(path)
        life = {  # one step a commit, told by the newest of the names that it touched
            touched >> 3: (status_of(touched), number)
            for number in reversed(family)
            for touched in unpack(self._touches(number))
            if touched & 7 != GONE and self._row(touched >> 3)
        }
        old = {
            (past, new): before
            for past, before, new in self.database.execute(queries.RENAMES)
            if new in family
        }
        return [
            Step(
                self.commit(past),
                status,
                self.lineage.name(number),
                self.lineage.name(old[past, number]) if (past, number) in old else None,
            )
            for past, (status, number) in sorted(life.items(), reverse=True)
        ]

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _small_commits(self, path: str) -> list[int]:
        """Return the commits that changed a file and are no sweeps."""
        rows = self._rows_of(self.lineage.numbers(path))
        return [past for past, (_, _, files) in rows.items() if files <= MOST_TOGETHER]

    def _rows_of(self, numbers: Iterable[int]) -> dict[int, Row]:
        """Return the commits that touched some paths."""
        pasts = {past for number in numbers for past in _pasts(self._touches(number))}
        if len(self._seen) >= _SINGLY:
            rows = self._all_rows
            return {past: rows[past] for past in pasts if past in rows}
        found = ((past, self._row(past)) for past in pasts)
        return {past: row for past, row in found if row is not None}

    def _row(self, past: int) -> Row | None:
        if len(self._seen) >= _SINGLY:
            return self._all_rows.get(past)
        if past not in self._seen:
            self._seen[past] = self.database.execute(queries.ONE, (past,)).fetchone()
        return self._seen[past]

    def _touches(self, number: int) -> bytes:
        return bytes(self.database.execute("SELECT touches FROM path WHERE id = ?", (number,)).fetchone()[0])

    def _paths(self, past: int) -> Iterable[int]:
        return unpack(self.database.execute("SELECT paths FROM past WHERE id = ?", (past,)).fetchone()[0])


def _pasts(touches: bytes) -> list[int]:
    return [each >> 3 for each in unpack(touches) if each & 7 != GONE]


def load_history(index: CodeView, progress: Progress | None = None) -> History:
    """Return the history of an index's worktree, read up to HEAD and kept beside the index."""
    database = open_tables(index.folder)
    try:
        return History(index.repository, database, update_tables(database, index.repository, progress))
    except BaseException:
        database.close()
        raise


# Which names and addresses are one person.


def judge_ownership(parts: Iterable[Part]) -> Ownership:
    """Return the people behind the parts, the one with most commits first."""
    people = merge_people(parts)
    total = sum(part[2] for part in people) or 1
    owners = tuple(
        Owner(name, email, commits, commits / total, recent, last)
        for name, email, commits, recent, last in sorted(people, key=lambda part: (-part[2], part[0]))
    )
    return Ownership(sum(part[2] for part in people), owners)


def merge_people(parts: Iterable[Part]) -> list[Part]:
    """Return one part a person: equal addresses are one, and so are equal names, as for `git shortlog`."""
    leader: dict[str, str] = {}

    def find(key: str) -> str:
        while leader.setdefault(key, key) != key:
            leader[key] = key = leader[leader[key]]
        return key

    merged: dict[str, Part] = {}
    listed = sorted(parts, key=lambda part: (-part[2], part[0], part[1]))
    for name, email, *_ in listed:
        keys = [key for key in (_address(email), _same_name(name)) if key] or ["name"]
        for key in keys[1:]:
            leader[find(key)] = find(keys[0])
    for part in listed:
        name, email, commits, recent, last = part
        key = find(_address(email) or _same_name(name) or "name")
        first = merged.get(key, (name, email, 0, 0, 0))
        merged[key] = (*first[:2], first[2] + commits, first[3] + recent, max(first[4], last))
    return list(merged.values())


def _address(email: str) -> str:
    return f"mail {email.lower()}" if "@" in email else ""


def _same_name(name: str) -> str:
    return f"name {name.casefold()}" if name.strip() else ""
