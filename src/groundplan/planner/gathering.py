"""Makes the evidence pack of a goal: the goal read, code and history at hand, nothing computed yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.goal.reading import read_goal
from groundplan.planner.pack import EvidencePack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.view import CodeView
    from groundplan.evidence.kinds import OtherPlan
    from groundplan.plan.config import Config
    from groundplan.survey.history.past import History

_MANIFESTS = ("pyproject.toml", "package.json", "Cargo.toml", "go.mod", "composer.json")
_NAME = late_regex(r"^\s*(?:\"?name\"?\s*[=:]\s*\"|module\s+)(?P<name>[\w@./-]{1,100})", re.MULTILINE)
_HEAD = 20_000


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
    pack = EvidencePack(
        read_goal(goal_text, own_names(index)), index, history, config, tuple(others), tuple(extra)
    )
    if not index.paths():
        pack.notices.append("This repository holds no text files, so nothing can be said about its code")
    return pack


def own_names(index: CodeView) -> frozenset[str]:
    """Return what the project calls itself at the top of its manifests."""
    found = set()
    for path in _MANIFESTS:
        text = (index.text(path) or b"") if path in index.paths() else b""
        if named := _NAME.search(text[:_HEAD].decode("utf-8", "replace")):
            found.add(named["name"].rpartition("/")[2])
    return frozenset(found)
