"""Answers of the code that a document as a whole gives a reason to doubt: what it lacks may be to come."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.app.judgement.sureness import is_sure
from groundplan.code.nearest import distance
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import ASSERTED, LOOSE, NAMED_TEST, NEAR, TOLD, WRITTEN, Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.looking import Looking
    from groundplan.app.judgement.manner import Manner
    from groundplan.plan.statement import Answer

WRITES_TESTS = late_regex(
    r"\b(?:add|writ|creat|implement|introduc|extend)\w*\s+(?:[\w`'-]+\s+){0,5}?(?:tests?|specs?)\b|\bfailing\s+tests?\b|"
    r"\[RED\b|\bRED:|(?:^\W*|[.;)*]\s+)tests?\W*:\W*[\w./]|\bcases\s+(?:for|go)\b|"
    r"\btests?\s+(?:first|to\s+(?:add|write))\b|\bTDD\b|\bnew\s+tests?\b|"
    r"\b(?:unit|integration|regression|e2e)\s+tests?\b|\btest\s+(?:cases?|coverage|plan|strategy)\b|"
    r"\btests?\s+(?:for|that|cover\w*|are\s+written)\b|^#+\s.*\btests?\b",
    re.IGNORECASE | re.MULTILINE,
)
_WORD = late_regex(r"[\w$]+")
_PART = late_regex(r"[;.]\s")
_OF_ANOTHER = late_regex(r"`[\w@/.-]{1,80}`\s(?:\w+\s){0,2}`[^`\n]{1,40}`")
# What a command will do is said of one that the plan brings in.
_ON_CONDITION = late_regex(
    r"`?\s*\((?:if|or|when|once|optional|after|where|manual)\b|`\s(?:runs|calls|executes|wraps|builds|does)\b",
    re.IGNORECASE,
)
# A report tells what a command said: that there is no such thing.
_FAILS = late_regex(
    r"\bnot\s+found\b|\b(?:does|do)\s+not\s+exist\b|\bmissing\b|不存在|没有|未找到", re.IGNORECASE
)


def doubt_all(code: Looking, answers: Sequence[Answer], text: str, manner: Manner) -> tuple[Answer, ...]:
    """Return the answers, unknown where the document as a whole gives a reason for what the code lacks."""
    runs = _Runs(code, answers)
    return tuple(_doubt(code, each, runs, text, manner) for each in answers)


def _doubt(code: Looking, answer: Answer, runs: _Runs, text: str, manner: Manner) -> Answer:
    if answer.verdict is not Verdict.FALSE:
        return answer
    topic = answer.statement.topic
    is_doubted = (
        manner.is_done
        or not (manner.is_strict or is_sure(code, answer))
        or (answer.statement.said == LOOSE and _quotes_both(answer, text))
        or (topic is Topic.NAME and is_named_again(answer, text))
        or (topic is Topic.TEST and is_to_be_written(answer, text))
        or (topic is Topic.VERSION and _gives_both(answer, text))
        or (
            topic in {Topic.COMMAND, Topic.TEST}
            and (_is_conditional(answer, text) or runs.may_differ(answer))
        )
    )
    return replace(answer, verdict=Verdict.UNKNOWN) if is_doubted else answer


def _quotes_both(answer: Answer, text: str) -> bool:
    """Tell whether the plan quotes the line as it is as well: then the other is what becomes of it."""
    line = answer.found.partition(" reads `")[2].rstrip("`")
    return re.sub(r"\s", "", line) in re.sub(r"\s", "", text)


def _gives_both(answer: Answer, text: str) -> bool:
    """Tell whether the line gives the version that is found as well: then it tells two things apart."""
    found = re.search(r"\d+(?:\.\d+)+", answer.found)
    at = answer.statement.place.line
    line = text.split("\n")[at - 1] if at else ""
    if found is None:
        return False
    if answer.statement.said.startswith(
        WRITTEN
    ):  # code and number are one, so only their own sentence counts
        line = next((each for each in _PART.split(line) if answer.statement.text in each), line)
        line = _OF_ANOTHER.sub("", line)
    same = re.compile(rf"(?<![\d.]){re.escape(found[0].removesuffix('.0'))}(?:\.0)*(?!\.?\d)")
    return same.search(line.replace(answer.statement.text, "")) is not None


def is_named_again(answer: Answer, text: str) -> bool:
    """Tell whether another line has a name that is no slip: that line may be the one that defines it."""
    subject = answer.statement.subject
    is_slip = any(distance(subject, near, 1) <= 1 for near in answer.near)
    is_doubtful = answer.statement.said in {"named", "plain", ASSERTED, NEAR, TOLD} and not is_slip
    return is_doubtful and is_on_several_lines(subject, text)


def is_on_several_lines(name: str, text: str) -> bool:
    """Tell whether a name is on more than one line of a text."""
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    lines = min((_lines_by_word(text).get(each, ()) for each in _WORD.findall(name)), key=len, default=())
    return sum(1 for _ in islice((line for line in lines if word.search(line)), 2)) > 1


@lru_cache(maxsize=64)
def _lines_by_word(text: str) -> dict[str, list[str]]:
    """Return the lines that have each word: asked for once per name of a document, or of its sections."""
    found: dict[str, list[str]] = {}
    for line in text.split("\n"):
        for word in set(_WORD.findall(line)):
            found.setdefault(word, []).append(line)
    return found


def is_to_be_written(answer: Answer, text: str) -> bool:
    """Tell whether a plan that writes tests may mean one of them: then only a slip of the pen is wrong."""
    if answer.statement.said == NAMED_TEST or not _writes_tests(text):
        return False
    words = re.findall(r"[\w.]{6,}", answer.statement.subject)
    nearby = {part for near in answer.near for part in (near, near.rpartition("/")[2])}
    return not any(0 < distance(word, near, 1) <= 1 for word in words for near in nearby)


@lru_cache(maxsize=1)
def _writes_tests(text: str) -> bool:
    """Tell whether a document speaks of tests to be written; asked for each of its statements."""
    return WRITES_TESTS.search(text) is not None


class _Runs:
    """What the repository says of a document's commands: looked at once, and only for a wrong one."""

    def __init__(self, code: Looking, answers: Sequence[Answer]) -> None:
        self._code, self._answers = code, answers

    def may_differ(self, answer: Answer) -> bool:
        """Tell whether a command runs in another repository, where no code is yet, or on ignored files.

        What git ignores a tool may write, so it may be there.
        """
        words = answer.statement.subject.split()
        wanted = {f"*{posixpath.splitext(word)[1]}".encode() for word in words if "." in word}
        return self._is_elsewhere or not wanted.isdisjoint(self._ignored)

    @cached_property
    def _is_elsewhere(self) -> bool:
        paths = self._code.index.paths()
        folders = {each.statement.folder for each in self._answers} - {"", "."}
        return any(not _is_folder(paths, folder) for folder in folders) or all(
            path.lower().endswith((".md", ".mdx", ".txt", ".rst")) or path.startswith(".") for path in paths
        )

    @cached_property
    def _ignored(self) -> frozenset[bytes]:
        index = self._code.index
        texts = (index.text(path) or b"" for path in index.paths() if path.endswith(".gitignore"))
        return frozenset(word for text in texts for word in text.split())


def _is_conditional(answer: Answer, text: str) -> bool:
    """Tell whether a command runs on a condition, or is known to fail."""
    said = answer.statement
    line, below = _lines_at(text, said.place.line)
    return bool(_ON_CONDITION.match(line.partition(said.text)[2])) or _fails(below)


@lru_cache(maxsize=8)
def _lines_at(text: str, number: int) -> tuple[str, str]:
    """Return a line of a text, and it with the two below."""
    lines = _lines(text)
    return lines[number - 1] if number else "", "\n".join(lines[max(0, number - 1) : number + 2])


@lru_cache(maxsize=1)
def _lines(text: str) -> list[str]:
    return text.split("\n")


@lru_cache(maxsize=8)
def _fails(words: str) -> bool:
    return _FAILS.search(words) is not None


def _is_folder(paths: Sequence[str], folder: str) -> bool:
    return any(f"/{path}".startswith(f"/{folder}/") or f"/{folder}/" in f"/{path}" for path in paths)
