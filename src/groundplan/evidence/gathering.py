"""All evidence about a goal: every gatherer asked in the order in which evidence is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.against import find_against
from groundplan.evidence.already import find_already
from groundplan.evidence.callers import find_callers
from groundplan.evidence.commits import find_commits
from groundplan.evidence.confidence import Certainty
from groundplan.evidence.definitions import find_definitions
from groundplan.evidence.dependencies import find_dependencies
from groundplan.evidence.documents import find_documents
from groundplan.evidence.entry_points import find_entries
from groundplan.evidence.environment import find_environment
from groundplan.evidence.occurrences import find_all_occurrences
from groundplan.evidence.other_plans import find_open_plans
from groundplan.evidence.places import find_places
from groundplan.evidence.similar import find_alike
from groundplan.evidence.tests import find_tests
from groundplan.evidence.unknown import find_unknown
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.evidence.confidence import Verdict
    from groundplan.evidence.subject import Subject
    from groundplan.plan.fact import Fact

GATHERERS: tuple[Callable[[Subject], Iterator[Fact]], ...] = (
    find_places,
    find_definitions,
    find_callers,
    find_tests,
    find_documents,
    find_commits,
    find_all_occurrences,
    find_dependencies,
    find_entries,
    find_alike,
    find_open_plans,
    find_environment,
)

_FROM_PLACES = frozenset({find_callers, find_entries})


@dataclass(frozen=True, slots=True)
class Gathered:
    """The facts about a goal, and whether its places are found."""

    verdict: Verdict
    facts: tuple[Fact, ...]


def gather(subject: Subject) -> Gathered:
    """Return every fact about a subject."""
    verdict = subject.verdict
    # A goal that is met or refused is read no further before that is settled.
    facts = [*find_already(subject), *find_against(subject), *find_unknown(subject)]
    for find in GATHERERS:
        # What is only a candidate has callers of its own, which would be evidence about another change.
        if verdict.certainty is not Certainty.CANDIDATES or find not in _FROM_PLACES:
            facts += find(subject)
    return Gathered(verdict, tuple(facts))
