"""Who uses what a change alters beyond its plan, so that a reviewer sees how far it reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.callers import find_callers
from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED
from groundplan.plan.conformance import How, Verdict

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.plan.conformance import Conformance, TouchedFile, TouchedName

_MOST = 30  # names; a change that needs more is read as a whole
_BEYOND = frozenset({Verdict.UNPLANNED, Verdict.EXCLUDED})


def with_users(index: CodeView, conformance: Conformance) -> Conformance:
    """Return a conformance with the users of each name that was changed and not planned."""
    left = _MOST
    files = []
    for file in conformance.files:
        names = []
        for name in file.names:
            is_asked = name.verdict in _BEYOND and name.how is How.CHANGED and name.qualified and left > 0
            left -= bool(is_asked)
            names.append(_looked_up(index, file, name) if is_asked else name)
        files.append(replace(file, names=tuple(names)))
    return replace(conformance, files=tuple(files))


def _looked_up(index: CodeView, file: TouchedFile, name: TouchedName) -> TouchedName:
    outline = index.outline(file.path)
    found = outline.find(name.qualified) if outline is not None else ()
    if outline is None or not found:
        return name
    if outline.language not in FOLLOWED:
        return replace(name, users_known=f"calls are not followed in {outline.language}")
    callers = find_callers(index, Symbol(file.path, found[0]))
    users = tuple(
        f"{each.path}::{each.qualified}" if each.qualified else each.path for each in callers.resolved
    )
    open_ends = "" if callers.coverage.is_complete else "; ".join(callers.coverage.reasons)
    return replace(name, users=users, users_known=open_ends)
