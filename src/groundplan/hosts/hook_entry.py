"""The entry in Claude Code's settings that has a plan checked before it is shown; the rest stays as it is."""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any

from groundplan.markdown.lines import BOM, with_line_end
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable
from groundplan.plan.late_regex import late_regex

EVENT = "PreToolUse"
TOOL = "ExitPlanMode"
_CALL = "groundplan hook claude"
# Exit code 2 blocks the tool, and a groundplan that is missing or too old to know `hook` may end with it.
# `; exit 0` means the same to every shell that Claude Code starts, PowerShell included.
ENTRY = {
    "matcher": TOOL,
    "hooks": [{"type": "command", "command": f"{_CALL}; exit 0", "timeout": 60}],
}
# Entries of earlier releases, which are replaced.
EARLIER: tuple[dict[str, Any], ...] = ()
# With words of the user's, but nothing that a shell goes on with: what follows `;` is somebody else's.
_OURS = late_regex(rf"{_CALL}(?: [\w./=-]+)*(?:; exit 0)?")
_TOKEN = late_regex(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_INNER = "  "


def put(before: str | None, path: str) -> str:
    """Return the settings with the entry; one that the user changed stays as it is."""
    if before is None:
        return _new_file()
    text = before.removeprefix(BOM)
    mark = before[: len(before) - len(text)]
    entries = _read(text, path)
    root = find_parts(text)
    for at, entry in enumerate(entries):
        if entry in EARLIER:
            return mark + replace(text, root.parts_at("hooks", EVENT)[at], ENTRY)
        if _is_ours(entry):
            return before
    hooks = root.find("hooks")
    if hooks is None:
        return mark + insert(text, root, {EVENT: [ENTRY]}, "hooks")
    event = hooks.find(EVENT)
    return mark + (insert(text, hooks, [ENTRY], EVENT) if event is None else insert(text, event, ENTRY))


def take(before: str, path: str) -> str | None:
    """Return the settings without the entry; None where the file was made for it and holds nothing else."""
    text = before.removeprefix(BOM)
    _read(text, path)
    if with_line_end(text, "\n") == _new_file():
        return None
    return before[: len(before) - len(text)] + _without(text)


def _new_file() -> str:
    return json.dumps({"hooks": {EVENT: [ENTRY]}}, indent=2) + "\n"


def _read(text: str, path: str) -> list[Any]:
    """Return the entries of the event, or refuse what Claude Code itself would not read."""
    try:
        settings = load(text)
    except BadJson as error:
        raise Unreadable(
            f"`{path}` is not JSON: {error}",
            hint="Mend it first: Claude Code ignores it like this; it takes no comments or trailing commas",
            place=path,
        ) from error
    if not isinstance(settings, dict):
        raise Unreadable(f"`{path}` holds no JSON object", hint="Mend it first", place=path)
    hooks = settings.get("hooks", {})
    entries = hooks.get(EVENT, []) if isinstance(hooks, dict) else None
    if not isinstance(entries, list):
        wrong = f"`hooks.{EVENT}` is no list" if isinstance(hooks, dict) else "`hooks` is no object"
        raise Unreadable(f"In `{path}`, {wrong}", hint="Mend it first", place=path)
    return entries


def _is_ours(entry: object) -> bool:
    """Tell whether an entry runs nothing but our hook."""
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    return isinstance(hooks, list) and bool(hooks) and all(_calls_us(each) for each in hooks)


def _calls_us(hook: object) -> bool:
    command = hook.get("command") if isinstance(hook, dict) else None
    return isinstance(command, str) and _OURS.fullmatch(command) is not None


def _without(text: str) -> str:
    """Return the settings without our entries: all but the first in one pass, then that one."""
    entries = find_parts(text).parts_at("hooks", EVENT)
    ours = [at for at, part in enumerate(entries) if _is_ours(json.loads(text[part.value : part.end]))]
    if not ours:
        return text
    left, done = [], 0
    for at in ours[1:]:
        left.append(text[done : entries[at - 1].end])
        done = entries[at].end
    text = "".join([*left, text[done:]])
    root = find_parts(text)
    hooks = root.find("hooks")
    event = hooks.find(EVENT) if hooks else None
    return remove(text, [part for part in (root, hooks, event, event and event.parts[ours[0]]) if part])


# Where the parts of a JSON text are, so that one can be put in or taken out and no other byte changes.


class BadJson(ValueError):
    """A text that is no JSON, with the reason and the place."""


@dataclass(slots=True)
class Part:
    """A value: where it is, from its name on where it has one, and its parts in their order."""

    start: int
    name: str = ""
    value: int = 0  # where the value begins; `start` is where its name does
    end: int = 0
    parts: list[Part] = field(default_factory=list)

    def find(self, name: str) -> Part | None:
        """Return the member of that name."""
        return next((part for part in self.parts if part.name == name), None)

    def parts_at(self, *names: str) -> list[Part]:
        """Return the parts of what is found by going down these names; none where one is missing."""
        part: Part | None = self
        for name in names:
            part = part.find(name) if part else None
        return part.parts if part else []


def load(text: str) -> Any:  # noqa: ANN401 - any tree of plain values
    """Return the value of a JSON text in which no object names a member twice."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadJson(f"{error.msg}, line {error.lineno} column {error.colno}") from error
    except RecursionError as error:
        raise BadJson("it is nested too deep") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in pairs:
        if name in read:
            raise BadJson(f"one object has two members `{name}`")
        read[name] = value
    return read


def _no_constant(word: str) -> None:
    raise BadJson(f"`{word}` is no JSON")


def find_parts(text: str) -> Part:
    """Return the parts of a text that `load` has read."""
    above: list[Part] = []
    root = name = None
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word == ",":
            continue
        if word == ":":  # what was taken for a value is the name of the next one
            name = above[-1].parts.pop()
            continue
        if word in "}]":
            above.pop().end = token.end()
            continue
        part = Part(token.start(), value=token.start(), end=token.end())
        if name is not None:
            part.start, part.name, name = name.start, json.loads(text[name.start : name.end]), None
        if above:
            above[-1].parts.append(part)
        root = root or part
        if word in "{[":
            above.append(part)
    assert root is not None
    return root


def insert(text: str, into: Part, value: object, name: str = "") -> str:
    """Put a value at the end of an object or a list, laid out as its last part is."""
    label = f"{json.dumps(name)}: " if name else ""
    if not into.parts:  # the blank before it says that the brackets were there before
        at = into.value + 1
        return f"{text[:at]} {label}{json.dumps(value)}{text[at:]}"
    last = into.parts[-1]
    lead = text[: last.start].rpartition("\n")[2]
    if lead.strip() or "\n" not in text[into.value : last.start]:
        return f"{text[: last.end]}, {label}{json.dumps(value)}{text[last.end :]}"
    ending = "\r\n" if "\r\n" in text else "\n"
    return f"{text[: last.end]},{ending}{lead}{label}{_laid_out(text, lead, value)}{text[last.end :]}"


def replace(text: str, part: Part, value: object) -> str:
    """Put another value in the place of one, on one line or several as that was."""
    lead = text[: part.start].rpartition("\n")[2]
    is_laid_out = "\n" in text[part.value : part.end] and not lead.strip()
    made = _laid_out(text, lead, value) if is_laid_out else json.dumps(value)
    return text[: part.value] + made + text[part.end :]


def _laid_out(text: str, lead: str, value: object) -> str:
    unit = "\t" if lead.startswith("\t") else _INNER
    ending = "\r\n" if "\r\n" in text else "\n"
    return (ending + lead).join(json.dumps(value, indent=unit).split("\n"))


def remove(text: str, chain: list[Part]) -> str:
    """Take out the last part of a chain from the root down, and what was only put in to hold it."""
    *above, part = chain
    holder = above[-1]
    at = holder.parts.index(part)
    if at:
        return text[: holder.parts[at - 1].end] + text[part.end :]
    if len(holder.parts) > 1:
        return text[: part.start] + text[holder.parts[1].start :]
    was_empty = text[holder.value + 1 : part.start] == " "
    if was_empty:
        return text[: holder.value + 1] + text[part.end :]
    if len(above) > 1:
        return remove(text, above)
    return text[: holder.value + 1] + text[holder.end - 1 :]
