"""Which words of a goal are meant as names: the others are its sentences, and nobody looks them up."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

_LOOKED_AT = 4_000  # letters of a goal: what comes after them is pasted
_SPELLED = late_regex(r"\w_\w|^[a-z]+[A-Z]")
_QUOTED = late_regex(r"[`\"“]([^`\"“”\n]{1,200})[`\"”]")


def is_quoted_name(word: str, text: str) -> bool:
    """Tell whether a goal means a word as a name: in backticks or quotes, `snake_case` or `camelCase`."""
    if _SPELLED.search(word):
        return True
    return any(word in re.findall(r"[\w$]+", each) for each in _QUOTED.findall(text[:_LOOKED_AT]))
