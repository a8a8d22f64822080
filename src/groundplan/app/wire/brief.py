"""A brief as plain data, and the JSON schema that its data keeps to."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, get_args, get_origin, get_type_hints

from groundplan.app.wire.faults import command
from groundplan.app.wire.plain import as_plain
from groundplan.consult import reading
from groundplan.plan.fact import Fact, as_plain_fact
from groundplan.plan.hint import Run
from groundplan.planner.brains.brief import Brief
from groundplan.planner.brains.turn import SCHEMA

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Fact: {"type": "object", "description": "a fact, as the command `context` gives it"},
    Run: {"type": "object", "description": "a command: `command`, `arguments`, `options`"},
}


def brief(told: Brief) -> dict[str, Any]:
    """Return a brief as dictionaries, lists and texts."""
    bare = dataclasses.replace(told, facts=(), steps=())
    plain: dict[str, Any] = as_plain(bare)
    return plain | {
        "steps": [{"command": _run(step.command), "purpose": step.purpose} for step in told.steps],
        "facts": [as_plain_fact(each) for each in told.facts],
    }


def _run(named: Run) -> dict[str, Any]:
    return command(named) | {"line": named}


def brief_schema() -> dict[str, Any]:
    """Return the JSON schema of a brief, made from its type."""
    return {"$schema": DIALECT, "title": "What whoever fills a plan is given", **_schema(Brief)}


def _schema(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type, as hints give it
    if kind is types.NoneType:
        return {"type": "null"}
    if kind in _PLAIN:
        return _PLAIN[kind]
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        fields = {each.name: _schema(hints[each.name]) for each in dataclasses.fields(kind)}
        said = (getattr(kind, "__doc__", "") or "").strip().split("\n")[0]
        return {"type": "object", "description": said, "properties": fields, "required": list(fields)}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    if origin is types.UnionType:
        return {"anyOf": [_schema(each) for each in inner]}
    raise TypeError(f"{kind} has no schema")


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON schema of what is given, a `brief`, or taken back, a `turn`, a `reading` of a file."""
    if name == "reading":
        return reading.schema()
    return SCHEMA if name == "turn" else brief_schema()
