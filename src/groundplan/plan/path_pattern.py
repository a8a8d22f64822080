"""Paths and patterns of paths as people write them: a file, a folder, or a pattern with `*` and `**`."""

from __future__ import annotations

import fnmatch

_LONGEST = 200
_MOST_PARTS = 40


def matches(pattern: str, path: str) -> bool:
    """Tell whether a path is the file, lies in the folder, or fits the pattern."""
    wanted = pattern.strip().removeprefix("./")
    if not wanted or len(wanted) > _LONGEST or wanted.count("/") > _MOST_PARTS:
        return False
    if "*" not in wanted and "?" not in wanted:
        return path == wanted or path.startswith(wanted.rstrip("/") + "/")
    if wanted.endswith("/"):
        wanted += "**"
    return _fits(wanted.split("/"), path.split("/"))


def is_sweeping(pattern: str) -> bool:
    """Tell whether a pattern starts at no folder or file of its own, so that it may mean anything."""
    first = pattern.strip().removeprefix("./").split("/")[0]
    return not first or set(first) <= {"."} or "*" in first or "?" in first


def _fits(pattern: list[str], path: list[str]) -> bool:
    """Compare part by part; a table of what fits keeps several `**` from costing more than their product."""
    fits = [True] + [False] * len(path)  # fits[n]: the pattern so far takes the first n parts
    for part in pattern:
        if part == "**":
            first = fits.index(True) if True in fits else len(fits)
            fits = [at >= first for at in range(len(fits))]
        else:
            fits = [False] + [
                before and fnmatch.fnmatchcase(name, part)
                for before, name in zip(fits[:-1], path, strict=True)
            ]
    return fits[-1]
