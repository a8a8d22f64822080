"""The entry in Claude Code's settings that has a plan checked before it is shown; the rest stays as it is."""

from __future__ import annotations

import json
from typing import Any

from groundplan.hosts.json_spans import BadJson, find_parts, insert, load, remove, replace
from groundplan.markdown.lines import BOM, with_line_end
from groundplan.plan.errors import Unreadable

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
    return isinstance(command, str) and (command == _CALL or command.startswith((f"{_CALL};", f"{_CALL} ")))


def _without(text: str) -> str:
    """Return the settings without our entries, one after the other."""
    while True:
        root = find_parts(text)
        entries = root.parts_at("hooks", EVENT)
        ours = [part for part in entries if _is_ours(json.loads(text[part.value : part.end]))]
        if not ours:
            return text
        hooks = root.find("hooks")
        event = hooks.find(EVENT) if hooks else None
        text = remove(text, [part for part in (root, hooks, event, ours[0]) if part])
