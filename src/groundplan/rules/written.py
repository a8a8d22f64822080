"""What rules about records share: which records are judged, what they say, how a finding about one reads."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable
from groundplan.plan.finding import Finding
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.placeholders import known_placeholders, says_something
from groundplan.rules.prose import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record

_NOTHING = late_regex(r"(?:none|nothing|n/?a|not applicable|no|nil|tbd|\W*)[\s.!]*", re.IGNORECASE)
_NONE_FOR = late_regex(
    r"(?:none|nothing|n/?a|not applicable|no)\b[\s.,:;()–—-]*(.*)", re.IGNORECASE | re.DOTALL
)
_NO_RECORD = late_regex(r"(?:none|n/?a|not applicable)\b", re.IGNORECASE)  # `No cache` may begin any title
# Fields that a label such as `{class} Risk: {risk}` leaves empty until somebody writes.
_SUBJECTS = ("title", "text", "risk", "condition")
_LONGEST = 60


def says_nothing(text: str) -> bool:
    """Tell whether a text is empty or only says that there is nothing: `None`, `-`, `n/a`."""
    return _NOTHING.fullmatch(text.strip()) is not None


def reason_for_none(text: str) -> str:
    """Return the reason that a text such as `None (pure types)` gives, empty where it gives none."""
    match = _NONE_FOR.fullmatch(text.strip())
    reason = match[1].strip(" ()[].,:;–—-") if match else ""
    return "" if says_nothing(reason) else reason


def quoted(text: str) -> str:
    """Return a text as messages show it: in backticks, on one line, not longer than a glance."""
    plain = " ".join(text.replace("`", "").replace("**", "").split())
    return f"`{plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1].rstrip() + '…'}`"


def listed(texts: tuple[str, ...] | list[str], *, most: int = 3) -> str:
    """Return some texts in backticks, and how many more there are."""
    shown = ", ".join(quoted(text) for text in texts[:most])
    return shown if len(texts) <= most else f"{shown} and {len(texts) - most} more"


@dataclass(frozen=True, slots=True)
class Written:
    """A record that somebody wrote, its section, and the placeholders that count as empty there."""

    record: Record
    section: Section
    placeholders: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """Return the record's id, or its words; what it stands under where it has only a block of text."""
        words = self.record.key
        return words if words and "\n" not in words else self.record.part or self.section.title

    @property
    def name(self) -> str:
        """Return the record as messages name it."""
        return quoted(self.key)

    @property
    def everything(self) -> str:
        """Return all that the record says: its words, fields and the lists below them."""
        record = self.record
        below = [item for items in record.items.values() for item in items]
        return "\n".join([record.id, record.text, *record.fields.values(), *below])

    @property
    def source(self) -> list[str]:
        """Return the lines of the document that the record stands on."""
        start = self.record.place.line - self.section.line
        end = max(self.record.last_line - self.section.line, start)
        lines = _lines(self.section.text)
        return lines[start : end + 1] if 0 <= start < len(lines) else []

    @property
    def is_none_with_reason(self) -> bool:
        """Whether the record answers that there is none, and why: its other fields have nothing to say."""
        named = next((self.record.field(name) for name in _SUBJECTS if self.record.field(name)), "")
        has_more = self.record.last_line > self.record.place.line
        below = " ".join(line.strip(" -*+\t") for line in self.source[1:]) if has_more else ""
        return any(
            _NO_RECORD.match(text) is not None and len(reason_for_none(text).split()) > 1
            for text in (named, below)
        )

    def is_placeholder(self, text: str) -> bool:
        """Tell whether a text holds nothing but what the skeleton left to fill in."""
        return not says_something(text, self.placeholders)

    def lines(self, name: str) -> tuple[str, ...]:
        """Return what a field says, line by line: its own text, then the list below it."""
        items = self.record.items.get(name, ())
        # A field's text ends in its list, joined; here each item counts once.
        own = self.record.field(name).removesuffix("; ".join(items)) if items else self.record.field(name)
        return tuple(text.strip(" ;") for text in (own, *items) if not self.is_placeholder(text))

    def says(self, name: str) -> str:
        """Return what a field says, empty where it says nothing."""
        text = " ".join(self.lines(name))
        return "" if says_nothing(text) else text

    def finding(self, code: str, message: str, hint: str = "", *, about: str = "") -> Finding:
        """Return a finding at the record."""
        record = self.record
        subject = f"{self.key} {about}".strip()
        return Finding(code, message, record.place, record.section, hint, subject=subject)


@lru_cache(maxsize=8)  # a section may have thousands of records
def _lines(text: str) -> list[str]:
    return split_lines(text)


def every(case: Case, *kinds: str) -> Iterator[Written]:
    """Yield the records of these kinds, or of any, in document order, a skeleton's own among them."""
    for section in case.plan.parts:
        if section.records:
            known = known_placeholders(case, section)
            for record in section.records:
                if not kinds or record.kind in kinds:
                    yield Written(record, section, known)


def written(case: Case, *kinds: str) -> Iterator[Written]:
    """Yield the records of these kinds that count as written: what only the skeleton says is not judged."""
    for found in every(case, *kinds):
        if is_written(case, found.section) and not found.is_placeholder(_subject(found)):
            yield found


def _subject(found: Written) -> str:
    """Return what a record is about; one of fields alone has no words of its own to be known by."""
    fields = found.record.fields
    return next((fields[name] for name in _SUBJECTS if name in fields), found.record.key or found.everything)


def is_written(case: Case, section: Section) -> bool:
    """Tell whether a section has words of its own, or words that its skeleton gives to every plan."""
    spec = case.playbook.section(section.declared)
    return case.has_words(section) or (spec is not None and spec.given)


def spec_of(case: Case, found: Written) -> RecordSpec | None:
    """Return how the playbook declares this record."""
    section = case.playbook.section(found.section.declared)
    specs = section.records if section else ()
    return next((spec for spec in specs if spec.kind == found.record.kind), None)


def option_texts(case: Case, code: str, name: str, *default: str) -> tuple[str, ...]:
    """Return a playbook's option that is a list of texts."""
    value = case.options(code).get(name, default)
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise _misfit(case, code, name, value, "a list of texts")
    return tuple(value)


def option_flag(case: Case, code: str, name: str, *, default: bool = False) -> bool:
    """Return a playbook's option that is true or false."""
    value = case.options(code).get(name, default)
    if not isinstance(value, bool):
        raise _misfit(case, code, name, value, "`true` or `false`")
    return value


def option_lists(case: Case, code: str, name: str) -> dict[str, tuple[str, ...]]:
    """Return a playbook's option that is a table of lists."""
    value = case.options(code).get(name, {})
    if not isinstance(value, dict) or not all(isinstance(texts, list | tuple) for texts in value.values()):
        raise _misfit(case, code, name, value, "a table of lists")
    return {str(key): tuple(map(str, texts)) for key, texts in value.items()}


def _misfit(case: Case, code: str, name: str, value: object, wanted: str) -> Unreadable:
    return Unreadable(
        f"Option `{name}` of {code} in playbook `{case.playbook.name}` is `{value}`, expected {wanted}",
        hint=Hint(run("playbook check", case.playbook.name)),
    )
