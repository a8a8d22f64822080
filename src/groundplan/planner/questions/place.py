"""Where a change goes when nothing in the code answers to the goal's words: only a person can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.confidence import Certainty
from groundplan.evidence.plan_files import is_plan_file
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.facts.where import MANY_FILES, known_targets, say_unplaced, spoken_handlers
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import code, joined
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code
from groundplan.wording.reasons import say_certainty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

SUBJECT = PLACE
_MOST_CHOICES = 4
_MOST_CANDIDATES = 3
_SOURCES = (".c", ".cc", ".cpp", ".cs", ".java", ".kt", ".php", ".rb", ".rs", ".scala", ".sh", ".swift")


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask for the place where none could be computed, and whether the best is right where it is weak."""
    del challenges
    if not pack.goal.text.strip() or pack.new_files:
        return
    # A command or route in the goal's own words names its handler.
    spoken = any(spoken_handlers(pack, each.path) for each in pack.targets)
    if not (spoken or known_targets(pack)):
        yield _ask_for_any(pack)
    elif _is_weak(pack):
        yield _ask_whether(pack)


def _ask_for_any(pack: EvidencePack) -> Question:
    if likely := pack.verdict.likely:
        return _ask_which(likely)
    files = _sources(pack)
    choices = tuple(Choice(f"file-{n}", f"In {code(path)}") for n, path in enumerate(files, 1))
    return Question(
        SUBJECT,
        "Which file or folder does this go into?",
        say_unplaced(pack),
        choices if len(choices) <= _MOST_CHOICES else (),
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


def _is_weak(pack: EvidencePack) -> bool:
    """Tell whether the first place is not one that is right nine times in ten, in a repository of size."""
    if pack.goal.kind is GoalKind.MIGRATION and find_replacement(pack).imports:
        return False  # what is replaced is changed where it is imported
    said = {each.partition("::")[0] for each in pack.extra}
    named = pack.located.named.paths
    is_sure = pack.verdict.certainty in {Certainty.GIVEN, Certainty.FOUND} or any(
        each.path in said or named.get(each.path, 0.0) >= 1.0 for each in pack.targets
    )
    return not is_sure and len(pack.index.paths()) >= MANY_FILES


def _ask_whether(pack: EvidencePack) -> Question:
    """Ask whether the first place is right: the goal names it, and the change may go elsewhere."""
    targets = [each.path for each in pack.targets]
    paths = list(dict.fromkeys([*targets, *pack.verdict.likely]))[:_MOST_CANDIDATES]
    sure = [path for path in paths if path in pack.verdict.sure]
    # A goal that names several definitions means all of their files.
    first = sure if len(sure) > 1 else paths[:1]
    places = joined([code(path) for path in first])
    why = "; ".join(pack.targets[0].why[:2])
    choices = [f"In {places}", *(f"In {code(path)}" for path in paths if [path] != first)]
    return Question(
        SUBJECT,
        f"Does this go into {places}, or elsewhere?",
        f"{say_certainty(pack.verdict.certainty.value, pack.verdict.named)}. {code(paths[0])}: {why}.",
        tuple(Choice(f"file-{n}", words) for n, words in enumerate(choices, 1)),
        recommended="file-1" if sure else "",
        weight=4.0,
        assumption=f"the change goes into {places}",
    )


def _sources(pack: EvidencePack) -> list[str]:
    """Return the product's own source files, whether their language is read or only known by its ending."""
    return [
        path
        for path in pack.index.paths()
        if (pack.index.outline(path) is not None or path.endswith(_SOURCES))
        and is_own_code(path)
        and not is_test(path)
        and not is_plan_file(pack.index, path, pack.config)
    ][: _MOST_CHOICES + 1]
