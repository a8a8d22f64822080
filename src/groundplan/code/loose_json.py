"""JSON as people write it in settings: with comments and commas too many; a broken file reads as empty."""

from __future__ import annotations

import json
import re
from typing import Any

_LIMIT = 2_000_000
_COMMENT = r"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?"
_NOISE = re.compile(
    r'("[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?)|' + _COMMENT + r"|,(?=(?:\s++|" + _COMMENT + r")*[}\]])"
)


def read_object(text: bytes | None) -> dict[str, Any]:
    """Return the object a settings file holds; empty where it holds none or cannot be read."""
    if text is None or len(text) > _LIMIT:
        return {}
    words = text.decode("utf-8-sig", "replace")
    try:
        held = json.loads(words)
    except RecursionError:
        return {}
    except ValueError:
        held = _read_loosely(words)
    return held if isinstance(held, dict) else {}


def _read_loosely(words: str) -> object:
    try:
        return json.loads(_NOISE.sub(lambda found: found[1] or " ", words), strict=False)
    except (ValueError, RecursionError):
        return None
