"""What a command would run over and no commit has: a receipt is about commits.

Looked at is what lies on the disk, and not what git's index says about it: the index can be told anything.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.plans.known import list_plans
from groundplan.app.probes.copying import is_installed, list_untracked
from groundplan.app.work.checkout import heeds_modes, is_as_committed
from groundplan.app.work.data_beside import CODE, WORDS_ONLY, find_read
from groundplan.app.work.loaded import find_loading
from groundplan.app.work.shadowing import EXTENSIONS, find_shadows
from groundplan.app.work.steering import find_steering
from groundplan.app.work.versions import is_version_of_build
from groundplan.code.files import list_files
from groundplan.code.test_paths import is_test
from groundplan.files.plain import read_plain
from groundplan.git.repository import find_repository
from groundplan.plan.errors import GroundplanError
from groundplan.store.layout import OWN
from groundplan.store.walk import is_markdown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.git.repository import Entry, Repository
    from groundplan.plan.receipt import Run

_PYTHON = (".py", ".pyc", ".pyx", *EXTENSIONS)
_SCRIPTS = (".js", ".mjs", ".cjs", ".ts")
_INDEXES = tuple(f"{name}{ending}" for name in ("__init__", "index") for ending in (*_SCRIPTS, *_PYTHON))


def find_loose(opened: OpenPlan, declared: Collection[str], head: str) -> Iterator[str]:
    """Yield paths that differ from the commit and may bear on the result; the words of plans do not."""
    repository = opened.workspace.repository
    root = Path(repository.root)
    own = find_words_of_plans(opened, declared)
    tree = repository.tree(head)
    # The bytes, not what the index read: it may have read them a while ago.
    for path in find_differing(repository, head):
        if path not in own and not path.startswith(f"{OWN}/"):
            yield path
    new = [path for path in list_files(repository) if path not in tree and path not in own]
    new = [path for path in new if not path.startswith(f"{OWN}/") and os.path.lexists(root / path)]
    words = [path for path in new if path.endswith(WORDS_ONLY) and path not in declared]
    yield from sorted({*new} - {*words})
    yield from find_read(repository, tree, words, is_strict=True) if words else ()
    yield from find_stand_ins(repository, head)


def find_words_of_plans(opened: OpenPlan, declared: Collection[str]) -> set[str]:
    """Return the documents of every plan: no code runs by them, unless the task is about one of another."""
    others = {
        path
        for known in list_plans(opened.workspace)
        for path in known.documents.values()
        if is_markdown(path) and path not in declared
    }
    return others | {document.path for document in opened.plan.documents}


def find_stand_ins(repository: Repository, head: str) -> Iterator[str]:
    """Yield what no commit has and runs in place of committed code, of the runner or of Python's own."""
    root, tree = Path(repository.root), repository.tree(head)
    tested = _tested(tree)
    untracked = list_untracked(repository)
    found = find_steering(repository, tree, untracked, tested)
    yield from (path for path, is_replacing in found if is_replacing)
    yield from find_shadows(root, untracked, tree, tested)
    yield from find_loading(repository, tree, untracked)


def find_differing(repository: Repository, head: str, paths: Collection[str] | None = None) -> Iterator[str]:
    """Yield committed paths that are not on the disk as committed."""
    root = Path(repository.root)
    heeds_mode = heeds_modes(repository, head)
    folders: dict[str, bool] = {"": True}
    for path, entry in repository.tree(head).items():
        if paths is not None and path not in paths:
            continue
        mode = _mode(root / path) if _is_folder(root, path.rpartition("/")[0], folders) else 0
        if not _is_kind(entry, mode, heeds_mode=heeds_mode):
            yield path
        elif entry.is_submodule:
            yield from _find_in_submodule(root, path, entry)
        elif not is_as_committed(repository, path, entry, head):
            yield path


def _mode(place: Path) -> int:
    try:
        return os.lstat(place).st_mode
    except OSError:
        return 0


def _is_folder(root: Path, folder: str, known: dict[str, bool]) -> bool:
    """Tell whether a folder is one, with no link on the way there."""
    if folder not in known:
        above = _is_folder(root, folder.rpartition("/")[0], known)
        known[folder] = above and (root / folder).is_dir() and not (root / folder).is_symlink()
    return known[folder]


def _is_kind(entry: Entry, mode: int, *, heeds_mode: bool) -> bool:
    if entry.is_submodule:
        return stat.S_ISDIR(mode)
    if entry.is_link:
        return stat.S_ISLNK(mode) or stat.S_ISREG(mode)  # a system without links has their text in a file
    return stat.S_ISREG(mode) and (not heeds_mode or bool(mode & stat.S_IXUSR) == entry.is_program)


def _find_in_submodule(root: Path, path: str, entry: Entry) -> Iterator[str]:
    place = root / path
    if not any(place.iterdir()):
        return  # not fetched, so nothing of it can run
    try:
        inner = find_repository(place)
    except GroundplanError:
        yield path
        return
    if not Path(inner.root).samefile(place) or inner.head != entry.oid:
        yield path
        return
    yield from (f"{path}/{each}" for each in find_differing(inner, entry.oid))
    yield from (f"{path}/{each}" for each in find_stand_ins(inner, entry.oid))


# Files that git ignores: installed packages and caches must be there, others may run in a commit's place.


def _tested(tree: Mapping[str, Entry]) -> Collection[str]:
    """Return the folders that a test run imports from, or may."""
    return {"", "src", *(above for path in tree if is_test(path) for above in _parents(path))}


def _parents(path: str) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def find_ignored_code(repository: Repository, head: str) -> list[str]:
    """Return code and settings that no commit has, but what is installed; folders end in `/`."""
    root = Path(repository.root)
    tree = repository.tree(head)
    linked = [path for path, entry in tree.items() if entry.is_link and _leads_out(root, path, tree)]
    untracked = list_untracked(repository)
    code = (path for path in untracked if _is_code(root, path, tree))
    sure = (path for path in code if not is_version_of_build(repository, head, path))
    steering = (path for path, _ in find_steering(repository, tree, untracked, _tested(tree)))
    return sorted({*sure, *linked, *steering})


def find_ignored_data(workspace: Workspace, head: str) -> list[str]:
    """Return data that no commit has and a test may read; folders end in `/`."""
    repository = workspace.repository
    plans = {path for known in list_plans(workspace) for path in known.documents.values()}
    untracked = [
        path for path in list_untracked(repository) if path not in plans and not path.startswith(f"{OWN}/")
    ]
    return find_read(repository, repository.tree(head), untracked)


def _is_code(root: Path, path: str, tree: Mapping[str, Entry]) -> bool:
    """Tell whether something untracked can be loaded by its name; an environment or a cache cannot."""
    if path.startswith(f"{OWN}/") or path.endswith("__pycache__/"):
        return False
    place = root / path
    if not place.is_dir():
        # `require("./cart")` takes a file `cart` before `cart.js`
        is_named = path.endswith(CODE) or any(f"{path}{ending}" in tree for ending in _SCRIPTS)
        return is_named or ("." not in place.name and _is_script(place))
    try:
        names = os.listdir(place)  # noqa: PTH208 - names alone
    except OSError:
        return True
    is_module = place.name.isidentifier()
    return any((is_module and name.endswith(_PYTHON)) or name.startswith(_INDEXES) for name in names)


def _is_script(place: Path) -> bool:
    try:
        return read_plain(place, most=2, follows=True) == b"#!"
    except OSError:
        return False


def find_named(repository: Repository, head: str, runs: Iterable[Run]) -> list[str]:
    """Return what the words of commands name and no commit has: folders, scripts, programs built."""
    root, tree = Path(repository.root), repository.tree(head)
    known = {*tree, *(above for path in tree for above in _parents(path)), "."}
    found = []
    for made in runs:
        for word in ("", *(each.rpartition("=")[2] for each in made.argv)):
            place = root / os.path.normpath(root / made.folder / word)
            path = os.path.relpath(place, root).replace(os.sep, "/")
            is_ours = path not in known and not path.startswith("..") and os.path.lexists(place)
            if is_ours and not is_installed(root / path.partition("/")[0]):
                found.append(f"{path}/" if place.is_dir() else path)
    return found


def _leads_out(root: Path, path: str, tree: Mapping[str, Entry]) -> bool:
    """Tell whether a committed link leads to something that is not committed."""
    top = os.path.realpath(root)
    target = os.path.relpath(os.path.realpath(root / path), top).replace(os.sep, "/")
    is_known = target in tree or any(each.startswith(f"{target}/") for each in tree)
    return os.path.lexists(os.path.join(top, target)) and not is_known and target != "."  # noqa: PTH118
