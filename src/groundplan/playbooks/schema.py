"""The JSON schema of what a plan of a playbook may be given as records, made from its declarations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from groundplan.plan.playbook import Shape, Tick
from groundplan.playbooks.skeleton import captures

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook, RecordSpec, SectionSpec

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_CAPTURE = re.compile(r"\\\{([a-z_]+)\\\}")
_ENDING = re.compile(r" \(\{[^{}]*\}\)$")  # may be left out, as in a title
_CAUGHT = {"n": "[0-9]+", "letter": "[A-Z]"}
_MARKDOWN = {"type": "string", "description": "its words, as Markdown"}


def playbook_schema(playbook: Playbook) -> dict[str, Any]:
    """Return the schema of sections by key, draft 2020-12: words, records, or both."""
    written = [spec for spec in playbook.sections if not (spec.computed or spec.container)]
    return {
        "$schema": DIALECT,
        "title": f"Sections of a plan of playbook {playbook.name}, version {playbook.version}",
        "type": "object",
        "minProperties": 1,
        "properties": {spec.key: _section(spec) for spec in written if "{" not in spec.key},
        "patternProperties": {_pattern(spec.key): _section(spec) for spec in written if "{" in spec.key},
        "additionalProperties": False,
    }


def _pattern(key: str) -> str:
    inner = _CAPTURE.sub(lambda found: _CAUGHT.get(found[1], "[^/]+"), re.escape(key))
    return f"^{inner.replace(chr(92) + '-', '-')}$"


def _section(spec: SectionSpec) -> dict[str, Any]:
    records = [_record(each, spec) for each in spec.records if each.shape is not Shape.SECTIONS]
    whole: dict[str, Any] = {"text": _MARKDOWN | {"description": "words before the records, as Markdown"}}
    forms: list[dict[str, Any]] = [_MARKDOWN]
    if records:
        listed = {"type": "array", "items": {"anyOf": records} if len(records) > 1 else records[0]}
        whole["records"] = listed
        forms.append(listed)
    names = [name for name in captures(spec.title) if name not in captures(spec.key)]
    if names:
        caught = {name: _one_of(spec.allowed.get(name, ())) for name in names}
        whole["captures"] = {
            "type": "object",
            "description": f"for its title: {spec.title}",
            "properties": caught,
        }
    forms.append({"type": "object", "properties": whole, "additionalProperties": False})
    told = {"title": spec.title, "description": spec.guidance, "anyOf": forms}
    return {name: value for name, value in told.items() if value}


def _one_of(allowed: tuple[str, ...]) -> dict[str, Any]:
    return {"type": "string", "enum": list(allowed)} if allowed else {"type": "string"}


def _record(spec: RecordSpec, section: SectionSpec) -> dict[str, Any]:
    alike = [each for each in section.records if each.kind == spec.kind]
    marks: dict[str, Any] = {"kind": {"const": spec.kind}}
    needed = ["kind"] if len(section.records) > 1 else []
    for name in ("part", "under"):
        own = getattr(spec, name)
        if own:
            marks[name] = {"const": own}
            needed += [name] if len({getattr(each, name) for each in alike}) > 1 else []
    if spec.id:
        marks["id"] = {"type": "string", "description": f"such as {spec.id}; left out: the next one"}
    if spec.tick is Tick.CHOICE:
        marks["ticked"] = {"type": "boolean"}
    fields = {name: _field(spec, name) for name in spec.given_fields if name not in spec.computed}
    if spec.shape is Shape.FENCE:
        fields |= {"text": {"type": "string"}, "info": {"type": "string", "description": "its language"}}
    return {
        "type": "object",
        "properties": marks | fields,
        "required": list(dict.fromkeys((*needed, *(name for name in _needed(spec) if name in fields)))),
        "additionalProperties": False,
    }


def _needed(spec: RecordSpec) -> tuple[str, ...]:
    """Return the fields without which a record cannot be typed: those of its label are its words."""
    label = _ENDING.sub("", spec.label) if spec.shape is not Shape.TABLE else ""
    caught = [name for name in captures(label) if name != "id"]
    words = ["text"] if spec.shape in {Shape.LIST, Shape.CHECKLIST, Shape.LEADS} and not spec.label else []
    return (*words, *caught, *spec.required)


def _field(spec: RecordSpec, name: str) -> dict[str, Any]:
    one = _one_of(spec.allowed.get(name, ()))
    if name in spec.allowed or name not in spec.fields or spec.shape is Shape.TABLE:
        return one | ({"description": spec.fields[name]} if name in spec.fields else {})
    several = {"type": "array", "items": {"type": "string"}}
    return {"description": spec.fields[name], "anyOf": [one, several]}
