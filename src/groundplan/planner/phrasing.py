"""How facts become words: cited, counted, quoted, and labelled by where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner import phrases

if TYPE_CHECKING:
    import re
    from collections.abc import Container, Iterable, Sequence

_LONGEST_QUOTE = 400
_PLACE = late_regex(r"`([^`\n]{1,300}(?:::|:\d)[^`\n]{0,200})`")  # lines and symbols of files
_TO_DO = late_regex(r"\b(?:TODO|FIXME|XXX):\s*")
# `<link to …>`, `{Feature Name}`; a code span is matched first, and kept
_LEFT_OPEN = late_regex(r"`[^`\n]{1,300}`|<([A-Za-z][^<>\n]{0,80})>|\{([A-Za-z][^{}\n]{0,80})\}")
_UNDECIDED = late_regex(r"\bTB[AD]\b")


def code(text: object) -> str:
    """Return a text as a code span."""
    return phrases.code(text)


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 file`, `3 files`."""
    return phrases.counted(number, noun, plural)


def join(items: Sequence[str], limit: int = 6) -> str:
    """Return items as a sentence lists them; the number of those left out is said."""
    return phrases.listing(list(items), limit)


def codes(items: Iterable[object], limit: int = 6) -> str:
    """Return citations as a sentence lists them."""
    return phrases.cite(items, limit)


def quote(text: str, known: Container[str] = (), longest: int = _LONGEST_QUOTE) -> str:
    """Return a person's words on one line; a place they name that may not be there is no citation of ours."""
    words = _TO_DO.sub("", _UNDECIDED.sub("not decided", text))
    told = phrases.said(_LEFT_OPEN.sub(_closed, words), known, longest)
    return _PLACE.sub(lambda span: span[1], told)


def _closed(match: re.Match[str]) -> str:
    """Return what a template left to be filled in as words; code spans stay as they are."""
    return match[0] if match[0].startswith("`") else f"({match[1] or match[2]})"


def condition(text: str) -> str:
    """Return ` on` a condition as code shows it, or nothing where it says nothing by itself."""
    words = text.split("  #", maxsplit=1)[0].split(" # ", maxsplit=1)[0].strip()
    return "" if words in {"", "else", "else:"} else f" on {code(words)}"


def sentence(text: str) -> str:
    """Return words that end as a sentence does."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def bullets(items: Iterable[str], otherwise: str = "") -> str:
    """Return one item per line; `otherwise` is the honest sentence where there are none."""
    lines = [f"- {item}" for item in items]
    return "\n".join(lines) if lines else f"- {otherwise}" if otherwise else ""
