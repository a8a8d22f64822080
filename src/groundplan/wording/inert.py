"""Words of others between marks that nothing in them can close, and without letters that a reader obeys."""

from __future__ import annotations

from groundplan.plan.late_regex import late_regex

# What ends a line elsewhere, what a terminal obeys, what turns text around or hides it.
_OBEYED = late_regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def spell_out(text: str) -> str:
    """Return a text with the letters spelled out that a terminal obeys or that hide what is there."""
    return _OBEYED.sub(lambda match: f"‹U+{ord(match[0]):04X}›", text)


def fence(text: str, name: str, *, is_ours: bool = False) -> str:
    """Return words of others between marks that nothing in them can be."""
    longest, here = 3, 0
    for letter in text:
        here = here + 1 if letter == "~" else 0
        longest = max(longest, here + 1)
    mark = "~" * longest
    return f"{mark}{'' if is_ours else 'data '}{name}\n{text}\n{mark}"
