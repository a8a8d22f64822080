"""Claims about how many there are: counted in every way that the words may mean."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import CLASSES, is_name, unknown
from groundplan.app.judgement.claimed.parameters import MAKERS, OWNER, header_parameters
from groundplan.app.judgement.claimed.places import read_lines
from groundplan.code.occurrences import find_occurrences
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.citation import Citation
from groundplan.plan.statement import COUNTED, Answer, Statement, Topic, Verdict
from groundplan.survey.stated.contents import TEST, count_parts, judge_contents
from groundplan.survey.stated.counts import count_calls, ways_of_counting
from groundplan.survey.stated.dependencies import judge_number
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from groundplan.app.judgement.claimed.desk import Desk
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.consult.fact import Fact

_ROUGH = 0.25  # how far what is about a number may be off
_SHORTEST = 2  # letters of a text that is counted
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_FIELDS = frozenset({Kind.ATTRIBUTE, Kind.CONSTANT})
_KINDS = {
    "functions": _FUNCTIONS,
    "methods": _FUNCTIONS,
    "classes": CLASSES,
    "types": CLASSES,
    "fields": _FIELDS,
    "constants": _FIELDS,
    "exports": frozenset(Kind),
    "definitions": frozenset(Kind),
}
_COMMENT = re.compile(r"\s*(?://|#(?!\[)|/?\*|--\s)")
_GENERATED = re.compile(r"(?:^|/)(?:node_modules|vendor|dist|build)/")


def fits(fact: Fact, ways: Iterable[int]) -> bool:
    """Tell whether a number is right in one way of counting."""
    known, said = set(ways), fact.number or 0
    if fact.how == "at least":
        return any(each >= said for each in known)
    if fact.how == "at most":
        return any(each <= said for each in known)
    if fact.how == "about":
        return any(abs(each - said) <= max(1, _ROUGH * max(each, said)) for each in known)
    return said in known


def judge_number_of(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether there are as many as a claim says."""
    stated = Statement(Topic.COUNT, fact.value or fact.at, fact.value or fact.at, number=fact.number or 0)
    if fact.number is None:
        return unknown(stated, "it gives no number")
    found = desk.find(fact.at) if fact.at else None
    if found and found.answer:
        return found.answer
    judge = _JUDGES.get(fact.of)
    if judge is not None:
        return judge(desk, stated, fact)
    if fact.of in _KINDS:
        return _definitions(desk, stated, fact)
    return unknown(
        stated, f"`{fact.of[:40]}` cannot be counted" if fact.of else "nothing says what is counted"
    )


def _told(stated: Statement, fact: Fact, ways: set[int], found: str, at: Sequence[str] = ()) -> Answer:
    """Return the verdict over a number, with one way of counting it."""
    verdict = Verdict.HOLDS if fits(fact, ways) else Verdict.FALSE
    return Answer(stated, verdict, found, at=tuple(at)[:3])


def _uses(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    """Count a name or text, in all of the code or a part: words and parts of words, lines, files."""
    found = desk.find(fact.at) if fact.at else None
    if len(fact.value) < _SHORTEST or "\n" in fact.value:
        return unknown(stated, "no text is counted")
    inside = found.path if found else ""
    name = fact.value.removesuffix("()")
    places = [
        each
        for each in find_occurrences(desk.index, name).places
        if _is_in(each.path, inside) and (inside or not each.path.lower().endswith(PROSE))
    ]
    passage = desk.symbols(fact.at) if found and found.citation.symbol else ()
    if found and found.citation.symbol and len(passage) != 1:
        return unknown(stated, "its place was not found")
    if passage:
        own = passage[0].definition
        places = [each for each in places if own.first <= each.line <= own.last]
    elif not inside and len({each.path for each in desk.index.symbols(name)}) > 1:
        return unknown(stated, "several definitions have the name")
    code = [each for each in places if not _COMMENT.match(each.text)]
    ways = {*ways_of_counting(places, name), *ways_of_counting(code, name)}
    # Words such as "in the code" may leave out what is written in another language.
    for ending in {posixpath.splitext(each.path)[1] for each in places} if not inside else ():
        ways |= set(ways_of_counting([each for each in places if each.path.endswith(ending)], name))
    ways |= set(_parts_of_words(desk, fact.value, inside, passage))
    symbols = desk.symbols(name) if is_name(name) else ()
    ways |= set(count_calls(desk.index, symbols[0])) if len(symbols) == 1 and not inside else set()
    if not places and max(ways, default=0) == 0:
        shown = f"`{inside}`" if inside else "the code"
        return _told(stated, fact, {0}, f"{shown} does not have it")
    files = len({each.path for each in places})
    told = f"`{fact.value}` is there {len(places)} times, in {files} file{'s' * (files != 1)}"
    return _told(stated, fact, ways, told, [f"{each.path}:{each.line}" for each in places])


def _parts_of_words(desk: Desk, text: str, inside: str, passage: Sequence[Symbol]) -> Iterator[int]:
    """Yield how often a text is there as it is, also inside longer words."""
    total, lines_with, files = 0, 0, 0
    paths = [inside] if desk.index.text(inside) is not None else desk.index.files_with(text)
    for path in paths if inside or len(text) > _SHORTEST else ():
        if not _is_in(path, inside):
            continue
        lines = read_lines(desk.index, path)
        if passage:
            lines = lines[passage[0].definition.first - 1 : passage[0].definition.last]
        hits = [line.count(text) for line in lines]
        total, lines_with = total + sum(hits), lines_with + sum(map(bool, hits))
        files += any(hits)
    yield from (total, lines_with, files)


def _is_in(path: str, inside: str) -> bool:
    return not inside or path == inside or path.startswith(f"{inside}/")


def _files(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    """Count the files of a folder that fit a pattern: below its own folders and not, tests and not."""
    found = desk.find(fact.at) if fact.at.strip("./") else None
    folder = f"{found.path}/" if found and found.path else ""
    if fact.at.strip("./") and not (found and found.is_folder):
        return unknown(stated, "its folder was not found")
    pattern = fact.value.rpartition("/")[2] or "*"
    if re.search(r"[\s{}]", pattern) or ("*" not in pattern and "." not in pattern):
        return unknown(stated, "its pattern cannot be read")
    pattern = f"*{pattern}" if pattern.startswith(".") else pattern
    every = sorted({*desk.index.repository.tracked_files(), *desk.index.paths()})
    every = [each for each in every if each.startswith(folder)]
    kept = [each for each in every if fnmatchcase(posixpath.basename(each), pattern)]
    ways = set()
    for part in (kept, [each for each in kept if not _GENERATED.search(each)]):
        for rest in (
            part,
            [each for each in part if not is_test(each)],
            [each for each in part if is_test(each)],
        ):
            flat = [each for each in rest if "/" not in each[len(folder) :]]
            plain = [each for each in rest if posixpath.basename(each)[:1] not in "_."]
            bare = [each for each in flat if posixpath.basename(each)[:1] not in "_."]
            ways |= {len(rest), len(flat), len(plain), len(bare)}
            ways |= {len({posixpath.splitext(each)[0] for each in some}) for some in (rest, flat)}
    flat_count = sum("/" not in each[len(folder) :] for each in kept)
    told = f"`{folder or './'}{pattern}` are {len(kept)} files, {flat_count} of them directly in it"
    return _told(stated, fact, ways, told, [folder.rstrip("/")] if folder else ())


def _tests(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    if fact.value and not fact.at:
        return unknown(stated, "no file of tests is named")
    found = desk.find(fact.at)
    if found is None or found.is_folder or found.citation.symbol:
        subject = found.citation.symbol if found and found.citation.symbol else fact.at
        answer = judge_contents(desk.index, replace(stated, said="tests", subject=subject), "")
    else:
        answer = judge_contents(desk.index, replace(stated, said="tests", subject=found.path), "")
        outline = desk.index.outline(found.path)
        own = [each for each in (outline.definitions if outline else ()) if each.kind in _FUNCTIONS]
        named = [each for each in own if each.name.lower().startswith("test")]
        ways = {len(named), len({each.name for each in named}), len(own)}
        # A test inside a loop or a group may be counted apart.
        depths = [
            len(each[0]) - len(each[0].lstrip()) for each in TEST.finditer(desk.index.text(found.path) or b"")
        ]
        ways |= {sum(each <= depth for each in depths) for depth in depths}
        answer = replace(answer, verdict=Verdict.HOLDS) if fits(fact, ways) else answer
    if answer.verdict is not Verdict.FALSE or fact.how not in {"at least", "at most", "about"}:
        is_part = bool(fact.value) and answer.verdict is Verdict.FALSE  # some of the tests there
        return replace(answer, verdict=Verdict.UNKNOWN) if is_part else answer
    there = re.search(r"\d+", answer.found)
    return _told(stated, fact, {int(there[0])}, answer.found) if there else unknown(stated, "")


def _line_count(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    found = desk.find(fact.at)
    symbols = desk.symbols(fact.at) if found is None or found.citation.symbol else ()
    if symbols:
        sizes = {each.definition.size for each in symbols}
    elif found and not found.is_folder and not found.citation.symbol:
        sizes = {len(read_lines(desk.index, found.path))}
    else:
        return unknown(stated, "what has the lines was not found")
    said, size = fact.number or 0, max(sizes)
    # A number of lines is mostly rounded, and counted with or without its last one.
    slack = 2 if fact.how in {"", "exactly"} and said % 10 else max(2, _ROUGH * size)
    is_so = fits(fact, sizes) or any(abs(each - said) <= slack for each in sizes)
    return Answer(stated, Verdict.HOLDS if is_so else Verdict.FALSE, f"it has {size}")


def _definitions(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    """Count definitions of a kind in a file or a class: of the top and all, public ones, each name once."""
    listed = _defined_in(desk, fact)
    if listed is None:
        return unknown(stated, "what has them was not found, or cannot be read")
    own, is_class = listed
    kept = [each for each in own if each.kind in _KINDS[fact.of]]
    if not kept or (
        is_class is not None and fact.of in {"methods", "functions", "fields"} and is_class.bases
    ):
        ways = set(_ways(kept, is_class))
        return (
            _told(stated, fact, ways, "")
            if kept and fits(fact, ways)
            else unknown(stated, "it may inherit some")
        )
    ways = set(_ways(kept, is_class))
    if is_class is None and (found := desk.find(fact.at)):
        # One that is defined under a condition is none of the module's for whoever reads by the margin.
        lines = read_lines(desk.index, found.path)
        flush = [
            each for each in kept if lines[each.line - 1 : each.line] and lines[each.line - 1][:1].strip()
        ]
        ways |= set(_ways(flush, None))
    if fact.value and not fits(fact, ways):
        return unknown(stated, "which of them are meant cannot be told")
    named = ", ".join(f"`{each.name}`" for each in kept[:4])
    return _told(stated, fact, ways, f"it has {len({each.qualified for each in kept})}, such as {named}")


def _defined_in(desk: Desk, fact: Fact) -> tuple[list[Definition], Definition | None] | None:
    found = desk.find(fact.at)
    if found is not None and not found.is_folder and not found.citation.symbol:
        outline = desk.index.outline(found.path)
        return None if outline is None or outline.is_broken else (list(outline.definitions), None)
    symbols = desk.symbols(fact.at)
    if len(symbols) != 1:
        return None
    owner = symbols[0].definition
    outline = desk.index.outline(symbols[0].path)
    everywhere = [each.definition for each in _methods_of(desk, owner)] if owner.kind is Kind.TYPE else []
    own = [each for each in (outline.definitions if outline else ()) if each.parent == owner.qualified]
    return [*own, *(each for each in everywhere if each not in own)], owner


def _methods_of(desk: Desk, owner: Definition) -> Iterator[Symbol]:
    """Yield the members of a type that other files of its package have."""
    for path, outline in desk.index.outlines():
        for each in outline.definitions:
            if each.parent == owner.qualified:
                yield from (one for one in desk.index.symbols(each.name) if one.path == path)


def _ways(kept: Sequence[Definition], owner: Definition | None) -> Iterator[int]:
    tops = [each for each in kept if "." not in each.qualified] if owner is None else []
    for part in (kept, tops) if owner is None else (kept,):
        sets: tuple[Callable[[Definition], bool], ...] = (
            lambda _: True,
            lambda each: not each.name.startswith("_"),
            lambda each: each.is_exported,
            lambda each: not each.is_exported or each.name.startswith("_"),
            lambda each: each.name not in MAKERS and not each.name.startswith("__"),
            lambda each: each.name not in MAKERS,
            lambda each: not each.decorators,
            lambda each: each.is_async,
            lambda each: not each.is_async,
            lambda each: each.kind is Kind.CLASS,
            lambda each: each.kind is Kind.FUNCTION,
            lambda each: each.kind is Kind.METHOD,
            lambda each: each.kind is Kind.INTERFACE,
            lambda each: each.kind is Kind.TYPE,
            lambda each: each.name.isupper(),
        )
        for is_meant in sets:
            some = [each for each in part if is_meant(each)]
            yield from (len(some), len({each.qualified for each in some}), len({each.name for each in some}))


def _variants(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    symbols = desk.symbols(fact.at or fact.value)
    if len(symbols) != 1:
        return unknown(stated, "what has them was not found")
    answer = count_parts(desk.index, stated, symbols[0])
    there = re.search(r"\d+", answer.found)
    if answer.verdict is Verdict.FALSE and there:
        return _told(
            stated, fact, {int(there[0])}, answer.found, [f"{symbols[0].path}:{symbols[0].definition.line}"]
        )
    return answer


def _parameter_count(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    ways: set[int] = set()
    for each in desk.symbols(fact.at or fact.value):
        parts = header_parameters(each.definition)
        if parts is None:
            return unknown(stated, "its parameters cannot be read")
        plain = [one for one in parts if one not in {"*", "/"}]
        bare = [one for one in plain if not OWNER.match(one)]
        needed = [one for one in bare if "=" not in one and "?" not in one and not one.startswith("*")]
        named = [one for one in bare if not re.match(r"\*|\.\.\.", one)]
        ways |= {len(plain), len(bare), len(needed), len(bare) - len(needed), len(named)}
    return _told(stated, fact, ways, f"it takes {max(ways)}") if ways else unknown(stated, "it was not found")


def _dependencies(desk: Desk, stated: Statement, fact: Fact) -> Answer:
    citation = Citation(fact.at, text=fact.at) if fact.at else None
    if fact.how not in {"", "exactly"}:
        return unknown(stated, "only an exact number is compared")
    return judge_number(desk.here, replace(stated, said=COUNTED, citation=citation))


_JUDGES = {
    **dict.fromkeys(("uses", "text", "occurrences"), _uses),
    "files": _files,
    "tests": _tests,
    "lines": _line_count,
    **dict.fromkeys(("variants", "entries", "members"), _variants),
    "parameters": _parameter_count,
    "dependencies": _dependencies,
}
