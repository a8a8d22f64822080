"""Commands as the person at this terminal types them: the program's name as started, the plan if needed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.hint import Run

PROGRAM = "groundplan"
STARTED_AS = "GROUNDPLAN_STARTED_AS"  # set by a launcher, which alone knows what was typed
_SCRIPTS = {PROGRAM, "gp"}


def find_program(environ: Mapping[str, str], started: str) -> str:
    """Return what commands begin with: what a launcher says, a console script's name, or our own."""
    said = environ.get(STARTED_AS, "").strip()
    name = os.path.basename(started).removesuffix(".exe")  # noqa: PTH119 - no pathlib for a name
    return said or (name if name in _SCRIPTS else PROGRAM)


def is_command(text: str, program: str) -> bool:
    """Tell whether words are a call of this program, such as `groundplan check`."""
    from groundplan.cli.catalogue import COMMANDS

    name, _, rest = text.strip("`$ ").partition(" ")
    return name in {*_SCRIPTS, program} and (not rest or rest.split()[0] in COMMANDS)


def spell(value: str | Run, program: str) -> str:
    """Return a command, or a text with its commands, as they are typed; plain words stay as they are."""
    if type(value) is str:  # nearly every text
        return value
    from groundplan.app.use_cases import takes_plan
    from groundplan.plan.hint import Hint, Run

    if isinstance(value, Run):
        return value.spelled(program, takes_plan=takes_plan(value))
    parts = value.parts if isinstance(value, Hint) else (value,)
    return "".join(f"`{spell(part, program)}`" if isinstance(part, Run) else part for part in parts)
