"""The history of one worktree and the questions it answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from groundplan.survey.history import queries
from groundplan.survey.history.facts import Churn, PastCommit, Step, Together
from groundplan.survey.history.lineage import Lineage
from groundplan.survey.history.people import YEAR, judge_ownership, weight_of_age
from groundplan.survey.history.reading import update_tables
from groundplan.survey.history.tables import open_tables, pack_name
from groundplan.survey.history.wording import asked_words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from groundplan.code.index import Index, Progress
    from groundplan.git.repository import Repository
    from groundplan.survey.history.facts import Ownership

MOST_TOGETHER = 50  # files of one commit: more is a sweep, which says nothing about two of them
_NEWEST = 20  # commits among which the newest day is looked for: one may carry an old day


class History:
    """The commits of HEAD's history, brought up to HEAD when it was loaded.

    Files are known by the name they have now; what they were called before counts for them.
    """

    def __init__(self, repository: Repository, database: sqlite3.Connection, notices: Sequence[str]) -> None:
        self.repository = repository
        self.database = database
        self.notices = tuple(notices)
        self.lineage = Lineage(database)

    def count(self) -> int:
        """Return how many commits there are."""
        return int(self.database.execute(queries.COUNT).fetchone()[0])

    def newest(self) -> int:
        """Return the author's day of the newest commit, in seconds of the epoch."""
        return int(self.database.execute(queries.NEWEST, (_NEWEST,)).fetchone()[0] or 0)

    def churn(self, paths: Iterable[str] | None = None) -> dict[str, Churn]:
        """Return how often each file changed, under any name it had: all files ever, or those asked for."""
        since = self.newest() - YEAR
        if paths is None:
            rows = self.database.execute(queries.CHURN, (since,)).fetchall()
            asked = self.lineage.families(row[0] for row in rows)
        else:
            asked = {path: self.lineage.numbers(path) for path in paths}
            self._ask_for(number for numbers in asked.values() for number in numbers)
            rows = self.database.execute(queries.CHURN_OF_ASKED, (since,)).fetchall()
        counted = {row[0]: row[1:] for row in rows}
        found = {}
        for path, numbers in asked.items():
            parts = [counted[number] for number in numbers if number in counted]
            if parts:
                commits, recent, last = zip(*parts, strict=True)
                found[path] = Churn(path, sum(commits), sum(recent), max(last))
        return found

    def ownership(self, path: str | None = None) -> Ownership:
        """Return who made a file, a folder or, without a path, the whole."""
        if path is None:
            rows = self.database.execute(queries.AUTHORS)
        elif numbers := self.lineage.numbers(path):
            self._ask_for(numbers)
            rows = self.database.execute(queries.AUTHORS_OF_ASKED)
        else:
            start = path.rstrip("/")  # `0` is the letter behind `/`
            rows = self.database.execute(
                queries.AUTHORS_WITHIN, (pack_name(f"{start}/"), pack_name(f"{start}0"))
            )
        newest = self.newest()
        parts: dict[int, list[float]] = {}
        for author, time in rows:
            part = parts.setdefault(author, [0, 0.0, 0, 0])
            part[0] += 1
            part[1] += weight_of_age(newest - time)
            part[2] += time >= newest - YEAR
            part[3] = max(part[3], time)
        names = {number: (name, email) for number, name, email in self.database.execute(queries.NAMES)}
        return judge_ownership(
            (*names[author], int(commits), weight, int(recent), int(last))
            for author, (commits, weight, recent, last) in parts.items()
        )

    def cochanged(self, path: str) -> list[tuple[str, int]]:
        """Return the files that changed in the same commits as one, with in how many, most first."""
        return [(each.path, each.count) for each in self.together(path)]

    def together(self, path: str, *, limit: int = 200) -> list[Together]:
        """Return the files that changed with one, sweeps of many files left out, most often first."""
        own = self.lineage.numbers(path)
        self._ask_for(own)
        counted: dict[str, int] = {}
        for number, count in self.database.execute(queries.TOGETHER, (MOST_TOGETHER,)):
            if number not in own:
                name = self.lineage.name_now(number)
                counted[name] = counted.get(name, 0) + count
        ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:limit]
        commits = self._small_commits([path, *(name for name, _ in ranked)])
        return [
            Together(name, count, count / max(count, commits[path]), count / max(count, commits[name]))
            for name, count in ranked
        ]

    def commits_about(self, words: str | Iterable[str], *, limit: int = 50) -> list[tuple[PastCommit, float]]:
        """Return the commits whose message has the words, or others of their stem, best first."""
        asked = asked_words(words if isinstance(words, str) else " ".join(words))
        if not asked:
            return []
        match = " OR ".join(f'"{word}"' for word in asked)
        rows = self.database.execute(queries.ABOUT, (match, limit))
        return [(PastCommit(*row[:6]), -row[6]) for row in rows]

    def files_of(self, oid: str) -> tuple[str, ...]:
        """Return the files a commit changed, by the names they have now, sorted."""
        rows = self.database.execute(queries.FILES, (oid,))
        return tuple(sorted({self.lineage.name_now(number) for (number,) in rows}))

    def evolution(self, path: str) -> list[Step]:
        """Return what was done to a file through all its names, newest first."""
        self._ask_for(self.lineage.numbers(path))
        return [
            Step(PastCommit(*row[:6]), row[6], self.lineage.name(row[7]), self.lineage.name_or_none(row[8]))
            for row in self.database.execute(queries.LIFE)
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

    def _small_commits(self, paths: Sequence[str]) -> dict[str, int]:
        """Return in how many commits that are no sweeps each file changed."""
        families = {path: self.lineage.numbers(path) for path in paths}
        self._ask_for(number for numbers in families.values() for number in numbers)
        counted = dict(self.database.execute(queries.SMALL_COMMITS, (MOST_TOGETHER,)))
        return {path: sum(counted.get(number, 0) for number in numbers) for path, numbers in families.items()}

    def _ask_for(self, numbers: Iterable[int]) -> None:
        self.database.execute("DELETE FROM temp.asked")
        rows = ((number,) for number in numbers)
        self.database.executemany("INSERT OR IGNORE INTO temp.asked VALUES(?)", rows)


def load_history(index: Index, progress: Progress | None = None) -> History:
    """Return the history of an index's worktree, read up to HEAD and kept beside the index."""
    database = open_tables(_folder_of(index))
    try:
        notices = update_tables(database, index.repository, progress)
        return History(index.repository, database, notices)
    except BaseException:
        database.close()
        raise


def _folder_of(index: Index) -> Path | None:
    """Return the folder the index keeps its database in, or None where it is in memory."""
    listed = index.derived("history", "1", ()).execute("PRAGMA database_list")
    file = next((row[2] for row in listed if row[1] == "main"), "")
    return Path(file).parent if file else None
