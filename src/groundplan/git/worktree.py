"""Finding the worktree a folder belongs to, by git's own walk upwards, without starting git."""

from __future__ import annotations

import os
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.files.plain import read_plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Unavailable, Unreadable

if TYPE_CHECKING:
    from pathlib import Path

_POINTER_LIMIT = 64 * 1024  # bytes; a `.git` file holds one path


@dataclass(frozen=True, slots=True)
class Worktree:
    """A worktree's top folder, its git directory, and the one it shares with its sibling worktrees."""

    root: Path
    git_dir: Path
    common_dir: Path

    @property
    def is_submodule(self) -> bool:
        """Whether the git directory lies among the modules of another repository."""
        above = self.common_dir.parents
        return any(folder.name == "modules" and _is_git_dir(folder.parent) for folder in above)


def find_worktree(start: Path) -> Worktree:
    """Return the worktree around `start`, or say precisely why there is none."""
    folder = _first_folder(start)
    device = _device(folder)
    for above in (folder, *folder.parents):
        if _device(above) != device:  # like git: a mount point ends the walk
            break
        found = _look_in(above)
        if found is not None:
            return found
    raise NotFound(f"`{start}` is not inside a git repository", hint="Make one here: `git init`")


def _look_in(folder: Path) -> Worktree | None:
    dot_git = folder / ".git"
    try:
        if dot_git.is_file():
            return Worktree(folder, *_with_common_dir(_follow_pointer(dot_git), dot_git))
        if dot_git.is_dir() and _is_git_dir(dot_git):
            return Worktree(folder, *_with_common_dir(dot_git.resolve(), dot_git))
        if _is_git_dir(folder):
            raise _no_worktree(folder)
    except PermissionError as error:
        raise Unavailable(
            f"`{error.filename}` may not be read", hint=f"Look at its owner: `ls -ld {quote(str(folder))}`"
        ) from error
    except OSError as error:  # a name that is too long, a loop of links
        raise Unreadable(
            f"`{dot_git}` leads nowhere: {error.strerror}",
            hint=f"See what git makes of it: `git -C {quote(str(folder))} status`",
            place=str(dot_git),
        ) from error
    return None  # like git: a `.git` folder that is no git directory does not end the walk


def _follow_pointer(dot_git: Path) -> Path:
    text = os.fsdecode(read_plain(dot_git, most=_POINTER_LIMIT, follows=True))
    word, _, target = text.rstrip("\r\n").partition(": ")
    git_dir = (
        (dot_git.parent / target).resolve() if word == "gitdir" and target and "\0" not in target else None
    )
    if git_dir is None:
        raise Unreadable(f"`{dot_git}` is not a git pointer: it has no `gitdir: …`", place=str(dot_git))
    if not git_dir.is_dir():
        raise Unreadable(
            f"`{dot_git}` points to `{git_dir}`, which is not there",
            hint="For a worktree: `git worktree repair` in the main one; for a submodule: "
            "`git submodule update --init` in the repository above",
            place=str(dot_git),
        )
    return git_dir


def _with_common_dir(git_dir: Path, dot_git: Path) -> tuple[Path, Path]:
    if not _is_git_dir(git_dir):
        raise Unreadable(
            f"`{git_dir}` is not a git directory: it lacks `HEAD`, `objects` or `refs`",
            hint="See what git makes of it: `git fsck`",
            place=str(dot_git),
        )
    return git_dir, _common_dir(git_dir)


def _common_dir(git_dir: Path) -> Path:
    pointer = git_dir / "commondir"  # only a linked worktree has one
    if not pointer.is_file():
        return git_dir
    target = os.fsdecode(read_plain(pointer, most=_POINTER_LIMIT, follows=True)).rstrip("\r\n")
    return (git_dir / target).resolve() if "\0" not in target else git_dir


def _is_git_dir(folder: Path) -> bool:
    if not os.path.lexists(folder / "HEAD"):
        return False
    common = _common_dir(folder)
    return (common / "objects").is_dir() and (common / "refs").is_dir()


def _no_worktree(folder: Path) -> Unavailable:
    if folder.name == ".git":
        return Unavailable(
            f"`{folder}` is a git directory, not a worktree",
            hint=f"Go there: `cd {quote(str(folder.parent))}`",
        )
    return Unavailable(
        f"`{folder}` is a bare repository: it has no files to plan over",
        hint=f"Check its files out: `git clone {quote(str(folder))} <folder>`",
    )


def _first_folder(start: Path) -> Path:
    try:
        place = start.resolve(strict=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, before Python 3.13
        raise NotFound(f"`{start}` is not there", hint="Name a folder of a git repository") from error
    return place if place.is_dir() else place.parent


def _device(folder: Path) -> int:
    try:
        return folder.stat().st_dev
    except OSError as error:
        raise Unavailable(f"`{folder}` may not be read: {error.strerror}") from error
