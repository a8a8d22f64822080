"""Names in the code that a plan's work changes or adds, read from the imperative its tasks are written in."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from groundplan.markdown.citations import words_of
from groundplan.markdown.mentions import WORK_KINDS
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import NameChange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.blocks import Span
    from groundplan.plan.document import Section

_KINDS = WORK_KINDS | {"file"}
_START = (
    r"(?:^|(?<=[.;:–—*)\]])\s{1,3}|(?<=\band)\s|(?<=\bthen)\s|(?<=\[x\])\s|(?<=\[ \])\s|(?<=\d)\s|^\*\*)\**"
)
# Any few words up to the name, but none that leads to something else: `Remove the call to` leaves the name.
_FILLING = (
    r"(?:\s+(?!(?:in|to|into|of|from|by|via|with|for|on|at|and|or|if|when|calls?|uses?|usages?|imports?|references?|checks?|"
    r"handling|mentions?|dependency|dependence|support|duplicated?|hard-?coded)\b)[a-z][a-z-]{0,20}){0,4}"
)
_SPANS = r"\s*(`[^`\n]{1,200}`(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+)`[^`\n]{1,200}`){0,9})"
_CHANGING = (
    _START + r"(rename|remove|delete|drop|get\s+rid\s+of|replace|move|inline|deprecate|retire|split|merge|"
    r"convert|turn|(?:change|alter|extend|widen|narrow)\s+(?:the\s+)?(?:signature|return\s+type|return\s+value|return|"
    r"parameters?|arguments?|type|default|name|contract|meaning)\s+of)" + _FILLING + _SPANS
)
_RESHAPING = (
    _START + r"((?:add|remove|drop|rename)(?:\s+[^\s`]{1,30}){0,3}\s+(?:`[^`\n]{1,80}`\s+)?"
    r"(?:parameter|argument|keyword|field)s?(?:\s+`[^`\n]{1,80}`)?\s+(?:to|from|of|on))" + _FILLING + _SPANS
)
_RESHAPED = (
    _START + r"(change|make|let|have)" + _FILLING + _SPANS + r"\s+(?:(?:to|now)\s+)?"
    r"(?:return|returns|take|accept|require|raise|throw|yield|be\s+async|async)\b"
)
# Said of the name itself: `a` becomes `b`. An arrow alone may be a flow, and a default becomes a value.
_BECOMING = (
    r"(?<!\bdefault )(?<!\bvalue of )"
    r"(`[^`\n]{1,200}`)\s+((?:is|gets|are|will\s+be)\s+(?:renamed|now\s+called|removed|deleted|dropped)\b|"
    r"becomes(?=\s+`[\w.:#$]{1,120}(?:\(\))?`)|goes\s+away\b)"
)
# Without backticks only what can be neither a word nor a brand is taken for a name, and only where it is the
# object: `Remove load_all calls` leaves `load_all` as it is.
_UNTICKED = (
    _START + r"(rename|remove|delete|drop|get\s+rid\s+of)" + _FILLING + r"\s+("
    r"(?-i:[^\W\d]\w{0,60}_\w{1,60}|[a-z]\w{0,60}[A-Z]\w{0,60}|[^\W\d]\w{0,60}(?=\(\)))(?:\(\))?)"
    r"(?!\w)(?=\s*(?:$|[.,;:)]\s|[.,;:)]$|→|->)|\s+(?:to|from|in|into|and|with|by)\b)"
)
_ADDING = _START + r"(add|create|introduce|write|define|extract|implement|provide)" + _FILLING + _SPANS
_NOW_CALLED = late_regex(r"(?:becomes|renamed\s+to|now\s+called)\s+(`[^`\n]{1,200}`)", re.IGNORECASE)
# Values and types of the languages: `Remove None handling` changes no name.
_NO_NAMES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "None True False null undefined nil NaN int str float bool bytes void self this cls"
    ).split()
)
_RENAMED_TO = late_regex(r"\s*(?:to|into|→|->)\s*(`[^`\n]{1,200}`)")
# `Remove the load() call` and `Remove the field from T` leave `load` and `T` where they are.
_USE_OF = late_regex(
    r"\s+(?:\w+\s+)?(?:calls?|call\s?sites?|usages?|uses?|imports?|references?|invocations?|handling|checks?|"
    r"logic|branch\w*|cases?|argument|parameter|field|entr(?:y|ies)|mentions?)\b",
    re.IGNORECASE,
)
# A name is the object where the words end behind it, or go on so: of `the `debug` default` the default is.
_GOES_ON = late_regex(
    r"\s*(?:$|[^\w\s]|(?:from|in|inside|within|into?|to|with|by|via|and|or|as|for|of|at|on|over|across|throughout|"
    r"since|because|so|when|where|which|that|if|once|after|before|behind|under|below|above|beside|between|"
    r"without|instead|entirely|completely|altogether|everywhere|again|now|too|first|finally|itself|up|down|out|"
    r"off|then|there|here|until|unless|while|but|only|"
    r"functions?|methods?|class(?:es)?|structs?|types?|interfaces?|traits?|modules?|packages?|files?|helpers?|"
    r"constants?|variables?|attributes?|propert(?:y|ies)|members?|macros?|enums?|components?|commands?|"
    r"options?|flags?|definitions?|wrappers?|decorators?|hooks?|exports?|alias(?:es)?|shims?|stubs?)\b)",
    re.IGNORECASE | re.MULTILINE,
)
# So the name stays: it is moved in its file, gets another value, or goes from some text or from one place.
_STAYS = {
    "turn": r"(?!\s+(?:in)?to\s)",
    "convert": r"(?!\s+(?:in)?to\s+(?:(?:an?|the)\s+)?(?:`|(?:class|function|method|property|generator|"
    r"coroutine|data\s?class|enum|struct|interface|type|module|package|async|hook|trait|component)\b))",
    "split": r"(?!\s+(?:up\s+)?into\s+`)",
    "move": r"\s+(?:up|down|above|below|before|after|behind|"
    r"(?:in)?to\s+the\s+(?:top|bottom|end|start|beginning)|out\s+of\s+the\s+(?:loop|try|condition|branch|body))\b",
    "replace": r"\s+(?:in|inside|within)\s+`",
}
_FROM_TEXT = (
    r"\s+from\s+(?:(?:the|all|our|its|their|every|each)\s+)?(?:`[^`\n]+`(?:['’]s)?\s+)?(?:\w+\s+)?(?:messages?|"
    r"headers?|outputs?|lists?|logs?|docs?|documentation|texts?|titles?|arguments?|examples?|responses?|"
    r"results?|rows?|calls?|tables?|README|changelog|defaults?|imports?|conditions?)\b"
)
_STAYS |= dict.fromkeys(("remove", "delete", "drop", "get"), _FROM_TEXT)
_FIELD = late_regex(r"\bfields?\b", re.IGNORECASE)
_NAME = late_regex(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\([^()]*\))?")


@functools.cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compile when it is first needed: these are long, and many plans have no task yet."""
    return re.compile(source, re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NewNames:
    """Names that a record adds, and the lines it stands on: its files say where they are added."""

    names: frozenset[str]
    first: int
    last: int


def find_name_changes(section: Section) -> tuple[NameChange, ...]:
    """Return the names that the section's tasks and file lists rename, remove, move or reshape."""
    lines = _work_lines(section)
    found: dict[tuple[str, int], NameChange] = {}
    for words in words_of(section):
        if not any(first <= words[0].line <= last for first, last in lines):
            continue
        source = "\n".join(span.text for span in words)
        for verb, spans, start in _changes(source):
            for shown, term in _names(spans):
                place = _place(words, source, start, section.document)
                found.setdefault((term, place.line), NameChange(term, shown, verb, section.key, place))
    return tuple(found.values())


def _changes(source: str) -> Iterator[tuple[str, str, int]]:
    """Yield each verb that changes something, the names it changes in backticks, and where they stand."""
    for pattern in (_CHANGING, _RESHAPING):
        for match in _pattern(pattern).finditer(source):
            verb = match[1].split()[0].casefold()
            is_user = _USE_OF.match(source, match.end()) is not None or (
                pattern is _CHANGING and _leaves_name(verb, source, match.end())
            )
            is_part = pattern is _RESHAPING and _FIELD.search(match[1]) is not None
            if not (is_user or is_part):
                yield verb, match[2], match.start(2)
    for match in _pattern(_RESHAPED).finditer(source):
        yield "reshape", match[2], match.start(2)
    for match in _pattern(_UNTICKED).finditer(source):
        yield match[1].split()[0].casefold(), f"`{match[2]}`", match.start(2)
    for match in _pattern(_BECOMING).finditer(source):
        yield match[2].split()[-1].casefold(), match[1], match.start(1)


def _leaves_name(verb: str, source: str, end: int) -> bool:
    """Tell whether the words behind a name say that something else changes, and it is called as before."""
    stays = _STAYS.get(verb)
    return _GOES_ON.match(source, end) is None or (
        stays is not None and _pattern(stays).match(source, end) is not None
    )


def find_new_names(section: Section) -> tuple[NewNames, ...]:
    """Return the names that each task or listed file of the section adds."""
    lines = _work_lines(section)
    added: dict[tuple[int, int], set[str]] = {}
    for words in words_of(section):
        around = next((pair for pair in lines if pair[0] <= words[0].line <= pair[1]), None)
        if around is None:
            continue
        source = "\n".join(span.text for span in words)
        spans = [match[2] for match in _pattern(_ADDING).finditer(source)]
        spans += _NOW_CALLED.findall(source)
        for match in _pattern(_CHANGING).finditer(source):
            renamed = _RENAMED_TO.match(source, match.end())
            spans += [renamed[1]] if renamed and match[1].casefold() == "rename" else []
        added.setdefault(around, set()).update(term for span in spans for _, term in _names(span))
    return tuple(NewNames(frozenset(names), *lines) for lines, names in added.items() if names)


def bare_name(text: str) -> str:
    """Return the last name of a code span such as `Store.load()` or `src/a.py::Store.load`, or nothing."""
    citation = parse_citation(text)
    if citation is not None:
        text = citation.symbol
    elif _NAME.fullmatch(text) is None:
        return ""
    name = re.split(r"[.#]|::", text.partition("(")[0])[-1]
    return name if len(name) > 1 else ""


def _names(spans: str) -> Iterator[tuple[str, str]]:
    for shown in re.findall(r"`([^`\n]+)`", spans):
        term = bare_name(shown.strip())
        if term and term not in _NO_NAMES:
            yield shown.strip(), term


def _work_lines(section: Section) -> list[tuple[int, int]]:
    return [
        (record.place.line, max(record.last_line, record.place.line))
        for record in section.records
        if record.kind in _KINDS
    ]


def _place(words: tuple[Span, ...], source: str, start: int, document: str) -> Place:
    above = source.count("\n", 0, start)
    column = start - (source.rfind("\n", 0, start) + 1) + words[above].column
    return Place(document, words[above].line, column + 1)
