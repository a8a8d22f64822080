"""The file in which a reader hands objections in: JSON from anybody, so every fault of it is named."""

from __future__ import annotations

import json
from typing import Any

from groundplan.app.objecting import HandedIn
from groundplan.app.objection_checks import ObjectionDraft
from groundplan.cli.texts import read_file, read_stdin, without_controls
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

LARGEST = 500_000  # bytes: more than anybody reads
_KEYS = ("keeps", "objections", "tried")
_OBJECTION = ("because", "change", "evidence", "quote", "section", "touches")
_SHAPE = Hint(run("refute"), " shows the form of the file")


def read_handed_in(path: str, by: str) -> HandedIn:
    """Return what a file hands in for the reader that the call names."""
    text = read_stdin() if path == "-" else read_file(path)
    if len(text) > LARGEST:
        raise Misused(f"`{path}` is larger than {LARGEST // 1000} kB", hint="Leave out long outputs")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Misused(f"`{path}` is not JSON: {error}", hint=_SHAPE) from error
    if isinstance(data, list):
        data = {"objections": data}
    top = _Table(data, "the file", _KEYS)
    rows = top.data.get("objections", [])
    if not isinstance(rows, list):
        raise Misused("`objections` is not a list", hint=_SHAPE)
    return HandedIn(
        tuple(_objection(row, f"objection {number}") for number, row in enumerate(rows, 1)),
        by,
        top.text("tried"),
        top.texts("keeps"),
    )


def _objection(row: object, name: str) -> ObjectionDraft:
    table = _Table(row, name, _OBJECTION)
    return ObjectionDraft(
        table.text("quote"),
        table.text("because"),
        table.texts("evidence"),
        table.text("change"),
        table.text("section"),
        table.texts("touches"),
    )


class _Table:
    """Typed reads of a table whose faults are said by its name."""

    def __init__(self, data: object, name: str, known: tuple[str, ...]) -> None:
        if not isinstance(data, dict):
            raise Misused(f"{name[:1].upper()}{name[1:]} is not a table", hint=_SHAPE)
        self.data: dict[str, Any] = data
        self._name = name
        for key in data:
            if key not in known:
                raise Misused(f"`{key}` of {name} is unknown; known are {', '.join(known)}", hint=_SHAPE)

    def text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise Misused(f"`{key}` of {self._name} is not a text", hint=_SHAPE)
        return without_controls(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Misused(f"`{key}` of {self._name} is not a list of texts", hint=_SHAPE)
        return tuple(map(without_controls, value))
