"""What counts as an empty place: a skeleton's own placeholders, and texts of their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.prose import split_lines

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.document import Section

_WHOLE = late_regex(r"[*_\"'“” ]*(?:\[[^\[\]()]*\]|<[^<>]*>|\{[^{}]*\}|…|\.\.\.)[*_\"'“”. ]*")
_BRACKETED = late_regex(r"\[[^\[\]]*\](?!\()")
_CHECKBOX = late_regex(r"\[[ xX]\]")


def fold(text: str) -> str:
    """Return a text with each run of white space as one space."""
    return " ".join(text.split())


def known_placeholders(case: Case, section: Section) -> frozenset[str]:
    """Return the placeholders that the section's skeleton has."""
    return case.placeholders.get(section.key, case.placeholders.get(section.declared, frozenset()))


def is_placeholder(value: str, known: frozenset[str] = frozenset()) -> bool:
    """Tell whether a whole value is a placeholder: one of the skeleton's, or one bracketed text."""
    folded = fold(value)
    if not folded or _CHECKBOX.fullmatch(folded):
        return False
    return folded in known or folded.strip("`*_ ") in known or _WHOLE.fullmatch(folded) is not None


def is_filled(value: str, known: frozenset[str] = frozenset()) -> bool:
    """Tell whether a value says something of its own."""
    return bool(value.strip()) and not is_placeholder(value, known)


def says_something(text: str, known: frozenset[str] = frozenset()) -> bool:
    """Tell whether words remain once every placeholder in a text is taken away."""
    rest = fold(text)
    for placeholder in sorted(known, key=len, reverse=True):
        rest = rest.replace(placeholder, " ")
    return any(letter.isalnum() for letter in _BRACKETED.sub(" ", rest))


def left_placeholders(case: Case, section: Section) -> list[tuple[str, int]]:
    """Return the skeleton's placeholders that the section still holds, each with its line in the document."""
    known = known_placeholders(case, section)
    whole = fold(section.text)
    lines = [fold(line) for line in split_lines(section.text)]
    left = [text for text in known if text in whole]
    # One placeholder may be part of another; only the longest that stands there is reported.
    longest = [text for text in left if not any(text != other and text in other for other in left)]
    return sorted(
        ((text, section.line + _line_of(text, lines)) for text in longest), key=lambda p: (p[1], p[0])
    )


def _line_of(text: str, lines: list[str]) -> int:
    head = text[:20]
    exact = next((number for number, line in enumerate(lines) if text in line), None)
    return exact if exact is not None else next((n for n, line in enumerate(lines) if head in line), 0)
