"""What a task's words say it is verified by: the lines behind a label for it, and the commands in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.task_commands import commands_of_fence, commands_of_lines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.plan.task_command import TaskCommand

_LABEL = late_regex(
    r"(?:(?<=[\s.;,(*_-])|^)[*_]{0,3}(?:"
    r"(?:verify|verified|verification|proof|prove|proven|check|checked|test|acceptance(?: criteria)?|expected"
    r"|done when)(?: (?:by|with))?[*_]{0,3}:[*_]{0,3}|(?:verify|verified|proven|proved|checked) (?:by|with)\b"
    r"|done when\b)",
    re.IGNORECASE,
)
_OTHER_LABEL = late_regex(r"\s*(?:[-*+]\s+)?[*_]{0,3}[A-Z][\w /-]{1,30}[*_]{0,3}:(?:\s|$)")
_FENCE = late_regex(r"\s*(?:[-*+]\s+)?(`{3,}|~{3,})\s*(\S*)")
_SHELLS = frozenset({"", "sh", "bash", "shell", "console", "zsh", "shell-session", "terminal", "text"})
_BULLET = late_regex(r"\s*(?:[-*+]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Verification:
    """How a task is verified: its words, and the commands that they hold."""

    words: tuple[str, ...] = ()
    commands: tuple[TaskCommand, ...] = ()


def read_verification(field: Sequence[str], source: Sequence[str], prose: Iterable[str]) -> Verification:
    """Read a task's field for it, else what a label introduces; in `prose` only what is said to run.

    `field` has its own lines, a table's cell among them; `source` are the lines of the document.
    """
    labelled, fences = _labelled(source)
    words = tuple(field) or labelled
    found = [*commands_of_lines(words), *(one for fence in fences for one in commands_of_fence(fence))]
    if not field:
        found += [each for each in commands_of_lines(prose, is_prose=True) if each.key not in _keys(found)]
    return Verification((*words, *(line for fence in fences for line in fence)), tuple(dict.fromkeys(found)))


def _keys(commands: Iterable[TaskCommand]) -> set[tuple[str, tuple[str, ...]]]:
    return {each.key for each in commands}


def _labelled(source: Sequence[str]) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the lines and the fenced blocks of commands that a label says are verification."""
    found: list[str] = []
    fences: list[list[str]] = []
    is_under, closing, is_kept = False, "", False
    for line in source:
        fence = _FENCE.match(line)
        if closing:
            if fence and fence[1].startswith(closing) and not fence[2]:
                closing = ""
            elif is_kept:
                fences[-1].append(line)
        elif fence:
            closing, is_kept = fence[1], is_under and fence[2].casefold() in _SHELLS
            fences += [[]] if is_kept else []
        elif label := _LABEL.search(line):
            is_under = not line[label.end() :].strip(" *_")
            found += [] if is_under else [line[label.end() :].strip()]
        elif is_under and _OTHER_LABEL.match(line):
            is_under = False
        elif is_under and line.strip():
            found.append(_BULLET.sub("", line, count=1).strip())
    return tuple(found), [fence for fence in fences if fence]
