"""Which words of a goal tell where it goes: names and subjects do, verbs and filler do not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.survey.where.words import is_compound, words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from groundplan.code.view import CodeView
    from groundplan.survey.history.past import History
    from groundplan.survey.where.evidence import Evidence
    from groundplan.survey.where.goal import Goal

MOST = 8
PLAINLY = 0.8  # how plainly a name must be meant: outside of code blocks
FEWEST_KNOWN = 2
FEW = 5  # telling words of a goal; with fewer, everyday words tell as well


@lru_cache(maxsize=2)
def _listed(name: str) -> frozenset[str]:
    text = resources.files("groundplan.survey.where").joinpath(name).read_text(encoding="utf-8")
    return frozenset(stem for word in text.split() for stem in words_of(word))


def _is_everyday(word: str) -> bool:
    """Tell whether most programs have a word: `error`, `method`, `http`; this one may be about it."""
    return word in _listed("everyday.txt")


def without_filler(goal: Goal) -> Goal:
    """Return the goal without the words that are no evidence; what is written as code always counts.

    Verbs of a request and words of any English sentence never count. Everyday words do in a goal that says
    little else: a whole issue has them from its greeting to its last line.
    """
    telling = {word for word in (*goal.terms, *goal.title) if _tells(goal, word)}
    if sum(word in goal.spelling for word in telling) < FEW:
        telling.update(filter(_is_everyday, (*goal.terms, *goal.title)))
    terms = {word: worth for word, worth in goal.terms.items() if word in telling}
    return replace(goal, terms=terms, title=goal.title & telling)


def _tells(goal: Goal, word: str) -> bool:
    is_listed = word in _listed("filler.txt") or _is_everyday(word)
    return not is_listed or word in goal.code_words


def telling_words(goal: Goal) -> tuple[str, ...]:
    """Return the telling words of the first line, or else of the whole, as stems, the weightiest first."""
    written = [word for word in without_filler(goal).terms if word in goal.spelling]
    return tuple([word for word in written if word in goal.title] or written)[:MOST]


def unknown_words(
    index: CodeView, evidence: Evidence, history: History | None, without: Container[str] = ()
) -> tuple[str, ...]:
    """Return the telling words of a goal, as written, that no file and no commit message has in any form."""
    goal, ground = evidence.goal, evidence.ground
    return tuple(
        spelled
        for word in telling_words(goal)
        if not (ground.code.postings.get(word) or ground.tests.postings.get(word))
        and not _is_known(index, history, spelled := goal.spelling.get(word, word), without)
    )


def unknown_names(index: CodeView, goal: Goal, without: Container[str] = ()) -> tuple[str, ...]:
    """Return the names that a goal writes as code is written, in its prose, and that no file has.

    Commits are found by the words of a name, so nothing is said of them.
    """
    written = [name for name, worth in goal.names.items() if worth >= PLAINLY and is_compound(name)]
    return tuple([name for name in written[:MOST] if not _is_known(index, None, name, without)])


def is_mostly_unknown(goal: Goal, unknown: Collection[str]) -> bool:
    """Tell whether so many telling words are nowhere that the one which is left proves nothing."""
    vouching = [goal.spelling.get(word, word) for word in telling_words(goal) if not _is_everyday(word)]
    missing = sum(word in unknown for word in vouching)
    return len(vouching) - missing < min(missing, FEWEST_KNOWN)


def _is_known(index: CodeView, history: History | None, written: str, without: Container[str]) -> bool:
    if any(path not in without for path in index.files_with(written)):
        return True
    if any(written.casefold() in path.casefold() for path in index.paths() if path not in without):
        return True
    return history is not None and bool(history.commits_about(written, limit=1))
