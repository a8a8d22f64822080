"""A playbook of one's own: begun small and commented, or as a copy of another, and checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.playbooks.reader import MAIN_FILE
from groundplan.playbooks.schema import playbook_schema
from groundplan.playbooks.shelf import EXAMPLE, OWN_FOLDER, Shelf, bundled_files
from groundplan.playbooks.starter import new_playbook_files
from groundplan.rules.catalogue import RULES
from groundplan.store.config import add_file

if TYPE_CHECKING:
    from groundplan.app.workspace import Workspace
    from groundplan.plan.playbook import Playbook

_NAME = late_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_NAME_LINE = late_regex(rb'^name\s*=\s*"[^"]*"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shelved:
    """A playbook that was begun: its name, what it is a copy of if anything, its files."""

    name: str
    source: str
    paths: tuple[str, ...]


def schema_of(playbook: Playbook) -> dict[str, Any]:
    """Return the JSON schema of the sections that a plan of a playbook may be given."""
    return playbook_schema(playbook)


def find_example(shelf: Shelf, playbook: Playbook) -> dict[str, str]:
    """Return the filled example of a playbook's documents, or raise `NotFound` with how to add one."""
    texts = shelf.example(playbook.name)
    if not texts:
        path = f"{OWN_FOLDER}{playbook.name}/{EXAMPLE}/{playbook.documents[0].name}.md"
        see = run("playbook show", playbook.name, {"schema": True})
        raise NotFound(
            f"Playbook `{playbook.name}` has no example", hint=Hint(f"Put one into `{path}`, or see ", see)
        )
    return texts


def bundled_shelf() -> Shelf:
    """Return the playbooks that come with groundplan, for who asks outside of a repository."""
    return Shelf({}, set(RULES))


def begin_playbook(workspace: Workspace, name: str, *, source: str = "") -> Shelved:
    """Begin a small commented playbook, or a copy of another, under a new name; nothing there is touched."""
    if not _NAME.match(name):
        raise Misused(
            f"`{name}` is not a valid playbook name",
            hint="Use lower-case letters, digits and hyphens, such as `house-style`",
        )
    if name in workspace.shelf.names():
        raise Misused(f"There is a playbook `{name}` already", hint="Choose another name")
    files = _copy(workspace, name, source) if source else _starter(name)
    for path, data in files.items():
        add_file(workspace.folder, path, data)
    return Shelved(name, source, tuple(files))


def _starter(name: str) -> dict[str, bytes]:
    return {f"{OWN_FOLDER}{name}/{file}": text.encode() for file, text in new_playbook_files(name).items()}


def _copy(workspace: Workspace, name: str, source: str) -> dict[str, bytes]:
    workspace.shelf.find(source)  # a broken one is not worth copying
    files = _files(workspace, source)
    files[MAIN_FILE] = _NAME_LINE.sub(f'name = "{name}"'.encode(), files[MAIN_FILE], count=1)
    return {f"{OWN_FOLDER}{name}/{file}": data for file, data in files.items()}


def _files(workspace: Workspace, source: str) -> dict[str, bytes]:
    if workspace.shelf.is_bundled(source):
        return bundled_files(source)
    own = workspace.shelf.own
    return {
        path.removeprefix(f"{source}/"): data for path, data in own.items() if path.startswith(f"{source}/")
    }
