"""The files a plan is about, and what reaches them: by the kind of work, not by the goal's words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.debt import worst_files
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.work_kind import kind_of

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Caller, Reach, TestPlace
    from groundplan.planner.pack import EvidencePack


def in_question(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files the plan is about: the targets, all users of the old side, the worst of the debt."""
    return _counted(pack) or tuple(each.path for each in pack.targets)


def _counted(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files that counting finds where the goal's words would only find their namesakes."""
    kind = kind_of(pack)
    if kind is GoalKind.MIGRATION:
        return find_replacement(pack).files
    return worst_files(pack) if kind is GoalKind.DEBT else ()


def reach_of(pack: EvidencePack) -> tuple[Reach, ...]:
    """Return what changing the files in question reaches, as far as it was looked into."""
    counted = _counted(pack)
    return tuple(each for each in pack.reach if not counted or each.region.path in counted)


def callers_of(pack: EvidencePack) -> tuple[Caller, ...]:
    """Return the product callers of what changes, each once."""
    if not _counted(pack):
        return pack.callers
    return tuple(dict.fromkeys(caller for each in reach_of(pack) for caller in each.callers))


def tests_of(pack: EvidencePack) -> tuple[TestPlace, ...]:
    """Return where the change is tested; for debt that is the whole suite, so no file stands out."""
    return () if kind_of(pack) is GoalKind.DEBT and _counted(pack) else pack.tests
