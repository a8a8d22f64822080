"""A copy of the code with a `.git` of its own: whatever is done to it leaves the user's files and refs alone.

Tracked and new files are copied as they are in the working tree. What was installed below the root is
too much to copy: the copy finds it at the same path, read-only. Objects of git's are read the same way.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import secrets
import shutil
import stat
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.files import list_files
from groundplan.files.plain import open_stream, read_plain
from groundplan.git.command import run_git
from groundplan.git.gaps import expect
from groundplan.git.question import Inquiry
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.errors import Unavailable
from groundplan.process.job import Mount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.git.repository import Repository

MOST_COPIED = 4 * 2**30  # bytes
_INSTALLED = frozenset({"node_modules", ".venv", "venv", "env", ".tox", ".nox", "vendor", ".bundle", "Pods"})
_MADE = (".py", ".so", ".pyd", ".egg-info/")  # ignored by git, and imported all the same
_MOST_MADE = 500
_WRITTEN_TO = "node_modules"
_CACHES = (".cache", ".vite", ".vitest")
_LARGEST_SHALLOW, _LARGEST_POINTER = 2**20, 2**16  # bytes
_PACKED = "--format=%(objectname)%20%(refname)"  # as `packed-refs` has it
_OLD = 24 * 3600  # seconds
_PREFIX = "probe-"
_OBJECTS = "shared-objects"


@dataclass(frozen=True, slots=True)
class Copy:
    """The folders of a probe, and what is mounted where."""

    folder: Path
    root: Path  # the user's
    installed: tuple[str, ...]  # folders below the root that are read from there
    objects: Path | None  # git's, if they are shown
    size: int  # bytes

    @property
    def tree(self) -> Path:
        """Return where the copied files are."""
        return self.folder / "tree"

    @property
    def home(self) -> Path:
        """Return the folder that is the command's home."""
        return self.folder / "home"

    @property
    def scratch(self) -> Path:
        """Return the folder for its temporary files."""
        return self.folder / "tmp"

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Return what a confined command finds in place of the user's folders."""
        below = (Mount(source, self.root / name) for name, source in self._elsewhere())
        return (Mount(self.tree, self.root, is_writable=True), *below)

    def link(self) -> None:
        """Lead from the copy to what is not copied, where nothing can be mounted."""
        for name, source in self._elsewhere():
            (self.tree / name).rmdir()
            (self.tree / name).symlink_to(source)

    def _elsewhere(self) -> Iterator[tuple[str, Path]]:
        """Yield each folder that is not copied, and where it is."""
        yield from ((name, self.root / name) for name in self.installed)
        if self.objects is not None:
            yield f".git/{_OBJECTS}", self.objects


@contextmanager
def copied(repository: Repository, cache: Path | None) -> Iterator[Copy]:
    """Make the copy, and remove it afterwards, whatever was done to it."""
    above = cache / "probes" if cache and not cache.resolve().is_relative_to(repository.root) else None
    try:
        if above:
            above.mkdir(mode=0o700, parents=True, exist_ok=True)
            _sweep(above)
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=above)).resolve()
    except OSError as error:
        raise Unavailable(f"No copy can be made in `{above}`: {error.strerror or error}") from error
    try:
        yield _fill(repository, folder)
    finally:
        _remove(folder)


def _fill(repository: Repository, folder: Path) -> Copy:
    root = Path(os.path.realpath(repository.root))
    for name in ("tree", "home", "tmp"):
        (folder / name).mkdir()
    untracked = list_untracked(repository)
    installed = tuple(path for path in untracked if path.endswith("/") and is_installed(root / path))
    copying = _Copying(root, folder / "tree")
    for path in dict.fromkeys((*list_files(repository), *_find_made(root, untracked))):
        if not path.startswith(installed):
            copying.copy(path)
    _make_git(repository, folder / "tree/.git", installed)
    there = tuple(path for name in installed for path in _enter(copying, name[:-1]))
    return Copy(folder, root, there, _find_objects(repository, root), copying.size)


def _find_objects(repository: Repository, root: Path) -> Path | None:
    """Return git's objects if they are this worktree's own: a link may lead to anything of the user's.

    A git directory elsewhere has to name this worktree: anybody can write a file that names a git directory.
    """
    git, common = (Path(os.path.realpath(each)) for each in (repository.git_dir, repository.common_dir))
    objects = common / "objects"
    is_named = git.parent == common / "worktrees" and _names(git / "gitdir", root / ".git")
    above = next((each.parents[1] for each in (common, *common.parents) if each.name == "modules"), None)
    is_below = above is not None and repository.is_submodule and root.is_relative_to(above)
    is_own = git == common == root / ".git" or is_named or is_below
    return objects if is_own and objects.is_dir() and not objects.is_symlink() else None


def _names(pointer: Path, path: Path) -> bool:
    """Tell whether a file of git's names a path."""
    with contextlib.suppress(OSError):
        named = os.fsdecode(read_plain(pointer, most=_LARGEST_POINTER)).strip()
        return os.path.realpath(pointer.parent / named) == os.fspath(path)
    return False


def list_untracked(repository: Repository) -> list[str]:
    """Return what git does not track, ignored or not; a folder without any tracked file ends in a slash."""
    options = ("-z", "--others", "--directory")
    answer = run_git(repository.root, Inquiry("ls-files", options), silenced=repository.silenced)
    return [path for path in os.fsdecode(expect(answer, "the untracked files")).split("\0") if path]


def is_installed(folder: Path) -> bool:
    """Tell whether a folder holds what a package manager put there."""
    if folder.name in _INSTALLED:
        return True
    programs = (folder / "bin/python", folder / "Scripts/python.exe")
    return (folder / "pyvenv.cfg").is_file() and any(map(os.path.lexists, programs))


def _enter(copying: _Copying, folder: str) -> Iterator[str]:
    """Yield the folders to show for one that was installed, each made in the copy.

    Tools put their caches into `node_modules`, so that is a folder of the copy's, and its packages are shown.
    """
    if not copying.make_folder(folder):
        return
    if not folder.endswith(_WRITTEN_TO):
        yield folder
        return
    for found in os.scandir(copying.root / folder):
        path = f"{folder}/{found.name}"
        if found.name.startswith(_CACHES):
            continue
        if found.is_dir(follow_symlinks=False) and copying.make_folder(path):
            yield path
        else:
            copying.copy(path)


def _find_made(root: Path, untracked: list[str]) -> Iterator[str]:
    """Yield files that git ignores and that are imported all the same: a written version, an extension."""
    made = [path for path in untracked if path.endswith(_MADE)]
    for path in made[:_MOST_MADE]:
        if not path.endswith("/"):
            yield path
        elif not (root / path).is_symlink():
            yield from (f"{path}{name}" for name in os.listdir(root / path))  # noqa: PTH208 - names alone


def digest_made(repository: Repository) -> str:
    """Return a digest of the ignored files that a copy has; empty: it has none."""
    root = Path(os.path.realpath(repository.root))
    made = {path: _digest(root / path) for path in _find_made(root, list_untracked(repository))}
    return digest_json(made) if made else ""


def _digest(place: Path) -> str:
    try:
        with open_stream(place) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


class _Copying:
    """Copies files one by one; a link is copied as a link, and none is followed on the way to a file."""

    def __init__(self, root: Path, tree: Path) -> None:
        self.root, self.tree, self.size = root, tree, 0
        self._folders = {"": True}

    def make_folder(self, folder: str) -> bool:
        """Make a folder as the user has it; tell whether it is one, with no link on the way there."""
        above, known = folder, []
        while above not in self._folders:
            known.append(above)
            above = above.rpartition("/")[0]
        for each in reversed(known):
            self._folders[each] = self._folders[each.rpartition("/")[0]] and self._make(each)
        return self._folders[folder]

    def _make(self, folder: str) -> bool:
        try:
            is_folder = stat.S_ISDIR(os.lstat(self.root / folder).st_mode)
        except OSError:
            return False
        if is_folder:
            (self.tree / folder).mkdir(exist_ok=True)
        return is_folder

    def copy(self, path: str) -> None:
        """Copy one file, unless it is gone or no file."""
        if not self.make_folder(path.rpartition("/")[0]):
            return
        source, target = self.root / path, self.tree / path
        try:
            kind = os.lstat(source).st_mode
            if stat.S_ISLNK(kind):
                target.symlink_to(source.readlink())
            elif stat.S_ISDIR(kind):  # a submodule, whose files are another repository's
                target.mkdir(exist_ok=True)
            elif stat.S_ISREG(kind):
                self._copy_bytes(source, target)
        except (FileNotFoundError, PermissionError):
            return
        except OSError as error:
            raise Unavailable(f"`{path}` cannot be copied: {error.strerror or error}") from error
        if self.size > MOST_COPIED:
            raise Unavailable(f"The files have more than {MOST_COPIED >> 30} GB, which is too much to copy")

    def _copy_bytes(self, source: Path, target: Path) -> None:
        with open_stream(source) as read, target.open("xb") as write:
            found = os.fstat(read.fileno())
            shutil.copyfileobj(read, write, 1 << 20)
        target.chmod(0o755 if found.st_mode & stat.S_IXUSR else 0o644)
        self.size += found.st_size


def _make_git(repository: Repository, git: Path, installed: tuple[str, ...]) -> None:
    """Make a git directory with the user's commits and tags, and nobody's settings or hooks."""
    for name in ("info", "objects/info", "objects/pack", "refs/heads", "refs/tags", _OBJECTS):
        (git / name).mkdir(parents=True)
    head = repository.head
    is_long = head is not None and len(head) > 40
    extension = "[extensions]\n\tobjectformat = sha256\n" if is_long else ""
    (git / "config").write_text(
        f"[core]\n\trepositoryformatversion = {int(is_long)}\n\tbare = false\n{extension}", "ascii"
    )
    (git / "HEAD").write_text(f"{head}\n" if head else "ref: refs/heads/main\n", "ascii")
    (git / "info/exclude").write_text("".join(f"/{path}\n" for path in installed), "utf-8", "surrogateescape")
    (git / "objects/info/alternates").write_text(f"../{_OBJECTS}\n", "ascii")
    refs = run_git(repository.root, Inquiry("for-each-ref", (_PACKED,), ("refs/tags", "refs/remotes")))
    (git / "packed-refs").write_bytes(refs.out if refs.code == 0 else b"")
    with contextlib.suppress(OSError):
        (git / "shallow").write_bytes(read_plain(repository.common_dir / "shallow", most=_LARGEST_SHALLOW))


def _sweep(above: Path) -> None:
    """Remove copies of probes that were killed before they could do it themselves."""
    for left in above.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.lstat().st_mtime > _OLD:
                _remove(left)


def _remove(folder: Path) -> None:
    """Remove a folder however deep it is, and whatever rights were taken from it.

    Folders move up beside the first ones before theirs goes: no path gets too long, and nothing calls itself.
    """
    waiting = [folder]
    new_names = (folder / f"{secrets.token_hex(8)}-{number}" for number in itertools.count())
    while waiting:
        each = waiting.pop()
        with contextlib.suppress(OSError):
            each.chmod(0o700)
            for entry in list(each.iterdir()):
                with contextlib.suppress(OSError):
                    waiting += _take_out(entry, new_names)
        if each != folder:
            with contextlib.suppress(OSError):
                each.rmdir()
    with contextlib.suppress(OSError):
        folder.rmdir()


def _take_out(entry: Path, new_names: Iterator[Path]) -> Iterator[Path]:
    """Remove a file or a link; move a folder, and yield where it is now."""
    if entry.is_symlink() or not entry.is_dir():
        entry.unlink()
        return
    entry.chmod(0o700)  # else it cannot be moved
    yield entry.rename(next(new_names))
