"""Which words of a goal tell where it goes: names and subjects do, verbs and filler do not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.survey.where.words import words_of
from groundplan.wording.terms import GENERIC

if TYPE_CHECKING:
    from groundplan.survey.where.goal import Goal

MOST = 8


@lru_cache(maxsize=1)
def _filler() -> frozenset[str]:
    """Return the stems of words that goals use for any change to any code."""
    text = resources.files("groundplan.survey.where").joinpath("filler.txt").read_text(encoding="utf-8")
    return frozenset(stem for word in (*GENERIC, *text.split()) for stem in words_of(word))


def without_filler(goal: Goal) -> Goal:
    """Return the goal without the words that are no evidence; what is written as code always counts."""
    terms = {word: worth for word, worth in goal.terms.items() if _tells(goal, word)}
    return replace(goal, terms=terms, title=frozenset(word for word in goal.title if _tells(goal, word)))


def _tells(goal: Goal, word: str) -> bool:
    return word not in _filler() or word in goal.code_words


def telling_words(goal: Goal) -> tuple[str, ...]:
    """Return the telling words of the first line, or else of the whole, as stems, the weightiest first."""
    written = [word for word in without_filler(goal).terms if word in goal.spelling]
    return tuple([word for word in written if word in goal.title] or written)[:MOST]
