"""One choice set in the text of `models.toml`, every other byte as it was."""

from __future__ import annotations

import re

from groundplan.plan.errors import Misused
from groundplan.plan.toml_text import BadToml, read_toml

_HEADER = re.compile(r"\s*\[")
_FOR = re.compile(r"\s*\[\s*for\s*\]\s*(?:#.*)?$")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
DEFAULT, FOR = "default", "for"


def put_choice(text: str, use: str, name: str) -> str:
    """Return the text with a model chosen for a use, `default` or one under `[for]`; no name takes it out."""
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += ending
    start, end = _region(lines, use)
    key = use if _BARE.fullmatch(use) else f'"{use}"'
    setting = re.compile(
        rf"(\s*['\"]?{re.escape(use)}['\"]?\s*=\s*)(?:\"[^\"\n]*\"|'[^'\n]*')(.*)", re.DOTALL
    )
    at = next((number for number in range(start, end) if setting.match(lines[number])), None)
    if at is not None:
        found = setting.match(lines[at])
        lines[at : at + 1] = [f'{found[1]}"{name}"{found[2]}'] if found and name else []
    elif name and start < 0:
        lines += [*([ending] if lines else []), f"[{FOR}]{ending}", f'{key} = "{name}"{ending}']
    elif name:
        gap = [ending] if use == DEFAULT and end < len(lines) else []
        lines[end:end] = [f'{key} = "{name}"{ending}', *gap]
    made = "".join(lines)
    if not _is_expected(made, text, use, name):
        raise Misused(f"`{use}` cannot be set in `models.toml` line by line", hint="Edit the file yourself")
    return made


def _region(lines: list[str], use: str) -> tuple[int, int]:
    """Return where the keys of a table are, the comment above the next table left out; -1: no such table."""
    headers = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    if use == DEFAULT:
        start = 0
    else:
        start = next((number + 1 for number in headers if _FOR.match(lines[number])), -1)
        if start < 0:
            return -1, -1
    end = next((number for number in headers if number >= start), len(lines))
    while end > start and (lines[end - 1].startswith("#") or not lines[end - 1].strip()):
        if end == len(lines) and lines[end - 1].strip():
            break
        end -= 1
    return start, end


def _is_expected(made: str, text: str, use: str, name: str) -> bool:
    """Tell whether the new text says what the old one did but for the choice: strings may look like lines."""
    read = read_toml(text)
    table = read if use == DEFAULT else read.setdefault(FOR, {}) if name else read.get(FOR, {})
    if name:
        table[use] = name
    else:
        table.pop(use, None)
    try:
        return read_toml(made) == read
    except BadToml:
        return False
