"""What a plan says it changes and leaves alone: files, folders and names, each with the line that says so."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role
from groundplan.plan.mention import Intent
from groundplan.plan.path_pattern import matches
from groundplan.rules.changed_names import changed_names, is_order, sentences_of
from groundplan.rules.plan_lines import SPAN, UNTOUCHED, plain_name
from groundplan.rules.scope import left_out

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from groundplan.plan.line import Line
    from groundplan.plan.mention import Mention, Sayings

_SURE = frozenset({Intent.MODIFIES, Intent.CREATES, Intent.REMOVES, Intent.TOUCHES})
_WORK = frozenset({Role.STEP, Role.WORK})
_WORD = late_regex(r"[^\W\d]\w*")
_DOTTED = late_regex(r"[\w.#:]+(?:\(\))?")
_TESTING = late_regex(
    r"(?:add|write|extend|update|create|include|cover|adapt|fix)\b[^.;:]{0,60}\b(?:tests?|coverage)\b",
    re.IGNORECASE,
)
_REMOVES = late_regex(
    r"(?:delete|remove|drop)\s+(?:(?!from\b|in\b|of\b)\w+\s+){0,3}`(?P<name>[^`\n]+)`", re.IGNORECASE
)
# A file behind these words, up to a comma, is a reason or a model for the work.
_ASIDE = late_regex(
    r"\b(?:because|since|like|unlike|see|as in|cf\.|compare|which|whose)\s(?:[^.,;]|,\s(?:and\s)?(?=`))*$",
    re.IGNORECASE,
)
_SPANS = late_regex(r"`[^`\n]*`")
_MOST_MEANT = 3  # files that one short path may mean; more of them are a guess


@dataclass(frozen=True, slots=True)
class Target:
    """A file or folder that the plan works on, and the name in it where it says one."""

    path: str
    intent: Intent
    place: Place
    section: str
    symbol: str = ""
    is_required: bool = False  # the plan is not carried out while it is untouched

    def covers(self, path: str) -> bool:
        """Tell whether a path is this file or lies in this folder."""
        return matches(self.path, path)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file, folder or name that the plan leaves alone, in the spelling in which names are compared."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Declared:
    """All that a plan says about the change."""

    targets: tuple[Target, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    spoken: tuple[tuple[str, Place], ...] = ()  # files named where nothing is done
    words: frozenset[str] = frozenset()  # every name in a code span, without what it is a part of
    terms: frozenset[str] = frozenset()  # names that are changed wherever they are
    objects: frozenset[str] = frozenset()  # names that steps change, as names are compared
    tested: tuple[Line, ...] = ()  # steps that promise tests without saying where


def declare(sayings: Sayings, lines: Iterable[Line], texts: Iterable[str], known: frozenset[str]) -> Declared:
    """Return what a plan declares, given the files there are before and after the change."""
    steps = [line for line in lines if line.role in _WORK]
    changed = find_changed(steps)
    places = _Places(known)
    excluded = tuple(
        LeftOut(meant, line.place)
        for line in lines
        if line.role is Role.EXCLUDED
        for name in left_out(line)[0]
        for meant in places.resolve(name)
    )
    shut = {line.place.line for line in lines if line.role in {Role.EXCLUDED, Role.REJECTED}}
    worked: list[Target] = []
    spoken: list[tuple[str, Place]] = []
    for mention in sayings.mentions:
        if mention.intent.is_work and mention.place.line not in shut:
            worked += _targets(mention, places.find(mention), changed)
        else:
            spoken += [(path, mention.place) for path in places.find(mention)]
    worked += _bare_names(texts, shut, known)
    tests = any(is_test(each.path) for each in worked)
    return Declared(
        tuple(worked),
        excluded,
        tuple(spoken),
        frozenset(word for text in texts for span in SPAN.findall(text) for word in _named_by(span)),
        frozenset(each.term for each in sayings.changes),
        frozenset(changed),
        () if tests else tuple(step for step in steps if _promises_tests(step)),
    )


def find_changed(steps: Iterable[Line]) -> dict[str, str]:
    """Return the names that steps change, as names are compared, each with the sentence that says so."""
    return {name: each for step in steps for each in sentences_of(step) for name in changed_names(each)}


def is_evidence(mention: Mention, changed: Mapping[str, str]) -> bool:
    """Tell whether a step cites a file for its lines, as a reason or as a model, and does not change it."""
    if mention.intent is not Intent.IN_TASK or _sentence_of(mention, changed):
        return False
    before = mention.words.split(f"`{mention.citation.text}`")[:-1]
    behind = [" ".join(before[: place + 1]) for place in range(len(before))]
    is_aside = bool(behind) and all(_ASIDE.search(_SPANS.sub("` `", each)) for each in behind)
    return bool(mention.citation.first) or is_aside


def _sentence_of(mention: Mention, changed: Mapping[str, str]) -> str:
    return changed.get(plain_name(mention.citation.text)) or changed.get(plain_name(mention.path), "")


def _targets(mention: Mention, paths: tuple[str, ...], changed: Mapping[str, str]) -> Iterator[Target]:
    sentence = _sentence_of(mention, changed)
    removes = _REMOVES.match(sentence)
    is_removed = removes is not None and removes["name"] == mention.citation.text and mention.is_file
    for path in paths:
        yield Target(
            path,
            Intent.REMOVES if is_removed else mention.intent,
            mention.place,
            mention.section,
            mention.citation.symbol.replace("::", ".").replace("#", "."),
            is_required=len(paths) == 1
            and not path.endswith("/")
            and (mention.intent in _SURE or bool(sentence)),
        )


def _bare_names(texts: Iterable[str], shut: Container[int], known: frozenset[str]) -> Iterator[Target]:
    """Yield the files whose names could be anything, such as `SPEC`, where one is there that is named so."""
    for text in texts:
        for number, line in enumerate(text.split("\n"), 1):
            for span in SPAN.findall(line) if number not in shut else ():
                if span in known and parse_citation(span) is None:
                    yield Target(span, Intent.IN_TASK, Place("", number), "")


def _named_by(span: str) -> list[str]:
    """Return what a code span names: of `a.py::Store.load` and of `Store.load()` the method alone."""
    symbol = span.partition("::")[2] or span
    if _DOTTED.fullmatch(symbol):
        return _WORD.findall(symbol)[-1:]
    return _WORD.findall(symbol)


def _promises_tests(step: Line) -> bool:
    sentences = (each for each in sentences_of(step) if is_order(each) and not UNTOUCHED.search(each))
    return any(_TESTING.match(each) for each in sentences)


def is_path(name: str) -> bool:
    """Tell whether a name is a file or folder, and not something in one."""
    citation = parse_citation(name)
    return citation is not None and not citation.symbol


class _Places:
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

    def find(self, mention: Mention) -> tuple[str, ...]:
        """Return the files, or the folder with a stroke behind it; as written where there is none."""
        written = posixpath.normpath(mention.path)
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(mention.place.document), written))
        choices = (beside, written) if mention.citation.is_link else (written, beside)
        for path in choices:
            if path in self._known:
                return (path,)
            if path in self._folders:
                return (f"{path}/",)
        meant = self._ending(written)
        return () if len(meant) > _MOST_MEANT else meant or (written,)

    def resolve(self, name: str) -> tuple[str, ...]:
        """Return the paths that a left-out name means, in lower case; the name itself where it is no path."""
        if not is_path(name) or name.rstrip("/*") in self._folded:
            return (name,)
        return tuple(path.casefold() for path in self._ending(name, folded=True)) or (name,)

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(path.casefold() for path in (*self._known, *self._folders))

    def _ending(self, written: str, *, folded: bool = False) -> tuple[str, ...]:
        name = written.rpartition("/")[2]
        same = self._known if folded else self._by_name.get(name, ())
        return tuple(
            sorted(each for each in same if f"/{each.casefold() if folded else each}".endswith(f"/{written}"))
        )
