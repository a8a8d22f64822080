"""Challenges a change where it is dear: a file that changes far more than others, or that one person made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.kinds import Busy
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Left
    from groundplan.evidence.facts import Facts

NAME = "hotspot"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each foremost target that changes unusually often or hangs on one person."""
    yield from (_busy(each) if isinstance(each, Busy) else _left(each) for each in facts.contrary.hot)


def _busy(found: Busy) -> Challenge:
    churn, share, usual = found.churn, found.share, found.median
    return Challenge(
        NAME,
        churn.path,
        f"{code(churn.path)} changed {counted(churn.recent, 'time')} in the year up to {churn.until}, "
        f"more than {share} % of {counted(found.files, 'file')} of code looked at (median {usual}).",
        (churn.path,),
        {"recent": churn.recent, "commits": churn.commits, "percentile": share, "median": usual},
        advice="Keep the change small and land it soon: whatever stays open here has to be merged again.",
        mitigation="Small commits, rebased often.",
        risk="regression",
        weight=1.2,
    )


def _left(found: Left) -> Challenge:
    path, owned, holder, years = found.path, found.owned, found.holder, found.years
    made = round(owned.owners[0].share * owned.commits)
    return Challenge(
        NAME,
        f"owner:{path}",
        f"{holder.name} made {made} of the {counted(owned.commits, 'commit')} to {code(path)} and has none "
        f"here for {counted(years, 'year')}: nobody else has worked in it much.",
        (path,),
        {"commits": owned.commits, "share": round(owned.owners[0].share, 2), "years": years},
        advice=f"Plan time to learn {code(path)}, and have a second person read the change.",
        mitigation="Two people read the change.",
        risk="operational",
        weight=1.1,
    )
