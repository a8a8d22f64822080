"""How facts become words: cited, counted, quoted, and labelled by where they come from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.question import Question

COMPUTED, HISTORY, DEFAULT, PERSON = "(computed)", "(history)", "(default)", "(person)"
_LONGEST_QUOTE = 400
_SPAN = re.compile(r"`+([^`\n]{1,200})`+")
_PATH_LIKE = re.compile(r"[/\\]|::|\.\w{1,5}(?::\d|$)")
_MARKS = re.compile(r"^(?:[#>*+-]+\s+|\d+[.)]\s+)+")


def code(text: object) -> str:
    """Return a text as a code span."""
    return f"`{text}`"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 file`, `3 files`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def join(items: Sequence[str], limit: int = 6) -> str:
    """Return items as a sentence lists them; the number of those left out is said."""
    shown = list(items[:limit])
    if len(items) > limit:
        return f"{', '.join(shown)} and {len(items) - limit} more"
    return shown[0] if len(shown) == 1 else " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def codes(items: Iterable[object], limit: int = 6) -> str:
    """Return citations as a sentence lists them."""
    return join([code(item) for item in dict.fromkeys(items)], limit)


def quote(text: str, known: Iterable[str] = (), longest: int = _LONGEST_QUOTE) -> str:
    """Return a person's words on one line; a path they name that is not there is no citation of ours."""
    paths = frozenset(known)
    words = _MARKS.sub("", " ".join(text.split()))
    words = _SPAN.sub(lambda span: _plain_span(span, paths), words).replace("{", "(").replace("}", ")")
    if len(words) > longest:
        words = words[: words.rfind(" ", 0, longest)].rstrip(" ,;:") + " …"
        if words.count("`") % 2:
            words = words.replace("`", "")
    return words


def _plain_span(span: re.Match[str], paths: frozenset[str]) -> str:
    inside = span[1].strip()
    path = re.split(r"::|:\d", inside)[0]
    return span[0] if path in paths or not _PATH_LIKE.search(inside) else inside


def condition(text: str) -> str:
    """Return ` on` a condition as code shows it, or nothing where it says nothing by itself."""
    words = text.split("  #", maxsplit=1)[0].split(" # ", maxsplit=1)[0].strip()
    return "" if words in {"", "else", "else:"} else f" on {code(words)}"


def sentence(text: str) -> str:
    """Return words that end as a sentence does."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def open_mark(brief: Brief, subject: str) -> str:
    """Return which question would confirm what was just said, or nothing where none is open on it."""
    if not brief.is_open(subject):
        return ""
    number = brief.asked.get(subject, "")
    return f" (open: {number})" if number else " (open question)"


def assumption_source(question: Question) -> str:
    """Return where an assumption comes from: evidence that is cited was computed, the rest is a default."""
    is_default = question.subject.startswith("assumption:") or "`" not in question.why
    return DEFAULT if is_default else COMPUTED


def bullets(items: Iterable[str], otherwise: str = "") -> str:
    """Return one item per line; `otherwise` is the honest sentence where there are none."""
    lines = [f"- {item}" for item in items]
    return "\n".join(lines) if lines else f"- {otherwise}" if otherwise else ""
