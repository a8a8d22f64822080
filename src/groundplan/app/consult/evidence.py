"""What a claim rests on held against the code: the facts that it gives, and the places that it cites.

That all of it is there does not make a claim true: what follows from it, nobody here can tell.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.statements import answer_statements
from groundplan.consult import fact as facts
from groundplan.markdown.clauses import read_clauses, takes_for_granted
from groundplan.plan.citation import parse_citation
from groundplan.plan.mention import Sayings
from groundplan.plan.statement import DEFINED, Statement, Topic, Verdict
from groundplan.survey.stated.passages import (
    find_passage,
    judge_calls,
    judge_held,
    judge_missing,
    list_files,
    shows,
)
from groundplan.wording.terms import GRAMMAR, stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.consult.answer import Claim
    from groundplan.consult.fact import Fact
    from groundplan.plan.statement import Answer
    from groundplan.survey.stated.passages import Passage

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W\d]\w{2,}")
_NAME = re.compile(r"#?[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\(\))?[!?]?")
_PACKAGE = re.compile(
    r"(?P<name>@?[A-Za-z][\w./:-]*?)(?:\[.*\])?\s*(?:(?:[~^=><!]{1,3}|@|\s)\s*v?(?P<version>\d[\w.]*).*)?"
)
_SPAN = re.compile(r"`([^`\n]+)`")
_BARE = re.compile(
    r"(?<![\w.])(?:\w+\.)*(_\w{2,}|[^\W\d]\w+(?=\())"
)  # names that are plain without backticks
_FOLLOWS = re.compile(r"[,;:]?\s+(?:so|therefore|hence|thus|which\s+means)\b|;\s|\s—\s")
_CODE = re.compile(r"[(=\[{<>\s]")
_SHORTEST = 5  # letters of code that is known by them
_MOST_NAMES = 4


def judge_facts(code: Codebase, claim: Claim) -> tuple[Answer, ...]:
    """Return what the code says to each fact of a claim; one that holds has to do with its words."""
    found: list[Answer] = []
    for each in claim.facts:
        passage = _passage(code, each.at)
        is_about = _is_about(each, passage, claim.text)
        judged = _judge(code, each, passage, claim.text)
        found += (one for one in judged if is_about or one.verdict is not Verdict.HOLDS)
    return tuple(found) or tuple(_quoted(code, claim))


def _quoted(code: Codebase, claim: Claim) -> Iterator[Answer]:
    """Yield the code that a claim quotes in its words and that a cited place has; any other may be new."""
    passages = [_passage(code, each.strip("` ")) for each in claim.cites]
    said = _FOLLOWS.split(claim.text, maxsplit=1)[0]
    for span in _SPAN.findall(said) if takes_for_granted(said) else ():
        if len(span) < _SHORTEST or not _CODE.search(span):
            continue
        for passage in filter(None, passages):
            answer = judge_held(code.index, Statement(Topic.QUOTE, span, span), passage, claim.text)
            if answer.verdict is Verdict.HOLDS:
                yield answer
                break


def _is_about(fact: Fact, passage: Passage | None, text: str) -> bool:
    """Tell whether a fact shares a word with the claim: a true line beside any words proves nothing."""
    cited = parse_citation(fact.at)
    named = f"{fact.value} {cited.symbol if cited else fact.at} {passage.name if passage else ''}"
    return not _words(named).isdisjoint(_words(text))


def _words(text: str) -> set[str]:
    """Return the stems of a text, names taken apart: `set_cookie` is about cookies."""
    found = _WORD.findall(_HUMP.sub(" ", text).replace("_", " "))
    return {stem(each.casefold()) for each in found if each.casefold() not in GRAMMAR}


def _judge(code: Codebase, fact: Fact, passage: Passage | None, text: str) -> Iterator[Answer]:
    cited = parse_citation(fact.at)
    quoted = Statement(Topic.QUOTE, fact.value, fact.value, citation=cited)
    if fact.kind == facts.ABSENT and fact.value:
        is_folder = not fact.at or (cited is not None and code.looking.place(cited, by_ending=True).is_folder)
        places = (passage,) if passage else list_files(code.index, fact.at) if is_folder else ()
        yield judge_missing(code.index, quoted, places, fact.at)
    elif fact.kind == facts.QUOTE and passage and fact.value:
        yield judge_held(code.index, quoted, passage, text)
    elif fact.kind == facts.CALLS and passage and _NAME.fullmatch(fact.value):
        yield judge_calls(code.index, quoted, passage)
    else:
        yield from answer_statements(code.looking, Sayings((), statements=tuple(_state(fact))))


def _state(fact: Fact) -> Iterator[Statement]:
    """Yield a fact as the statements that a plan's own words would make."""
    cited = parse_citation(fact.at)
    if fact.kind == facts.DEFINED and cited and _NAME.fullmatch(fact.value):
        # In which file is the fact; the line is given back right, for it is easily miscounted.
        file = replace(cited, first=0, last=0)
        yield Statement(Topic.PRESENCE, fact.value, fact.value, said=DEFINED, citation=file)
    elif fact.kind == facts.CALLERS and fact.value.isdecimal() and fact.at:
        yield Statement(Topic.COUNT, fact.at, fact.at, said="callers", number=int(fact.value[:6]))
    elif fact.kind == facts.UNTESTED and fact.at:
        yield Statement(Topic.TESTED, fact.at, fact.at, is_denied=True)
    elif fact.kind == facts.DEPENDS and (package := _PACKAGE.fullmatch(fact.value)):
        yield Statement(Topic.DEPENDENCY, fact.value, package["name"])
        if package["version"]:
            yield Statement(Topic.VERSION, fact.value, package["name"], said=package["version"])


def _passage(code: Codebase, at: str) -> Passage | None:
    cited = parse_citation(at)
    placed = code.looking.place(cited, by_ending=True) if cited else None
    if cited is None or placed is None or placed.is_folder or placed.is_outside or placed.others:
        return None
    return find_passage(code.index, cited, placed.path)


def judge_places(code: Codebase, claim: Claim) -> tuple[bool, str]:
    """Tell whether a place that a claim cites shows a name that it uses, and say which one shows what."""
    cites = [each.strip("` ") for each in claim.cites]
    passages = [_passage(code, each) for each in cites]
    if not passages or None in passages:
        return False, ""
    names = [each for each in dict.fromkeys(_names(claim.text)) if code.index.files_with(each)]
    told, astray = [], set(names)
    for cite, passage in zip(cites, passages, strict=True):
        shown = [each for each in names if passage and shows(code.index, passage, each)]
        told += [f"`{cite}` shows {_list(shown)}"] if shown else []
        astray.difference_update(shown)
    rest = f"; none of them shows {_list([each for each in names if each in astray])}" if astray else ""
    return bool(told), f"{'; '.join(told[:_MOST_NAMES])}{rest}" if told else ""


def _names(text: str) -> Iterator[str]:
    """Yield the last parts of the names that a claim uses for what it says, not for what follows from it."""
    for clause in read_clauses(_FOLLOWS.split(text, maxsplit=1)[0]):
        for span in _SPAN.findall(clause):
            name = _NAME.match(span)
            if name and span[name.end() :][:1] in {"", "(", "["} and parse_citation(span) is None:
                yield re.split(r"\.|::|#", name[0].removesuffix("()"))[-1]
        yield from (each[1] for each in _BARE.finditer(_SPAN.sub("", clause)))


def _list(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(f"`{each}`" for each in names[:_MOST_NAMES]) + more
