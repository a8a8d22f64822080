"""Words that promise without saying how much, which or when; a figure or a condition redeems them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.phrases import Phrase, any_of, is_quoted
from groundplan.rules.prose import paragraphs

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from groundplan.rules.prose import ProseLine

_GOOD = (
    r"(?:fast|quick|robust|scalable|performant|reliable|intuitive|flexible|seamless|efficient|responsive|"
    r"secure|simple|maintainable|easy to use|reasonable|acceptable|user[-\s]friendly)"
)
_CARE = (
    r"(?:error handling|exception handling|validation|tests|testing|test coverage|logging|monitoring|"
    r"security|documentation|safeguards|measures)"
)
_WELL = r"(?:properly|gracefully|appropriately|correctly|nicely)"
_STOP = r"(?=[.,;:!)]|\s*$)"
_AND_STOP = rf"(?:{_STOP}|(?= (?:and|enough)\b))"
# Promises nobody can test as they stand.
_VAGUE = any_of(
    r"\b(?:with|more|an?|be|provid\w+|ensur\w+|add\w*|creat\w+) user[-\s]friendly",
    rf"(?<!n['’]t\s)(?<!not\s)\bhandle[sd]? (?:(?!is\b|are\b)\w+\s+){{0,3}}{_WELL}",
    rf"\b(?:should|must|shall|will|needs? to) (?:be|remain|stay|feel) (?:very |highly )?{_GOOD}{_AND_STOP}",
    rf"\b(?:appropriate|proper|adequate|sufficient|suitable) {_CARE}\b",
    r"\bproperly (?:handled|tested|documented|secured|validated)",
    r"(?<!the\s)\bfollow(?:s|ing)? (?:\w+ )?best practices",
    rf"\b(?:works?|behaves?) as (?:expected|intended){_STOP}",
    r"\bshould (?:just )?work (?:fine|well)",
    r"\bin a reasonable (?:amount of )?time",
)
# Single words that make a *requirement* untestable; in running prose they are too common to judge.
_VAGUE_WORD = any_of(
    r"\b(?:fast|quick(?:ly)?|robust(?:ly|ness)?|scalable|performant|intuitive(?:ly)?|seamless(?:ly)?|easy|"
    r"easily|simple|user[-\s]friendly|nice(?:ly)?|good|better|best|efficient(?:ly)?|flexible|reliabl[ey]|responsive|modern|clean|"
    r"reasonabl[ey]|appropriate(?:ly)?|proper(?:ly)?|adequate(?:ly)?|sufficient(?:ly)?|acceptable|various|"
    r"several|some|many|few|graceful(?:ly)?|smooth(?:ly)?|minimal|optimal|high[-\s]quality|well[-\s]tested)\b"
)
_FIGURE = any_of(
    r"\d|%|[<>≤≥=]",
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|twice|half|same|identical)\b",
)
_CONDITION = any_of(
    r"\b(?:if|when|whenever|unless|until|while|once|after|before|because|since|so that|such that|by|via)\b",
    r"\b(?:using|without|within|per|no|not|never|every|each|only|all|at least|at most|than|namely)\b",
    r"\b(?:returns?|raises?|rejects?)\b",
    r"\b(?:for example|such as|i\.e\.|e\.g\.)|[:(`\0→]",
)
_THERE = any_of(r"\b(?:already|currently|now|today|existing|instead|status quo)\b")
_PROMISED = any_of(
    r"\b(?:must|shall|should|will|needs? to|ensur\w+|provid\w+|implement\w*|create|goal|add)\b"
)
_ITEM = late_regex(r"\s*(?:[-*+]|\d+[.)]|\|)\s")
_SENTENCE_END = late_regex(r"(?<=[.?!])\s|\s\||\|\s")


def find_vague(lines: Iterable[ProseLine]) -> Iterator[Phrase]:
    """Yield the vague promises that nothing in their sentence makes concrete."""
    for paragraph in paragraphs(lines):
        text = paragraph.masked
        for match in _VAGUE.finditer(text):
            if is_quoted(text, *match.span()):
                continue
            sentence = _sentence_without(text, match)
            if _is_promised(text, sentence + match[0]) and not _is_concrete(sentence):
                yield Phrase(paragraph.words(*match.span()), *paragraph.place_of(match.start()))


def find_untestable(requirement: str) -> str | None:
    """Return the first vague word of a requirement without figure or condition, None if it is testable."""
    for match in _VAGUE_WORD.finditer(requirement):
        if not _is_concrete(requirement[: match.start()] + " " + requirement[match.end() :]):
            return match[0]
    return None


def _sentence_without(text: str, match: re.Match[str]) -> str:
    """Return the sentence or table cell around a match, the match left out."""
    before = _SENTENCE_END.split(text[max(match.start() - 400, 0) : match.start()])[-1]
    after = _SENTENCE_END.split(text[match.end() : match.end() + 400])[0]
    return f"{before} {after}"


def _is_promised(paragraph: str, sentence: str) -> bool:
    """Tell whether a sentence says what will be; one about what is there already promises nothing."""
    if "?" in sentence or _THERE.search(sentence):
        return False
    return _ITEM.match(paragraph) is not None or _PROMISED.search(sentence) is not None


def _is_concrete(rest: str) -> bool:
    return _FIGURE.search(rest) is not None or _CONDITION.search(rest) is not None
