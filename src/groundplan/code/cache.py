"""Where the index's database lies: in the user's cache folder, never where a repository could plant one."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OVERRIDE = "GROUNDPLAN_CACHE_DIR"


def cache_folder(environ: Mapping[str, str], *, platform: str = sys.platform) -> Path | None:
    """Return the folder that holds all of groundplan's caches, or None where the user has no home."""
    override = environ.get(OVERRIDE, "")
    if Path(override).is_absolute():
        return Path(override)
    if platform == "win32":
        return _under(environ.get("LOCALAPPDATA", ""), "groundplan/Cache")
    if platform == "darwin":
        return _under(environ.get("HOME", ""), "Library/Caches/groundplan")
    # a relative `XDG_CACHE_HOME` is to be ignored, the specification says
    return _under(environ.get("XDG_CACHE_HOME", ""), "groundplan") or _under(
        environ.get("HOME", ""), ".cache/groundplan"
    )


def database_folder(common_dir: Path, worktree: Path, cache: Path | None) -> tuple[Path | None, str]:
    """Return the folder for a repository's database, made if need be; or None and the reason."""
    if cache is None:
        return None, "there is no cache folder: neither `HOME` nor `XDG_CACHE_HOME` is set"
    name = hashlib.sha256(os.fsencode(common_dir)).hexdigest()[:24]
    folder = cache / "code" / name
    try:
        if _is_inside(cache, worktree) or _is_inside(cache, common_dir):
            return None, f"the cache folder `{cache}` lies inside the repository"
        for each in (cache, cache / "code", folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            if reason := _distrust(each):
                return None, reason
    except OSError as error:
        return None, f"the cache folder `{folder}` cannot be used: {error.strerror or error}"
    return folder, ""


def _distrust(folder: Path) -> str:
    """Say why a folder is not ours alone to write in, or nothing."""
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) or not stat.S_ISDIR(found.st_mode):
        return f"the cache folder `{folder}` is not a folder"
    if not hasattr(os, "geteuid"):
        return ""
    if found.st_uid != os.geteuid():
        return f"the cache folder `{folder}` belongs to another user"
    if found.st_mode & 0o002:
        return f"others may write in the cache folder `{folder}`"
    return ""


def _is_inside(folder: Path, above: Path) -> bool:
    return folder.resolve().is_relative_to(above.resolve())


def _under(folder: str, name: str) -> Path | None:
    return Path(folder, name) if Path(folder).is_absolute() else None
