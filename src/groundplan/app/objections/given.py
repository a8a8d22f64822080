"""The form in which a reader hands objections in: JSON from anybody, so every fault of it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.objections.checks import ObjectionDraft
from groundplan.app.objections.objecting import HandedIn
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Callable

_KEYS = ("keeps", "objections", "tried")
_OBJECTION = ("because", "change", "evidence", "quote", "section", "touches")
SHAPE = Hint(run("refute"), " shows the form")


def read_objections(data: object, by: str = "", *, clean: Callable[[str], str] = spell_out) -> HandedIn:
    """Return what JSON data hands in for that reader, without letters that a terminal obeys."""
    if isinstance(data, list):
        data = {"objections": data}
    top = _Table(data, "the file", _KEYS, clean)
    rows = top.data.get("objections", [])
    if not isinstance(rows, list):
        raise Misused("`objections` is not a list", hint=SHAPE)
    return HandedIn(
        tuple(_objection(row, f"objection {number}", clean) for number, row in enumerate(rows, 1)),
        by,
        "\n".join(top.texts("tried")),
        top.texts("keeps"),
    )


def _objection(row: object, name: str, clean: Callable[[str], str]) -> ObjectionDraft:
    table = _Table(row, name, _OBJECTION, clean)
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

    def __init__(self, data: object, name: str, known: tuple[str, ...], clean: Callable[[str], str]) -> None:
        if not isinstance(data, dict):
            raise Misused(f"{name[:1].upper()}{name[1:]} is not a table", hint=SHAPE)
        self.data: dict[str, Any] = data
        self._name, self._clean = name, clean
        for key in data:
            if key not in known:
                raise Misused(f"`{key}` of {name} is unknown; known are {', '.join(known)}", hint=SHAPE)

    def text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise Misused(f"`{key}` of {self._name} is not a text", hint=SHAPE)
        return self._clean(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if isinstance(value, str):
            value = [value] if value else []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Misused(f"`{key}` of {self._name} is not a list of texts", hint=SHAPE)
        return tuple(map(self._clean, value))
