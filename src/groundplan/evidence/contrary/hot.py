"""Finds where a change is dear: a file that changes far more than others, or that one person made."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.kinds import Busy, Left
from groundplan.evidence.contrary.spoken import changes_behaviour
from groundplan.plan.dataclass import dataclass
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Hot
    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.history.facts import Owner, Ownership

ASKED = 2
FEWEST_RECENT = 10
TOP = 0.97  # part of the files of code that change less often
FEWEST_FILES = 30  # below this a distribution says nothing
MOST_FILES = 300
FEWEST_COMMITS = 10
LEAST_SHARE = 0.7
FEWEST_PEOPLE = 4  # who made more than half of the whole: in a house of one the bus factor is no news
YEAR = 365 * 24 * 3600
_RELEASED = frozenset(
    {"__init__.py", "version.py", "_version.py", "__version__.py", "version.go", "version.ts"}
)


@dataclass(frozen=True, slots=True)
class _Spread:
    """How often the files of code changed within twelve months, sorted."""

    counts: tuple[int, ...]

    def below(self, recent: int) -> float:
        return bisect_left(self.counts, recent) / len(self.counts)

    @property
    def median(self) -> int:
        """Return how often a usual file changed; `statistics` would take longer to load than to ask."""
        middle = len(self.counts) // 2
        return (self.counts[middle] + self.counts[~middle]) // 2


def find_hot(pack: EvidencePack) -> Iterator[Hot]:
    """Return each foremost target that changes unusually often or hangs on one person."""
    targets = [each.path for each in pack.sure if _may_be_hot(each.path)][:ASKED]
    if pack.history is None or not targets or not changes_behaviour(pack.goal):
        return
    spread = _spread(pack) if any(_recent(pack, each) >= FEWEST_RECENT for each in targets) else None
    for path in targets:
        churn = pack.past.churn.get(path)
        if churn and spread and churn.recent >= FEWEST_RECENT and spread.below(churn.recent) >= TOP:
            share = int(spread.below(churn.recent) * 100)
            yield Busy(churn, share, spread.median, len(spread.counts))
        owned = pack.past.ownership.get(path)
        if owned and _is_held(owned):
            whole = pack.history.ownership()
            if whole.bus_factor >= FEWEST_PEOPLE:
                holder = next((each for each in whole.owners if _is_one(each, owned.owners[0])), None)
                if holder and holder.last < pack.history.newest() - YEAR:
                    newest = max(each.last for each in whole.owners)
                    yield Left(path, owned, holder, max(1, round((newest - holder.last) / YEAR)))


def _may_be_hot(path: str) -> bool:
    """Whether a file changes for what it does: a package's own file changes with every release."""
    return is_own_code(path) and path.rpartition("/")[2] not in _RELEASED


def _recent(pack: EvidencePack, path: str) -> int:
    churn = pack.past.churn.get(path)
    return churn.recent if churn else 0


def _spread(pack: EvidencePack) -> _Spread | None:
    if pack.history is None:
        return None
    own = [path for path in pack.index.paths() if is_own_code(path)]
    paths = own[:: max(1, len(own) // MOST_FILES)]  # every third file of a big repository says as much as all
    churn = pack.history.churn(paths)
    counts = sorted(churn[path].recent if path in churn else 0 for path in paths)
    return _Spread(tuple(counts)) if len(counts) >= FEWEST_FILES else None


def _is_held(owned: Ownership) -> bool:
    return owned.bus_factor == 1 and owned.commits >= FEWEST_COMMITS and owned.owners[0].share >= LEAST_SHARE


def _is_one(one: Owner, other: Owner) -> bool:
    return one.email.lower() == other.email.lower() or (one.name == other.name and " " in one.name)
