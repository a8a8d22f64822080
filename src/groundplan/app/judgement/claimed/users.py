"""Claims about who calls or uses something: how often, which ones, only these, or nobody."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import CLASSES, is_name, unknown
from groundplan.app.judgement.claimed.numbers import fits
from groundplan.app.judgement.claimed.places import parse_path, passage_of, reaches, read_lines
from groundplan.code.callers import find_callers
from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages
from groundplan.consult.fact import CALLERS
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Answer, Statement, Topic, Verdict
from groundplan.survey.stated.counts import count_calls, ways_of_counting
from groundplan.survey.stated.names import PROSE
from groundplan.survey.stated.passages import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.judgement.claimed.desk import Desk
    from groundplan.code.index import Symbol
    from groundplan.code.occurrences import Occurrence
    from groundplan.code.usage import Usage
    from groundplan.consult.fact import Fact

_NO_USE = frozenset({UsageKind.IMPORT, UsageKind.EXPORT, UsageKind.STRING})
_NEAR = 2
_SHOWN = 3
_WHOLE = frozenset({"only", "all"})


@dataclass(frozen=True, slots=True)
class _Named:
    """A caller that a claim names: the passage that it is, and whether it is a whole file or folder."""

    text: str
    passage: Passage
    is_file: bool = False
    line: int = 0


def judge_users(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether all that a claim says of the users of something fits; one part that fails is enough."""
    at = fact.at or fact.value
    stated = Statement(Topic.COUNT, at, at, said="callers", number=fact.number or 0)
    found = desk.find(at) if parse_path(at) else None
    if found and found.answer:
        return found.answer
    symbols = desk.symbols(at)
    if not symbols and found and found.path and not found.citation.symbol:
        return unknown(stated, "who uses a whole file is not counted")
    if len(symbols) == 1:
        parts = list(_parts(desk, stated, fact, symbols[0]))
    elif symbols:
        # Whichever is meant, who uses it has its name.
        parts = [
            unknown(stated, "more than one definition may be meant"),
            *_each(desk, stated, fact, symbols),
        ]
    else:
        return unknown(stated, "no definition of it was found")
    false = next((each for each in parts if each.verdict is Verdict.FALSE), None)
    if false:
        return false
    if parts and all(each.verdict is Verdict.HOLDS for each in parts):
        return parts[0]
    return next(
        (each for each in parts if each.verdict is not Verdict.HOLDS), unknown(stated, "nothing is said")
    )


def _parts(desk: Desk, stated: Statement, fact: Fact, symbol: Symbol) -> Iterator[Answer]:
    if fact.how == "none" or (fact.number == 0 and not fact.names):
        yield _none(desk, stated, fact, symbol)
        return
    named = [_named(desk, each) for each in fact.names]
    yield from _each(desk, stated, fact, (symbol,))
    if fact.how in _WHOLE and named and None not in named:
        yield _no_other(desk, stated, fact, symbol, [each for each in named if each])
    if fact.number:
        yield _number(desk, stated, fact, symbol)


def _each(desk: Desk, stated: Statement, fact: Fact, symbols: Sequence[Symbol]) -> Iterator[Answer]:
    """Yield whether each caller that is named uses one of some definitions."""
    for text in fact.names:
        named = _named(desk, text)
        if named is None:
            yield unknown(stated, f"`{text}` was not found")
            continue
        answers = [_is_user(desk, stated, each, named) for each in symbols]
        yield next((each for each in answers if each.verdict is not Verdict.FALSE), answers[0])


def _known(desk: Desk, fact: Fact, symbol: Symbol) -> list[Usage]:
    """Return the uses that a rule knows, outside tests and the definition itself."""
    found: Sequence[Usage]
    if fact.kind == CALLERS:
        callers = find_callers(desk.index, symbol)
        found = [each for one in callers.resolved for each in one.calls if each.is_resolved]
    else:
        found = [each for each in find_usages(desk.index, symbol).resolved if each.kind not in _NO_USE]
    return [each for each in found if not _is_tested(each.path) and not _is_own(each, symbol)]


def _none(desk: Desk, stated: Statement, fact: Fact, symbol: Symbol) -> Answer:
    used = _known(desk, fact, symbol)
    if used:
        return Answer(stated, Verdict.FALSE, f"it is used in {_shown(used)}", at=_at(used))
    places = _places(desk, symbol)
    if all(each.is_definition for each in places):
        return Answer(stated, Verdict.HOLDS, "only its definition has the name")
    return unknown(stated, "the name is elsewhere, and nobody can tell in which role")


def _number(desk: Desk, stated: Statement, fact: Fact, symbol: Symbol) -> Answer:
    """Count in every way: a number that fits one of them is not false."""
    name = symbol.definition.name
    places = _places(desk, symbol)
    if len({each.path for each in desk.index.symbols(name) if not is_test(each.path)}) > 1:
        return unknown(stated, "other definitions have the name")
    ways = {*count_calls(desk.index, symbol), *ways_of_counting(places, name)}
    outside = [each for each in places if not _is_own(each, symbol)]
    ways |= set(ways_of_counting(outside, name))
    uses = [each for each in places if not each.is_definition]
    if not uses:
        return unknown(stated, "no use of it was found")
    if fits(fact, ways):
        return Answer(stated, Verdict.HOLDS, at=_at(uses))
    count = len(_known(desk, fact, symbol))
    told = f"it is used in {_shown(uses)}"
    return Answer(stated, Verdict.FALSE if count else Verdict.UNKNOWN, told, at=_at(uses))


def _is_user(desk: Desk, stated: Statement, symbol: Symbol, named: _Named) -> Answer:
    """Tell whether a caller has the name; one that merely may reach it is unknown."""
    index, name, passage = desk.index, symbol.definition.name, named.passage
    word = re.compile(rf"(?<!\w){re.escape(_spelled(symbol))}(?!\w)")
    lines = read_lines(index, passage.path)
    at = [
        number
        for number in range(passage.first, passage.last + 1)
        if number <= len(lines)
        and word.search(lines[number - 1])
        and not _defines(symbol, passage.path, number)
    ]
    said = replace(stated, by=named.text)
    if at and named.line and not any(abs(each - named.line) <= _NEAR for each in at):
        return _beside(said, named, name, at)
    if at:
        return Answer(said, Verdict.HOLDS, at=(f"{passage.path}:{at[0]}",))
    if named.is_file and passage.path == symbol.path:
        return unknown(said, "it is defined there")
    if _is_related(desk, symbol, passage) or reaches(index, passage, name):
        return unknown(said, f"`{named.text}` may use it through something else")
    return Answer(
        said, Verdict.FALSE, f"`{named.text}` has no `{name}`", at=(f"{passage.path}:{passage.first}",)
    )


def _beside(said: Statement, named: _Named, name: str, at: list[int]) -> Answer:
    """Return that a line does not show a use; the beginning of what does is as good."""
    if named.passage.first <= named.line <= named.passage.first + _NEAR and named.passage.name:
        return unknown(said, "what begins there uses it")
    shown = ", ".join(str(each) for each in at[:_SHOWN])
    place = tuple(f"{named.passage.path}:{each}" for each in at[:_SHOWN])
    return Answer(
        said, Verdict.FALSE, f"`{named.text}` does not show `{name}`: it is in line {shown}", at=place
    )


def _is_related(desk: Desk, symbol: Symbol, passage: Passage) -> bool:
    """Tell whether a caller may use a class through its objects: it names something else of its file."""
    if symbol.definition.kind not in CLASSES and symbol.definition.name not in {"__init__", "constructor"}:
        return False
    outline = desk.index.outline(symbol.path)
    words = set(re.findall(r"\w+", "\n".join(read_lines(desk.index, passage.path))))
    return any(each.name in words for each in (outline.definitions if outline else ()))


def _no_other(desk: Desk, stated: Statement, fact: Fact, symbol: Symbol, named: Sequence[_Named]) -> Answer:
    used = _known(desk, fact, symbol)
    has_files = any(each.is_file for each in named)
    others = [
        each
        for each in used
        if not any(_covers(one, each) for one in named) and not (has_files and each.path == symbol.path)
    ]
    if others:
        return Answer(stated, Verdict.FALSE, f"it is also used in {_shown(others)}", at=_at(others))
    return (
        Answer(stated, Verdict.HOLDS, at=_at(used)) if used else unknown(stated, "no use is known by a rule")
    )


def _covers(named: _Named, usage: Usage) -> bool:
    passage = named.passage
    if named.is_file:
        return usage.path == passage.path or usage.path.startswith(f"{passage.path}/")
    return usage.path == passage.path and passage.first <= usage.line <= passage.last


def _named(desk: Desk, text: str) -> _Named | None:
    """Return the one file, line or definition that a caller is named by."""
    found = desk.find(text) if parse_path(text) else None
    if found is not None:
        cited = found.citation
        if found.answer or (found.is_folder and cited.symbol):
            return None
        if cited.symbol:
            symbols = desk.symbols(text)
            return _of(text, symbols[0]) if len(symbols) == 1 else None
        lines = len(read_lines(desk.index, found.path))
        if not cited.first:
            return _Named(text, Passage(found.path, 1, lines), is_file=True) if lines else None
        outline = desk.index.outline(found.path)
        around = outline.at(cited.first) if outline else None
        passage = passage_of(found.path, around) if around else Passage(found.path, 1, lines)
        return _Named(text, passage, line=cited.first if cited.first == cited.last else 0)
    symbols = desk.symbols(text) if is_name(text) else ()
    return _of(text, symbols[0]) if len(symbols) == 1 else None


def _of(text: str, symbol: Symbol) -> _Named:
    return _Named(text, passage_of(symbol.path, symbol.definition))


def _places(desk: Desk, symbol: Symbol) -> list[Occurrence]:
    found = find_occurrences(desk.index, symbol.definition.name).places
    return [each for each in found if not each.path.lower().endswith(PROSE)]


def _spelled(symbol: Symbol) -> str:
    """Return the word that a use has: who makes an object names the class."""
    definition = symbol.definition
    is_maker = definition.name in {"__init__", "constructor", "initialize", "__construct"}
    return definition.parent.rpartition(".")[2] if is_maker and definition.parent else definition.name


def _defines(symbol: Symbol, path: str, line: int) -> bool:
    return path == symbol.path and line == symbol.definition.line


def _is_tested(path: str) -> bool:
    return is_test(path) or "test" in path.rpartition("/")[2].lower()


def _is_own(place: Usage | Occurrence, symbol: Symbol) -> bool:
    definition = symbol.definition
    return place.path == symbol.path and definition.first <= place.line <= definition.last


def _at(places: Sequence[Usage | Occurrence]) -> tuple[str, ...]:
    return tuple(f"{each.path}:{each.line}" for each in places[:_SHOWN])


def _shown(places: Sequence[Usage | Occurrence]) -> str:
    shown = ", ".join(f"`{each}`" for each in _at(places))
    return f"{shown} and {len(places) - _SHOWN} more" if len(places) > _SHOWN else shown
