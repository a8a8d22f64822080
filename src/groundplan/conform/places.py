"""Which files the paths and names of a plan mean, among those before and after the change."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.conform.mentioned import parts_of
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.rules.plan_lines import SPAN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.mention import Mention

_BARE = late_regex(
    r"(?<![\w/.@-])(?:(?:[\w.@+-]+/)*[\w.@+-]*[\w-]\.[A-Za-z]\w{0,9}(?![\w/])|[A-Z][A-Za-z]{3,}file\b|[A-Z]{4,}\b)"
)
_FOLDER = late_regex(r"(?<![\w/.@-])(?:[\w@+-]+/)+[\w@+-]*")
_ENDED = late_regex(r".+\.[A-Za-z]\w{0,9}")
_CITED = late_regex(r"[:#]L?\d+(?:-L?\d+)?$")  # lines of it are evidence
# Right before a name, and right behind it.
_CALLED_NEW = late_regex(
    r"(?:\bnew\s(?:[\w-]+\s){0,2}|(?:^|[,;:–—-]\s|\b(?:and|then)\s)(?:add|create)\s(?:(?:an?|one|the)\s)?"
    r"(?:(?:file|module|page|test)\s)?)\s*$",
    re.IGNORECASE,
)
_IS_NEW = late_regex(r"\s*(?:[:(–—-]|is)\s*(?:an?\s)?new\b", re.IGNORECASE)
_SHORTEST = 3
MOST_MEANT = 3  # files that one short name may mean; more of them are a guess


def is_path(name: str) -> bool:
    """Tell whether a name is a file or folder, and not something in one."""
    citation = parse_citation(name)
    return citation is not None and not citation.symbol


class Places:
    """Finds which files a path of the plan means, among those before and after the change."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self._folders = {path.rpartition("/")[0] for path in known}
        self._folders |= {
            "/".join(folder.split("/")[:depth])
            for folder in tuple(self._folders)
            for depth in range(1, folder.count("/") + 1)
        }
        self._by_name: dict[str, list[str]] = {}
        for path in known:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def __contains__(self, path: str) -> bool:
        return path in self._known

    def find(self, mention: Mention) -> tuple[str, ...]:
        """Return the files, or the folder with a stroke behind it; as written where there is none."""
        written = posixpath.normpath(mention.path)
        if written.startswith(("~", "/", "../..")):
            return ()  # on somebody's disk, not in the repository
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(mention.place.document), written))
        choices = (beside, written) if mention.citation.is_link else (written, beside)
        for path in choices:
            if path in self._known:
                return (path,)
            if path in self._folders:
                return (f"{path}/",)
        meant = self.ending(written) or self.called(written)
        as_written = f"{written}/" if mention.path.endswith("/") else written
        return () if len(meant) > MOST_MEANT else meant or (as_written,)

    def resolve(self, name: str) -> tuple[str, ...]:
        """Return the paths that a left-out name means, in lower case; the name itself where it is no path."""
        if name.rstrip("/*") in self._folded:
            return (name,)
        if is_path(name):
            return tuple(path.casefold() for path in self.ending(name, folded=True)) or (name,)
        return (name, *(path.casefold() for path in self.called(name, folded=True)))

    def has(self, folded: str) -> bool:
        """Tell whether there is a file or folder of this path, in lower case."""
        return folded in self._folded

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(path.casefold() for path in (*self._known, *self._folders))

    def called(self, name: str, *, folded: bool = False) -> tuple[str, ...]:
        """Return the one file that has this name before its ending; nothing where several have it."""
        if "/" in name or len(name) < _SHORTEST:
            return ()
        found = self._by_stem.get(name.casefold(), ())
        alike = found if folded else [each for each in found if _stem(each) == name]
        return tuple(alike) if len(alike) == 1 else ()

    def tests_of(self, path: str) -> tuple[str, ...]:
        """Return the test files that have the name of a file, those beside it before others."""
        folder, _, name = path.rpartition("/")
        own = parts_of(name)
        named = [
            each
            for each in self._known
            if is_test(each) and _without_test(parts_of(_base(each))) == own != ()
        ]
        beside = [each for each in named if each.rpartition("/")[0] == folder]
        found = beside or named
        return tuple(sorted(found)) if len(found) <= MOST_MEANT else ()

    def in_words(self, words: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what words name by a path or a base name, each with the files, up to a few, that it means."""
        spans = [each.strip() for each in SPAN.findall(words)]
        bare = [match[0] for match in _BARE.finditer(SPAN.sub(" ", words))]
        for written in dict.fromkeys((*spans, *bare)):
            path = written.partition("::")[0].removeprefix("/").removeprefix("./")
            found = (path,) if path in self._known or _is_pattern(path) else self.ending(path)
            if found and len(found) <= MOST_MEANT and not _CITED.search(written):
                yield written, found
            elif not found and self._is_to_come(path, is_bare=written in bare):
                yield written, (path,)

    def folders_in(self, words: str) -> list[str]:
        """Return the folders that words name by a path, each with a stroke behind it."""
        bare = (match[0] for match in _FOLDER.finditer(SPAN.sub(" ", words)))
        written = (each.strip().removeprefix("./") for each in (*SPAN.findall(words), *bare))
        named = dict.fromkeys(each.rstrip("/") for each in written if "/" in each)
        return [f"{each}/" for each in named if each and each in self._folders]

    def _is_to_come(self, path: str, *, is_bare: bool) -> bool:
        """Tell whether a path that no file has can only be a file in a folder that there is."""
        folder, _, name = path.rpartition("/")
        is_file = self.has_ending(name) if is_bare else _ENDED.fullmatch(name) is not None and " " in path
        return is_file and bool(folder) and folder in self._folders

    def new_in(self, words: str) -> Iterator[str]:
        """Yield the names that words call new, and that end like the files there are."""
        bare = words.replace("`", " ").replace("*", " ")
        for match in _BARE.finditer(bare):
            is_new = _CALLED_NEW.search(bare, 0, match.start()) or _IS_NEW.match(bare, match.end())
            if is_new and self.has_ending(match[0]) and not self.ending(match[0]):
                yield match[0]

    def has_ending(self, name: str) -> bool:
        """Tell whether files of the repository end like this name, whatever its case."""
        return name.rpartition(".")[2].casefold() in self._endings

    @cached_property
    def _endings(self) -> frozenset[str]:
        names = (path.rpartition("/")[2] for path in self._known)
        return frozenset(each.rpartition(".")[2].casefold() for each in names if "." in each)

    def has_part(self, name: str) -> bool:
        """Tell whether a file or a folder has this name."""
        folded = name.casefold()
        return folded in self._by_stem or any(f"/{folded}/" in f"/{each}/" for each in self._folded)

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._known:
            found.setdefault(_stem(path).casefold(), []).append(path)
        return found

    def ending(self, written: str, *, folded: bool = False) -> tuple[str, ...]:
        """Return the files that a path ends; a file of just this path is meant before others."""
        if not folded and written in self._known:
            return (written,)
        name = written.rpartition("/")[2]
        same = self._known if folded else self._by_name.get(name, ())
        return tuple(
            sorted(each for each in same if f"/{each.casefold() if folded else each}".endswith(f"/{written}"))
        )


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _without_test(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of a test's name without the word that says so."""
    at = next((at for at in (0, -1) if parts[at : at + 1 or None] in {("test",), ("spec",)}), None)
    return parts if at is None else parts[1:] if at == 0 else parts[:-1]


def _stem(path: str) -> str:
    name = path.rpartition("/")[2].lstrip(".")
    return name.partition(".")[0] or name


def _is_pattern(path: str) -> bool:
    return "*" in path and "/" in path and " " not in path
