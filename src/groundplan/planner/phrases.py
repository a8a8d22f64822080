"""How writers say things: citations, counts, lists that end in a number, a user's words safe to quote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.brackets import find_brackets
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

_SPAN = late_regex(r"`([^`\n]{1,300})`(?P<new> \(new\))?")
_MARK = late_regex(r"^\s*(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+")
# `/etc/hosts` is a path.
_AND_SO_ON = late_regex(r"(?:,\s{0,9}|\s{1,9})(?<![/`])etc\b\.?(?![/\w`-])", re.IGNORECASE)
_ABOUT_IT = late_regex(r"(?!its\b|this\b)(?:[a-z]+s|was)\b")
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


def bullets(items: Iterable[str], indent: int = 0) -> str:
    """Return items as a bullet list, each on a line of its own."""
    return "\n".join(f"{' ' * indent}- {item}" for item in items)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a stroke inside a cell is escaped."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def sentence(text: str) -> str:
    """Return a text as a sentence: one line, a capital first, a full stop last."""
    folded = " ".join(text.split())
    if not folded:
        return ""
    first = folded[0].upper() + folded[1:]
    return first if first[-1] in ".?!:" else f"{first}."


def clause(text: str) -> str:
    """Return a sentence as part of another one: no full stop at its end."""
    return " ".join(text.split()).rstrip(" .;:")


def because(why: str) -> str:
    """Return a reason for a file as a clause about it: `it defines …`, `its text matches …`."""
    told = clause(why)
    return f"it {told}" if _ABOUT_IT.match(told) else told


def shortened(text: str, most: int = _LONGEST_SAYING) -> str:
    """Return a text on one line, cut at a word where it is longer, with no code span left open."""
    folded = " ".join(text.split())
    if len(folded) <= most:
        return folded
    cut = folded[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:")
    if cut.count("`") % 2:
        cut = cut[: cut.rindex("`")].rstrip(" ,;:(")
    return f"{cut} …"


def titled(text: str, most: int = 70) -> str:
    """Return a text as a title: no marks, cut at a word that may end one."""
    plain = " ".join(text.replace("`", "").replace("*", "").split())
    if len(plain) <= most:
        return clause(plain)
    words = plain[:most].rsplit(" ", 1)[0].split()
    while len(words) > 1 and words[-1].strip(",;:()").casefold() in GRAMMAR:
        words.pop()
    return clause(" ".join(words).rstrip(",;:("))


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
