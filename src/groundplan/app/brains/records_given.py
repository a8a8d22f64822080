"""Sections given as JSON, turned into the Markdown that anybody else would have written."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.holding import declared_key
from groundplan.app.changes.previewing import plan_to_read
from groundplan.app.changes.writing import resolve_key
from groundplan.markdown.brackets import is_bracketed
from groundplan.markdown.rendering import Content, render_section
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run
from groundplan.plan.json_text import read_json
from groundplan.planner.brains.turn import NAMES, Turn, read_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.hint import Run
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brains.turn import Edit

_ONCE = "`old` has words of the section as it is now, copied exactly, enough of them to be there once"
MOST_LETTERS = 2_000_000


def read_given(opened: OpenPlan, text: str, so_far: Mapping[str, str] | None = None) -> Turn:
    """Return the turn that a JSON text holds; sections by key alone are one that only writes."""
    data = _parse(opened, text)
    own = {spec.key for spec in opened.playbook.sections}
    # A playbook may have a section of such a name: then the name means the section, as it always did.
    return edited(opened, read_turn(data), so_far) if (NAMES & set(data)) - own else Turn(data)


def edited(opened: OpenPlan, turn: Turn, so_far: Mapping[str, str] | None = None) -> Turn:
    """Return a turn whose changes of a few words are whole sections: of the plan, or of a draft so far."""
    if not turn.edits:
        return turn
    plan, made = plan_to_read(opened), so_far or {}
    given = {resolve_key(opened, name) for name in turn.sections}
    changed: dict[str, str] = {}
    for each in turn.edits:
        key = resolve_key(opened, each.section)
        section = plan.section(key)
        text = changed.get(key) or made.get(key) or (section.text if section else "")
        if key in given:
            raise Misused(f"Section `{key}` is given whole and in `edits`", hint="Give it once")
        changed[key] = _with_edit(key, text, each)
    return replace(turn, sections={**turn.sections, **changed}, edits=())


def _with_edit(key: str, text: str, edit: Edit) -> str:
    """Return a text with words replaced that it has once, whatever the spacing between them."""
    words = r"\s+".join(map(re.escape, edit.old.split()))
    count = len(re.findall(words, text))
    if count != 1:
        told = "does not say" if not count else f"says {count} times"
        raise Misused(f"Section `{key}` {told} `{' '.join(edit.old.split())[:160]}`", hint=_ONCE)
    return re.sub(words, lambda _: edit.new.strip(), text)


def render_given(opened: OpenPlan, sections: Mapping[str, Any]) -> dict[str, str]:
    """Return the Markdown of each section given by key, as words, records or both."""
    return {resolve_key(opened, name): _render(opened, name, value) for name, value in sections.items()}


def _schema(opened: OpenPlan) -> Run:
    return run("playbook show", opened.playbook.name, {"schema": True})


def _parse(opened: OpenPlan, text: str) -> dict[str, Any]:
    hint = Hint("See its form: ", _schema(opened))
    if len(text) > MOST_LETTERS:
        raise Misused(f"The records have {len(text):,} letters, at most {MOST_LETTERS:,} are read")
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        raise Misused(f"The records are not JSON: {error}", hint=hint) from error
    if not isinstance(data, dict) or not data:
        raise Misused("The records are not an object of sections by key", hint=hint)
    return data


def _render(opened: OpenPlan, name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    key = resolve_key(opened, name)
    spec = opened.playbook.section(declared_key(opened, key))
    if spec is None:
        raise NotFound(f"Plan `{opened.known.slug}` has no section `{name}`")
    return render_section(spec, _content(opened, spec, key, value))


def _content(opened: OpenPlan, spec: SectionSpec, key: str, value: object) -> Content:
    given = {"records": value} if isinstance(value, list) else value
    hint = Hint("A text, a list of records, or `captures`, `text` and `records`: ", _schema(opened))
    if not isinstance(given, dict) or set(given) - {"captures", "text", "records"}:
        raise Misused(f"Section `{key}` has no such form", hint=hint)
    records, captures = given.get("records", []), given.get("captures", {})
    if not isinstance(records, list) or not all(isinstance(each, dict) for each in records):
        raise Misused(f"The records of section `{key}` are not a list of objects", hint=hint)
    if not isinstance(captures, dict):
        raise Misused(f"The `captures` of section `{key}` are not an object", hint=hint)
    known = _caught(opened, spec, key) | {str(name): str(each) for name, each in captures.items()}
    return Content(known, str(given.get("text", "")), records)


def _caught(opened: OpenPlan, spec: SectionSpec, key: str) -> dict[str, str]:
    """Return what the title catches in the plan already, and the number that the key itself has."""
    section = opened.plan.section(key)
    caught = dict(section.captures) if section is not None else {}
    # A title that is still the skeleton's catches placeholders.
    caught = {name: words for name, words in caught.items() if not is_bracketed(words)}
    head, _, tail = spec.key.partition("{n}")
    if spec.repeats and "{n}" in spec.key and key.startswith(head):
        number = key[len(head) : len(key) - len(tail) if tail else None].partition("/")[0]
        caught["n"] = number
    return caught
