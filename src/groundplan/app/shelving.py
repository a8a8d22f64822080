"""A playbook of one's own: begun as a copy of another, under a name of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.plan.errors import Misused
from groundplan.playbooks.reader import MAIN_FILE
from groundplan.playbooks.shelf import OWN_FOLDER, bundled_files
from groundplan.store.config import add_file

if TYPE_CHECKING:
    from groundplan.app.workspace import Workspace

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_NAME_LINE = re.compile(rb'^name\s*=\s*"[^"]*"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shelved:
    """A playbook that was begun: its name, what it is a copy of, its files."""

    name: str
    source: str
    paths: tuple[str, ...]


def begin_playbook(workspace: Workspace, name: str, *, source: str) -> Shelved:
    """Copy a playbook into the repository under a new name; nothing that is there is touched."""
    if not _NAME.match(name):
        raise Misused(
            f"`{name}` is no name for a playbook", hint="Small letters, digits and hyphens: `house-style`"
        )
    if name in workspace.shelf.names():
        raise Misused(f"There is a playbook `{name}` already", hint="Choose another name")
    workspace.shelf.find(source)  # a broken one is not worth copying
    paths = []
    for file, data in _files(workspace, source).items():
        path = f"{OWN_FOLDER}{name}/{file}"
        named = _NAME_LINE.sub(f'name = "{name}"'.encode(), data, count=1) if file == MAIN_FILE else data
        add_file(workspace.folder, path, named)
        paths.append(path)
    return Shelved(name, source, tuple(paths))


def _files(workspace: Workspace, source: str) -> dict[str, bytes]:
    if workspace.shelf.is_bundled(source):
        return bundled_files(source)
    own = workspace.shelf.own
    return {
        path.removeprefix(f"{source}/"): data for path, data in own.items() if path.startswith(f"{source}/")
    }
