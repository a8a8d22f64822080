"""Weighed options: how many, which one is recommended, and when a plan may do without them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.record import as_option
from groundplan.rules.placeholders import fold, is_filled, known_placeholders
from groundplan.rules.prose import MASK, mask_code_spans, split_lines
from groundplan.rules.registry import rule
from groundplan.rules.triggers import find_triggers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.record import Option, Record
    from groundplan.rules.triggers import Trigger

_LEAST, _MOST, _SENTENCES = 2, 3, 3
_MARKS = late_regex(r"[*_\"“”]")
_START = 30  # letters by which the canonical sentence is known; it may run over a line end
_END = late_regex(r"[.!?…]+[\"'”’)\]*_]*(?=\s|$)|[。！？]")
_ABBREVIATED = late_regex(
    r"(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|ca|no|vol|fig|dr|mr|ms|st|etc|resp|incl|[a-z])\.$", re.IGNORECASE
)


@rule("GP512", "option-count")
def option_count(case: Case) -> Iterator[Finding]:
    """A choice is weighed between two or three options, or the canonical sentence says why there are none."""
    settings = case.options("GP512")
    least, most = settings.get("min", _LEAST), settings.get("max", _MOST)
    options = written_options(case)
    section = _option_section(case, options)
    if section is None or (not options and (settings.get("optional") or _says_canonical(case))):
        return
    if least <= len(options) <= most:
        return
    sentence = settings.get("sentence")
    yield Finding(
        "GP512",
        f"{len(options)} option{'' if len(options) == 1 else 's'} written, {least} to {most} expected",
        options[most].record.place if len(options) > most else section.place,
        section.key,
        Hint(
            f"Weigh {least} to {most} options",
            *(
                [f", or write `{sentence}`"]
                if sentence and not options
                else [": ", run("write", section.key)]
            ),
        ),
        subject="options",
    )


@rule("GP513", "recommendation")
def recommendation(case: Case) -> Iterator[Finding]:
    """The recommendation names an option that is there, with a rationale of at most three sentences."""
    options = written_options(case)
    if not options:
        return
    given = [record for record in case.records("recommendation") if _is_given(case, record)]
    if not given:
        section = _option_section(case, options)
        yield Finding(
            "GP513",
            f"{len(options)} options are weighed, but none is recommended",
            section.place if section else Place(),
            section.key if section else "",
            "Name one: `**Recommendation:** Option …` with its `**Rationale:**`",
            subject="none",
        )
    for record in given:
        yield from _judge(case, record, options)


@rule("GP514", "canonical-sentence")
def canonical_sentence(case: Case) -> Iterator[Finding]:
    """The canonical sentence stands only where nothing in the plan asks for alternatives."""
    where = _canonical_section(case)
    if where is None:
        return
    for trigger in find_triggers(case, where, written_options(case)):
        yield Finding(
            "GP514",
            f"The plan says that there are no alternatives, but {trigger.reason}",
            Place(where.document, _sentence_line(case, where), 1),
            where.key,
            _hint(case, trigger),
            subject=trigger.subject,
        )


def written_options(case: Case) -> list[Option]:
    """Return the options that have a name of their own."""
    found = []
    for record in case.records("option"):
        section = case.plan.section(record.section)
        known = known_placeholders(case, section) if section else frozenset[str]()
        option = as_option(record)
        if is_filled(option.name, known):
            found.append(option)
    return found


def _option_section(case: Case, options: list[Option]) -> Section | None:
    """Return the section where options are written, once it has words; where they are, once there are any."""
    if options:
        return case.plan.section(options[0].record.section)
    declared = {spec.key for spec in case.playbook.sections if any(r.kind == "option" for r in spec.records)}
    sections = (section for section in case.plan.sections if section.declared in declared)
    return next((section for section in sections if case.has_words(section)), None)


def _canonical_section(case: Case) -> Section | None:
    return next((section for section in case.plan.sections if _sentence_line(case, section)), None)


def _says_canonical(case: Case) -> bool:
    return _canonical_section(case) is not None


def _sentence_line(case: Case, section: Section) -> int:
    """Return the line on which a section says the canonical sentence in its own words, 0 if it does not."""
    sentence = case.options("GP514").get("sentence") or case.options("GP512").get("sentence") or ""
    wanted = _bare(sentence)
    if not wanted or wanted not in _bare(section.body):
        return 0
    skeleton = _bare(case.skeletons.get(section.declared, ""))
    before = ""
    for number, line in enumerate(split_lines(section.text), section.line):
        said = _bare(line)
        # The skeleton quotes the sentence below an instruction; with that line above it nobody has said it.
        if said[:_START] == wanted[:_START] and not (before and f"{before} {said[:_START]}" in skeleton):
            return number
        before = said or before
    return 0


def _bare(text: str) -> str:
    """Return a text as it sounds: no emphasis, no quotation marks, small letters."""
    return fold(_MARKS.sub("", text)).casefold().strip(". ")


def _hint(case: Case, trigger: Trigger) -> str:
    where = f" ({trigger.place})" if trigger.place.line else ""
    settings = case.options("GP512")
    return f"Weigh {settings.get('min', _LEAST)} to {settings.get('max', _MOST)} options instead{where}"


def _is_given(case: Case, record: Record) -> bool:
    section = case.plan.section(record.section)
    known = known_placeholders(case, section) if section else frozenset[str]()
    return is_filled(_named(record), known)


def _named(record: Record) -> str:
    return record.field("option") or record.field("text") or record.text


def _judge(case: Case, record: Record, options: list[Option]) -> Iterator[Finding]:
    named = fold(_named(record).replace("*", "").replace("`", ""))
    if not any(_names(named, option) for option in options):
        yield Finding(
            "GP513",
            f"The recommendation names `{named}`, which is none of the options",
            record.place,
            record.section,
            "One of " + ", ".join(f"`{option.id or option.name}`" for option in options),
            subject="unknown",
        )
    most = case.options("GP513").get("sentences", _SENTENCES)
    count = count_sentences(record.field("rationale"))
    if not count:
        yield Finding(
            "GP513",
            f"The recommendation of `{named}` has no rationale",
            record.place,
            record.section,
            f"Say why in at most {most} sentences: `**Rationale:** …`",
            subject="rationale",
        )
    elif count > most:
        yield Finding(
            "GP513",
            f"The rationale has {count} sentences, at most {most} expected",
            record.place,
            record.section,
            "Keep what decides; move the rest to the options' pros and cons",
            subject="rationale",
        )


def _names(named: str, option: Option) -> bool:
    """A recommendation starts with the option's id or name: `Option B`, `Option B: Redis`, `B`, `Redis`."""
    said = named.casefold()
    for name in (option.id, option.name, option.record.number):
        wanted = name.casefold()
        if wanted and said.startswith(wanted) and not said[len(wanted) : len(wanted) + 1].isalnum():
            return True
    return False


def count_sentences(text: str) -> int:
    """Return how many sentences a text has; words without an end mark count as one."""
    masked = mask_code_spans(" ".join(text.split()))
    count, start = 0, 0
    for end in _END.finditer(masked):
        piece = masked[start : end.end()]
        after = masked[end.end() :].lstrip()
        if _ABBREVIATED.search(piece.rstrip("\"'”’)]*_")) and after and not after[0].isupper():
            continue
        if _says(piece):
            count += 1
        start = end.end()
    return count + _says(masked[start:])


def _says(piece: str) -> bool:
    return any(letter.isalnum() or letter == MASK for letter in piece)
