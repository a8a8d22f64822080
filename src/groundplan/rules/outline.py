"""Finds labelled parts inside a section: a bold lead or a `- **Label:**` item, and what stands below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.rules.demands import plain
from groundplan.rules.placeholders import fold, known_placeholders, says_something
from groundplan.rules.prose import prose_of

if TYPE_CHECKING:
    import re

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section

_LABEL = late_regex(
    r"^\s*(?:(?P<bullet>[-*+]|\d+[.)])\s+)?"
    r"(?:#{1,6}\s+(?P<heading>.+)|(?:\*\*|__)(?P<label>[^*_]+?)(?P<colon>:)?(?:\*\*|__)(?P<after>:)?(?P<rest>.*))$"
)
_ITEM = late_regex(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(?P<text>\S.*)$")


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a part: its words and the line it stands on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """A labelled part of a section: what stands on the label's own line, and the items below it."""

    label: str
    line: int
    rest: str
    items: tuple[Item, ...]


def read_parts(section: Section) -> list[Part]:
    """Return the labelled parts of a section in document order; a part ends where the next one starts."""
    found: list[tuple[re.Match[str], int, list[Item]]] = []
    for line in prose_of(section).lines:
        label = _LABEL.match(line.raw)
        if label and _is_label(label):
            found.append((label, line.number, []))
        elif found and line.raw.strip() not in {"", "---"}:
            item = _ITEM.match(line.raw)
            found[-1][2].append(Item(fold(item["text"] if item else line.raw), line.number))
    return [_part(label, number, items) for label, number, items in found]


def _part(label: re.Match[str], number: int, items: list[Item]) -> Part:
    name = (label["heading"] or label["label"]).strip(" :*_")
    rest = fold(label["rest"] or "").strip(" :")
    return Part(name, number, rest, tuple(items))


def _is_label(match: re.Match[str]) -> bool:
    """A bold text is a label if a colon closes it, or if nothing else stands on its line."""
    return bool(match["heading"] or match["colon"] or match["after"] or not (match["rest"] or "").strip())


def find_part(parts: list[Part], name: str) -> Part | None:
    """Return the part whose label starts with a name, singular or plural alike."""
    wanted = plain(name).rstrip("s")
    return next((part for part in parts if plain(part.label).startswith(wanted)), None)


def sections_for(case: Case, code: str) -> list[Section]:
    """Return the sections a rule's `section` option names; all of them where it names none."""
    named = case.options(code).get("section", ())
    wanted = {named} if isinstance(named, str) else set(named)
    return [
        section
        for section in case.plan.sections
        if not wanted or section.declared in wanted or section.key in wanted
    ]


def filled_items(case: Case, section: Section, part: Part) -> list[Item]:
    """Return what a part says in words of its own: on its label's line, and in the items below it."""
    known = known_placeholders(case, section)
    own_line = [Item(part.rest, part.line)] if part.rest else []
    return [item for item in (*own_line, *part.items) if says_something(item.text, known)]
