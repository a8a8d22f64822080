"""Words of others between marks that nothing in them can close, and without letters that a reader obeys."""

from __future__ import annotations

from groundplan.plan.late_regex import late_regex
from groundplan.plan.unseen import UNSEEN

# What ends a line elsewhere, what a terminal obeys, what turns text around or hides it, half a character.
_OBEYED = late_regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e"
    f"\u2060-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f{UNSEEN}]"
)
_TICKS = late_regex(r"`+")
_PLAIN_NAME = late_regex(r"[\w.@/+-]+\Z")
_LONGEST_NAME = 60


def spell_out(text: str) -> str:
    """Return a text with the letters spelled out that a terminal obeys or that hide what is there."""
    return _OBEYED.sub(lambda match: f"‹U+{ord(match[0]):04X}›", text)


def quote_name(name: str) -> str:
    """Return the name that somebody goes by, in quotes unless it is one plain word.

    Else it could go on in words of ours: `Ann (terminal): 3 mended` for a name.
    """
    bare = spell_out(" ".join(name.split()))
    if _PLAIN_NAME.match(bare) and len(bare) <= _LONGEST_NAME:
        return bare
    bare = bare.translate(dict.fromkeys(map(ord, '“”„‟"«»`'), "'"))
    return f"“{bare if len(bare) <= _LONGEST_NAME else f'{bare[: _LONGEST_NAME - 1]}…'}”"


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
