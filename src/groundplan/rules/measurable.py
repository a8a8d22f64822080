"""Requirements can be tested, and success can be measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role
from groundplan.rules.language import is_english
from groundplan.rules.outline import filled_items, find_part, read_parts, sections_for
from groundplan.rules.placeholders import known_placeholders, says_something
from groundplan.rules.plan_lines import lines_of
from groundplan.rules.registry import rule
from groundplan.rules.vague import find_untestable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.record import Record

_LABEL = "Success Criteria"
_MEASURED = late_regex(
    r"\d|%|[<>≤≥]|`|\b(?:zero|all|every|each|none|no|never|only|exactly|at\s+(?:least|most)|twice|half|both|same|"
    r"identical|unchanged)\b|\b(?:tests?|suite|build|benchmark|check|command|lint\w*)\b[^.;]{0,40}\b(?:pass\w*|succeed\w*|"
    r"fail\w*|exit\w*|shows?|report\w*|green)\b|\b(?:returns?|rejects?|raises?|responds?)\b",
    re.IGNORECASE,
)


@rule("GP520", "requirement-untestable")
def requirement_untestable(case: Case) -> Iterator[Finding]:
    """A requirement with a vague word says the figure or the condition that makes it testable."""
    excluded = {line.place.line for line in lines_of(case, Role.EXCLUDED)}
    for kind in case.options("GP520").get("kinds", ("requirement",)):
        for record in case.records(kind):
            if record.place.line in excluded:
                continue
            words = _words(record)
            vague = find_untestable(words) if is_english(words) else None
            if vague is not None:
                yield Finding(
                    "GP520",
                    f"Nobody can test `{vague}` in requirement `{_short(record.id or words)}`",
                    record.place,
                    record.section,
                    "Say how much, when or what: `answers in < 100 ms`, `returns 400 if the id is malformed`",
                    subject=record.key,
                )


@rule("GP521", "bare-criteria", progress=True)
def bare_criteria(case: Case) -> Iterator[Finding]:
    """At least one success criterion can be measured: a figure, a test, a count of all or none."""
    kinds = case.options("GP521").get("kinds", ("criterion",))
    records = [record for kind in kinds for record in case.records(kind)]
    for key in dict.fromkeys(record.section for record in records):
        section = case.plan.section(key)
        if section is not None:
            own = [_words(record) for record in records if record.section == key]
            yield from _bare(case, section, own)
    if not records:
        yield from _bare_labels(case)


def _bare_labels(case: Case) -> Iterator[Finding]:
    """Judge criteria that stand under a label instead of being records."""
    label = case.options("GP521").get("label", _LABEL)
    for section in sections_for(case, "GP521"):
        part = find_part(read_parts(section), label)
        if part is not None and case.has_words(section):
            yield from _bare(case, section, [item.text for item in filled_items(case, section, part)])


def _bare(case: Case, section: Section, criteria: list[str]) -> Iterator[Finding]:
    known = known_placeholders(case, section)
    said = [text for text in criteria if says_something(text, known)]
    if not said or not is_english(" ".join(said)) or any(_MEASURED.search(text) for text in said):
        return
    yield Finding(
        "GP521",
        f"None of {len(said)} success criteria can be measured"
        if len(said) > 1
        else "The success criterion cannot be measured",
        section.place,
        section.key,
        "Give one a figure or a test: `refresh completes in < 100 ms`, `unit test passes for a malformed id`",
        subject="criteria",
    )


def _words(record: Record) -> str:
    return record.field("text") or record.text


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
