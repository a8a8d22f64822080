"""Finds the new name of a rename where the code has it already, beside the old one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.naming import find_symbols
from groundplan.evidence.contrary.kinds import Met
from groundplan.evidence.renames import read_rename

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack


def find_met(pack: EvidencePack) -> Met | None:
    """Return the definition that has the new name in the same class or at the top of the same file."""
    asked = read_rename(pack.goal.text)
    if not (asked and asked.new):
        return None
    homes = {(each.path, each.definition.parent) for each in find_symbols(pack.index, asked.said)}
    homes = homes or {(each.path, each.definition.parent) for each in pack.index.symbols(asked.old)}
    for each in pack.index.symbols(asked.new):
        if (each.path, each.definition.parent) in homes:
            return Met(asked.old, asked.new, each.path, each.definition.line)
    return None
