"""Letters that Python calls printable and no eye sees: fillers, joiners, variation selectors, blanks."""

from __future__ import annotations

import re
import unicodedata

# As ranges of a pattern. U+FE0F only asks for a picture, so it stays where text is shown.
UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U00016fe4\U0001d159"
    "\U000e0100-\U000e01ef"
)
_ENDS = [(part[0], part[-1]) for part in re.findall(r".-.|.", UNSEEN)]


def is_unseen(letter: str) -> bool:
    """Tell whether a letter takes room on the screen at most."""
    return any(first <= letter <= last for first, last in _ENDS)


def spell_unseen(text: str) -> str:
    """Return words that are to run with every letter spelled out that is not seen, or looks like a space."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"‹U+{ord(each):04X}›" if _misleads(each) else each for each in text)


def find_unseen(text: str) -> str:
    """Return the first letter of a command that is not seen, or looks like a space; none: nothing."""
    return next((each for each in text if _misleads(each)), "") if not text.isascii() else ""


def _misleads(letter: str) -> bool:
    is_blank = unicodedata.category(letter)[0] in "CZ" and letter not in " \t\n"
    return is_blank or letter == "\ufe0f" or is_unseen(letter)
