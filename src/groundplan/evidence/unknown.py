"""Words and names of a goal that nothing has, and longer words that an abbreviation is part of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.subject import unsearched
from groundplan.plan.fact import Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.plan.fact import CodePlace

MOST_READ = 5_000  # files: reading more takes longer than it is worth
MOST_PLACES = 3  # one for each longer word
SHORTEST = 3


def find_unknown(subject: Subject) -> Iterator[Fact]:
    """Return the names of the goal that no file has, and its words that no commit message has either."""
    unknown = subject.verdict.unknown
    files, gaps = (("files", subject.file_count),), unsearched(subject)
    names = tuple(each for each in unknown if is_compound(each))
    if names:
        yield _fact(subject, names, files, gaps)
    words = tuple(each for each in unknown if each not in names)
    if words or not subject.words:
        history = subject.history
        commits = (("commits", history.count()),) if history is not None else ()
        is_partial = history is None or history.notices
        yield _fact(subject, words, (*files, *commits), (*gaps, Gap(Missing.HISTORY)) if is_partial else gaps)


def _fact(
    subject: Subject, words: tuple[str, ...], searched: tuple[tuple[str, int], ...], gaps: tuple[Gap, ...]
) -> Fact:
    places = _inside_others(subject, words)
    coverage = Coverage(Extent.PARTIAL if gaps else Extent.COMPLETE, gaps, searched)
    values = (("words", words),)
    return Fact(
        FactKind.WORDS, "", Provenance(How.TEXT), coverage, places, len(places), values, is_absence=True
    )


def _inside_others(subject: Subject, words: tuple[str, ...]) -> tuple[CodePlace, ...]:
    """Return where longer words end in an abbreviation: `utfbom` for `BOM`."""
    short = [each for each in words if each.isupper() and len(each) >= SHORTEST and each.isalnum()]
    if not short or subject.file_count > MOST_READ:
        return ()
    either = "|".join(map(re.escape, short)).encode()
    # `bombard` is a word of English; what ends so is mostly one of ours.
    pattern = re.compile(rb"\b\w*[a-z0-9_](?:%b)\b" % either, re.IGNORECASE)
    found: dict[str, CodePlace] = {}
    for path in subject.index.paths():
        text = subject.index.text(path) if path not in subject.own_plans else None
        for match in pattern.finditer(text or b""):
            longer = match[0].decode("utf-8", "replace")
            line = (text or b"").count(b"\n", 0, match.start()) + 1
            found.setdefault(longer.lower(), subject.place(path, line, longer))
        if len(found) >= MOST_PLACES:
            break
    return tuple(found.values())[:MOST_PLACES]
