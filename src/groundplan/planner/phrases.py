"""How facts become words: cited, counted, listed, and a person's words quoted safely."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.brackets import find_brackets
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

_SPAN = late_regex(r"`([^`\n]{1,300})`(?P<new> \(new\))?")
_MARK = late_regex(r"^\s*(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+")
# `/etc/hosts` is a path.
_AND_SO_ON = late_regex(r"(?:,\s{0,9}|\s{1,9})(?<![/`])etc\b\.?(?![/\w`-])", re.IGNORECASE)
_LONGEST_SAYING = 320


def code(text: object) -> str:
    """Return a text as code: a citation, a name or a command in backticks."""
    plain = " ".join(str(text).split())
    return f"`` {plain} ``" if "`" in plain else f"`{plain}`"


def cite(places: Iterable[object], most: int = 3) -> str:
    """Return places as citations, and how many more there are: `a.py:3`, `b.py:9` and 14 more."""
    return listing([code(place) for place in dict.fromkeys(map(str, places))], most)


def listing(items: Sequence[str], most: int = 5) -> str:
    """Return items in a row, and how many more there are; nothing where there are none."""
    if len(items) > most + 1:
        return f"{', '.join(items[:most])} and {len(items) - most:,} more"
    return joined(items)


def joined(items: Sequence[str]) -> str:
    """Return items as a sentence has them: one, two and three."""
    return ", ".join(items[:-1]) + f" and {items[-1]}" if len(items) > 1 else "".join(items)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: 1 file, 14 files."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shortened(text: str, most: int = _LONGEST_SAYING) -> str:
    """Return a text on one line, cut at a word where it is longer, with no code span left open."""
    folded = " ".join(text.split())
    if len(folded) <= most:
        return folded
    cut = folded[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:")
    if cut.count("`") % 2:
        cut = cut[: cut.rindex("`")].rstrip(" ,;:(")
    return f"{cut} …"


def said(text: str, known: Container[str], most: int = _LONGEST_SAYING) -> str:
    """Return a user's words on one line, safe to quote in a plan.

    A path that is not in the repository loses its backticks, as it would be read as a citation; brackets that
    a plan would take for placeholders are escaped.
    """
    folded = " ".join(line for part in text.splitlines() if (line := _MARK.sub("", part).strip()))
    folded = _AND_SO_ON.sub(" and so on", " ".join(folded.split()))
    if folded.count("`") % 2:
        folded = folded.replace("`", "")
    folded = _SPAN.sub(
        lambda match: match[0] if match["new"] else _known_span(match[1], known), shortened(folded, most)
    )
    for start, end in reversed(find_brackets(folded)):
        folded = f"{folded[:start]}\\{folded[start : end - 1]}\\{folded[end - 1 :]}"
    return folded


def _known_span(text: str, known: Container[str]) -> str:
    citation = parse_citation(text)
    if citation is None:
        return f"`{text}`"
    named = f"{citation.path}::{citation.symbol}" if citation.symbol else citation.path
    return f"`{text}`" if named in known else text
