"""Makes the evidence pack of a goal: the goal read, code and history at hand, nothing computed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.goal_reading import read_goal
from groundplan.planner.pack import EvidencePack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.view import CodeView
    from groundplan.evidence.kinds import OtherPlan
    from groundplan.plan.config import Config
    from groundplan.survey.history.past import History


def gather_pack(  # noqa: PLR0913  (four givens, two that may be left out)
    index: CodeView,
    history: History | None,
    goal_text: str,
    config: Config,
    *,
    others: Sequence[OtherPlan] = (),
    extra: Sequence[str] = (),
) -> EvidencePack:
    """Return the evidence pack of a goal; each part is computed when it is first asked for."""
    pack = EvidencePack(read_goal(goal_text), index, history, config, tuple(others), tuple(extra))
    if not index.paths():
        pack.notices.append("This repository holds no text files, so nothing can be said about its code")
    return pack
