"""Expected results: whether a line of verification says what is seen when all is well."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

_SPAN = late_regex(r"(`+)(?:.+?)\1", re.DOTALL)
# What a command does when all is well: `passes`, or `pass` behind a word, as `Show the page` is an order and
# no result.
_DOES = (
    r"pass(?:es|ed|ing)|succeeds|succeeded|returns|returned|responds|prints|printed|shows|shown|displays|outputs|"
    r"exits|yields|gives|reports|contains|equals|matches|fails|rejects|rejected|raises|completes|completed|stays|"
    r"remains|reaches|lists|finds|compiles|builds|starts|renders|sees"
)
_DO = (
    r"pass|succeed|return|respond|print|show|exit|contain|equal|match|fail|reject|raise|complete|stay|remain"
)
_STATES = r"green|unchanged|empty|identical|clean|expected|expects?|zero|ok|successful(?:ly)?"
_RESULT = late_regex(
    rf"\b(?:{_DOES}|{_STATES})\b|(?<=[\w)] )(?:{_DO})\b|\b(?:is|are|has|have|no|not|never)\s+\w|"
    r"(?:→|->|=>|⇒)\s*\S|[<>≤≥]=?\s*\d|==\s*\S|\b\d+(?:\.\d+)?\s*%",
    re.IGNORECASE,
)
_MANUAL = late_regex(r"\W*manual(?:ly)?\b", re.IGNORECASE)
_FENCE = late_regex(r"\s*(?:`{3,}|~{3,})")
_COMMENT = late_regex(r"\s*(?:#|//|--\s|;)\s*(.*)")
# A comment before a command names what it tests; only these open what comes out of it.
_OUTCOME = late_regex(
    rf"(?:{_DOES}|{_DO}|{_STATES}|output|result|should|must|status|HTTP|→|->|=>|⇒|\{{|\[|\d)", re.IGNORECASE
)


def has_result(line: str, more: tuple[str, ...] = ()) -> bool:
    """Tell whether a line says its expected result; `more` are words that count as saying so."""
    prose = _SPAN.sub(" code ", line)
    if not prose.replace("code", "").strip(" .,:;-*_"):
        return False  # nothing but a command
    folded = prose.casefold()
    return _RESULT.search(prose) is not None or any(word.casefold() in folded for word in more)


def lines_without_result(lines: tuple[str, ...], more: tuple[str, ...] = ()) -> list[str]:
    """Return the lines that say no expected result.

    A line that ends in a colon leads to those below it. A manual check may leave its result to the person
    who makes it, as long as another line of the same verification says one.
    """
    leads = [line for line in lines if not line.rstrip("*_ ").endswith(":")]
    lacking = [line for line in leads if not has_result(line, more)]
    if len(lacking) < len(leads):
        lacking = [line for line in lacking if not _MANUAL.match(line)]
    return lacking


def commands_without_result(source: list[str]) -> list[str]:
    """Return the commands of a fenced block that no expected result follows in their paragraph."""
    lacking: list[str] = []
    for paragraph in _paragraphs(source):
        command = ""
        for line in paragraph:
            comment = _COMMENT.fullmatch(line)
            if comment is None:
                command = line.strip()
            elif command and _OUTCOME.match(comment[1]):
                command = ""
        if command and not _says_inline(command):
            lacking.append(command)
    return lacking


def is_fence(source: list[str]) -> bool:
    """Tell whether some lines are a fenced block."""
    return bool(source) and _FENCE.match(source[0]) is not None


def _says_inline(command: str) -> bool:
    """A result may stand behind its command: `make test  # passes`."""
    _, mark, after = command.rpartition(" # ")
    _, arrow, beyond = re.sub(r"[→⇒]", "=>", command).rpartition(" => ")
    return bool(mark and _OUTCOME.match(after.strip())) or bool(arrow and beyond.strip())


def _paragraphs(source: list[str]) -> list[list[str]]:
    """Cut a block at its empty lines, fence marks left out."""
    found: list[list[str]] = [[]]
    for line in source:
        if _FENCE.match(line):
            continue
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [paragraph for paragraph in found if paragraph]
