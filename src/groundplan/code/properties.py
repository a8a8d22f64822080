"""Which methods are read like attributes: to name one is to run it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.outline import Definition

_PROPERTIES = (
    "property",
    "cached_property",
    "classproperty",
    "hybrid_property",
    "setter",
    "getter",
    "deleter",
)
_ACCESSOR = re.compile(
    r"(?:(?:public|protected|private|static|override|abstract)\s+)*(?:get|set)\s+[\w$#\[\"']"
)


def is_property(definition: Definition) -> bool:
    """Whether a method is read like an attribute."""
    if definition.kind is not Kind.METHOD:
        return False
    marks = (each.rpartition(".")[2] for each in definition.decorators)
    return any(each in _PROPERTIES for each in marks) or bool(_ACCESSOR.match(definition.header))
