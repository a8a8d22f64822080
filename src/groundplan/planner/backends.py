"""Databases a repository has code of its own for: folders or files side by side, each named after one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.planner.technologies import DATABASES
from groundplan.planner.variants import paths_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.planner.goal import Goal
    from groundplan.planner.pack import EvidencePack

_FEWEST_BESIDE = 2  # one file called `redis` is a client; two databases side by side are backends
_ALL = late_regex(
    r"\b(?:all|every|each|any)\b[^.;]{0,40}\b(?:databases?|backends?|dialects?|vendors?)\b", re.IGNORECASE
)


def wants_all(goal: Goal) -> bool:
    """Tell whether a goal asks for all databases in its own words."""
    return _ALL.search(goal.text) is not None


def find_backends(pack: EvidencePack) -> Mapping[str, str]:
    """Return the databases with code of their own, each with the folder or file that is named after it."""
    words = {word: each.name for each in DATABASES for word in each.words}
    beside: dict[str, dict[str, str]] = {}
    for path in paths_of(pack):
        if is_test(path) or path.startswith(("doc", "example")):
            continue
        parts = path.split("/")
        for at, part in enumerate(parts):
            is_file = at == len(parts) - 1
            name = words.get(part.partition(".")[0].lower() if is_file else part.lower())
            if name and (not is_file or pack.index.outline(path) is not None):
                home = "/".join(parts[: at + 1]) + ("" if is_file else "/")
                beside.setdefault("/".join(parts[:at]), {}).setdefault(name, home)
    most = max(beside.values(), key=len, default={})
    return most if len(most) >= _FEWEST_BESIDE else {}
