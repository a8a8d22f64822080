"""Which changed files a plan means without their paths: by a symbol, a class, a module or a base name."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.conform.items import Item
    from groundplan.plan.conformance import TouchedName

MOST_MEANT = 3  # files that one short name may mean; more of them are a guess
_SPAN = late_regex(r"`+([^`\n]{2,200})`+")
_PATH = late_regex(r"[\w./@+-]*[\w-]\.[A-Za-z]\w{0,9}|[\w.@+-]*/[\w./@+-]*")
_NAME = late_regex(r"[^\W\d][\w-]*(?:(?:\.|::|#|\\)[^\W\d][\w-]*)*[?!]?")
_ARGUMENTS = late_regex(r"\(.*\)$|/\d+$")
_PARTS = late_regex(r"\.|::|#|\\")
_HUMPS = late_regex(r"(?<![\w`./])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?![\w`/])")
_ASIDE = late_regex(
    r"\b(?:because|since|like|unlike|see|as (?:in|with|for)|cf\.|compare|which|whose|not|never|without)\s"
    r"[^.,;:]*",
    re.IGNORECASE,
)
_SENTENCE = late_regex(r"(?<=[.;!?])\s+")


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a plan's work has, where it stands, and whether its sentence says in which file it is."""

    parts: tuple[str, ...]
    line: int
    is_placed: bool

    @property
    def symbol(self) -> str:
        """Return it as definitions are written."""
        return ".".join(self.parts)


def find_names(items: Iterable[Item]) -> tuple[Name, ...]:
    """Return the names in the words of a plan's work, but those that are a reason or a model for it."""
    found = []
    for item in items:
        for sentence in _SENTENCE.split(item.words):
            is_placed = any(map(_PATH.fullmatch, _SPAN.findall(sentence)))
            for word in _words(_ASIDE.sub(" ", sentence), is_title=item.is_title):
                bare = _ARGUMENTS.sub("", word.strip())
                if _NAME.fullmatch(bare):
                    found.append(Name(tuple(_PARTS.split(bare)), item.line, is_placed))
    return tuple(dict.fromkeys(found))


def _words(text: str, *, is_title: bool) -> list[str]:
    quoted = _SPAN.findall(text)
    bare = _SPAN.sub(" ", text)
    humps = _HUMPS.findall(bare)
    return [*quoted, *humps, *([bare.strip()] if is_title else [])]


class Names:
    """Tells which name of the plan means a file, among all files before and after the change."""

    def __init__(self, names: Sequence[Name], known: frozenset[str]) -> None:
        self._names = names
        self._known = known

    def by_path(self, path: str) -> Name | None:
        """Return the name that is the file's own: its base name, module or class."""
        return next((each for each in self._names if path in self._files.get(each, ())), None)

    def by_symbol(self, touched: Sequence[TouchedName], taken: frozenset[str]) -> Name | None:
        """Return the name of a definition that the file changes; one that a planned file changes is taken."""
        for each in self._names:
            if each.is_placed or each.symbol in taken or len(each.symbol) < 4:
                continue
            if any(has_symbol(name.qualified, each.symbol) for name in touched):
                return each
        return None

    def symbols_in(self, touched: Sequence[TouchedName]) -> frozenset[str]:
        """Return the names of the plan that are changed there."""
        return frozenset(
            each.symbol for each in self._names for name in touched if has_symbol(name.qualified, each.symbol)
        )

    @cached_property
    def _files(self) -> dict[Name, frozenset[str]]:
        found = {}
        for name in self._names:
            for parts in _choices(name.parts):
                files = frozenset(each for each in self._by_last.get(parts[-1], ()) if _ends(each, parts))
                if files:
                    found[name] = files if len(files) <= MOST_MEANT else frozenset()
                    break
        return found

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._known:
            folded = _folded(path)
            found.setdefault(folded[-1], []).append(path)
        return found


def has_symbol(qualified: str, symbol: str) -> bool:
    """Tell whether a definition is the one that is meant, or stands in it."""
    return f".{symbol}." in f".{qualified}."


def _choices(parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return what of a name may be a file: `Store.load` is in that of `Store`, `Plug.Upload` is one."""
    folded = tuple(_fold(each) for each in parts)
    is_member = len(parts) > 1 and (parts[-1][:1].islower() or parts[-1].startswith("_"))
    return [folded, folded[:-1]] if is_member else [folded]


def _ends(path: str, parts: tuple[str, ...]) -> bool:
    folded = _folded(path)
    return folded[-len(parts) :] == parts


def _folded(path: str) -> tuple[str, ...]:
    *folders, name = path.split("/")
    stem = name.partition(".")[0] or name
    return (*map(_fold, folders), _fold(stem))


def _fold(word: str) -> str:
    return re.sub(r"[_-]", "", word).lower()
