"""Words that are merely added do not depend on what changed meanwhile: they are judged anew and saved."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, TypeVar

from groundplan.app.opened import open_plan
from groundplan.plan.errors import Changed

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.app.opened import OpenPlan

Done = TypeVar("Done")

ATTEMPTS = 12
_LONGEST_PAUSE = 0.25  # seconds, after the first attempt; each further one may wait that much longer


def try_again(opened: OpenPlan, act: Callable[[OpenPlan], Done]) -> Done:
    """Do what adds words to a plan; where somebody was quicker, read the plan again and repeat it."""
    for attempt in range(1, ATTEMPTS):
        try:
            return act(opened)
        except Changed:
            # Writers that collided once would collide again if they all waited equally long.
            time.sleep(_LONGEST_PAUSE * attempt * secrets.randbelow(1000) / 1000)
            opened = open_plan(opened.workspace, opened.known.id)
    return act(opened)
