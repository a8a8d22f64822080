"""Whether a plan mentions a changed file in any way: by path, name, folder, what changes in it, a dependency.

A plan in everybody's words means more files than it spells out. So a file counts as named as soon as anything
of it stands anywhere, and only one of which nothing does is told: that is true whatever the plan means.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import matches
from groundplan.wording.terms import GENERIC, GRAMMAR, name_stems, stem

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from groundplan.plan.conformance import TouchedName

# A file, and what stands in it, which is its own.
_PATH = late_regex(r"((?:[\w.@+*-]+/)+[\w.@+*-]*|[\w.@+*-]*\w\.[A-Za-z]\w{0,9}(?!\w))(?:::[\w.:]+)?")
_DOTTED = late_regex(r"[^\W\d]\w*(?:(?:\.|::|\\)\w+)+")
_SPAN = late_regex(r"`+([^`\n]{1,300})`+")
_UNIT = late_regex(r"[^\W_][\w-]*|_+[^\W_]\w*")
_LINES = late_regex(r"(?:::|:\d|#).*")
_CALLED = late_regex(r"[\w.]+(?=\()|(?<=\.)\w+")
_MOST_ALIKE = 5  # files of one plain word; more of them, and the word is about something else
_MOST_INSIDE = 12  # files of a folder that a plain word names
_RARE = 5  # a folder named as code holds at most this part of all files
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a plan: its words by their parts, those that are code, and what it says of paths."""

    number: int
    is_work: bool
    text: str  # folded
    folders: str  # as the units, without those of dotted names
    units: str  # each unit between blanks, its parts joined: ` the file_system pass `
    code: frozenset[str]  # the units that no prose has
    names: frozenset[str]  # these as they are written, folded
    paths: tuple[str, ...]  # folded


class Mentioned:
    """Finds the line of a plan that mentions a file; with `work`, only lines of work by names of code."""

    def __init__(
        self,
        texts: Sequence[str] = (),
        known: frozenset[str] = frozenset(),
        work: Sequence[Container[int]] | None = None,
    ) -> None:
        self.texts = tuple(texts)
        self.known = known
        self.work = work

    def line_of(self, path: str, names: Sequence[TouchedName] = (), dependencies: Iterable[str] = ()) -> int:
        """Return the first line that mentions a file, or what a change does in it; 0 where none does."""
        return (
            self._by_path(path)
            or self._by_stem(path)
            or (self._by_folder(path) if self.work is None else 0)
            or next((found for each in names if (found := self._by_symbol(each.qualified))), 0)
            or next((found for each in dependencies if (found := self._by_text(each))), 0)
        )

    def names(self, path: str) -> bool:
        """Tell whether a line has the path of a file or its own name."""
        return bool(self._by_path(path) or self._by_stem(path))

    def line_beside(self, path: str) -> int:
        """Return a line that has the path of a file, whether or not it is about work."""
        return next((row.number for row in self._all if self._says_path(row, path)), 0)

    def _by_path(self, path: str) -> int:
        if self.work is not None:
            return 0  # what a plan of ours means by a path, its orders say
        return next((row.number for row in self._rows if self._says_path(row, path)), 0)

    def _says_path(self, row: _Row, path: str) -> bool:
        folded = f"/{path.casefold()}"
        return any(self._means(each, folded) for each in row.paths)

    def _means(self, written: str, folded: str) -> bool:
        if "*" in written:
            return matches(written, folded[1:])
        bare = written.rstrip("/")
        if folded.endswith(f"/{bare}"):
            return self.work is None or "/" in bare or self._share[folded.rpartition("/")[2]] <= _MOST_ALIKE
        return "/" in written and f"/{bare}/" in folded and self._is_rare(bare)

    def _by_stem(self, path: str) -> int:
        parts = parts_of(path.rpartition("/")[2])
        is_shared = self._stems["_".join(parts)] > _MOST_ALIKE
        return self._by_parts(parts, is_plain=self.work is None and not is_shared)

    def _by_folder(self, path: str) -> int:
        for folder in path.split("/")[:-1]:
            parts = name_stems(folder)
            is_word = len(parts) == 1
            is_plain = self._inside[folder.casefold()] <= _MOST_INSIDE and not _EVERYDAY.issuperset(parts)
            if len(folder) < _SHORTEST or not parts or not self._is_rare(folder):
                continue
            for row in self._rows:
                is_code = not is_word or is_plain or parts[0] in row.code
                if is_code and _has(row.folders, parts):
                    return row.number
        return 0

    def _by_parts(self, parts: Sequence[str], *, is_plain: bool) -> int:
        """Return the line of a name: of one plain word only where that tells it from others."""
        joined = "_".join(parts)
        if len(joined) < _SHORTEST:
            return 0
        if len(parts) == 1 and (not is_plain or parts[0] in _EVERYDAY):
            return next((row.number for row in self._rows if joined in row.code), 0)
        return next((row.number for row in self._rows if _has(row.units, parts)), 0)

    def _by_symbol(self, qualified: str) -> int:
        """Return the line of code that has a name as it is written, but for its case."""
        for name in map(str.casefold, reversed(qualified.split("."))):
            for row in self._rows if len(name) > _SHORTEST else ():
                if name in row.names and not (self.work is not None and row.paths):
                    return row.number
        return 0

    def _by_text(self, name: str) -> int:
        pattern = re.compile(rf"(?<![\w-]){re.escape(name.casefold())}(?![\w-])")
        return next((row.number for row in self._rows if pattern.search(row.text)), 0)

    def _is_rare(self, folder: str) -> bool:
        last = folder.rstrip("/").rpartition("/")[2].casefold()
        return self._inside[last] * _RARE <= max(len(self.known), _RARE * _MOST_INSIDE)

    @cached_property
    def _rows(self) -> tuple[_Row, ...]:
        return tuple(each for each in self._all if each.is_work)

    @cached_property
    def _all(self) -> tuple[_Row, ...]:
        works = self.work if self.work is not None else [None] * len(self.texts)
        return tuple(
            self._read(number, line, is_work=work is None or number in work)
            for text, work in zip(self.texts, works, strict=True)
            for number, line in enumerate(text.split("\n"), 1)
            if line.strip()
        )

    def _read(self, number: int, line: str, *, is_work: bool) -> _Row:
        spans = [_LINES.sub("", each).strip() for each in _SPAN.findall(line)]
        written = [match[1] for match in _PATH.finditer(line)] + spans
        paths = tuple(dict.fromkeys(_folded(each) for each in written))
        own = tuple(each for each in paths if "/" in each or self._is_known(each))
        rest = _PATH.sub(lambda at: " " if _folded(at[1]) in own else at[0], line)
        # Of several words in backticks none is a name by itself: a command, what it prints.
        single = [each for each in _SPAN.findall(rest) if " " not in each.partition("(")[0]]
        quoted = " ".join((*single, *_CALLED.findall(rest)))
        code = [*_UNIT.findall(quoted), *(each for each in _UNIT.findall(rest) if len(name_stems(each)) > 1)]
        return _Row(
            number,
            is_work,
            line.casefold(),
            _joined(_DOTTED.sub(" ", rest)),
            _joined(rest),
            frozenset(map(_unit_of, code)),
            frozenset(map(str.casefold, code)),
            paths,
        )

    def _is_known(self, written: str) -> bool:
        if "*" in written:
            return True
        bare = written.rstrip("/")
        return bare in self._folded or bare.rpartition("/")[2] in self._share or bare in self._folders

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(each.casefold() for each in self.known)

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(posixpath.dirname(each) for each in self._folded)

    @cached_property
    def _share(self) -> Counter[str]:
        return Counter(each.rpartition("/")[2] for each in self._folded)

    @cached_property
    def _stems(self) -> Counter[str]:
        return Counter("_".join(parts_of(each.rpartition("/")[2])) for each in self.known)

    @cached_property
    def _inside(self) -> Counter[str]:
        return Counter(folder for each in self._folded for folder in set(each.split("/")[:-1]))


_EVERYDAY = frozenset(stem(word) for word in GENERIC | GRAMMAR)


def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a file's own name without its ending, as names are compared."""
    bare = name.lstrip(".")
    return name_stems(bare.partition(".")[0] or bare)


def _has(units: str, parts: Sequence[str]) -> bool:
    """Tell whether parts follow each other, as one identifier or as words."""
    return re.search(f" {'[ _]'.join(map(re.escape, parts))} ", units) is not None


def _unit_of(word: str) -> str:
    return "_".join(name_stems(word))


def _joined(text: str) -> str:
    return f" {' '.join(map(_unit_of, _UNIT.findall(text)))} "


def _folded(written: str) -> str:
    return written.casefold().removeprefix("./").lstrip("/")
