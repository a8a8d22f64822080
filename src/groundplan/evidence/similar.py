"""Code that does something like the goal: like the places that were given, or about its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.evidence.callers import asked_regions
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.similar.finding import find_similar, find_similar_words
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.similar.facts import Similar

MOST = 5
MOST_SPEAKING = 200
LEAST_SCORE = 0.15
FEWEST_WORDS = 2


def find_alike(subject: Subject) -> Iterator[Fact]:
    """Return functions like the given ones, or functions that have several telling words of the goal."""
    own = {(each.path, each.definition.qualified) for each in asked_regions(subject)}
    found = _like_given(subject) if subject.given else _by_words(subject)
    kept = [each for each in found if (each.at.path, each.qualified) not in own and is_own_code(each.at.path)]
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),))
    for each in kept[:MOST]:
        place = CodePlace(each.at.path, each.at.line, each.last, each.qualified)
        values = (
            ("score", round(each.score, 2)),
            ("words", each.shared_words),
            ("calls", each.shared_calls[:5]),
            ("shape", round(each.shape, 2)),
        )
        how = How.SYNTAX if subject.given else How.TEXT
        yield Fact(FactKind.SIMILAR, each.qualified, Provenance(how), coverage, (place,), 1, values)


def _like_given(subject: Subject) -> list[Similar]:
    parsed = [each for each in subject.given if subject.is_parsed(each.path)]
    return [
        one for each in parsed[:2] for one in find_similar(subject.index, Symbol(each.path, each.definition))
    ]


def _by_words(subject: Subject) -> list[Similar]:
    alike = subject.looked_up.alike.all_words
    speaking = sorted(alike, key=lambda path: (-alike[path], path))[:MOST_SPEAKING]
    # The parts of a compound name are in every line about it, and say nothing each.
    plain = [word for word in subject.spelled if not is_compound(word)]
    if len(plain) < FEWEST_WORDS:
        return []
    found = find_similar_words(subject.index, " ".join(plain), most=3 * MOST, among=frozenset(speaking))
    return [each for each in found if each.score >= LEAST_SCORE and len(each.shared_words) >= FEWEST_WORDS]
