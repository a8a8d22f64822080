"""The files that differ between a commit and another, or the worktree, with their texts."""

from __future__ import annotations

import hashlib
import os
import stat
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import likeness, split_lines
from groundplan.code.files import as_text, list_code
from groundplan.conform.change import FileChange
from groundplan.files.plain import read_pieces
from groundplan.git.gaps import PARTIAL
from groundplan.git.repository import find_repository
from groundplan.plan.conformance import How
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, NotFound, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.index import Index
    from groundplan.git.repository import Repository

_LARGEST = 5_000_000  # bytes of a file whose text is compared
_ALIKE = 0.5  # as git has it
_MOST_PAIRS = 40_000
_POINTER = b"version https://git-lfs.github.com/"
_ATTRIBUTES = ".gitattributes"
_FILE, _PROGRAM, _LINK, _SUBMODULE = "100644", "100755", "120000", "160000"


@dataclass(frozen=True, slots=True)
class Changes:
    """What lies between two states of the files."""

    base: str  # the commit it starts from: where the two histories part
    head: str  # a commit; empty: the files as they are
    files: tuple[FileChange, ...]
    known: frozenset[str]  # every path before and after
    before: frozenset[str]  # every path before
    attributes: Mapping[str, bytes]  # `.gitattributes` files by path
    unread: tuple[str, ...]  # no text, or too large: compared as a whole


@dataclass(frozen=True, slots=True)
class _State:
    """Paths with what identifies their content, and the contents where they are not read from git."""

    ids: Mapping[str, str]
    texts: Mapping[str, bytes | None]
    modes: Mapping[str, str]  # git's: files, programs, links and submodules

    def mark(self, path: str) -> tuple[str | None, str | None]:
        """Return what tells whether something else is under a path."""
        return self.ids.get(path), self.modes.get(path)

    def has_text(self, path: str) -> bool:
        """Tell whether a regular file is under a path."""
        return self.modes.get(path, "").startswith("100")


def _committed(repository: Repository, commit: str) -> _State:
    tree = repository.tree(commit)
    ids = {path: each.oid for path, each in tree.items()}
    return _State(ids, {}, {path: each.mode for path, each in tree.items()})


def _merged(repository: Repository, starts: Sequence[str]) -> _State:
    """Return what merging the commits that two histories grew from would give.

    A file that only one of them has changed is as it is there; of one that several did any is as good.
    """
    found = _committed(repository, starts[0])
    for each in starts[1:]:
        other = _committed(repository, each)
        origin = repository.merge_base(starts[0], each)
        first = _committed(repository, origin) if origin else _State({}, {}, {})
        sides = {
            path: other if found.mark(path) == first.mark(path) else found
            for path in {**found.ids, **other.ids}
        }
        ids = {path: side.ids[path] for path, side in sides.items() if path in side.ids}
        modes = {path: sides[path].modes[path] for path in ids}
        found = _State(ids, {}, modes)
    return found


def read_changes(code: Codebase, base: str, head: str = "") -> Changes:
    """Return the files that differ from where `head`, or the worktree, left `base`."""
    repository = code.repository
    tip = repository.resolve(head) if head else ""
    starts = repository.merge_bases(base, tip or "HEAD") if tip or repository.head else ()
    if not starts:
        raise NotFound(
            f"`{base}` and `{head or 'HEAD'}` have no commit in common", name=base, hint=repository.gap()
        )
    before = _merged(repository, starts)
    after = _committed(repository, tip) if tip else _worktree(code.index, before)
    differing = [path for path in {**before.ids, **after.ids} if before.mark(path) != after.mark(path)]
    wanted = {state.ids[path] for state in (before, after) for path in differing if state.has_text(path)}
    if repository.find_lacking(wanted):
        raise Unreadable("The change cannot be compared: this clone lacks files of it", hint=PARTIAL)
    attributes = {path: oid for path, oid in before.ids.items() if path.rpartition("/")[2] == _ATTRIBUTES}
    blobs = repository.read_blobs(
        [each for each in wanted | {*attributes.values()} if len(each) in {40, 64}], largest=_LARGEST
    )
    texts = {path: (_text(before, path, blobs), _text(after, path, blobs)) for path in sorted(differing)}
    files = tuple(_paired(texts, before, after))
    return Changes(
        starts[0],
        tip,
        files,
        frozenset((*before.ids, *after.ids)),
        frozenset(before.ids),
        {path: blobs[oid] for path, oid in attributes.items() if oid in blobs},
        tuple(each.path for each in files if each.before is None and each.after is None),
    )


def _text(state: _State, path: str, blobs: Mapping[str, bytes]) -> bytes | None:
    if path in state.texts:
        return state.texts[path]
    data = blobs.get(state.ids.get(path, "")) if state.has_text(path) else None
    return as_text(data) if data is not None else None


def _worktree(index: Index, base: _State) -> _State:
    """Return the files as they are; one whose text is as committed has the commit's id."""
    committed = {path: oid for path, oid in base.ids.items() if base.has_text(path)}
    ids: dict[str, str] = {}
    texts: dict[str, bytes | None] = {}
    changed = {path for path in index.paths() if index.key(path) != committed.get(path)}
    blobs = index.repository.read_blobs(
        {committed[path] for path in changed if path in committed}, largest=_LARGEST
    )
    for path in index.paths():
        ids[path] = index.key(path)
        if path in changed:
            texts[path] = index.text(path) or b""
            # line ends and byte order marks are the checkout's, not the author's
            if path in committed and as_text(blobs.get(committed[path], b"\0")) == texts[path]:
                ids[path] = committed[path]
    for skipped in index.skipped():
        place = index.root / skipped.path
        if skipped.path not in ids and place.is_file() and not place.is_symlink():
            ids[skipped.path] = _id_of(index, skipped.path, committed.get(skipped.path, ""))
            texts[skipped.path] = None
    heeds_mode = index.repository.setting("core.filemode").lower() != "false" and os.name != "nt"
    modes = {path: _mode(index.root / path, base.modes.get(path, ""), heeds_mode=heeds_mode) for path in ids}
    for path in {*list_code(index.repository), *base.ids} - ids.keys():
        place = index.root / path
        if place.is_symlink():
            target = os.fsencode(os.readlink(place))  # noqa: PTH115 - a Path drops `./` and a last `/`
            ids[path], modes[path] = _hash(base.ids.get(path, ""), len(target), [target]), _LINK
        elif place.is_dir() and (base.modes.get(path) == _SUBMODULE or path not in base.ids):
            ids[path], modes[path] = _head_of(place) or base.ids.get(path, ""), _SUBMODULE
        elif place.exists():  # what the index may not read is not known to differ
            ids[path], modes[path] = base.ids.get(path, ""), base.modes.get(path, "")
    return _State(ids, texts, modes)


def _mode(place: Path, committed: str, *, heeds_mode: bool) -> str:
    """Return git's mode of a regular file; a system that keeps none leaves it as committed."""
    if not heeds_mode:
        # without links, git writes the path a link leads to into a file
        return committed or _FILE
    try:
        return _PROGRAM if os.lstat(place).st_mode & stat.S_IXUSR else _FILE
    except OSError:
        return committed or _FILE


def _head_of(place: Path) -> str:
    """Return what is checked out in a submodule; nothing where it was not fetched."""
    try:
        inner = find_repository(place)
        return (inner.head or "") if inner.root.samefile(place) else ""
    except (GroundplanError, OSError):
        return ""


def _id_of(index: Index, path: str, committed: str) -> str:
    """Return the id git would give a file; one that git keeps elsewhere counts as it was."""
    pointer = index.repository.read_blobs([committed], largest=1000).get(committed, b"") if committed else b""
    if pointer.startswith(_POINTER):
        return committed
    place = index.root / path
    try:
        return _hash(committed, place.stat().st_size, read_pieces(place))
    except OSError:
        return committed


def _hash(committed: str, size: int, pieces: Iterable[bytes]) -> str:
    digest = hashlib.new("sha256" if len(committed) == 64 else "sha1", usedforsecurity=False)
    digest.update(b"blob %d\0" % size)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


# Renames: a file that is gone and a new one with its text.

_Texts = tuple[bytes | None, bytes | None]


def _paired(texts: Mapping[str, _Texts], before: _State, after: _State) -> Iterator[FileChange]:
    gone = [path for path in texts if path not in after.ids]
    made = [path for path in texts if path not in before.ids]
    renamed = dict(_find_renames(gone, made, texts, (before, after)))
    moved = set(renamed.values())
    for path, (old, new) in texts.items():
        if path in renamed:
            source = renamed[path]
            mode = _new_mode(before.modes.get(source), after.modes.get(path))
            yield FileChange(path, How.RENAMED, texts[source][0], new, source, mode)
        elif path not in moved:
            how = How.REMOVED if path not in after.ids else How.CHANGED if path in before.ids else How.ADDED
            mode = _new_mode(before.modes.get(path), after.modes.get(path))
            yield FileChange(path, how, old, new, mode="" if how is How.ADDED and mode == _FILE else mode)


def _new_mode(before: str | None, after: str | None) -> str:
    return after or "" if before != after else ""


def _find_renames(
    gone: Iterable[str], made: Iterable[str], texts: Mapping[str, _Texts], states: tuple[_State, _State]
) -> Iterator[tuple[str, str]]:
    """Yield new and old path of each rename: the same content first, then the most alike pairs."""
    before, after = states
    left, fresh = list(gone), list(made)
    by_id: dict[str, list[str]] = {}
    for path in left:
        by_id.setdefault(before.ids[path], []).append(path)
    for path in list(fresh):
        if same := by_id.get(after.ids[path]):
            source = next((each for each in same if _name(each) == _name(path)), same[0])
            same.remove(source)
            left.remove(source)
            fresh.remove(path)
            yield path, source
    if len(left) * len(fresh) > _MOST_PAIRS:
        return
    lines = {path: split_lines(text) for path in (*left, *fresh) for text in texts[path] if text is not None}
    pairs = [
        (likeness(lines[old], lines[new]) + (_name(old) == _name(new)) / 100, old, new)
        for old in left
        for new in fresh
        if old in lines and new in lines and _ending(old) == _ending(new)
    ]
    taken: set[str] = set()
    for score, old, new in sorted(pairs, reverse=True):
        if score >= _ALIKE and taken.isdisjoint((old, new)):
            taken |= {old, new}
            yield new, old


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _ending(path: str) -> str:
    return _name(path).rpartition(".")[2]
