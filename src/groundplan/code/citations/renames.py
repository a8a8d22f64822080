"""Where files and folders went that are no longer there: git's renames, or a like text not committed yet."""

from __future__ import annotations

import contextlib
import posixpath
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from groundplan.code.citations.texts import likeness, split_lines
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.index import Index
    from groundplan.git.commits import Commit

_MOST_STEPS = 8  # renames after renames; each step is a walk of the history
_MOST_PATHS = 400  # gone paths of one run whose history is asked for
_MOST_COMMITS = 4000  # commits looked through for the one that removed a path
_LIKE = 0.5  # as git's own `-M`: half of the text
_MOST_VERSIONS = 12  # texts of one file that are looked through for a symbol
_MOST_LIKENED = 400  # new files whose text is compared


class History(Protocol):
    """What a repository says of files that are gone."""

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        """Return the commits of HEAD's history that changed one of the paths, newest first."""

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give commits with the files they changed."""

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a file's content in a revision."""

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the files of a revision."""


@dataclass(frozen=True, slots=True)
class Followed:
    """Where a path went (empty: not known), whether it ever was, and the revision that last had it."""

    path: str = ""
    was_there: bool = False
    revision: str = ""


class Trail:
    """Follows paths that are gone. All are asked for at once: a walk of the history costs the same for each.

    Certain enough to re-anchor is only: git itself pairs the two names in the commit that removed the old
    one (half of the text is the same); or, where git gave up or the file was copied first and removed later,
    exactly one file of the same name has half of the lines; or the removal is not committed yet and exactly
    one new file has half of the lines. Everything else is missing, with near names.
    """

    def __init__(self, index: Index, history: History | None, kind: Callable[[str], str]) -> None:
        self._index = index
        self._history = history
        self._kind = kind
        self._known: dict[str, Followed] = {}
        self._changes: dict[str, list[str]] = {}

    def follow_all(self, paths: Iterable[str]) -> None:
        """Find out where these went, so that `follow` can tell."""
        wanted = [path for path in dict.fromkeys(paths) if path not in self._known][:_MOST_PATHS]
        if not wanted or self._history is None:
            return
        try:
            self._follow_all(self._history, wanted)
        except GroundplanError:  # no commit yet, a shallow, partial or broken history: nothing is known
            self._known.update({path: Followed() for path in wanted if path not in self._known})

    def follow(self, path: str) -> Followed:
        """Return where a file or folder that is gone stands now."""
        return self._known.get(path, Followed())

    def old_text(self, path: str) -> bytes | None:
        """Return what a gone file said last."""
        followed = self.follow(path)
        if self._history is None or not followed.revision:
            return None
        try:
            return self._history.read_file_at(followed.revision, path)
        except GroundplanError:
            return None

    def find_versions(self, paths: Iterable[str]) -> None:
        """Find the last commits that changed these files, so that `versions` can give their texts."""
        wanted: dict[str, list[str]] = {path: [] for path in paths}
        self._changes.update(wanted)
        if self._history is None or not wanted:
            return
        with contextlib.suppress(GroundplanError):
            ids = self._history.commits_touching(tuple(wanted)[:_MOST_PATHS], limit=_MOST_COMMITS)
            for commit in self._history.read_commits(ids, renames=False):
                for change in commit.changes:
                    if change.path in wanted and len(self._changes[change.path]) < _MOST_VERSIONS:
                        self._changes[change.path].append(commit.oid)

    def versions(self, path: str) -> Iterator[bytes]:
        """Give the texts a file had, newest first: as of HEAD, then before each change of it."""
        if self._history is None:
            return
        revisions = [self.follow(path).revision, "HEAD", *(f"{oid}^" for oid in self._changes.get(path, ()))]
        for revision in filter(None, revisions):
            with contextlib.suppress(GroundplanError):
                text = self._history.read_file_at(revision, path)
                if text is not None:
                    yield text

    def _follow_all(self, history: History, wanted: list[str]) -> None:
        committed = frozenset(history.list_files("HEAD"))
        beside = {path for path in wanted if path in committed or _holds(path, committed)}
        for path in beside:
            self._known[path] = Followed(
                self._beside_head(history, path, committed), was_there=True, revision="HEAD"
            )
        step = {path: path for path in wanted if path not in beside}  # where it is now -> asked for
        for _ in range(_MOST_STEPS):
            if not step:
                break
            step = self._one_step(history, step)

    def _one_step(self, history: History, step: dict[str, str]) -> dict[str, str]:
        removals = _find_removals(history, step)
        further = {}
        for path, asked in step.items():
            commit = removals.get(path)
            if commit is None:
                self._known.setdefault(asked, Followed())
                continue
            revision = f"{commit.oid}^"
            first = self._known.setdefault(asked, Followed(was_there=True, revision=revision))
            target = _new_name(path, commit) or self._likest_namesake(history, path, revision, commit)
            if target and self._kind(target):
                self._known[asked] = replace(first, path=target)
            elif target and target not in step:
                further[target] = asked
        return further

    def _likest_namesake(self, history: History, path: str, revision: str, commit: Commit) -> str:
        name = posixpath.basename(path)
        added = [each.path for each in commit.changes if each.status == "A"]
        namesakes = [each for each in self._index.paths() if posixpath.basename(each) == name]
        near = [each for each in added if posixpath.basename(each) == name and self._kind(each)]
        choice = near if len(near) == 1 else namesakes
        if len(choice) > 20:  # one of hundreds of `__init__.py`
            return ""
        return self._likest(history.read_file_at(revision, path), path, choice)

    def _beside_head(self, history: History, path: str, committed: frozenset[str]) -> str:
        """Return the one new file, or folder, that a removal not committed yet was a rename to."""
        fresh = [each for each in self._index.paths() if each not in committed][:_MOST_LIKENED]
        if not fresh:
            return ""
        if path in committed:
            return self._likest(history.read_file_at("HEAD", path), path, fresh)
        inside = sorted(each for each in committed if each.startswith(f"{path}/"))[:20]
        pairs = [(old, self._likest(history.read_file_at("HEAD", old), old, fresh)) for old in inside]
        return _folder_of(path, [(old, new) for old, new in pairs if new])

    def _likest(self, text: bytes | None, path: str, choice: list[str]) -> str:
        if text is None:
            return ""
        lines = split_lines(text)
        scored = []
        for each in choice:
            other = self._index.text(each)
            if other is not None and (score := likeness(lines, split_lines(other))) >= _LIKE:
                scored.append((score, each))
        scored.sort(reverse=True)
        equal = [each for score, each in scored if score > scored[0][0] - 0.05]
        if len(equal) > 1:  # copies of one text: only the name can tell, as with git
            equal = [each for each in equal if posixpath.basename(each) == posixpath.basename(path)]
        return equal[0] if len(equal) == 1 else ""


def _find_removals(history: History, paths: Iterable[str]) -> dict[str, Commit]:
    """Return the newest commit that removed each path, or the last file of each folder, with its renames."""
    waiting = set(paths)
    removed: dict[str, str] = {}
    ids = history.commits_touching(tuple(waiting), limit=_MOST_COMMITS)
    for commit in history.read_commits(ids, renames=False):
        for change in commit.changes:
            if change.status != "D":
                continue
            name = change.path
            while name:
                if name in waiting:
                    removed[name] = commit.oid
                    waiting.discard(name)
                name = name.rpartition("/")[0]
        if not waiting:
            break
    read = {commit.oid: commit for commit in history.read_commits(dict.fromkeys(removed.values()))}
    return {path: read[oid] for path, oid in removed.items() if oid in read}


def _new_name(path: str, commit: Commit) -> str:
    pairs = [(each.old, each.path) for each in commit.changes if each.status == "R" and each.old]
    for old, new in pairs:
        if old == path:
            return new
    return _folder_of(path, [(old, new) for old, new in pairs if old.startswith(f"{path}/")])


def _holds(folder: str, files: Iterable[str]) -> bool:
    start = f"{folder}/"
    return any(each.startswith(start) for each in files)


def _folder_of(path: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the folder that took a folder's place, when every file of it that was renamed went there."""
    targets = set()
    for old, new in pairs:
        tail = old[len(path) :]
        if not new.endswith(tail):
            return ""
        targets.add(new[: -len(tail)])
    return targets.pop() if len(targets) == 1 else ""
