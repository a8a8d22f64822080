"""How many callers, uses or files of a name a plan states, counted again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.callers import is_call
from groundplan.code.citations.symbols import split_symbol
from groundplan.code.index import Symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages
from groundplan.plan.citation import parse_citation
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.contents import PARTS, judge_contents
from groundplan.survey.stated.here import settle
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.occurrences import Occurrence
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView
    from groundplan.plan.citation import Citation
    from groundplan.plan.statement import Statement

_IMPORTS = re.compile(r"\s*(?:import|from|export|use|require|#include)\b|.*\brequire\(")
_DEFINES = re.compile(r"\b(?:def|func|function|fn)\s|^\s*(?:#|//|\*)")
_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\(\))?")
_COMMENT = re.compile(rb"(?:^|\s)(?://|#|\*).*")
_NO_USE = frozenset({UsageKind.IMPORT, UsageKind.EXPORT, UsageKind.STRING})


def judge_count(index: CodeView, statement: Statement, path: str = "") -> Answer:
    """Count again in every way that the words may mean; only a number that fits none of them is false."""
    return settle(statement, _judge(index, statement, path))


def _judge(index: CodeView, statement: Statement, path: str) -> Answer:
    if statement.said in PARTS:
        return judge_contents(index, statement, path)
    if statement.said == "calls in":
        return _judge_calls_in(index, statement, path)
    cited = parse_citation(statement.subject)
    if cited is not None and cited.symbol:
        path, statement = cited.path, replace(statement, subject=cited.symbol)
    if not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    symbol = defined_once(index, statement.subject, path)
    if symbol is None:
        return Answer(statement, Verdict.UNKNOWN)  # of namesakes nobody can tell which one a line means
    if statement.by:
        return _judge_caller(index, statement, symbol)
    if len({each.path for each in index.symbols(symbol.definition.name) if not is_test(each.path)}) > 1:
        return _judge_resolved(index, statement, symbol)
    name = symbol.definition.name
    places = [
        each
        for each in find_occurrences(index, name).places
        if not each.path.lower().endswith(PROSE) and each.path != statement.place.document
    ]
    if not statement.number:
        return _judge_none(statement, places, name)
    if statement.said in {"callers", "calls"}:
        return _judge_calls(index, statement, symbol, places)
    uses = [each for each in places if not each.is_definition]
    files = len({each.path for each in uses})
    found = f"{_many(len(uses), 'use')} in {_many(files, 'file')}, definitions apart"
    fits = statement.number in set(_numbers(places, name, of_files=statement.said == "files"))
    return Answer(statement, Verdict.HOLDS if fits else Verdict.FALSE, found, at=_shown(uses))


def defined_once(index: CodeView, subject: str, path: str = "") -> Symbol | None:
    """Return the one definition of a name, in a file if one is given; a test that has its own does not count.

    A dotted name is the member that it names, where there is one: `Store.load`, not every `load`.
    """
    parts = split_symbol(subject)
    found = [each for each in index.symbols(parts[-1]) if not path or each.path == path]
    named = [each for each in found if f".{each.definition.qualified}".endswith(f".{'.'.join(parts)}")]
    found = named if len(parts) > 1 and (named or not parts[0][:1].isupper()) else found
    found = [each for each in found if not is_test(each.path)] or found
    return found[0] if len({(each.path, each.definition.qualified) for each in found}) == 1 else None


def count_calls(index: CodeView, symbol: Symbol) -> Iterator[int]:
    """Yield how many calls of a symbol there are, in each way that they may be counted."""
    usages = find_usages(index, symbol)
    known = [each for each in (*usages.resolved, *usages.possible) if not each.path.lower().endswith(PROSE)]
    for kept in (usages.resolved, known):
        calls = [each for each in kept if is_call(symbol, each)]
        yield from _ways_of_calls(calls, files=True)
        yield from _ways_of_calls([each for each in calls if not _is_own(each, symbol)], files=True)
        yield from _ways_of_calls([each for each in kept if each.kind not in _NO_USE], files=True)


def ways_of_counting(places: list[Occurrence], name: str) -> Iterator[int]:
    """Yield how many uses of a name there are, in each way that they may be counted."""
    yield from _numbers(places, name, of_files=False)


def _judge_calls(index: CodeView, statement: Statement, symbol: Symbol, places: list[Occurrence]) -> Answer:
    usages = find_usages(index, symbol)
    known = [each for each in (*usages.resolved, *usages.possible) if not each.path.lower().endswith(PROSE)]
    called = re.compile(rf"(?<![\w$]){re.escape(symbol.definition.name)}(?![\w$])\s*(?:<[^<>()]*>)?[!?]?\(")
    calling = [each for each in places if not each.is_definition and called.search(each.text)]
    sets: list[Sequence[Usage | Occurrence]] = [
        [each for each in usages.resolved if is_call(symbol, each)],
        [each for each in known if is_call(symbol, each)],
        [each for each in known if each.kind not in _NO_USE],
        calling,
    ]
    # A function that calls itself is hardly counted among its callers.
    sets += [[each for each in kept if not _is_own(each, symbol)] for kept in sets]
    fits = {number for each in sets for number in _ways_of_calls(each, files=statement.said == "callers")}
    calls = sets[1] or calling
    if statement.number in fits:
        return Answer(statement, Verdict.HOLDS, _counted(calls, "call"), at=_shown(calls))
    if not calls:
        return Answer(statement, Verdict.UNKNOWN)  # none that is seen proves nothing
    return Answer(statement, Verdict.FALSE, _counted(calls, "call"), at=_shown(calls))


def _judge_calls_in(index: CodeView, statement: Statement, path: str) -> Answer:
    """Count the calls of a name in one file, where its outline tells them from a definition."""
    outline = index.outline(path) if path else None
    if outline is None or not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    name = split_symbol(statement.subject)[-1]
    called = re.compile(rb"(?<![\w$])%s(?![\w$])\s?(?:<[^<>()]{0,80}>)?[!?]?\(" % re.escape(name.encode()))
    defined = {each.line for each in outline.definitions if each.name == name}
    lines = [
        (number, len(called.findall(_COMMENT.sub(b"", line))))
        for number, line in enumerate((index.text(path) or b"").split(b"\n"), 1)
        if number not in defined
    ]
    found = [(number, many) for number, many in lines if many]
    total = sum(many for _, many in found)
    places = tuple(f"{path}:{number}" for number, _ in found[:3])
    if not found:
        return Answer(statement, Verdict.UNKNOWN)
    if statement.number in {total, len(found)}:
        return Answer(statement, Verdict.HOLDS, at=places)
    shown = ", ".join(f"`{each}`" for each in places)
    return Answer(statement, Verdict.FALSE, f"{_many(total, 'call')} found, {shown}", at=places)


def _judge_resolved(index: CodeView, statement: Statement, symbol: Symbol) -> Answer:
    """Count what is resolved to one of several namesakes: a number that fits is right, any other unknown."""
    calls = [each for each in find_usages(index, symbol).resolved if is_call(symbol, each)]
    fits = set(_ways_of_calls(calls, files=True)) if calls else set()
    if statement.said in {"callers", "calls"} and statement.number in fits:
        return Answer(statement, Verdict.HOLDS, _counted(calls, "call"), at=_shown(calls))
    if not statement.number and calls:
        return Answer(statement, Verdict.FALSE, _counted(calls, "call"), at=_shown(calls))
    return Answer(statement, Verdict.UNKNOWN)


def _counted(places: Sequence[Usage | Occurrence], noun: str) -> str:
    shown = ", ".join(f"`{each}`" for each in _shown(places))
    more = f" and {len(places) - 3} more" if len(places) > 3 else ""
    return f"{_many(len(places), noun)} found, {shown}{more}"


def _shown(places: Sequence[Usage | Occurrence]) -> tuple[str, ...]:
    return tuple(f"{each.path}:{each.line}" for each in places[:3])


def _ways_of_calls(calls: Sequence[Usage | Occurrence], *, files: bool) -> Iterator[int]:
    for part in (
        calls,
        [each for each in calls if not is_test(each.path)],
        [each for each in calls if is_test(each.path)],
    ):
        yield len(part)
        yield len({(each.path, each.line) for each in part})
        yield len({(each.path, _around(each)) for each in part})
        if files:
            yield len({each.path for each in part})


def _is_own(place: Usage | Occurrence, symbol: Symbol) -> bool:
    definition = symbol.definition
    return place.path == symbol.path and definition.first <= place.line <= definition.last


def _around(place: Usage | Occurrence) -> str:
    return getattr(place, "inside", "") or getattr(place, "within", "")


def _judge_caller(index: CodeView, statement: Statement, symbol: Symbol) -> Answer:
    """Tell whether a name is used where the words say it is called, and nowhere else where they say only."""
    name = symbol.definition.name
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    if statement.said == "only":
        return _judge_only(index, statement, symbol)
    cited = parse_citation(statement.by)
    if cited is not None and cited.symbol == "":
        if index.text(cited.path) is None:
            return Answer(statement, Verdict.UNKNOWN)
        return _judge_file(index, statement, symbol, cited)
    if not _NAME.fullmatch(statement.by):
        return Answer(statement, Verdict.UNKNOWN)
    caller = _caller(index, statement.by)
    if caller is None or caller == symbol:
        return Answer(statement, Verdict.UNKNOWN)
    lines = (index.text(caller.path) or b"").split(b"\n")[
        caller.definition.first - 1 : caller.definition.last
    ]
    code = [_COMMENT.sub(b"", line) for line in lines]
    usages = find_usages(index, symbol)
    is_used = any(_is_own(each, caller) for each in (*usages.resolved, *usages.possible))
    lines_of = [number for number, line in enumerate(code, caller.definition.first) if word.search(line)]
    places = tuple(f"{caller.path}:{number}" for number in lines_of[:3])
    if is_used or lines_of:
        return Answer(statement, Verdict.HOLDS, at=places)
    found = f"`{caller.path}::{caller.definition.qualified}` has no `{name}`"
    place = f"{caller.path}:{caller.definition.line}"
    return Answer(statement, Verdict.FALSE, found, at=(place,))


def _judge_file(index: CodeView, statement: Statement, symbol: Symbol, cited: Citation) -> Answer:
    """Tell whether a file uses a name, in the lines that are cited where some are."""
    name = symbol.definition.name
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    lines = (index.text(cited.path) or b"").split(b"\n")
    found = [number for number, line in enumerate(lines, 1) if word.search(line)]
    if not found:
        return Answer(statement, Verdict.FALSE, f"`{cited.path}` has no `{name}`")
    inside = [each for each in found if not cited.first or cited.first - 2 <= each <= cited.last + 2]
    places = tuple(f"{cited.path}:{number}" for number in (inside or found)[:3])
    if inside:
        return Answer(statement, Verdict.HOLDS, at=places)
    return Answer(
        statement, Verdict.FALSE, f"`{name}` is in {', '.join(map('`{}`'.format, places))}", at=places
    )


def _caller(index: CodeView, subject: str) -> Symbol | None:
    parts = split_symbol(subject)
    found = [each for each in index.symbols(parts[-1]) if each.definition.qualified.endswith(".".join(parts))]
    return found[0] if len({(each.path, each.definition.qualified) for each in found}) == 1 else None


def _judge_only(index: CodeView, statement: Statement, symbol: Symbol) -> Answer:
    """Tell whether calls from elsewhere are known; a test that calls it is not counted by most."""
    named = [_place_of(index, each) for each in statement.by.split("\n")]
    paths = {place for place in named if isinstance(place, str)}
    callers = [place for place in named if isinstance(place, Symbol)]
    if None in named or any(is_test(each) for each in paths):
        return Answer(statement, Verdict.UNKNOWN)
    usages = find_usages(index, symbol)
    known = [each for each in usages.resolved if is_call(symbol, each) and not _is_tested(each.path)]
    homes = paths | {symbol.path} if paths else set()
    others = [
        each
        for each in known
        if each.path not in homes
        and not any(_is_own(each, caller) for caller in callers)
        and not _is_own(each, symbol)
    ]
    if others and not any(is_test(each.path) for each in callers):
        shown = ", ".join(f"`{each}`" for each in _shown(others))
        return Answer(statement, Verdict.FALSE, f"it is also called in {shown}", at=_shown(others))
    return Answer(statement, Verdict.HOLDS if known else Verdict.UNKNOWN, at=_shown(known))


def _place_of(index: CodeView, caller: str) -> Symbol | str | None:
    """Return the one file or function that a caller is named by."""
    cited = parse_citation(caller)
    if cited is None or cited.symbol:
        return _caller(index, caller) if _NAME.fullmatch(caller) else None
    ends = [each for each in index.paths() if f"/{each}".endswith(f"/{cited.path}")]
    return cited.path if index.text(cited.path) is not None else ends[0] if len(ends) == 1 else None


def _is_tested(path: str) -> bool:
    return is_test(path) or "test" in path.rpartition("/")[2].lower()


def _judge_none(statement: Statement, places: list[Occurrence], name: str) -> Answer:
    """Tell whether nothing calls a name: one call says no, and none that is seen proves nothing."""
    called = re.compile(rf"(?<![\w$]){re.escape(name)}(?:\.(?:call|apply|bind))?\(")
    calls = [each for each in places if not each.is_definition and called.search(each.text)]
    calls = [each for each in calls if not _DEFINES.search(each.text)]
    if not calls and all(each.is_definition for each in places):
        return Answer(statement, Verdict.HOLDS, "only its definition has the name", at=_shown(places))
    if not calls:
        return Answer(statement, Verdict.UNKNOWN)
    shown = ", ".join(f"`{each}`" for each in _shown(calls))
    more = f" and {len(calls) - 3} more" if len(calls) > 3 else ""
    return Answer(statement, Verdict.FALSE, f"it is called in {shown}{more}", at=_shown(calls))


def _numbers(places: list[Occurrence], name: str, *, of_files: bool) -> Iterator[int]:
    called = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])\s*(?:<[^<>()]*>)?\(")
    homes = {each.path for each in places if each.is_definition}
    uses = [each for each in places if not each.is_definition]
    code = [each for each in uses if not _IMPORTS.match(each.text)]
    imported = [each for each in uses if _IMPORTS.match(each.text)]
    calling = [each for each in uses if called.search(each.text)]
    for kept in (places, uses, code, calling, imported):
        for part in (kept, [e for e in kept if not is_test(e.path)], [e for e in kept if is_test(e.path)]):
            for rest in (part, [each for each in part if each.path not in homes]):
                yield from _files(rest) if of_files else _ways(rest)


def _ways(kept: list[Occurrence]) -> Iterator[int]:
    yield len(kept)
    yield len({(each.path, each.line) for each in kept})
    yield len({(each.path, each.within) for each in kept})
    yield from _files(kept)


def _files(kept: list[Occurrence]) -> Iterator[int]:
    yield len({each.path for each in kept})
    yield len({each.path.rpartition("/")[0] for each in kept})


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
