"""What in a plan asks for alternatives to be weighed: written options, new files, new architecture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.placeholders import fold
from groundplan.rules.prose import MASK, prose_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.record import Option, Record

# "New" things that are architecture; a new function, field or test is not.
_NEW = late_regex(
    r"\bnew\s+(?:[a-z-]+\s+){0,2}?(?P<thing>(?:micro-?)?services?|data\s+models?|data\s+stores?|databases?|"
    r"(?:database\s+)?tables?|message\s+(?:queues?|brokers?)|caching\s+layers?|daemons?|architectures?)\b",
    re.IGNORECASE,
)
_NOT = late_regex(
    r"\b(?:no|not|never|none|without|avoid(?:s|ing)?|instead\s+of|rather\s+than|n['’]t|out\s+of\s+scope|reject\w*)\b",
    re.IGNORECASE,
)
_UNTICKED = late_regex(r"^\s*(?:[-*+]|\d+[.)])\s+\[ \]")
_BRACKETED = late_regex(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")
_SIDE_FILE = late_regex(
    r"(?:^|/)(?:tests?|docs?|spec|__tests__|fixtures|testdata|changes?|changelog\.d)/|(?:^|/)(?:test_[^/]*|conftest\.py)$"
    r"|[._-](?:test|spec)s?\.[a-z]+$|\.(?:md|rst|txt|snap)$",
    re.IGNORECASE,
)
_SPAN = late_regex(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Trigger:
    """One reason for which a plan must weigh alternatives."""

    reason: str
    place: Place
    subject: str


def find_triggers(case: Case, canonical: Section, options: list[Option]) -> Iterator[Trigger]:
    """Yield what speaks against the canonical sentence, told apart by kind."""
    if options:
        names = ", ".join(f"`{option.id or option.name}`" for option in options)
        yield Trigger(
            f"{names} {'are' if len(options) > 1 else 'is'} written", options[0].record.place, "options"
        )
    new_files = [record for record in case.records("file") if _is_new_source(record)]
    if new_files:
        path = _path(new_files[0])
        more = f" and {len(new_files) - 1} more" if len(new_files) > 1 else ""
        yield Trigger(f"it adds the file `{path}`{more}", new_files[0].place, "new-files")
    for section in case.plan.sections:
        if section is not canonical and section.declared != canonical.declared:
            yield from _new_things(section)


def _is_new_source(record: Record) -> bool:
    """A new file of its own, tests and documentation apart: those come with any change."""
    is_new = record.part.casefold().startswith("new") or record.field("change").casefold() == "new"
    path = _path(record)
    return is_new and bool(path) and not _SIDE_FILE.search(path)


def _path(record: Record) -> str:
    """Return the path a file record names; words such as `None` name none."""
    said = record.field("path") or record.field("file") or record.text
    span = _SPAN.search(said)
    word = span[1] if span else said.split(" ")[0].strip("`*,;:")
    return word if "." in word or "/" in word else ""


def _new_things(section: Section) -> Iterator[Trigger]:
    for line in prose_of(section).lines:
        if _UNTICKED.match(line.raw):
            continue
        text = _BRACKETED.sub(lambda match: MASK * len(match[0]), line.masked)
        for match in _NEW.finditer(text):
            if _NOT.search(text[: match.start()]) or "?" in text[match.end() :]:
                continue
            place = Place(section.document, line.number, match.start() + 1)
            said = fold(match[0].casefold())
            yield Trigger(f"section `{section.key}` mentions a `{said}`", place, f"{section.key}:{said}")
