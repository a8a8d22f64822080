"""Folders: those above a file, and those a workspace's patterns name."""

from __future__ import annotations

import fnmatch


def folders_above(path: str) -> tuple[str, ...]:
    """Return the folders a file stands in, the nearest first, the root (empty) last."""
    found = []
    folder = path.rpartition("/")[0]
    while folder:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return (*found, "")


def matches(folder: str, pattern: str) -> bool:
    """Whether a folder fits a workspace pattern, in which `*` stands for one part and `**` for any number."""
    parts, wanted = folder.split("/"), pattern.strip("/").split("/")
    if "**" in wanted:
        wanted = wanted[: wanted.index("**")]
        parts = parts[: len(wanted)]
    return len(parts) == len(wanted) and all(map(fnmatch.fnmatchcase, parts, wanted))
