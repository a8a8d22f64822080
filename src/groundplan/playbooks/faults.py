"""Faults of a playbook, collected so that one reading names all of them and not just the first."""

from __future__ import annotations

import difflib
from dataclasses import field
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SHOWN = 3
LONGEST_CHOICE = 12  # more names than this do not help whoever reads the message


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a playbook's files: where, by dotted key, and what is allowed there."""

    file: str
    key: str  # "section[3].record[0].shape"; empty: the file as a whole
    message: str
    needs_newer: bool = False  # only a newer groundplan can read it

    def __str__(self) -> str:
        """Write the fault on one line."""
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


@dataclass(slots=True)
class Faults:
    """What is wrong with one file so far."""

    file: str
    found: list[Fault] = field(default_factory=list)

    def add(self, key: str, message: str, *, file: str = "", needs_newer: bool = False) -> None:
        """Note a fault."""
        self.found.append(Fault(file or self.file, key, message, needs_newer))


def allowed(value: str, known: Iterable[str]) -> str:
    """Return the words after "unknown": the nearest name and what else there is."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(value, names, n=1, cutoff=0.6)
    said = f"nearest `{near[0]}`" if near else ""
    if names and (len(names) <= LONGEST_CHOICE or not near):
        shown = ", ".join(f"`{name}`" for name in names[:LONGEST_CHOICE])
        more = ", …" if len(names) > LONGEST_CHOICE else ""
        said = "; ".join(part for part in (said, f"one of {shown}{more}") if part)
    return said or "none is declared"


def refuse(name: str, faults: Iterable[Fault]) -> Unreadable:
    """Return the error that names the first faults and says how to see all."""
    found = list(faults)
    count = "1 fault" if len(found) == 1 else f"{len(found)} faults"
    lines = [f"Playbook `{name}` has {count}", *(f"  {fault}" for fault in found[:MOST_SHOWN])]
    if len(found) > MOST_SHOWN:
        lines.append(f"  and {len(found) - MOST_SHOWN} more")
    hint = f"See all: `groundplan playbook check {quote(name)}`"
    if any(fault.needs_newer for fault in found):
        hint = "Install a newer groundplan: `pip install -U groundplan`"
    return Unreadable("\n".join(lines), hint=hint, place=found[0].file)
