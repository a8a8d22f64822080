"""A playbook out of its files, or the error that a shelf gives for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.playbooks.reader import examine
from groundplan.playbooks.table import refuse

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from groundplan.plan.playbook import Playbook


def read_playbook(
    files: Mapping[str, bytes], *, name: str, folder: str = "", known_codes: Collection[str] | None = None
) -> Playbook:
    """Return the playbook that `files` (by file name) hold, or raise `Unreadable` with its first faults."""
    playbook, faults = examine(files, name=name, folder=folder, known_codes=known_codes)
    if faults or playbook is None:
        raise refuse(name, faults)
    return playbook
