"""Results of questions as plain data: the fields of a type are the keys of its JSON."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import PurePath
from typing import Any


def as_plain(value: object) -> Any:  # noqa: ANN401 - any tree of plain values
    """Return a result as dictionaries, lists, texts and numbers; sets in order, unset fields as null."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, str | PurePath):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: as_plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_plain(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): as_plain(each) for name, each in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(as_plain(each) for each in value)
    if isinstance(value, list | tuple):
        return [as_plain(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no plain form")
