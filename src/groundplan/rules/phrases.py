"""The phrases that wording rules look for, found in prose with line and column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.rules.prose import paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.rules.prose import ProseLine


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words found, as written, and where they start in the document."""

    text: str
    line: int
    column: int


def any_of(*phrases: str) -> re.Pattern[str]:
    """Compile alternatives, case ignored; a space in them is any white space, a line end too."""
    spaced = (phrase.replace(" ", r"\s+") for phrase in phrases)
    return late_regex("|".join(spaced), re.IGNORECASE | re.MULTILINE)


# What templates put between brackets for a writer to replace; bounded repetitions keep the reading linear.
_REST = r"[^\[\]<>{}\n\0]{0,160}"
_TEMPLATE = "|".join(
    (
        rf"(?:your|insert|describe|explain|list|name of|add|enter|fill in|replace|specify|provide) {_REST}",
        rf"link to {_REST}",
        rf"{_REST}\be\.g\.{_REST}",
        rf"{_REST}\bplaceholder\b{_REST}",
        rf"needs clarification: {_REST}",
        rf"(?:what|how|why|which|who|where|when)\b{_REST}\?",
        r"to be \w+(?:\s\w+){0,3}",
        r"(?:brief|short|one[-\s]line|1-2|\d+)\s(?:[\w/&-]+\s){0,6}[\w/&-]+",
        r"(?:feature|task|project|component|product|company|author|module|plan|user) (?:name|title|id)",
        r"requirement \d+|option x|timestamp|todo",
    )
)
# One template for all three brackets, each closed by its own: compiling is what costs.
_OPENED = r"(?:(?<![\w\]\\!\0])(\[)|(?<![\w\\&<\0])(<)|(?<![\w\\$\0{])\{)"
_CLOSED = r"(?(1)\](?![(\[:\0])|(?(2)>(?![\w\0])|\}(?![}\0])))"
_PLACEHOLDER = any_of(
    rf"{_OPENED}(?:{_TEMPLATE}){_CLOSED}",
    r"\blorem ipsum\b",
    r"(?-i:\b(?:TODO|FIXME|XXX)(?:\([\w@.-]{1,30}\))?:)(?!:)",
)
_OPEN_END = any_of(
    r"(?<![\w/])T\.?B\.?[DAC]\b(?![\w/])\.?",
    r"(?:(?:is|are|still|yet) |[:=(|–—-]\s*|^\s*)to be (?:determined|decided|defined|announced|confirmed|"
    r"discussed|specified|worked out|figured out)\b(?! by\b)(?![^.!\n]{0,60}\?)",
)
_AND_SO_ON = any_of(r"\betc\b\.?")
_EXAMPLES = any_of(
    r"\b(?:such as|like|eg|for example|for instance|including|includes?|similar to)\b",
    r"\b(?:e\.?g|i\.?e)\.|/",
)
# A list of work begins with what is to be done.
_WORK = any_of(
    r"\s*(?:[-*+]|\d+[.)])\s+(?:\[[\sx]\]\s+)?(?:[\d.]+\s+|[A-Z]+-?\d+:?\s+)?(?:\*\*|__)?"
    r"(?:adapt|add|adjust|build|check|clean|configure|convert|cover|create|define|delete|document|ensure|"
    r"expose|extend|fix|handle|implement|install|migrate|move|parse|refactor|register|remove|rename|render|"
    r"replace|rewrite|run|set up|support|test|update|validate|verify|write)\b"
)
_MENTIONED = r"(?:previously |already )?mentioned(?: (?:above|before|earlier|previously))?"
_WORTHY = r"(?:important|worth|essential|crucial|interesting)"
_WORTH_SAYING = (
    r"(?:to (?:note|mention|remember|point out|emphasi[sz]e|highlight)|noting|mentioning|pointing out)"
)
_FILLER = any_of(
    rf"\bit(?: is|['’]s)(?: also)? {_WORTHY} {_WORTH_SAYING}(?: that\b|(?=[,:]))",
    r"\bit should be (?:noted|mentioned|pointed out)(?: that\b|(?=[,:*]))",
    r"\bin today['’]s (?:\w+[-\s]){0,2}(?:world|landscape|environment|age|era)",
    r"\b(?:simply put|needless to say|it goes without saying|in a nutshell)\b",
    r"\b(?:as we all know|as everyone knows|last but not least|first and foremost(?=,))",
    r"\b(?:at the end of the day|when all is said and done)",
    rf"\b(?-i:As) {_MENTIONED}(?! (?:in|for|by|on)\b)|\bas {_MENTIONED}(?=,)",
    r"\bplays? a (?:crucial|vital|key|pivotal) role|\bleverag(?:e|ing) the power of",
)
# A sentence that explains what a named thing is.
_CONCEPT = any_of(
    r"(?:^|(?<=[.!?]\s))(?-i:[A-Z][\w.+-]*|\0+)(?:\s[\w.+-]+){0,3} is an? "
    r"(?:very )?(?:popular|widely[-\s]used|well[-\s]known|powerful|commonly[-\s]used) (?=\w)"
)
_DEMONSTRATIVE = any_of(r"\b(?:this|that|it|there|which|these|here)\b")
_LINKED = late_regex(r"^ {0,3}\[([^\]\n]{1,200})\]:", re.MULTILINE)
_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’"}


def linked_names(text: str) -> frozenset[str]:
    """Return the names a document's link definitions give, in small letters."""
    return frozenset(name.casefold() for name in _LINKED.findall(text))


def find_placeholders(lines: Iterable[ProseLine], linked: frozenset[str] = frozenset()) -> Iterator[Phrase]:
    """Yield what a template left to be filled in; a text in `linked` is the short form of a link."""
    for phrase in _find(_PLACEHOLDER, lines):
        if phrase.text.strip("[]").casefold() not in linked:
            yield phrase


def find_open_ends(lines: Iterable[ProseLine], *, any_list: bool = False) -> Iterator[Phrase]:
    """Yield words that put a decision off; `etc.` where it ends a list of things to do, or any list."""
    kept = list(lines)
    yield from _find(_OPEN_END, kept)
    for paragraph in paragraphs(kept):
        text = paragraph.masked
        for match in _AND_SO_ON.finditer(text):
            if not is_quoted(text, *match.span()) and (any_list or _ends_work(text, match.start())):
                yield Phrase(match[0], *paragraph.place_of(match.start()))


def find_filler(lines: Iterable[ProseLine]) -> Iterator[Phrase]:
    """Yield phrases that neither build nor verify anything."""
    kept = list(lines)
    yield from _find(_FILLER, kept)
    for phrase in _find(_CONCEPT, kept):
        if not _DEMONSTRATIVE.search(phrase.text):
            yield phrase


def is_work(text: str) -> bool:
    """Tell whether a paragraph is an item that says what is to be done."""
    return _WORK.match(text) is not None


def is_quoted(text: str, start: int, end: int) -> bool:
    """Tell whether words open a quotation: they are spoken of, not used."""
    closing = _QUOTES.get(text[start - 1 : start] if start else "")
    return closing is not None and closing in text[end : end + 80]


def _find(pattern: re.Pattern[str], lines: Iterable[ProseLine]) -> Iterator[Phrase]:
    for paragraph in paragraphs(lines):
        text = paragraph.masked
        for match in pattern.finditer(text):
            if not is_quoted(text, *match.span()):
                yield Phrase(paragraph.words(*match.span()), *paragraph.place_of(match.start()))


def _ends_work(text: str, end: int) -> bool:
    """Tell whether a list is one of work; examples of something named need not be complete."""
    before = text[:end]
    is_aside = before.count("(") > before.count(")")
    return not is_aside and is_work(text) and not _EXAMPLES.search(before)
