"""What the rules on a plan against itself share: the lines of a part, and the names of code in them.

Names are compared that both lines have (a file, a symbol, an id), never words that happen to be shared.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.line import Line, Role

SPAN = late_regex(r"`+([^`\n]{2,200})`+")
# Bare words that can only be names of code: with an ending, or in snake_case.
BARE = late_regex(
    r"(?<![\w/.`-])(?:[\w.-]{1,200}/){0,30}[\w-]{1,200}\.[a-z]{1,4}\b(?!\.\w)|\b[A-Za-z]\w{0,200}_\w{1,200}\b(?:\(\))?"
)
PATH = late_regex(r"(?<![\w.@/-])(?:[\w.@-]{1,200}/){1,30}[\w.@-]{1,200}\.\w{1,5}")
# What a step begins with: its box, its id, marks such as `[P]` and `[US1]`.
_HEAD = late_regex(
    r"\W*(?:\[[ xX]\]\s*)?(?:[*_]*(?:T|Task|Step|Commit)?[- ]?\d+(?:\.\d+)*[*_]*[.:)]?\s+)?(?:\[\w+\]\s*)*"
)
_LINES = late_regex(r"[:#]L?\d+(?:-L?\d+)?$")
UNTOUCHED = late_regex(
    r"\b(?:not|never|without|leave|keep|except|untouched|unchanged|instead of|other than|don'?t)\b",
    re.IGNORECASE,
)
_LONGEST = 70


def lines_of(case: Case, *roles: Role) -> Iterator[Line]:
    """Yield the lines that play one of these parts."""
    return (line for line in case.lines if line.role in roles)


def words_of(step: Line) -> str:
    """Return a step's own words, behind its box, id and marks."""
    found = _HEAD.match(step.text)
    return step.text[found.end() :] if found else step.text


def names_in(text: str) -> set[str]:
    """Return the names of code in a text, in one spelling each."""
    found = {match[1] for match in SPAN.finditer(text)}
    found.update(match[0] for match in BARE.finditer(SPAN.sub(" ", text)))
    return {plain for name in found if (plain := plain_name(name))}


def plain_name(name: str) -> str:
    """Return a name without brackets, lines and case; empty where nothing of it can be compared."""
    name = _LINES.sub("", name.strip().strip("`").removesuffix("()").rstrip(".,;"))
    return name.casefold().removeprefix("./") if re.search(r"\w", name) else ""


def is_same(first: str, second: str) -> bool:
    """Tell whether two spellings name one thing: `a/b.py::f` and `f`."""
    if first == second:
        return True
    longer, shorter = sorted((first, second), key=len, reverse=True)
    return len(shorter) > 2 and longer.endswith(("::" + shorter, "." + shorter, "/" + shorter))


def warn(code: str, line: Line, message: str, hint: str, about: str) -> Finding:
    """Return a finding at a line. A plan against itself is a reader's to decide, so it warns."""
    return Finding(code, message, line.place, line.section, hint, severity=Severity.WARNING, subject=about)


def cut(text: str, length: int = _LONGEST) -> str:
    """Return the first words of a text."""
    folded = " ".join(text.split())
    return folded if len(folded) <= length else folded[:length].rsplit(" ", 1)[0] + " …"
