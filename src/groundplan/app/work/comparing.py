"""What changed in the repository since a task was started, and whether that is the task's work.

Compared are the contents at the start with those that are committed now, so that rebasing, squashing and
merging make no difference, and neither do empty commits or an amended past.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.work.weakening import find_weakened, is_same_code
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.plan.receipt import ABSENT
from groundplan.store.layout import OWN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from groundplan.app.plans.tasks import WorkTask
    from groundplan.git.commits import Commit
    from groundplan.git.repository import Entry, Repository
    from groundplan.plan.receipt import Started

_ABOUT_FORM = late_regex(
    r"(?i)\bmov(?:e|ing)\b|\brenam|\b(?:re)?format|\bwhitespace|\bindent|\blint|\bcomment|\btypo|"
    r"\bline ending|\bstyle\b"
)
_MAKES = late_regex(
    r"(?i)\W*(?:add|build|change|create|delete|extend|fix|handle|implement|make|move|parse|port|put|refactor|"
    r"reject|remove|rename|replace|rewrite|split|store|support|write)\b"
)
_MOST_COMMITS = 2_000
_LARGEST = 2 * 2**20  # bytes of a file whose text is compared


@dataclass(frozen=True, slots=True)
class Work:
    """All that differs between the start of a task and what is committed now."""

    before: Mapping[str, str]  # path -> id of its content, of every file
    after: Mapping[str, str]
    commits: tuple[Commit, ...]
    repository: Repository
    head: str
    base: str
    relinked: tuple[str, ...] = ()  # links and submodules that came, went, changed, or became files

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the paths whose content is another, or that came or went."""
        paths = dict.fromkeys((*self.before, *self.after))
        return tuple(path for path in paths if self.before.get(path) != self.after.get(path))

    def texts(self, path: str) -> tuple[bytes, bytes]:
        """Return a file's content at the start and now; empty where it was not there or is too large."""
        return self._text(self.base, self.before, path), self._text(self.head, self.after, path)

    def read_ahead(self) -> None:
        """Read at once what `texts` gives file by file."""
        ids = [side[path] for path in self.changed for side in (self.before, self.after) if path in side]
        self.repository.read_ahead(ids, largest=_LARGEST)

    def _text(self, rev: str, ids: Mapping[str, str], path: str) -> bytes:
        text = self.repository.read_blob(ids[path], f"{rev}:{path}") if path in ids else b""
        return text if len(text) <= _LARGEST else b""

    def went_where(self, path: str) -> str:
        """Return where a file that is gone went with its content nearly the same; empty: nowhere."""
        if path in self.after or path not in self.before:
            return ""
        for commit in self.commits:
            for change in commit.changes:
                if change.old == path and change.status == "R" and change.path in self.after:
                    return change.path
        return ""

    def linked(self, task: WorkTask, slug: str) -> tuple[str, ...]:
        """Return the commits that touch the task's files or name the task in a trailer, newest first.

        A task without files of its own has the tests that its commands choose.
        """
        mark = trailer(slug, task.name).casefold()
        chosen = frozenset() if task.files else task.chosen
        return tuple(
            commit.oid
            for commit in self.commits
            if any(
                is_declared(change.path, task) or is_declared(change.old or "", task) or change.path in chosen
                for change in commit.changes
            )
            or any(line.strip().casefold() == mark for line in commit.body.splitlines())
        )


def trailer(slug: str, task: str) -> str:
    """Return the line in a commit message that links the commit to a task."""
    return f"Plan: {slug}#{task}"


def is_declared(path: str, task: WorkTask) -> bool:
    """Tell whether a path is one of the task's files, or below one of its folders."""
    return any(path == each or (path and path.startswith(f"{each.rstrip('/')}/")) for each in task.files)


def compare(repository: Repository, start: Started) -> Work | None:
    """Return what changed since a task was started; None where the commit it was started at is gone."""
    head = repository.head or ""
    try:
        before, after = repository.tree(start.commit), repository.tree(head)
        ids = repository.commit_ids((head,), (start.commit,), limit=_MOST_COMMITS)
        commits = tuple(repository.read_commits(ids))
    except GroundplanError:
        return None
    return make_work(repository, commits, (start.commit, before), (head, after))


def make_work(
    repository: Repository,
    commits: tuple[Commit, ...],
    start: tuple[str, Mapping[str, Entry]],
    end: tuple[str, Mapping[str, Entry]],
) -> Work:
    """Return what differs between two commits, each given with all that is committed in it."""
    (base, before), (head, after) = start, end
    files = [{path: each.oid for path, each in tree.items() if each.is_file} for tree in (before, after)]
    paths = dict.fromkeys((*before, *after))
    relinked = tuple(
        path
        for path in paths
        if before.get(path) != after.get(path)
        and any(path in tree and not tree[path].is_file for tree in (before, after))
    )
    return Work(files[0], files[1], commits, repository, head, base, relinked)


def find_faults(task: WorkTask, work: Work, named: Collection[str]) -> Iterator[str]:
    """Yield what keeps the change from being the work that the task declares; `named`: see `find_rewired`."""
    work.read_ahead()
    if task.files:
        yield from _files(task, work)
    yield from find_weakened(task, work, named)


def makes_nothing(task: WorkTask, work: Work) -> bool:
    """Tell whether a step that names no file makes something by its words, and nothing here changed."""
    is_changed = any(not path.startswith(f"{OWN}/") for path in work.changed)
    return not task.files and not is_changed and _MAKES.match(task.title) is not None


def touched(task: WorkTask, work: Work) -> tuple[str, ...]:
    """Return the task's files that changed, the new places of those that were renamed among them."""
    own = [path for path in work.changed if is_declared(path, task)]
    own += [place for path in own if (place := work.went_where(path))]
    return tuple(dict.fromkeys(own))


def _files(task: WorkTask, work: Work) -> Iterator[str]:
    own = touched(task, work)
    if not own:
        others = [path for path in work.changed if not path.startswith(f"{OWN}/")][:3]
        instead = f"; what changed is {', '.join(f'`{path}`' for path in others)}" if others else ""
        yield f"none of its files changed since it was started{instead}"
        return
    if not work.commits:
        yield "no commit was made since it was started"
        return
    if all(map(task.is_its_test, own)) and not all(map(task.is_its_test, task.files)):
        yield "only its tests changed"
    untouched = [path for path in task.files if not any(_is_below(each, path) for each in own)]
    for path, intent in task.files.items():
        if intent is Intent.CREATES and not any(_is_below(each, path) for each in work.after):
            yield f"new file `{path}` is not there"
        elif intent is Intent.REMOVES and path in work.after:
            yield f"`{path}` should be removed, and is still there"
        elif (
            intent in {Intent.MODIFIES, Intent.TOUCHES}
            and path in work.before
            and path not in work.after
            and not work.went_where(path)
        ):
            yield f"`{path}` should be modified, and was removed"
    if untouched and not task.commands:
        named = ", ".join(f"`{path}`" for path in untouched[:3])
        yield f"{named} did not change, and no command proves the task without that"
    if not _ABOUT_FORM.search(task.prose) and all(_is_formatted(work, path) for path in own):
        yield "its files were only reformatted or moved"


def _is_below(path: str, declared: str) -> bool:
    return path == declared or path.startswith(f"{declared.rstrip('/')}/")


def _is_formatted(work: Work, path: str) -> bool:
    """Tell whether a file says the same as before, here or where it went; one that came or went does not."""
    place = work.went_where(path) or path
    source = next((old for old in work.before if work.went_where(old) == path), path)
    if ABSENT in {work.before.get(source, ABSENT), work.after.get(place, ABSENT)}:
        return False
    before, after = work.texts(source)[0], work.texts(place)[1]
    return bool(before) and is_same_code(path, before, after)
