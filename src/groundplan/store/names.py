"""Which names may be used inside the user's folder: judged once, as text, before anything is opened."""

from __future__ import annotations

import functools
import re
import unicodedata

from groundplan.plan.errors import Refused
from groundplan.plan.late_regex import late_regex
from groundplan.store.layout import shown

_RESERVED = late_regex(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\Z", re.IGNORECASE)
_DRIVE = late_regex(r"[A-Za-z]:")


@functools.lru_cache(maxsize=1024)
def split_path(path: str) -> tuple[str, ...]:
    """Return the parts of a path inside the folder, or refuse one that could lead or mean elsewhere."""
    reason = _why_refused(path)
    if reason:
        raise Refused(f"Path `{shown(path)}` is refused: {reason}")
    return tuple(path.split("/"))


def _why_refused(path: str) -> str:
    if not path:
        return "it is empty"
    kinds = {unicodedata.category(letter) for letter in path}
    if "Cc" in kinds:
        return "it has a control character"
    if "Cs" in kinds:
        return "it is not Unicode text"
    if "\\" in path:
        return "it has a backslash"
    if path.startswith("/") or _DRIVE.match(path):
        return "it is absolute; paths are relative to the repository"
    return next((reason for part in path.split("/") if (reason := _why_part_refused(part))), "")


def _why_part_refused(part: str) -> str:
    if part in {"", "."}:
        return "it has an empty part"
    if part == "..":
        return "it leads out by `..`"
    if part[-1] in ". ":
        return f"`{shown(part)}` ends in a dot or a blank, which Windows drops"
    if _RESERVED.match(part.split(".", maxsplit=1)[0].rstrip()):
        return f"`{shown(part)}` is a device name on Windows"
    if len(part.encode()) > 255:
        return "a part is longer than 255 bytes"
    # Some file systems ignore letter case and invisible characters, so `.Git` may be git's own folder.
    visible = "".join(letter for letter in part if unicodedata.category(letter) != "Cf").casefold()
    if visible in {".git", "git~1"}:
        return f"`{shown(part)}` belongs to git"
    return ""
