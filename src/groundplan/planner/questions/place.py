"""Where a change goes when nothing in the code answers to the goal's words: only a person can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.facts import MANY_FILES, MOST_SOURCES
from groundplan.evidence.kinds import Certainty
from groundplan.plan.goal import GoalKind
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code, joined
from groundplan.planner.question import Choice, Question
from groundplan.wording.reasons import say_certainty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge

SUBJECT = PLACE
_MOST_CANDIDATES = 3


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask for the place where none could be computed, and whether the best is right where it is weak."""
    del challenges
    if not facts.goal.text.strip() or facts.new_files:
        return
    # A command or route in the goal's own words names its handler.
    if not (facts.is_handler_spoken or facts.known):
        yield _ask_for_any(facts)
    elif _is_weak(facts):
        yield _ask_whether(facts)


def _ask_for_any(facts: Facts) -> Question:
    if likely := facts.verdict.likely:
        return _ask_which(likely)
    files = facts.sources
    choices = tuple(Choice(f"file-{n}", f"In {code(path)}") for n, path in enumerate(files, 1))
    return Question(
        SUBJECT,
        "Which file or folder does this go into?",
        say_unplaced(facts),
        choices if len(choices) <= MOST_SOURCES else (),
        recommended=choices[0].name if len(choices) == 1 else "",
        weight=4.0,
    )


def _ask_which(likely: Sequence[str]) -> Question:
    """Ask for the place where the words of the goal only make candidates."""
    return Question(
        SUBJECT,
        "Which file or folder does this go into?",
        "The goal names no place; these have several of its words. More than one may be meant.",
        tuple(Choice(f"file-{n}", f"In {code(path)}") for n, path in enumerate(likely, 1)),
        weight=4.0,
    )


def _is_weak(facts: Facts) -> bool:
    """Tell whether the first place is not one that is right nine times in ten, in a repository of size."""
    if facts.goal.kind is GoalKind.MIGRATION and facts.replacement.imports:
        return False  # what is replaced is changed where it is imported
    said = {each.partition("::")[0] for each in facts.extra}
    is_sure = facts.verdict.certainty in {Certainty.GIVEN, Certainty.FOUND} or any(
        each.path in said or each.path in facts.named_paths for each in facts.targets
    )
    return not is_sure and facts.file_count >= MANY_FILES


def _ask_whether(facts: Facts) -> Question:
    """Ask whether the first place is right: the goal names it, and the change may go elsewhere."""
    targets = [each.path for each in facts.targets]
    paths = list(dict.fromkeys([*targets, *facts.verdict.likely]))[:_MOST_CANDIDATES]
    sure = [path for path in paths if path in facts.verdict.sure]
    # A goal that names several definitions means all of their files.
    first = sure if len(sure) > 1 else paths[:1]
    places = joined([code(path) for path in first])
    why = "; ".join(facts.targets[0].why[:2])
    choices = [f"In {places}", *(f"In {code(path)}" for path in paths if [path] != first)]
    return Question(
        SUBJECT,
        f"Does this go into {places}, or elsewhere?",
        f"{say_certainty(facts.verdict.certainty.value, facts.verdict.named)}. {code(paths[0])}: {why}.",
        tuple(Choice(f"file-{n}", words) for n, words in enumerate(choices, 1)),
        recommended="file-1" if sure else "",
        weight=4.0,
        assumption=f"the change goes into {places}",
    )


def say_unplaced(facts: Facts) -> str:
    """Return what is known of the place where no file is worth offering."""
    total = facts.file_count
    if not total:
        return "There is no file in this repository yet."
    if facts.is_ranked:
        return "The goal names no place, and no file found by its words has two of them."
    return f"None of {total:,} {'file' if total == 1 else 'files'} was found by the goal's names and words."
