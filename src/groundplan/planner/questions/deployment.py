"""What deploying the change asks of others, which no code can say: old callers, flags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.planner.goal import GoalKind
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

_CHANGES_NAME = late_regex(
    r"\b(?:renam(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)|replac(?:e|ing)|mov(?:e|ing)"
    r"|chang(?:e|ing) the (?:signature|name"
    r"|return type|default)|deprecat(?:e|ing)|requir(?:e|ing) (?:a|an|the)|make .{1,40} (?:required"
    r"|mandatory|keyword-only))\b",
    re.IGNORECASE,
)
_SEVERAL = 3


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask about callers outside and about flags, where the code gives reason to."""
    if not any(each.subject.startswith("compatibility") for each in _raised(challenges)):
        yield from _compatibility(pack)
    yield from _flag(pack)


def _raised(challenges: Sequence[Challenge]) -> list[Question]:
    return [each.question for each in challenges if each.question is not None]


def _compatibility(pack: EvidencePack) -> Iterator[Question]:
    """Ask what becomes of a public name that the goal renames, moves or takes away."""
    if not _CHANGES_NAME.search(pack.goal.title):
        return
    names = {part for name in pack.goal.names for part in name.split(".")}
    for reach in pack.reach:
        if reach.public and reach.region.definition.name in names:
            yield _compatible(pack, reach.region.citation, reach.public, len(reach.callers))
            return


def _compatible(pack: EvidencePack, citation: str, public: str, callers: int) -> Question:
    warned = [path for path in pack.index.files_with("DeprecationWarning") if not is_test(path)]
    is_habit = len(warned) >= _SEVERAL
    habit = (
        f" {counted(len(warned), 'file')} here warn before they break, {cite(warned, 2)}." if is_habit else ""
    )
    return Question(
        f"compatibility:{citation}",
        f"May code outside this repository break when {code(citation)} changes?",
        f"It is public ({public}), with {counted(callers, 'caller')} inside.{habit}",
        (
            Choice("deprecate", "No: the old way goes on working and warns"),
            Choice("keep", "No: the old way goes on working as it is"),
            Choice("break", "Yes, at once"),
        ),
        recommended="deprecate" if is_habit else "keep",
        weight=0.75,
        assumption="the old way goes on working" + (" and warns" if is_habit else ""),
    )


def _flag(pack: EvidencePack) -> Iterator[Question]:
    """Ask for a flag where the targets are switched by flags already."""
    if pack.goal.kind is not GoalKind.FEATURE:
        return
    flags = [
        each for each in pack.constraints if each.kind == "flag" and "asks for the flag" in each.statement
    ]
    if flags:
        spots = [spot for each in flags for spot in each.spots]
        yield Question(
            "flag",
            "Should it ship behind a flag, as its neighbours do?",
            f"{flags[0].statement} ({cite(spots, 2)}).",
            (Choice("yes", "Yes, behind a flag of its own"), Choice("no", "No, for everybody at once")),
            recommended="yes",
            blocking=False,
            weight=0.4,
            assumption="it ships behind a flag of its own",
        )
