"""Words that leave a worker guessing: placeholders, open ends, vague promises, filler. English only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.language import is_english
from groundplan.rules.phrases import find_filler, find_open_ends, find_placeholders, linked_names
from groundplan.rules.placeholders import fold, known_placeholders
from groundplan.rules.prose import prose_of
from groundplan.rules.registry import rule
from groundplan.rules.vague import find_vague

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.phrases import Phrase
    from groundplan.rules.prose import Prose, ProseLine

_LONG_ENOUGH = 40  # a shorter line may be part of a skeleton's paragraph by chance
_MARK = late_regex(r"^[\s>]*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s)?\s*")


@rule("GP601", "placeholder", always=True, progress=True)
def placeholder(case: Case) -> Iterator[Finding]:
    """No bracketed placeholder, `TODO:` or filler text is left in a section's words."""
    linked = {document.path: linked_names(document.text) for document in case.plan.documents}
    for section, lines in _english_lines(case):
        known = known_placeholders(case, section)
        for phrase in find_placeholders(lines, linked[section.document]):
            if phrase.text not in known:  # those are an incomplete section's, said by GP504
                yield _finding(
                    "GP601", f"`{phrase.text}` is a placeholder", "Write what belongs there", section, phrase
                )


@rule("GP602", "tbd", always=True, progress=True)
def tbd(case: Case) -> Iterator[Finding]:
    """Nothing is left open with `TBD`, `to be decided` or `etc.`."""
    strict = set(case.options("GP602").get("strict", ()))
    for section, lines in _english_lines(case):
        for phrase in find_open_ends(lines, any_list=section.declared in strict):
            hint: str = Hint("Decide it, or ask: ", run("ask", WORDS))
            if phrase.text.casefold().startswith("etc"):
                hint = "Name the rest, or say by what rule it is known"
            yield _finding("GP602", f"`{phrase.text}` leaves it open", hint, section, phrase)


@rule("GP603", "vague", severity=Severity.WARNING)
def vague(case: Case) -> Iterator[Finding]:
    """A promise such as `robust` or `as needed` comes with the figure or condition that makes it concrete."""
    for section, lines in _english_lines(case):
        for phrase in find_vague(lines):
            hint = "Say how much, when, or what happens"
            yield _finding("GP603", f"`{phrase.text}` says nothing a worker can check", hint, section, phrase)


@rule("GP604", "filler", always=True, severity=Severity.WARNING)
def filler(case: Case) -> Iterator[Finding]:
    """No phrase stands there that neither builds nor verifies anything."""
    for section, lines in _english_lines(case):
        for phrase in find_filler(lines):
            hint = "Leave it out: a sentence that neither builds nor verifies has no place in a plan"
            yield _finding("GP604", f"`{phrase.text}` adds nothing", hint, section, phrase)


def _finding(code: str, message: str, hint: str, section: Section, phrase: Phrase) -> Finding:
    place = Place(section.document, phrase.line, phrase.column)
    return Finding(
        code, message, place, section.key, hint, subject=f"{phrase.text}:{phrase.line - section.line}"
    )


def _english_lines(case: Case) -> Iterator[tuple[Section, list[ProseLine]]]:
    """Yield each section written in English with the lines that are not its skeleton's own."""
    for section in case.plan.sections:
        spec = case.playbook.section(section.declared)
        if spec is not None and spec.computed:
            continue
        prose = prose_of(section)
        if is_english(prose.words):
            skeleton = case.skeletons.get(section.key, case.skeletons.get(section.declared, ""))
            yield section, _own_lines(prose, skeleton)


def _own_lines(prose: Prose, skeleton: str) -> list[ProseLine]:
    """Leave out the lines that the skeleton put there; in normal form each line is a mark and its words."""
    theirs = {words for line in skeleton.split("\n") if (words := line.strip().partition(" ")[2])}
    long = " \n ".join(words for words in theirs if len(words) >= _LONG_ENOUGH)
    return [
        line
        for line in prose.lines
        if (said := fold(_MARK.sub("", line.raw))) not in theirs
        and not (len(said) >= _LONG_ENOUGH and f" {said} " in f" {long} ")
    ]
