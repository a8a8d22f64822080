"""The repository's settings as bytes, read like any untrusted file; what they mean is for others to say."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from groundplan.plan.errors import Changed
from groundplan.store.failures import outside
from groundplan.store.layout import CONFIG, PLAYBOOKS, STAGE
from groundplan.store.lock import held
from groundplan.store.recovery import digest_bytes
from groundplan.store.staging import add_files
from groundplan.store.swap import Conflict, Step, digest_at, ready, swap

if TYPE_CHECKING:
    from groundplan.store.paths import Folder

LARGEST_CONFIG = 500_000
EXAMPLE = "example"  # the folder of a playbook with a filled plan


def read_config_bytes(folder: Folder) -> bytes | None:
    """Return the bytes of `.groundplan/config.toml`, None where there is none."""
    return read_optional(folder, CONFIG)


def add_file(folder: Folder, path: str, data: bytes) -> bool:
    """Add a settings file under `.groundplan/`; one that is there already is left alone and gives False."""
    with outside(f"write `{path}`"), held(folder, "add a file"):
        try:
            folder.read(path, limit=LARGEST_CONFIG)
        except FileNotFoundError:
            add_files(folder, [(path, data)])
            return True
    return False


def change_file(folder: Folder, path: str, *, seen: bytes, data: bytes) -> None:
    """Put other bytes into a settings file that is what the caller saw; one that somebody saved stays."""
    with outside(f"write `{path}`"), held(folder, "change a file"):
        with folder.slot(path) as slot:
            mode = stat.S_IMODE(os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_mode)
        step = Step(path, digest_bytes(seen), digest_bytes(data), f"{STAGE}/{os.urandom(8).hex()}", mode)
        try:
            if digest_at(folder, path) != step.expect:
                raise Conflict(path, "was saved by somebody else meanwhile")
            ready(folder, step, data)
            swap(folder, step)
        except Conflict as conflict:
            raise Changed(str(conflict), hint="Look at it, then try again", kept=conflict.kept) from None


def read_optional(folder: Folder, path: str) -> bytes | None:
    """Return the bytes of a settings file, None where there is none."""
    with outside(f"read `{path}`"):
        try:
            return folder.read(path, limit=LARGEST_CONFIG)
        except FileNotFoundError:
            return None


def read_own_playbooks(folder: Folder) -> dict[str, bytes]:
    """Return the files of the repository's own playbooks by their path below `.groundplan/playbooks/`."""
    found: dict[str, bytes] = {}
    with outside(f"read `{PLAYBOOKS}`"):
        for name in folder.names(PLAYBOOKS):
            listed = folder.names(f"{PLAYBOOKS}/{name}")
            examples = folder.names(f"{PLAYBOOKS}/{name}/{EXAMPLE}") if EXAMPLE in listed else ()
            inner = [f"{EXAMPLE}/{each}" for each in examples]
            for path in (f"{name}/{each}" for each in (*listed, *inner) if each != EXAMPLE):
                found[path] = folder.read(f"{PLAYBOOKS}/{path}", limit=LARGEST_CONFIG)
    return found
