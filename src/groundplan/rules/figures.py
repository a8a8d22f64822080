"""Figures in a plan, a threshold, week, owner or probability, each with the label of its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.prose import split_lines
from groundplan.rules.written import option_texts, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.written import Written

SOURCES = ("history", "default", "person", "computed")
CODE = "GP706"  # whose options say which figures are judged, for both rules over them
_BRACKETS = late_regex(r"\(([^()]*)\)")
_LINE = late_regex(r"[\s>*_-]*figures\W*:[\s*_]*(?P<said>\w.*)", re.IGNORECASE)
_NUMBER = late_regex(r"\d")
_WEEK = late_regex(
    r"\b(?:weeks?|days?|months?|sprints?|quarters?)\s+\d|\bq[1-4]\b|\b\d{4}-\d\d\b|\b\d+\s*(?:weeks?|days?|months?)\b",
    re.IGNORECASE,
)
_THRESHOLD = late_regex(r"[<>≤≥]=?\s*\$?\d|\d\s*%|\bp(?:50|9\d)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """Where a figure comes from, and whether a person has confirmed it."""

    source: str
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as written. `group` is what figures of one finding have in common."""

    text: str
    owner: str  # the record or line it belongs to
    group: str
    section: Section
    place: Place
    label: Label | None  # its own, else that of the nearest `Figures:` line
    line_of: Section | None = None  # the part whose `Figures:` line labels it


@dataclass(frozen=True, slots=True)
class _Labels:
    """The `Figures:` lines of a plan by part, and the words that count as a source."""

    lines: dict[str, tuple[Label, Section]]
    headers: dict[str, str]  # document -> key of its header
    sources: tuple[str, ...]

    def label(self, text: str, section: Section) -> tuple[Label | None, Section | None]:
        """Return a figure's own label, else the line of its section, of one around it, of the document."""
        own = read_label(text, self.sources)
        if own:
            return own, None
        key = section.key
        keys = [key[:end] for end in range(len(key), 0, -1) if end == len(key) or key[end] == "/"]
        for name in (*keys, self.headers.get(section.document, "")):
            if name in self.lines:
                return self.lines[name]
        return None, None


def read_label(text: str, sources: tuple[str, ...] = SOURCES) -> Label | None:
    """Return the label in a text's brackets: `Low (default)`, `Week 2 (history, confirmed)`."""
    labels = (_read_words(bracket, sources) for bracket in reversed(_BRACKETS.findall(text)))
    return next((label for label in labels if label), None)


def read_line(body: str, sources: tuple[str, ...] = SOURCES) -> Label | None:
    """Return the label that a line such as `Figures: default` gives to all figures around it."""
    for line in split_lines(body):
        match = _LINE.fullmatch(line)
        label = _read_words(match["said"].replace("(", ",").replace(")", ","), sources) if match else None
        if label:
            return label
    return None


def _read_words(text: str, sources: tuple[str, ...]) -> Label | None:
    firsts = [
        re.sub(r"\W.*", "", part.strip(), flags=re.DOTALL).casefold() for part in re.split("[,;]", text)
    ]
    source = next((first for first in firsts if first in sources), "")
    return Label(source, "confirmed" in firsts) if source else None


def find_figures(case: Case) -> Iterator[Figure]:
    """Yield the figures that the playbook names, each with the label that holds for it."""
    sources = option_texts(case, CODE, "sources", *SOURCES)
    lines = {part.key: (label, part) for part in case.plan.parts if (label := read_line(part.body, sources))}
    labels = _Labels(lines, {document.path: document.header.key for document in case.plan.documents}, sources)
    for name in option_texts(case, CODE, "fields"):
        yield from _in_field(case, name, labels, only_numbers=False)
    for name in option_texts(case, CODE, "numbers"):
        yield from _in_field(case, name, labels, only_numbers=True)
    titles, bodies = option_texts(case, CODE, "titles"), option_texts(case, CODE, "sections")
    for section in case.plan.sections:
        if section.declared in titles and _WEEK.search(section.title):
            label, line_of = labels.label(section.title, section)
            yield Figure(section.title, "", "heading", section, section.place, label, line_of)
        if section.declared in bodies and case.has_words(section):
            yield from _in_body(section, labels)


def _in_field(case: Case, name: str, labels: _Labels, *, only_numbers: bool) -> Iterator[Figure]:
    """Yield the figures of a field, `risk.probability` of one kind of record or `owner` of any."""
    kind, _, field = name.rpartition(".")
    by_line = option_texts(case, CODE, "sections")
    for found in written(case, kind) if kind else written(case):
        if not kind and (field not in found.record.fields or found.section.declared in by_line):
            continue  # a section judged line by line holds the same figure already
        for text in _texts_of(found, field):
            if only_numbers and not _NUMBER.search(text):
                continue
            label, line_of = labels.label(text, found.section)
            group = f"{found.record.kind} {field}"
            bare = _bare(text, labels.sources)
            yield Figure(bare, found.key, group, found.section, found.record.place, label, line_of)


def _texts_of(found: Written, field: str) -> tuple[str, ...]:
    if field == "text" and field not in found.record.fields:
        return (found.record.text,)
    return found.lines(field) if found.says(field) else ()


def _in_body(section: Section, labels: _Labels) -> Iterator[Figure]:
    for number, line in enumerate(split_lines(section.text)):
        is_figure = _THRESHOLD.search(line) or _WEEK.search(line)
        if number and is_figure and not _LINE.fullmatch(line):
            label, line_of = labels.label(line, section)
            text = _bare(line, labels.sources).strip(" \t-*+|#")
            place = Place(section.document, section.line + number, 1)
            yield Figure(text, text, "line", section, place, label, line_of)


def _bare(text: str, sources: tuple[str, ...]) -> str:
    """Return a figure without the brackets that label it."""
    return _BRACKETS.sub(lambda match: "" if _read_words(match[1], sources) else match[0], text).strip()
