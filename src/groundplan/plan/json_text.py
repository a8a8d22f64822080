"""JSON that somebody else wrote: half a character in it is one that no file and no database can hold."""

from __future__ import annotations

import json
from typing import TypeVar

from groundplan.plan.late_regex import late_regex

_HALF = late_regex("[\ud800-\udfff]")
_Value = TypeVar("_Value")


def read_json(text: str) -> object:
    """Return what a JSON text holds, or raise what `json.loads` raises: ValueError or RecursionError."""
    return with_whole_letters(json.loads(text), text)


def with_whole_letters(value: _Value, text: str) -> _Value:
    """Return what was read from a JSON text with U+FFFD for each half of a character in it."""
    if "\\u" not in text and not _HALF.search(text):
        return value
    written = json.dumps(value, ensure_ascii=False)
    mended: _Value = json.loads(_HALF.sub("\ufffd", written)) if _HALF.search(written) else value
    return mended
