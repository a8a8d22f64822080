"""Whether a file on the disk is the committed one, as far as a checkout may write it differently."""

from __future__ import annotations

import hashlib
import os
import stat
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.files.plain import open_stream, read_pieces, read_plain
from groundplan.git.attributes import MOST_RULES, NAME, find_value, read_rules
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.git.attributes import Rule
    from groundplan.git.repository import Entry, Repository

_POINTER = late_regex(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*"
    rb"oid sha256:([0-9a-f]{64})\nsize ([0-9]+)\n"
)
_LONGEST_POINTER = 2_000  # bytes
_LARGEST = 1_000_000  # bytes of a file of attributes
_ENCODINGS = late_regex(
    r"utf-?(?:16|32)(?:-?(?:le|be))?(?:-bom)?"
    r"|(?:iso-?8859|windows|cp|latin|koi8|big5|gb|euc|shift)[-_\w]*"
)
_MARKED = late_regex(r"(?:-?[lb]e)?-bom$")


def is_as_committed(repository: Repository, path: str, entry: Entry, head: str) -> bool:
    """Tell whether a file's bytes are the committed ones, or differ only as a checkout makes them differ.

    What a checkout does with a file is written in committed attributes; git's own settings are anybody's.
    """
    place = Path(repository.root) / path
    if place.is_symlink():
        target = os.fsencode(place.readlink())
        return _id_of(entry, len(target), [target]) == entry.oid
    try:
        size = place.stat().st_size
        if _id_of(entry, size, read_pieces(place)) == entry.oid:
            return True
        committed = repository.read_blobs([entry.oid], largest=size * 2 + 4096).get(entry.oid)
        return committed is not None and _is_written_so(repository, path, committed, size, head)
    except OSError:
        return False


def _is_written_so(repository: Repository, path: str, committed: bytes, size: int, head: str) -> bool:
    place = Path(repository.root) / path
    pointer = _POINTER.fullmatch(committed) if len(committed) <= _LONGEST_POINTER else None
    if pointer:
        is_kept_so = find_value(_rules(repository, path, head), path, "filter") == "lfs"
        return is_kept_so and pointer[2] == str(size).encode() and pointer[1] == _sha256(place)
    there = read_plain(place, most=size + 1)
    if b"\0" not in there and _fold(there) == _fold(committed):
        return True
    encoding = find_value(_rules(repository, path, head), path, "working-tree-encoding").lower()
    return bool(encoding) and _decode(there, encoding) == _fold(committed)


def _rules(repository: Repository, path: str, head: str) -> list[Rule]:
    """Return the committed rules that can be about a path."""
    folders = path.split("/")[:-1]
    names = ["/".join([*folders[:count], NAME]) for count in range(len(folders) + 1)]
    tree = repository.tree(head)
    there = {name: tree[name].oid for name in names if name in tree and tree[name].is_file}
    texts = repository.read_blobs(there.values(), largest=_LARGEST)
    return list(
        islice(read_rules({name: texts[oid] for name, oid in there.items() if oid in texts}), MOST_RULES)
    )


def _fold(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n")


def _decode(there: bytes, encoding: str) -> bytes | None:
    """Return what git commits of a file that it writes in another encoding; None: no such text."""
    if not _ENCODINGS.fullmatch(encoding):
        return None
    try:
        return _fold(there.decode(_MARKED.sub("", encoding)).encode())
    except (LookupError, UnicodeError):
        return None


def _id_of(entry: Entry, size: int, pieces: Iterator[bytes] | list[bytes]) -> str:
    digest = hashlib.new("sha256" if len(entry.oid) == 64 else "sha1", usedforsecurity=False)
    digest.update(b"blob %d\0" % size)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _sha256(place: Path) -> bytes:
    with open_stream(place) as file:
        return hashlib.file_digest(file, "sha256").hexdigest().encode()


# Whether a file may be run: heeded wherever the disk knows it, as `core.filemode` is anybody's to set.


def heeds_modes(repository: Repository, head: str) -> bool:
    """Tell whether modes are compared: a disk that has none shows the same one for every file."""
    if os.name == "nt":
        return False
    return repository.setting("core.filemode").lower() != "false" or len({*_modes(repository, head)}) > 1


def tell_modes(repository: Repository, head: str) -> str:
    """Return in words that modes are not compared although a file has another one; or nothing."""
    if os.name == "nt" or heeds_modes(repository, head):
        return ""
    is_run = next(_modes(repository, head), False)
    others = any(entry.is_file and entry.is_program != is_run for entry in repository.tree(head).values())
    told = "modes of files, which `core.filemode` of git's settings keeps from being compared"
    return told if others else ""


def _modes(repository: Repository, head: str) -> Iterator[bool]:
    """Yield of each committed file whether it may be run."""
    for path, entry in repository.tree(head).items():
        if entry.is_file:
            try:
                mode = os.lstat(Path(repository.root) / path).st_mode
            except OSError:
                continue
            if stat.S_ISREG(mode):
                yield bool(mode & stat.S_IXUSR)
