"""Where the identifiers that a goal names stand: every place in every file."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from groundplan.code.occurrences import find_occurrences
from groundplan.evidence.kinds import Standing
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

_BUILT_IN = frozenset(dir(builtins))  # `ValueError` stands everywhere and is nobody's
MOST_TERMS = 6
MOST_FILES = 2_000  # a word that stands in more files is no identifier in play


def find_standings(pack: EvidencePack) -> tuple[Standing, ...]:
    """Return every occurrence of the identifiers the goal names, a dotted one by its last part."""
    terms = dict.fromkeys(each.rpartition(".")[2] for each in pack.goal.names)
    found = []
    for term in [each for each in terms if each not in _BUILT_IN][:MOST_TERMS]:
        if len(pack.index.files_with(term)) > MOST_FILES:
            pack.notices.append(f"`{term}` was not counted: it appears in more than {MOST_FILES} files")
            continue
        try:
            files = find_occurrences(pack.index, term).files
        except GroundplanError:
            continue  # what the goal writes as code may be no term at all
        kept = {p: n for p, n in files.items() if not is_plan_file(pack.index, p, pack.config)}
        found.append(Standing(term, kept))
    return tuple(found)
