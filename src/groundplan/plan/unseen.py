"""Letters that Python calls printable and no eye sees: fillers, joiners, variation selectors, blanks."""

from __future__ import annotations

import re

# As ranges of a pattern. U+FE0F only asks for a picture, so it stays where text is shown.
UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U00016fe4\U0001d159"
    "\U000e0100-\U000e01ef"
)
_ENDS = [(part[0], part[-1]) for part in re.findall(r".-.|.", UNSEEN)]


def is_unseen(letter: str) -> bool:
    """Tell whether a letter takes room on the screen at most."""
    return any(first <= letter <= last for first, last in _ENDS)
