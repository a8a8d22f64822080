"""Where groundplan keeps what in a repository, and which ids may become file names there."""

from __future__ import annotations

import functools
import re
import unicodedata

from groundplan.plan.entry import is_entry_id
from groundplan.plan.errors import Refused
from groundplan.plan.late_regex import late_regex

OWN = ".groundplan"
CONFIG = f"{OWN}/config.toml"
PLAYBOOKS = f"{OWN}/playbooks"
LEDGER = f"{OWN}/ledger"
SHARED_TALK = f"{OWN}/talk"
LOCAL = f"{OWN}/local"
LOCK = f"{LOCAL}/lock"
IGNORE = f"{LOCAL}/.gitignore"
INTENT = f"{LOCAL}/intent.json"
STAGE = f"{LOCAL}/stage"
DISPLACED = f"{LOCAL}/displaced"
RECOVERY = f"{LOCAL}/recovery"
SWEPT = f"{LOCAL}/swept"
UNDO = f"{LOCAL}/undo"
LOCAL_TALK = f"{LOCAL}/talk"
PROPOSALS = f"{LOCAL}/proposals"
# What is larger than this is refused when written and reported when found; a copy may be of anything found.
LARGEST_DOCUMENT = 5_000_000
LARGEST_ENTRY = 2_000_000
LARGEST_LEDGER = 20_000_000  # of one plan, all entries together
MOST_ENTRIES = 5_000  # of one plan; a long one has hundreds
LARGEST_LEDGERS = 100_000_000  # of all plans: every command reads them
MOST_ENTRIES_IN_ALL = 50_000
LARGEST_TURN = 2_000_000
LARGEST_COPY = 20_000_000
# Folders whose files only the store itself writes; a plan's document is never one of them.
KEPT_APART = (LEDGER, LOCAL, SHARED_TALK)
_LETTER_FIRST = "e-"
_PLAN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\Z")
_RESERVED = late_regex(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\Z", re.IGNORECASE)
_DRIVE = late_regex(r"[A-Za-z]:")


def shown(text: str, limit: int = 200) -> str:
    """Return words from outside as they may be printed: control characters spelled out, and not too long."""
    plain = text if text.isprintable() else ascii(text)[1:-1]
    return plain if len(plain) <= limit else f"{plain[:limit]}…"


def is_plan_id(text: str) -> bool:
    """Tell whether the text may name a plan's folders."""
    return bool(_PLAN_ID.match(text))


def ledger_folder(plan_id: str) -> str:
    """Return the folder of a plan's entries, or refuse an id that is no folder name."""
    return f"{LEDGER}/{_checked_plan(plan_id)}"


def entry_path(plan_id: str, entry_id: str) -> str:
    """Return the path under which an entry is written."""
    return entry_paths(plan_id, entry_id)[0]


def entry_paths(plan_id: str, entry_id: str) -> tuple[str, ...]:
    """Return every path under which an entry may be read: as it is written today, then as it once was."""
    return tuple(f"{ledger_folder(plan_id)}/{stem}.json" for stem in _stems(entry_id))


def talk_paths(plan_id: str, turn_id: str, policy: str) -> tuple[str, ...]:
    """Return the paths of a turn's text under the talk policy `local` or `committed`: today's name first."""
    folder = {"local": LOCAL_TALK, "committed": SHARED_TALK}[policy]
    return tuple(f"{folder}/{_checked_plan(plan_id)}/{stem}.md" for stem in _stems(turn_id))


def read_entry_name(name: str) -> str:
    """Return the id of the entry that a file of this name holds."""
    return name.removesuffix(".json").removeprefix(_LETTER_FIRST)


def _stems(entry_id: str) -> tuple[str, str]:
    # An id begins with a digit, and `.gitignore` files with `[0-9]*` are common: they would hide a ledger.
    return f"{_LETTER_FIRST}{_checked_entry(entry_id)}", entry_id


def undo_folder(plan_id: str) -> str:
    """Return the folder of a plan's undo records."""
    return f"{UNDO}/{_checked_plan(plan_id)}"


def proposals_path(plan_id: str) -> str:
    """Return the path of what the planner proposes for a plan."""
    return f"{PROPOSALS}/{_checked_plan(plan_id)}.json"


def _checked_plan(plan_id: str) -> str:
    if not is_plan_id(plan_id):
        raise Refused(f"Plan id `{shown(plan_id)}` is refused: letters, digits, `-` and `_` only, at most 64")
    return plan_id


def _checked_entry(entry_id: str) -> str:
    if not is_entry_id(entry_id):
        raise Refused(f"Entry id `{shown(entry_id)}` is refused: it has not the form of an entry id")
    return entry_id


def check_place(path: str) -> None:
    """Refuse a path at which no document may lie."""
    parts = split_path(path)
    folded = "/".join(parts[:2]).casefold()
    if folded in KEPT_APART or (parts[0].casefold() == OWN and (parts[0] != OWN or len(parts) == 1)):
        raise Refused(f"`{shown(path)}` is no place for a document: groundplan keeps its own files there")


# Which names may be used inside the user's folder: judged once, as text, before anything is opened.


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
