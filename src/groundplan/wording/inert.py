"""Words of others between marks that nothing in them can close, and without letters that a reader obeys."""

from __future__ import annotations

from groundplan.plan.late_regex import late_regex

# What ends a line elsewhere, what a terminal obeys, what turns text around or hides it, half a character.
_OBEYED = late_regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u200b\u200e\u200f\u2028\u2029\u202a-\u202e"
    "\u2060-\u2069\u3164\ufe00-\ufe0e\ufeff\uffa0\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_TICKS = late_regex(r"`+")


def spell_out(text: str) -> str:
    """Return a text with the letters spelled out that a terminal obeys or that hide what is there."""
    return _OBEYED.sub(lambda match: f"‹U+{ord(match[0]):04X}›", text)


def as_code(text: str) -> str:
    """Return words of others as one code span of Markdown that nothing in them can close."""
    line = spell_out(" ".join(text.split())) or " "
    longest = max(map(len, _TICKS.findall(line)), default=0)
    room = " " if longest else ""
    mark = "`" * (longest + 1)
    return f"{mark}{room}{line}{room}{mark}"


def fence(text: str, name: str, *, is_ours: bool = False) -> str:
    """Return words of others between marks that nothing in them can be."""
    longest, here = 3, 0
    for letter in text:
        here = here + 1 if letter == "~" else 0
        longest = max(longest, here + 1)
    mark = "~" * longest
    return f"{mark}{'' if is_ours else 'data '}{name}\n{text}\n{mark}"
