"""What a plan says it changes and leaves alone: files, folders and names, each with the line that says so."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.conform.items import find_items
from groundplan.conform.naming import MOST_MEANT, Names, find_names
from groundplan.conform.ordered import Said, is_bare_item, is_listed, promises_tests
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Line, Role
from groundplan.plan.mention import Intent
from groundplan.plan.path_pattern import matches
from groundplan.rules.changed_names import changed_names, sentences_of
from groundplan.rules.plan_lines import BARE, SPAN, plain_name
from groundplan.rules.scope import left_out

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from groundplan.plan.mention import Mention, Sayings

_WORK = frozenset({Role.STEP, Role.WORK})
_WORD = late_regex(r"[^\W\d]\w*")
_DOTTED = late_regex(r"[\w.#:]+(?:\(\))?")
# A file behind these words, up to a comma, is a reason or a model for the work.
_ASIDE = late_regex(
    r"\b(?:because|since|like|unlike|see|as in|cf\.|compare|which|whose)\s(?:[^.,;]|,\s(?:and\s)?(?=`))*$",
    re.IGNORECASE,
)
_SENTENCE = late_regex(r"(?<=[.;!?])\s+|\n")
_FORBIDS = late_regex(
    r"(?:^|[:,]\s|\b(?:but|and)\s)[\s\-*\[\]]*(?:out of scope|non-?goals?|(?:must|may|should) not change"
    r"|not to be changed|leave alone|(?:do not|don't|never) (?:touch|change|modify|edit|alter))"
    r"\s*:?\s+(?P<names>.+)",
    re.IGNORECASE,
)
_MUST_NOT = late_regex(
    r"(?:^|:\s)(?P<names>[^:]*?`)\s+(?:(?:must|may|should) not (?:be )?(?:change|touch|modif|edit)\w*"
    r"|(?:is|are) not to be \w+|(?:stays?|remains?) (?:as (?:it is|they are)|un(?:changed|touched)))",
    re.IGNORECASE,
)
_MANY = late_regex(r"(?=[^*]*\*)(?:[\w.@*-]+/)+[\w.@*-]+")
_SPANS = late_regex(r"`[^`\n]*`")


@dataclass(frozen=True, slots=True)
class Target:
    """A file or folder that the plan works on, and the name in it where it says one."""

    path: str
    intent: Intent
    place: Place
    section: str
    symbol: str = ""
    is_required: bool = False  # the plan is not carried out while it is untouched
    is_there: bool = True  # before the change, or after it
    may_go: bool = False  # its words remove, move or replace something, or do not say what is done
    tests: tuple[str, ...] = ()  # tests that its words promise by name
    named: frozenset[str] = frozenset()  # what the code spans of its step name
    is_remade: bool = False  # the step says what the file becomes

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
    contradicted: tuple[LeftOut, ...] = ()  # files that one step forbids and another one orders
    spoken: tuple[tuple[str, str], ...] = ()  # files named where nothing is done, and what that line does
    words: frozenset[str] = frozenset()  # every name in a code span, without what it is a part of
    # names that are changed wherever they are, each with what the steps about it name
    terms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    objects: frozenset[str] = frozenset()  # names that steps change, as names are compared
    tested: tuple[Line, ...] = ()  # steps that promise tests without saying where
    names: Names = Names((), frozenset())  # what the work names without a path


def declare(sayings: Sayings, lines: Iterable[Line], texts: Sequence[str], known: frozenset[str]) -> Declared:
    """Return what a plan declares, given the files there are before and after the change."""
    steps = [line for line in lines if line.role in _WORK]
    has_steps = bool(steps)
    # Where no heading sets the steps apart, everything that names a file may be one.
    steps = steps or [Line(Role.STEP, each.words, each.place, each.section) for each in sayings.mentions]
    steps.sort(key=lambda step: step.place)
    changed = find_changed(steps)
    places = _Places(known)
    excluded = tuple(
        LeftOut(meant, line.place)
        for line in lines
        if line.role is Role.EXCLUDED
        for name in left_out(line)[0]
        for meant in places.resolve(name)
    )
    out = {line.place.line for line in lines if line.role is Role.EXCLUDED}
    shut = out | {line.place.line for line in lines if line.role is Role.REJECTED}
    forbidden = [each for step in steps for each in _forbidden(step.whole, step.place)]
    worked: list[Target] = []
    spoken: list[tuple[str, str]] = []
    opening = _opening(texts) if not has_steps else 0
    for mention in sayings.mentions:
        step = _step_of(mention, steps)
        meant = mention if mention.intent.is_work else _in_step(mention, step, changed)
        is_forbidden = plain_name(mention.citation.text) in {
            each.name for each in _forbidden(mention.words, mention.place)
        }
        if is_forbidden:
            forbidden += [LeftOut(path.casefold(), mention.place) for path in places.find(mention)]
        elif meant.intent.is_work and mention.place.line not in shut:
            is_list = mention.place.line < opening and is_listed(mention)
            is_list = is_list or (has_steps and is_bare_item(step, _led_by(step, steps)))
            said = Said(meant, step, _sentence_of(mention, changed), is_list)
            worked += _targets(said, places)
        else:
            at = f"line {mention.place.line}"
            is_out = mention.place.line in out or _FORBIDS.search(mention.words)
            told = f"{at} puts it out of scope" if is_out else f"named in {at}, in no step"
            spoken += [(path, told) for path in places.find(mention)]
    kept = {each.name for each in forbidden}
    loose = (*_bare_names(texts, shut, known), *_in_words(steps, places))
    worked += [each for each in loose if each.path.casefold() not in kept]
    tests = any(is_test(each.path) for each in worked)
    # A plan that orders a change and forbids it in one of its steps contradicts itself.
    ordered = {name for each in worked for name in (each.path.casefold(), each.symbol.casefold()) if name}
    return Declared(
        tuple(worked),
        (*excluded, *(each for each in forbidden if each.name not in ordered)),
        tuple(each for each in forbidden if each.name in ordered and is_path(each.name)),
        tuple(spoken),
        frozenset(word for text in texts for span in SPAN.findall(text) for word in _named_by(span)),
        _terms(sayings, steps),
        frozenset(changed),
        () if tests else tuple(step for step in steps if promises_tests(step)),
        Names(find_names(find_items(texts, shut)), known),
    )


def _forbidden(words: str, place: Place) -> Iterator[LeftOut]:
    """Yield what sentences of a step say must not change."""
    for sentence in _SENTENCE.split(words.replace("**", "")):
        found = _FORBIDS.search(sentence) or _MUST_NOT.search(sentence)
        for name in left_out(Line(Role.EXCLUDED, found["names"].strip(), place))[0] if found else ():
            yield LeftOut(name, place)


def _terms(sayings: Sayings, steps: Iterable[Line]) -> dict[str, frozenset[str]]:
    named = [_spans_of(each) for each in steps]
    terms = {each.term for each in sayings.changes}
    return {term: frozenset().union(*(each for each in named if term in each)) for term in terms}


def _spans_of(step: Line) -> frozenset[str]:
    return frozenset(word for span in SPAN.findall(step.whole) for word in _named_by(span))


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


def _opening(texts: Iterable[str]) -> int:
    """Return the first line behind what stands under the title alone."""
    lines = next(iter(texts), "").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line.startswith("##")), len(lines) + 1)


def _step_of(mention: Mention, steps: Sequence[Line]) -> Line | None:
    above = bisect_right(steps, mention.place, key=lambda step: step.place)
    return steps[above - 1] if above > 0 and mention.citation.text in steps[above - 1].whole else None


def _led_by(step: Line | None, steps: Sequence[Line]) -> Line | None:
    """Return the paragraph above a step, under the same heading."""
    if step is None:
        return None
    above = (each for each in reversed(steps) if each.place < step.place and each.under == step.under)
    return next((each for each in above if each.role is Role.WORK), None)


def _in_step(mention: Mention, step: Line | None, changed: Mapping[str, str]) -> Mention:
    """Return a mention as work where its step names it, whatever the verb."""
    in_task = replace(mention, intent=Intent.IN_TASK)
    return in_task if step and not is_evidence(in_task, changed) else mention


def _sentence_of(mention: Mention, changed: Mapping[str, str]) -> str:
    return changed.get(plain_name(mention.citation.text)) or changed.get(plain_name(mention.path), "")


def _targets(said: Said, places: _Places) -> Iterator[Target]:
    mention = said.mention
    paths = places.find(mention)
    for path in paths:
        is_one = len(paths) == 1 and not path.endswith("/")
        yield Target(
            path,
            Intent.REMOVES if said.is_removal else mention.intent,
            mention.place,
            mention.section,
            mention.citation.symbol.replace("::", ".").replace("#", "."),
            is_required=(is_one and said.is_order) or (path.endswith("/") and said.adds),
            is_there=path.endswith("/") or path in places,
            may_go=said.may_go,
            tests=said.tests if is_test(path) else (),
            named=_spans_of(said.step) if said.step else frozenset(),
            is_remade=is_one and said.is_remade,
        )


def _bare_names(texts: Iterable[str], shut: Container[int], known: frozenset[str]) -> Iterator[Target]:
    """Yield the files whose names could be anything, such as `SPEC`, where one is there; and `src/*.py`."""
    for text in texts:
        for number, line in enumerate(text.split("\n"), 1):
            for span in SPAN.findall(line) if number not in shut else ():
                path = span.removeprefix("/")  # as from the repository's root
                if (path in known or _MANY.fullmatch(path)) and parse_citation(span) is None:
                    yield Target(path, Intent.IN_TASK, Place("", number), "")


def _in_words(steps: Iterable[Line], places: _Places) -> Iterator[Target]:
    """Yield the files that steps name without backticks: `Add zod to package.json`; none is demanded."""
    for step in steps:
        for match in BARE.finditer(SPAN.sub(" ", step.whole)):
            found = places.ending(match[0]) if "." in match[0] else ()
            for path in found if len(found) <= MOST_MEANT else ():
                yield Target(path, Intent.IN_TASK, step.place, step.section)


def _named_by(span: str) -> list[str]:
    """Return what a code span names: of `a.py::Store.load` and of `Store.load()` the method alone."""
    if "/" in span and is_path(span):
        return []  # the folders of a file name nothing in it
    symbol = span.partition("::")[2] or span
    if _DOTTED.fullmatch(symbol):
        return _WORD.findall(symbol)[-1:]
    return _WORD.findall(symbol)


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
        meant = self.ending(written)
        as_written = f"{written}/" if mention.path.endswith("/") else written
        return () if len(meant) > MOST_MEANT else meant or (as_written,)

    def resolve(self, name: str) -> tuple[str, ...]:
        """Return the paths that a left-out name means, in lower case; the name itself where it is no path."""
        if not is_path(name) or name.rstrip("/*") in self._folded:
            return (name,)
        return tuple(path.casefold() for path in self.ending(name, folded=True)) or (name,)

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(path.casefold() for path in (*self._known, *self._folders))

    def ending(self, written: str, *, folded: bool = False) -> tuple[str, ...]:
        """Return the files that a path ends; a file of just this path is meant before others."""
        if not folded and written in self._known:
            return (written,)
        name = written.rpartition("/")[2]
        same = self._known if folded else self._by_name.get(name, ())
        return tuple(
            sorted(each for each in same if f"/{each.casefold() if folded else each}".endswith(f"/{written}"))
        )
