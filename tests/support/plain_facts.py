"""Facts as JSON and back: each value under the name of its type, and nothing but plain values."""

# ruff: noqa: ANN401 - any tree of values

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

_TYPE = "type"


def as_json(value: object) -> str:
    """Return plain values as JSON; whatever is live in them is refused."""
    return json.dumps(_plain(value))


def from_json(text: str) -> Any:
    """Return the values again."""
    return _made(json.loads(text))


def types_in(text: str) -> set[str]:
    """Return the names of the types that JSON holds values of."""
    return {name.rpartition(".")[2] for name in _names(json.loads(text))}


def _plain(value: Any) -> Any:
    if value is None or type(value) in {bool, int, float, str}:
        return value
    named = {_TYPE: f"{type(value).__module__}.{type(value).__qualname__}"}
    if isinstance(value, enum.Enum):
        return {**named, "value": value.value}
    if dataclasses.is_dataclass(value):
        frozen = type(value).__setattr__ is not object.__setattr__
        assert frozen, f"{named[_TYPE]} may be changed"
        return {
            **named,
            "fields": {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)},
        }
    if hasattr(value, "_asdict"):
        return {**named, "fields": {name: _plain(each) for name, each in value._asdict().items()}}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        assert all(isinstance(name, str) for name in value)
        return {"mapping": {name: _plain(each) for name, each in value.items()}}
    raise TypeError(f"{named[_TYPE]} is not plain")


def _made(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_made, data))
    if not isinstance(data, dict):
        return data
    if "mapping" in data:
        return {name: _made(each) for name, each in data["mapping"].items()}
    module, _, name = data[_TYPE].rpartition(".")
    made = getattr(import_module(module), name)
    if "value" in data:
        return made(data["value"])
    return made(**{name: _made(each) for name, each in data["fields"].items()})


def _names(data: Any) -> set[str]:
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    own = {data[_TYPE]} if isinstance(data, dict) and isinstance(data.get(_TYPE), str) else set()
    return own.union(*map(_names, inside))
