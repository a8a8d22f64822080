"""Where a change goes when nothing in the code answers to the goal's words: only a person can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.planner.phrasing import code, count
from groundplan.planner.plan_files import is_plan_file
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

SUBJECT = "place"
_MOST_CHOICES = 4
_SOURCES = (".c", ".cc", ".cpp", ".cs", ".java", ".kt", ".php", ".rb", ".rs", ".scala", ".sh", ".swift")


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask for the file or folder where neither a file to change nor one to add could be computed."""
    del challenges
    if pack.targets or pack.new_files or not pack.goal.text.strip():
        return
    files = _sources(pack)
    total = len(pack.index.paths())
    choices = tuple(Choice(f"file-{n}", f"In {code(path)}") for n, path in enumerate(files, 1))
    yield Question(
        SUBJECT,
        "Which file or folder does this go into?",
        f"None of {count(total, 'file')} here answers to the goal's words."
        if total
        else "There is no file in this repository yet.",
        choices if len(choices) <= _MOST_CHOICES else (),
        recommended=choices[0].name if len(choices) == 1 else "",
        weight=4.0,
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
