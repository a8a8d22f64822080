"""Repositories that have grown: several commits by two people, dated, so that pictures stay the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk import Desk
from seed_repos import lay
from story import Story

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

ANN, BEN = ("Ann", "ann@example.org"), ("Ben", "ben@example.org")


def grow(folder: Path, commits: Sequence[tuple[tuple[str, str], str, str, Mapping[str, str]]]) -> Desk:
    """Return a desk with a repository that these commits have made, one after the other."""
    root = folder / "repo"
    root.mkdir()
    desk = Desk(root)
    desk.git("init", "-q", "-b", "main")
    desk.git("config", "user.name", "Ann")
    desk.git("config", "user.email", "ann@example.org")
    for (name, mail), day, subject, files in commits:
        lay(root, dict(files))
        moment = f"{day}T10:00:00+00:00"
        desk.environ |= {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        desk.git("add", "-A")
        desk.git("commit", "-q", "--author", f"{name} <{mail}>", "-m", subject)
    return desk


def begin_grown(
    name: str,
    folder: Path,
    pictures: Path,
    commits: Sequence[tuple[tuple[str, str], str, str, Mapping[str, str]]],
) -> Story:
    """Return a story that begins in such a repository."""
    return Story(name, folder, pictures, grow(folder, commits))
