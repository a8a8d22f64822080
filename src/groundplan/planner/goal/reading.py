"""Reads a user's words, one line or a whole issue, into a goal; every part quotes the words themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.goal import Goal, GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.plan.title import without_preamble
from groundplan.planner.goal.kinds import FAULT, judge_kind, mark_of
from groundplan.survey.where.goal import LONGEST_GOAL, without_comments
from groundplan.survey.where.goal import read_goal as read_words
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from groundplan.survey.where.goal import Goal as Words

LONGEST_TITLE = 80
MOST_SENTENCES = 200
LONGEST_SENTENCE = 500
MOST_NAMES = 20
MOST_EXCLUDED = 12
_MEANT = 0.8  # an identifier written as code, or spelled like one in prose

_FENCE = late_regex(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TRACE = late_regex(r"^Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n)*[^\n]*$", re.MULTILINE)
_BOX = late_regex(r"^[ \t]*[-*] \[[ xX]\][^\n]{0,400}$", re.MULTILINE)
_HEADING = late_regex(
    r"^[ \t]*(?:#{1,6}[ \t]+[^\n]{0,200}|\*\*[^*\n]{1,80}\*\*:?|[-=_*]{3,})[ \t]*$", re.MULTILINE
)
_LEAD = late_regex(r"^[ \t>]*(?:[-*+•]|\d{1,2}[.)])[ \t]+")
_HASHES = late_regex(r"^[ \t>]*#{1,6}[ \t]+")
_FORM = late_regex(
    r"describe|description|bug report|summary|steps|reproduc|expected|actual|behaviou?r|what happened|version"
    r"|environment|context|feature request|problem|issue|motivation|background|overview|^[ \t>#]*$",
    re.IGNORECASE,
)
# After an abbreviation or inside a dotted name no sentence ends.
_STOP = late_regex(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\betc)[.!?。！？](?=\s|$)(?!\s+[a-z])|[。！？]")
_MEASURE = late_regex(
    r"\b\d[\d.,]{0,12} ?(?:%|percent|ms|milliseconds?|s|secs?|seconds?|minutes?|mins?|hours?|days?"
    r"|[KMG]i?B|bytes"
    r"|requests?|rows?|items?|lines?|times|rps|qps|x)(?![\w])"
    r"|\b(?:returns?|responds? with|answers? with|exits? with|status(?: code)?|http) [`'\"]?\d{1,3}\b"
    r"|\b(?:under|below|at most|at least|no more than|fewer than|less than|within|exactly|up to) [`]?\d"
    r"|\b(?:test|tests|suite|check|checks|build|ci)\b[^.\n]{0,80}\b(?:pass(?:es)?|succeeds?|green)\b"
    r"|\b(?:raises?|throws?) [`']?[A-Z]\w{2,60}(?:Error|Exception)\b|\breturns? `[^`\n]{1,80}`",
    re.IGNORECASE,
)
# What shall hold; a word after it that names a fault is forbidden: `must never raise`.
_WANTED = late_regex(
    r"\b(?:must|shall|should|needs? to|ha(?:s|ve) to|required?|want(?:s|ed)?|expect(?:s|ed)?|would like"
    r"|make sure|acceptance|done when|soll(?:te|en)?|muss|doit|debe|deve)\b"
    r"|^(?:please )?(?:ensure|prevent|avoid|never|do not|don['’]?t|stop|keep|add|make|let|raise|return"
    r"|reject)\b",
    re.IGNORECASE,
)
_DEMANDED_OF = late_regex(
    r"\b(?:that|which|who) (?:must|shall|should|needs? to|ha(?:s|ve) to)\b", re.IGNORECASE
)
# How it is now, and what is set against what was expected: `expected 3 rows, got 2`.
_TODAY = late_regex(
    r"\b(?:today|currently|now|at the moment|right now|at present|so far|used to|worked|since|got|gets"
    r"|actual(?:ly)?|but|yet|however|although|though|whereas)\b"
    r"|[,;:–—] ?(?:it|they|this|that|there|i|we|you|what) ",  # a sentence of its own follows
    re.IGNORECASE,
)
_EXCLUDED = late_regex(
    r"\b(?:out of scope|not in scope|non-?goals?|(?:do not|don'?t|must not|should not|shouldn'?t"
    r"|without|never)"
    r" (?:touch|chang|modify|break|rewrit|alter|remov|mov|renam|introduc|add)\w{0,5}|no new dependenc\w{1,4}"
    r"|no changes? (?:to|in)|except for|excluding"
    r"|leav(?:e|ing) [^.\n]{1,60} (?:alone|as (?:it )?is|as they are|untouched|unchanged))\b"
    r"[^.;\n]{0,200}",
    re.IGNORECASE,
)


def read_goal(text: str, own: Collection[str] = ()) -> Goal:
    """Return what a goal says; any text is a goal, in any language, Markdown understood.

    `own` are the names of the project.
    """
    cut = text[:LONGEST_GOAL].replace("\r\n", "\n").strip()
    prose = _prose_of(cut)
    title = _title_of(cut, prose)
    sentences = tuple(_sentences_in(prose))
    kind, because = judge_kind(title, _EXCLUDED.sub(" ", prose), own)
    words = read_words(cut)
    return Goal(
        text=cut,
        title=title,
        kind=kind,
        because=because,
        sentences=sentences,
        names=_names_in(words, prose or cut),
        paths=_paths_in(words),
        criterion=_criterion_among(sentences, kind),
        excluded=_excluded_in(sentences),
    )


def _prose_of(text: str) -> str:
    """Return the text without code, tracebacks, comments, check boxes and a form's headings."""
    plain = _BOX.sub("", without_comments(text))
    plain = _TRACE.sub("", _FENCE.sub("\n", plain))
    return _HEADING.sub("\n", plain).strip()


def _title_of(text: str, prose: str) -> str:
    """Return the first line that says something, or its first sentence, cut at a word."""
    lines: tuple[str, ...] = (*prose.split("\n"), *text.split("\n"))
    # A heading is a title only where the goal starts with it; further down it is a form's.
    first = text.split("\n", 1)[0]
    if _HASHES.match(first) and not _FORM.search(first):
        lines = (_HASHES.sub("", first), *lines)
    line = next((each for each in (_LEAD.sub("", line).strip() for line in lines) if each), "")
    if len(line) > LONGEST_TITLE and (found := _STOP.search(line, 0, 400)):
        line = line[: found.start()] or line
    line = without_preamble(" ".join(line.split())).rstrip(".:。")
    if len(line) <= LONGEST_TITLE:
        return line
    head = line[: LONGEST_TITLE - 1]
    return f"{head.rpartition(' ')[0] or head}…"


def _sentences_in(prose: str) -> Iterator[str]:
    count = 0
    for paragraph in _paragraphs(prose):
        start = 0
        for stop in (*_STOP.finditer(paragraph), None):
            piece = paragraph[start : stop.end() if stop else len(paragraph)].strip()
            start = stop.end() if stop else start
            if len(piece) > 2:
                yield piece[:LONGEST_SENTENCE]
                count += 1
            if count >= MOST_SENTENCES:
                return


def _paragraphs(prose: str) -> Iterator[str]:
    """Return the text in pieces that no sentence goes across: paragraphs, and items of lists."""
    gathered: list[str] = []
    for line in prose.split("\n"):
        if not line.strip() or _LEAD.match(line):
            if gathered:
                yield " ".join(gathered)
            gathered = []
        plain = " ".join(_LEAD.sub("", line).split())
        if plain:
            gathered.append(plain)
    if gathered:
        yield " ".join(gathered)


def _criterion_among(sentences: Iterable[str], kind: GoalKind) -> str:
    """Return the sentence with a measure that says what shall hold; none that may tell of today's fault.

    Where both can be read into it, none is: taken for the measure, a complaint asks for the fault.
    """
    measured = (each for each in sentences if _MEASURE.search(each) and not tells_fault(each))
    return next((each for each in measured if kind is not GoalKind.FIX or _WANTED.search(each)), "")


def tells_fault(sentence: str) -> bool:
    """Tell whether a sentence may say how it is today rather than how it shall be."""
    wanted = _WANTED.search(sentence)
    return bool(
        _DEMANDED_OF.search(sentence)
        or _TODAY.search(sentence)
        or FAULT.search(sentence[: wanted.start()] if wanted else sentence)
    )


def _names_in(words: Words, text: str) -> tuple[str, ...]:
    """Return the identifiers a goal names, the dotted ones whole, in the order they stand in the text."""
    paths = set(_paths_in(words)) | {each.path for each in words.frames}
    dotted = [
        each
        for each in words.dotted
        if not any(each in path for path in paths) and _is_dotted_name(each, text)
    ]
    inside = {part for each in dotted for part in each.split(".")}
    plain = [
        name
        for name, worth in words.names.items()
        if worth >= _MEANT and _is_own_name(name, text) and name not in inside
        if not any(name in path for path in paths)
    ]
    found = sorted(dict.fromkeys((*dotted, *plain)), key=lambda each: (text.find(each), each))
    mark = mark_of(text.split("\n", 1)[0])
    return tuple(each for each in found if text.find(each) >= 0 and each != mark)[:MOST_NAMES]


def _is_own_name(name: str, text: str) -> bool:
    """Tell `fetch` alone in its code span from a word of a command line such as `git fetch`."""
    return is_compound(name) or f"`{name}`" in text or f"{name}(" in text


def _is_dotted_name(dotted: str, text: str) -> bool:
    """Tell `Field.deconstruct` from the end of one sentence that runs into the next, and from `e.g`."""
    is_long = all(len(part) > 1 for part in dotted.split(".")) and not dotted.endswith(".js")
    return is_long and (
        f"`{dotted}" in text or "_" in dotted or dotted != dotted.lower() or f"{dotted}(" in text
    )


def _paths_in(words: Words) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.path for each in words.mentions if _is_path(each.path)))[:MOST_NAMES]


def _is_path(path: str) -> bool:
    """Tell a file from `QuerySet.union`, whose end could be a file's, and from `Node.js`."""
    if "/" in path:
        return True
    return part_of(path) is not Part.DATA and not (path[:1].isupper() and path.endswith(".js"))


def _excluded_in(sentences: Iterable[str]) -> tuple[str, ...]:
    found = []
    for each in sentences:
        if (match := _EXCLUDED.search(each)) is not None:
            is_clause = match[0].lower().startswith(("without", "except", "excluding", "leav"))
            found.append(match[0].strip() if is_clause else each)
    return tuple(dict.fromkeys(found))[:MOST_EXCLUDED]
