"""Where a fault shows that a goal tells of: who raises the exception it names, whose message it quotes.

Each is a place to look first, and none is known to be the one to change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.symptoms import is_exception, reports_fault
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.kinds import CODE_ENDINGS
from groundplan.survey.where.named import PathLookup
from groundplan.survey.where.words import STOP_WORDS
from groundplan.wording.reasons import CLUES
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject

MOST_NAMES = 3  # exceptions of one goal
MOST_LINES = 8  # of one exception or message: of more none tells anything
MOST_FILES = 400  # with a word, in which its lines are looked at
FEWEST_WORDS = 2  # of a message in a row
FEWEST_LETTERS = 8
SHORTEST = 2  # letters; a word of more may tell something
MOST_MESSAGES = 6
MOST_RUNS = 40  # of one message
_COMMENT = late_regex(r"\s*(?:\*|//|#|/\*|--)")
# What a program fills in is between these, so that a run of words never crosses them.
_FILLED_IN = late_regex(r"[^A-Za-z' -]+|(?<!\w)-+\w+")
RAISES, SAYS, FRAME = CLUES
MOST_FRAMES = 2  # of a stack trace, those nearest the failure


@dataclass(frozen=True, slots=True)
class Clue:
    """Lines of a file that raise an exception which the goal names, or have words that it quotes."""

    path: str
    kind: str
    what: str
    lines: tuple[int, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """Return what a reason quotes: the name or the words, and the lines."""
        return (self.what, *map(str, self.lines))


def find_clues(subject: Subject) -> tuple[Clue, ...]:
    """Return the lines that a goal's quoted messages and exceptions come from, in product code."""
    if not reports_fault(subject.text):
        return ()
    return (*_traced(subject), *_said(subject), *_raised(subject))


def _traced(subject: Subject) -> Iterator[Clue]:
    """Yield the functions of this repository that a stack trace passes through, nearest the failure first."""
    lookup = PathLookup(subject.index.paths())
    passed: dict[str, dict[str, int]] = {}
    for frame in subject.goal.frames:
        paths = [path for path in lookup.find(frame.path, is_frame=True) if _is_code(path)]
        named = [each for path in paths for each in subject.definitions(path) if each.name == frame.function]
        if len(paths) != 1 or not named or sum(map(len, passed.values())) >= MOST_FRAMES:
            continue
        # The trace may be of another version: the name holds longer than the line.
        here = next((each for each in named if each.first <= frame.line <= each.last), None)
        passed.setdefault(paths[0], {})[(here or named[0]).qualified] = frame.line if here else named[0].line
    for path, functions in passed.items():
        yield Clue(path, FRAME, "`, `".join(functions), tuple(functions.values()))


def _raised(subject: Subject) -> Iterator[Clue]:
    names = [name.rpartition(".")[2] for name in subject.goal.names if is_exception(name)]
    own = [name for name in dict.fromkeys(names) if subject.index.symbols(name)]
    for name in own[:MOST_NAMES]:
        word = re.escape(name)
        made = re.compile(
            rf"(?<!\w){word}\s*\(|\bnew\s+{word}\b|\b(?:raise|throws?|return)\b[^;]*?\b{word}\b"
        )
        yield from _clues(subject, name, made, RAISES, name)


def _said(subject: Subject) -> Iterator[Clue]:
    for message in subject.goal.messages[:MOST_MESSAGES]:
        for run in _runs(message):
            quoted = re.compile(rf"([\"'`])(?:(?!\1).)*?{re.escape(run)}", re.IGNORECASE)
            longest = max(run.split(), key=len)
            if found := tuple(_clues(subject, longest, quoted, SAYS, run)):
                yield from found
                break


def _runs(message: str) -> list[str]:
    """Return the words of a message in a row, the longest runs first: what is filled in is nowhere."""
    found: list[str] = []
    for piece in _FILLED_IN.split(message):
        words = piece.split()
        for length in range(len(words), FEWEST_WORDS - 1, -1):
            found += [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]
    long = (each for each in dict.fromkeys(found) if len(each) >= FEWEST_LETTERS and _tells(each))
    return sorted(long, key=lambda each: (-_count_telling(each), -len(each.split())))[:MOST_RUNS]


def _tells(run: str) -> bool:
    """Tell whether words are more than grammar: `of the` is in any message."""
    telling = _count_telling(run)
    return telling >= FEWEST_WORDS or (telling > 0 and len(run.split()) > FEWEST_WORDS)


def _count_telling(run: str) -> int:
    plain = (word for word in run.lower().split() if word not in STOP_WORDS and word not in GRAMMAR)
    return sum(len(word) > SHORTEST for word in plain)


def _clues(subject: Subject, word: str, pattern: re.Pattern[str], kind: str, what: str) -> tuple[Clue, ...]:
    """Return the lines of product code that a pattern matches; nothing where they are many."""
    files = [each for each in subject.index.files_with(word) if _is_code(each)]
    found = [(path, lines) for path in files[:MOST_FILES] if (lines := _lines(subject, path, pattern, word))]
    if len(files) > MOST_FILES or sum(len(lines) for _, lines in found) > MOST_LINES:
        return ()
    return tuple(Clue(path, kind, what, lines) for path, lines in found)


def _lines(subject: Subject, path: str, pattern: re.Pattern[str], name: str) -> tuple[int, ...]:
    text = (subject.index.text(path) or b"").decode("utf-8", "replace")
    own = [each for each in subject.definitions(path) if each.name == name]
    return tuple(
        number
        for number, line in enumerate(text.split("\n"), 1)
        if pattern.search(line[:1_000])
        and not _COMMENT.match(line)
        and not any(each.first <= number <= each.last for each in own)
    )


def _is_code(path: str) -> bool:
    return is_own_code(path) and path.rpartition(".")[2].lower() in CODE_ENDINGS
