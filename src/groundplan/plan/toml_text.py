"""TOML that anybody may have written, read within bounds into values that JSON can hold."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from typing import Any

from groundplan.plan.late_regex import late_regex

LARGEST_TOML = 8_000_000  # letters; lock files of large monorepos come near
# tomllib keeps every prefix of a dotted key: thousands of parts cost their square in time and memory.
MOST_KEY_PARTS = 64
DEEPEST = 100
_LARGEST_INTEGER = 2**63  # what TOML itself promises; Python prints no integer of thousands of digits
# Read token by token from the start, as the parser does: then no quote can hide a key from the count.
_TOKEN = late_regex(
    r"#[^\n]*|(?P<quote>\"\"\"|'''|[\"'])|(?P<part>[\w+:-]+)|(?P<dot>\.)|(?P<blank>[ \t]+)|\s|."
)
_STRING_ENDS = {
    '"""': late_regex(r'\\.|"{3,5}', re.DOTALL),
    "'''": late_regex(r"'{3,5}"),
    '"': late_regex(r'\\.|["\n]'),
    "'": late_regex(r"['\n]"),
}


class BadToml(ValueError):
    """A text that is not TOML, or more than is read; the words say why."""


def read_toml(text: str) -> dict[str, Any]:
    """Return the table a TOML text holds, dates as their text, or raise `BadToml`."""
    if len(text) > LARGEST_TOML:
        raise BadToml(f"it is larger than {LARGEST_TOML // 1_000_000} MB")
    if _has_endless_key(text):
        raise BadToml(f"a key has more than {MOST_KEY_PARTS} parts")
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise BadToml("it is nested too deeply") from None
    except ValueError as error:  # an integer of thousands of digits is none of TOML's own errors
        raise BadToml(str(error)) from error
    _make_plain(found)
    return found


def _has_endless_key(text: str) -> bool:
    # A key ends on the line it starts on, and hardly a file has a line with that many dots.
    if all(line.count(".") < MOST_KEY_PARTS for line in text.split("\n")):
        return False
    parts, is_joined, at = 0, False, 0
    while (token := _TOKEN.match(text, at)) is not None:
        kind, at = token.lastgroup, token.end()
        if kind == "quote":
            at = _string_end(text, at, token[0])
            if at < 0:
                return False  # the parser will not get beyond it either
        if kind in {"quote", "part"}:
            parts, is_joined = parts + 1 if is_joined else 1, False
        elif kind == "dot":
            is_joined = True
        elif kind != "blank":
            parts, is_joined = 0, False
        if parts > MOST_KEY_PARTS:
            return True
    return False


def _string_end(text: str, start: int, quote: str) -> int:
    """Return where a string that was opened ends, or -1 where it does not."""
    for found in _STRING_ENDS[quote].finditer(text, start):
        if found[0][0] == quote[0]:
            return found.end()
        if found[0] == "\n":
            return -1
    return -1


def _make_plain(table: dict[str, Any]) -> None:
    """Turn dates into text and refuse what JSON cannot hold, without recursing into what may be deep."""
    waiting: list[tuple[Any, int]] = [(table, 1)]
    while waiting:
        holder, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadToml(f"it is nested deeper than {DEEPEST} levels")
        for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(value, dict | list):
                waiting.append((value, depth + 1))
            elif isinstance(value, datetime | date | time):
                holder[key] = value.isoformat()
            elif isinstance(value, int) and not -_LARGEST_INTEGER <= value < _LARGEST_INTEGER:
                raise BadToml(f"`{key}` is a number of more than 64 bits")
