"""Whether several advisors are worth asking about a goal: what the code says that makes views differ.

A council costs several runs of a model, so it takes more than the kind of the goal: two facts of different
kinds. What kinds of work a council is for, its playbook says as triggers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.goal import GoalKind
from groundplan.planner.choosing import MANY_FILES, find_widest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Reach

FEWEST_FACTS = 2
FEWEST_CONSTRAINTS = 2  # kinds of them: a schema and a public name are minded by different people
# What each kind of goal is called in a playbook's triggers.
_CALLED = {
    GoalKind.FEATURE: "new feature",
    GoalKind.CAMPAIGN: "a roadmap",
    GoalKind.REFACTOR: "refactoring",
    GoalKind.MIGRATION: "migration work",
}
_LARGE = "large task"
_SHORT = 10  # letters of a commit


def advise_council(facts: Facts, files: int, reach: Sequence[Reach], triggers: Sequence[str]) -> str:
    """Return why several advisors are worth their price for a goal, in a sentence; empty: nothing says so.

    `files` are known to change, `reach` is what they reach.
    """
    trigger = _trigger(facts, files, triggers)
    reasons = tuple(_facts(facts, files, reach)) if trigger else ()
    if len(reasons) < FEWEST_FACTS:
        return ""
    return f"Several advisors may be worth asking ({trigger}): {'; '.join(reasons)}"


def _trigger(facts: Facts, files: int, triggers: Sequence[str]) -> str:
    """Return the trigger that a goal meets, by its kind or by its size."""
    called = (_CALLED.get(facts.goal.kind, ""), _LARGE if files >= MANY_FILES else "")
    return next((each for words in called if words for each in triggers if words in each), "")


def _facts(facts: Facts, files: int, reach: Sequence[Reach]) -> Iterator[str]:
    """Yield what the code and its history say that makes people see a change differently, one of a kind."""
    wide = find_widest(reach)
    if wide is not None:
        used, held = len(wide.callers), len({each.path for each in wide.callers})
        yield f"`{wide.region.citation}` is public and is used in {used} places of {held} files"
    if files >= MANY_FILES:
        yield f"{files} files change"
    kinds = {each.kind: each for each in facts.constraints}
    if len(kinds) >= FEWEST_CONSTRAINTS:
        spots = (f"{kind} (`{each.spots[0]}`)" if each.spots else kind for kind, each in kinds.items())
        yield f"it has to mind {', '.join(spots)}"
    back = next((each for each in facts.past.attempts if each.was_taken_back), None)
    if back is not None:
        yield f"it was tried and taken back: {back.commit.oid[:_SHORT]} “{back.commit.subject}”"
