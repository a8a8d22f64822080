"""Finds the code that holds a message quoted in a goal: four words in a row seldom stand in two places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.where.kinds import CODE_ENDINGS, Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.survey.where.goal import Goal

_RUN = 4  # words
_MOST_RUNS = 24
_MOST_FILES = 12  # a run that may stand in more is common speech
# What a program fills in stands between these, so a run of words never crosses them.
_FILLED_IN = re.compile(r"[^A-Za-z _,-]+")


def find_messages(index: CodeView, goal: Goal) -> dict[str, float]:
    """Return the code files that hold words of a quoted message in a row; fewer such files count more."""
    found: dict[str, float] = {}
    for run in list(dict.fromkeys(_runs(goal)))[:_MOST_RUNS]:
        holders = [path for path in _may_hold(index, run) if run.encode() in (index.text(path) or b"")]
        for path in holders:
            found[path] = found.get(path, 0.0) + 1.0 / len(holders)
    return found


def _runs(goal: Goal) -> Iterator[str]:
    for message in goal.messages:
        for piece in _FILLED_IN.split(message):
            words = piece.split()
            for start in range(0, len(words) - _RUN + 1, 2):
                yield " ".join(words[start : start + _RUN])


def _may_hold(index: CodeView, run: str) -> list[str]:
    longest = sorted((word.strip(",-") for word in run.split()), key=lambda word: (-len(word), word))[:2]
    holding = [set(index.files_with(word)) for word in longest if len(word) > 2]
    if not holding:
        return []
    files = sorted(path for path in set.intersection(*holding) if _is_code(path))
    return files if len(files) <= _MOST_FILES else []


def _is_code(path: str) -> bool:
    return path.rpartition(".")[2].lower() in CODE_ENDINGS and part_of(path) is not Part.TEST
