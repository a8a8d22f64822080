"""What trying something showed: a receipt that a plan may cite as measured, `(measured: P1)`."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry

PROBE_ID = late_regex(r"P[1-9][0-9]{0,5}")
MARK = "(measured"  # how a plan's words begin to cite one
# Looser than the mark that a plan's rule reads: a reader takes each of these for a receipt.
_CLAIM = late_regex(r"\(\s*measured\s*(?:\)|:\s*(?P<names>P\d+(?:[\s,;&]+(?:and\s+)?P\d+)*))", re.IGNORECASE)
_NAME = late_regex(r"P\d+")


@dataclass(frozen=True, slots=True)
class Probe:
    """The receipt of a command that was run over a copy of the code."""

    entry: Entry
    id: str  # two branches may give the same one to two probes
    argv: tuple[str, ...]
    ended: str  # exited, or the limit that was passed
    code: int | None  # exit code
    milliseconds: int
    digest: str  # of the whole output
    excerpt: str  # of the output: its beginning and its end
    state: str  # digest of the code it ran over, without the patch and the plan itself
    commit: str
    changed: int  # files that differed from the commit
    patch: str  # digest of the patch that was applied first, or empty
    tool: str  # what the program says of its version
    open_walls: str  # why it was not confined; empty: it was
    made: str = ""  # digest of the ignored files that it was given
    patch_text: str = ""  # the patch itself, where it is short and holds no secret


_STOPPED = {
    "time": "stopped: it took too long",
    "output": "stopped: it printed too much",
    "memory": "stopped: it took too much memory",
    "disk": "stopped: it wrote too much",
    "processes": "stopped: it started too many processes",
    "cancelled": "cancelled",
}


def find_claims(text: str) -> tuple[str, ...]:
    """Return the receipts that words claim, by name; an empty name is a claim that names none."""
    named = (_NAME.findall((mark["names"] or "").upper()) or [""] for mark in _CLAIM.finditer(text))
    return tuple(dict.fromkeys(chain.from_iterable(named)))


def tell_end(ended: str, code: int | None) -> str:
    """Return how a command ended, in words."""
    if ended != "exited" or code is None:
        return _STOPPED.get(ended, "ended in a way that is not known")
    return f"exit code {code}" if code >= 0 else f"ended by signal {-code}"
