"""What of a repository can stand in a plan without breaking out of its place: file names, blocks of code."""

from __future__ import annotations

from groundplan.plan.late_regex import late_regex

_TICKS = late_regex(r"`{3,}")


def can_be_cited(path: str) -> bool:
    """Tell whether a path can stand in a plan: on one line, in backticks, with no letter that is obeyed."""
    return path.isprintable() and "`" not in path


def fenced(text: str, language: str = "") -> str:
    """Return a text as a fenced block that nothing in it can close."""
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
