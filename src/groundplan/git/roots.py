"""Why git cannot be asked about a folder: it is another user's, bare, or names another worktree."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.errors import Unavailable, Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.plan.errors import GroundplanError


def check_root(root: Path, top: Path | None, complaint: str) -> None:
    """Hold that git accepts the repository, and that its worktree is the folder the walk found."""
    if top is None:
        raise _refusal(root, complaint)
    if not top.exists() or not top.samefile(root):
        # `core.worktree` may name any folder of the machine, and we are about to write into the root
        raise Unreadable(
            f"The git configuration of `{root}` names `{top}` as its worktree",
            hint="Work there, or take it out: `git config --unset core.worktree`",
            place=str(root),
        )


def _refusal(root: Path, complaint: str) -> GroundplanError:
    first = complaint.partition("\n")[0].removeprefix("fatal: ")
    if "dubious ownership" in complaint or "unsafe repository" in complaint:
        return Unavailable(
            f"git does not trust `{root}`: it belongs to another user",
            hint=f"If you do: `git config --global --add safe.directory {quote(str(root))}`",
        )
    if "must be run in a work tree" in complaint:
        return Unavailable(
            f"`{root}` is a bare repository: it has no files to plan over",
            hint=f"If it does have files: `git -C {quote(str(root))} config core.bare false`",
        )
    return Unreadable(
        f"git cannot open `{root}`: {first}", hint="See what git says: `git status`", place=str(root)
    )
