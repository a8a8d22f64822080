"""Where files and folders went that are no longer there: git's renames, or a like text not committed yet."""

from __future__ import annotations

import contextlib
import posixpath
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from groundplan.code.citations.beside_head import BesideHead, Followed, folder_of, likest
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundplan.code.citations.beside_head import History
    from groundplan.code.view import CitedCode
    from groundplan.git.commits import Commit

_MOST_STEPS = 8  # renames after renames; each step is a walk of the history
_MOST_PATHS = 400  # gone paths of one run whose history is asked for
_MOST_COMMITS = 4000  # commits looked through for the one that removed a path
_MOST_OF_FOLDER = 8  # commits that removed files of a folder: stragglers follow after it was renamed
_MOST_RIVALS = 60  # files of the same commit whose text is compared
_MOST_NAMESAKES = 12  # files of one name that are compared; of a hundred `__init__.py` none is the one


class Trail:
    """Follows paths that are gone. All are asked for at once: a walk of the history costs the same for each.

    Certain enough to re-anchor is only: git itself pairs the two names in the commit that removed the old
    one (half of the text is the same, and no equal text beside it has as good a name); or, where git gave
    up, exactly one file of the same name that was not there before has half of the lines; or the removal is
    not committed yet and exactly one new file has them (seven of ten under another name), more than of any
    other file removed. All else is missing.
    """

    def __init__(self, index: CitedCode, history: History | None, kind: Callable[[str], str]) -> None:
        self._index = index
        self.history = history
        self._kind = kind
        self._known: dict[str, Followed] = {}
        self._beside_head = BesideHead(index, kind)

    def follow_all(self, paths: Iterable[str]) -> None:
        """Find out where these went, so that `follow` can tell."""
        wanted = [path for path in dict.fromkeys(paths) if path not in self._known][:_MOST_PATHS]
        if not wanted or self.history is None:
            return
        try:
            self._follow_all(self.history, wanted)
        except GroundplanError:  # no commit yet, a shallow, partial or broken history: nothing is known
            self._known.update({path: Followed() for path in wanted if path not in self._known})

    def follow_uncommitted(self, paths: Iterable[str]) -> None:
        """Find out where these went if they stand in HEAD; the commits before it are not asked."""
        wanted = [path for path in paths if path not in self._known]
        if wanted and self.history is not None:
            with contextlib.suppress(GroundplanError):
                self._known.update(self._beside_head.follow(self.history, wanted))

    def follow(self, path: str) -> Followed:
        """Return where a file or folder that is gone stands now."""
        return self._known.get(path, Followed())

    def old_text(self, path: str) -> bytes | None:
        """Return what a gone file said last."""
        followed = self.follow(path)
        if self.history is None or not followed.revision:
            return None
        try:
            return self.history.read_file_at(followed.revision, path)
        except GroundplanError:
            return None

    def names_before(self, path: str) -> list[str]:
        """Return a file's own path and the one it had before it was last renamed, if it was."""
        if self.history is None:
            return [path]
        with contextlib.suppress(GroundplanError):
            if fresh := self._beside_head.made_of(self.history, path):
                return [path, *fresh]
            ids = self.history.commits_touching((path,), limit=_MOST_COMMITS)
            for commit in _with_renames(self.history, list(ids[-1:])):
                return [path, *(each.old for each in commit.changes if each.path == path and each.old)]
        return [path]

    def _follow_all(self, history: History, wanted: list[str]) -> None:
        self._known.update(self._beside_head.follow(history, wanted))
        step = {path: path for path in wanted if path not in self._known}  # where it is now -> asked for
        for _ in range(_MOST_STEPS):
            if not step:
                break
            step = self._one_step(history, step)

    def _one_step(self, history: History, step: dict[str, str]) -> dict[str, str]:
        removals = _find_removals(history, step)
        further = {}
        for path, asked in step.items():
            commits = removals.get(path)
            if not commits:
                self._known.setdefault(asked, Followed())
                continue
            revision = next(iter(commits[0].parents), commits[0].oid)
            first = self._known.setdefault(asked, Followed(was_there=True, revision=revision))
            target = self._new_name(history, path, commits) or self._likest_namesake(history, path, revision)
            if target and self._kind(target):
                self._known[asked] = replace(first, path=target)
            elif target and target not in step:
                further[target] = asked
        return further

    def _new_name(self, history: History, path: str, commits: list[Commit]) -> str:
        """Return what git paired a gone path with; of equal texts it takes any, so their names must tell."""
        for commit in commits:
            for old, new in _pairs([commit]):
                if old == path:
                    return "" if self._has_rival(history, commit, path, new) else new
        return folder_of(path, [(old, new) for old, new in _pairs(commits) if old.startswith(f"{path}/")])

    def _has_rival(self, history: History, commit: Commit, old: str, new: str) -> bool:
        """Tell whether the same commit made the same text at another path that the old one fits as well."""
        fits = _shared_end(old, new)
        others = [
            each.path
            for each in commit.changes
            if each.status in {"A", "R"} and each.path != new and _shared_end(old, each.path) >= fits
        ]
        text = history.read_file_at(commit.oid, new) if others else None
        return any(history.read_file_at(commit.oid, each) == text for each in others[:_MOST_RIVALS])

    def _likest_namesake(self, history: History, path: str, revision: str) -> str:
        """Return the one file of the same name, made after, that has half of the lines: git may give up."""
        name = posixpath.basename(path)
        choice = [each for each in self._index.paths() if posixpath.basename(each) == name]
        if not 0 < len(choice) <= _MOST_NAMESAKES:
            return ""
        # What stood beside it is a sibling, not its successor: folders of examples are full of them.
        fresh = [each for each in choice if history.read_file_at(revision, each) is None]
        text = history.read_file_at(revision, path) if fresh else None
        return likest(self._index, text, path, fresh)[0]


def _find_removals(history: History, paths: Iterable[str]) -> dict[str, list[Commit]]:
    """Return the newest commit that removed each path, with its renames; of a folder the last few."""
    removed: dict[str, list[str]] = {path: [] for path in paths}
    ids = history.commits_touching(tuple(removed), limit=_MOST_COMMITS)
    for commit in history.read_commits(ids, renames=False):
        for change in commit.changes:
            name = change.path if change.status == "D" else ""
            while name:
                before = removed.get(name)
                most = 1 if name == change.path else _MOST_OF_FOLDER
                if before is not None and len(before) < most and commit.oid not in before:
                    before.append(commit.oid)
                name = name.rpartition("/")[0]
    wanted = dict.fromkeys(oid for each in removed.values() for oid in each)
    read = {commit.oid: commit for commit in _with_renames(history, list(wanted))}
    return {path: [read[oid] for oid in each if oid in read] for path, each in removed.items() if each}


def _with_renames(history: History, ids: list[str]) -> list[Commit]:
    """Return commits with their renames; only one whose texts a partial clone lacks goes without."""
    try:
        return list(history.read_commits(ids))
    except GroundplanError:
        if len(ids) == 1:
            return list(history.read_commits(ids, renames=False))
        half = len(ids) // 2
        return _with_renames(history, ids[:half]) + _with_renames(history, ids[half:])


def _pairs(commits: Iterable[Commit]) -> list[tuple[str, str]]:
    return [
        (each.old, each.path)
        for commit in commits
        for each in commit.changes
        if each.status == "R" and each.old
    ]


def _shared_end(one: str, other: str) -> int:
    """Return how many of their last names two paths have in common."""
    pairs = zip(reversed(one.split("/")), reversed(other.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
