"""Finding a program on PATH without letting the scanned repository choose which file that is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def find_program(name: str, environ: Mapping[str, str], *, outside: Path | None = None) -> Path | None:
    """Return the first program of that name on PATH that does not lie in the folder `outside`, or None."""
    for entry in environ.get("PATH", os.defpath).split(os.pathsep):
        # `.` or `node_modules/.bin` on PATH means whatever lies in the folder we run in
        if not Path(entry).is_absolute() or (outside is not None and _lies_in(entry, outside)):
            continue
        found = shutil.which(name, path=entry)
        # Windows looks into the current folder before the one it was given
        if found is not None and Path(found).parent == Path(entry):
            return Path(found)
    return None


def _lies_in(entry: str, folder: Path) -> bool:
    return Path(os.path.realpath(entry)).is_relative_to(os.path.realpath(folder))
