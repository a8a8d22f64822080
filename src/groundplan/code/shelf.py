"""Files of installed packages: listed, read and outlined within limits; no link leads out of them."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of
from groundplan.code.stored_outline import unpack
from groundplan.code.workers import Workers
from groundplan.code.working import Job
from groundplan.files.plain import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.outline import Outline

_LARGEST = 2 * 2**20  # bytes of one file
_MOST_FILES = 4_000  # of one package
_MOST_NAMES = 20_000  # of one folder


class Shelf:
    """What may be read: files below the given folders, links resolved."""

    def __init__(self, *roots: Path) -> None:
        self._roots = [os.path.realpath(each) for each in roots]
        self._texts: dict[Path, bytes | None] = {}
        self._outlines: dict[Path, Outline | None] = {}
        self._workers = Workers(count=1)

    def close(self) -> None:
        """End the reader."""
        self._workers.close()

    def holds(self, path: Path) -> bool:
        """Tell whether a path leads nowhere else, whatever links are on the way."""
        real = os.path.realpath(path)
        return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in self._roots)

    def is_file(self, path: Path) -> bool:
        """Tell whether there is a file that may be read."""
        return path.is_file() and self.holds(path)

    def is_folder(self, path: Path) -> bool:
        """Tell whether there is a folder that may be read."""
        return path.is_dir() and self.holds(path)

    def names(self, folder: Path) -> list[str]:
        """Return what is in a folder, sorted."""
        if not self.is_folder(folder):
            return []
        try:
            return sorted(each.name for each in islice(folder.iterdir(), _MOST_NAMES))
        except OSError:
            return []

    def text(self, path: Path) -> bytes | None:
        """Return the text of a file with CRLF as LF; None where there is none, or it is too large."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def _read(self, path: Path) -> bytes | None:
        try:
            read = read_plain(path, most=_LARGEST + 1, follows=True) if self.holds(path) else None
        except (OSError, ValueError):
            return None
        return read.replace(b"\r\n", b"\n") if read is not None and len(read) <= _LARGEST else None

    def outline(self, path: Path) -> Outline | None:
        """Return the outline of a file in a language that is parsed."""
        if path not in self._outlines:
            text = self.text(path)
            language = PLAIN if text is None else language_of(path.name, text)
            self._outlines[path] = self._parse(language, text or b"") if language != PLAIN else None
        return self._outlines[path]

    def _parse(self, language: str, text: bytes) -> Outline | None:
        for _, parts in self._workers.run([Job(b"", language, text)]):
            if parts.outline is not None:
                return unpack(language, parts.outline)
        return None

    def first_file(self, paths: Iterable[Path]) -> Path | None:
        """Return the first of some paths that is a file."""
        return next((each for each in paths if self.is_file(each)), None)

    def walk(self, folder: Path, endings: tuple[str, ...]) -> Iterator[Path]:
        """Yield the files of a package with one of some endings, not those of packages inside it."""
        count = 0
        for at, folders, names in os.walk(folder):
            folders[:] = sorted(each for each in folders if each not in {"node_modules", "tests", "test"})
            for name in sorted(names):
                if name.endswith(endings) and count < _MOST_FILES:
                    count += 1
                    yield Path(at) / name
