"""groundplan put into a coding agent's own files, shown first, and taken out of them again."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.git.repository import find_repository
from groundplan.hosts.pieces import HOSTS, find_host
from groundplan.markdown.reading import decode
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run
from groundplan.store.host_files import Replacement, read_host_file, real_path, replace_files
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from groundplan.hosts.pieces import Host, Piece

HOST_NAMES = tuple(HOSTS)


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file as it is and as it would be; both None or equal where nothing is to do."""

    path: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> str:
        """Return what happens to the file: `created`, `changed`, `deleted` or `unchanged`."""
        if self.before == self.after:
            return "unchanged"
        return "created" if self.before is None else "deleted" if self.after is None else "changed"

    @property
    def diff(self) -> tuple[str, ...]:
        """Return the lines that differ, with some around them, without numbers of files."""
        old, new = (self.before or "").splitlines(), (self.after or "").splitlines()
        return tuple(difflib.unified_diff(old, new, lineterm="", n=2))[2:]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What installing or uninstalling would do, nothing of it done yet."""

    host: Host
    root: Path
    is_user: bool
    is_removal: bool
    changes: tuple[FileChange, ...]

    @property
    def is_needed(self) -> bool:
        """Whether anything is to do."""
        return any(change.kind != "unchanged" for change in self.changes)


def prepare_install(start: Path, name: str, *, is_user: bool = False, is_removal: bool = False) -> Prepared:
    """Read the agent's files and say what would change in them; what cannot be merged is refused."""
    host = find_host(name)
    root = _user_folder(host) if is_user else find_repository(start).root
    pieces = host.user if is_user else host.repository
    with Folder.open(root) as folder:
        changes = tuple(_prepare(folder, piece, is_removal=is_removal) for piece in pieces)
    return Prepared(host, root, is_user, is_removal, changes)


def install(prepared: Prepared) -> Prepared:
    """Write what was prepared, all of it or nothing, if no file was changed meanwhile."""
    with Folder.open(prepared.root) as folder:
        replace_files(
            folder,
            [
                Replacement(change.path, _encode(change.before), _encode(change.after))
                for change in prepared.changes
                if change.kind != "unchanged"
            ],
        )
    return prepared


def _prepare(folder: Folder, piece: Piece, *, is_removal: bool) -> FileChange:
    path = real_path(folder, piece.path)
    data = read_host_file(folder, path)
    before = None if data is None else decode(data, path)
    if is_removal:
        return FileChange(path, before, None if before is None else piece.take(before))
    return FileChange(path, before, piece.put(before))


def _encode(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def _user_folder(host: Host) -> Path:
    home = Path.home()
    if not home.is_dir():
        raise NotFound(f"Your folder `{home}` does not exist", name=str(home))
    moved = os.environ.get(host.moved_by, "") if host.moved_by else ""
    if moved and Path(moved).resolve() != (home / f".{host.name}").resolve():
        raise Misused(
            f"`{host.moved_by}` has {host.title} read `{moved}`, and groundplan only installs below `{home}`",
            hint=Hint("Install into the repository: ", run("install", host.name)),
        )
    return home
