"""What a document of anybody's is told by default: a wrong fact costs more than ten that are missing."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance
from groundplan.plan.statement import LISTED, NAMED_TEST, TABLED, TESTED_ON, TOLD, TOTAL, Topic
from groundplan.survey.stated.names import is_nearly

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.code.index import Symbol
    from groundplan.plan.statement import Answer, Statement

_OF_LINES = frozenset({"places", "lines"})  # lists of nothing but lines of code


def is_sure(code: Looking, answer: Answer) -> bool:
    """Tell whether what contradicts a statement leaves no other reading of its words."""
    said = answer.statement
    if said.topic is Topic.NAME:
        return said.is_sure and said.said != TOLD and _is_nearly_a_member(code, said)
    if said.said == TOTAL or (said.topic is Topic.LIST and said.subject not in _OF_LINES):
        return False  # "delete 7 tests" is no total, and a list may have an item that is none
    if said.topic is Topic.QUOTE:
        return said.said in {TABLED, LISTED} or (said.is_sure and not _is_of_path(said))
    if said.topic is Topic.COMMAND or (said.topic is Topic.TEST and said.said != NAMED_TEST):
        return said.is_sure
    return said.said != TESTED_ON or said.is_sure


def _is_of_path(said: Statement) -> bool:
    """Tell whether a quoted name is a folder or the file that its citation leads through."""
    path = said.citation.path if said.citation else ""
    name = re.split(r"\.|::|#|->", said.text.partition("(")[0])[-1]
    parts = (*path.split("/"), posixpath.basename(path).partition(".")[0])
    return name.casefold() in {part.casefold() for part in parts}


def _is_nearly_a_member(code: Looking, said: Statement) -> bool:
    """Tell whether the class or file that a name is put in has another that it is nearly spelled like.

    Both are then of one language. A name in other capitals is another language's way to spell it.
    """
    *owners, name = re.split(r"\.|::|#", said.subject)
    homes = _homes(code, owners[-1]) if owners else _file(code, said)
    outline = code.index.outline(homes[0]) if len(homes) == 1 else None
    return any(
        each.name[:1].isupper() == name[:1].isupper()
        and each.name.casefold() != name.casefold()
        and (distance(name, each.name, 1) <= 1 or is_nearly(name, each.name))
        for each in (outline.definitions if outline else ())
    )


def _homes(code: Looking, owner: str) -> list[str]:
    """Return the files that define a class, or that are the module of that name."""
    found: tuple[Symbol, ...] = code.index.symbols(owner)
    if found:
        return list({each.path for each in found})
    stems = (each for each in code.index.paths() if posixpath.basename(each).partition(".")[0] == owner)
    return [each for each in stems if code.index.outline(each) is not None]


def _file(code: Looking, said: Statement) -> list[str]:
    path = said.citation.path if said.citation else ""
    return [each for each in code.index.paths() if path and f"/{each}".endswith(f"/{path}")]
