"""Whether the places of a goal are found or only candidates: the one spot where that is decided."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from groundplan.evidence.subject import Subject
    from groundplan.survey.where.evidence import Evidence

# Part of the goal's telling words, rare ones counting more, that the first place must have.
ENOUGH = 0.6
FEWEST = 2  # telling words: one shared word is a coincidence


class Certainty(enum.StrEnum):
    """How sure it is that the places are the right ones."""

    GIVEN = "given"  # whoever asked named them
    FOUND = "found"
    CANDIDATES = "candidates"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the places are known: what the goal names outright, and the telling words that nothing has."""

    certainty: Certainty
    named: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # telling words, as written, in no file and no commit message


def judge(subject: Subject) -> Verdict:
    """Return whether the places of a subject are found."""
    unknown = tuple(
        subject.goal.spelling.get(word, word) for word in subject.words if not _is_known(subject, word)
    )
    if subject.is_given:
        return Verdict(Certainty.GIVEN, unknown=unknown)
    named = _named_by(subject)
    if named or _has_enough(subject):
        return Verdict(Certainty.FOUND, named, unknown)
    return Verdict(Certainty.CANDIDATES, unknown=unknown)


def _is_known(subject: Subject, word: str) -> bool:
    """Tell whether any file, or any commit message, has a word in some form."""
    ground = subject.looked_up.ground
    if ground.code.postings.get(word) or ground.tests.postings.get(word):
        return True
    written = subject.goal.spelling.get(word, word)
    if any(path not in subject.own_plans for path in subject.index.files_with(written)):
        return True
    return subject.history is not None and bool(subject.history.commits_about(written, limit=1))


def _named_by(subject: Subject) -> tuple[str, ...]:
    """Return what in the goal names the first places outright: a path, a dotted name, an identifier."""
    best = [each.path for each in subject.ranked.files[:3]]
    named = subject.looked_up.named
    found: dict[str, None] = {}
    for path in best:
        if named.paths.get(path, 0.0) >= 1.0 or named.modules.get(path, 0.0) >= 1.0 or path in named.frames:
            found[path] = None
        for name, strength in (named.symbols.get(path, {}) | named.qualified.get(path, {})).items():
            if strength >= 0.8 / 3:  # defined in at most three files
                found[name] = None
    return tuple(found)


def _has_enough(subject: Subject) -> bool:
    """Tell whether the first place has most of what the goal says."""
    first = next((each for each in subject.ranked.files if part_of(each.path) is Part.CODE), None)
    if first is None:
        return False
    looked_up = subject.looked_up
    weights = {word: looked_up.ground.code.rarity(word) for word in subject.words}
    most = max(weights.values(), default=0.0)
    weights = {
        word: weight or most for word, weight in weights.items()
    }  # what nothing has is as rare as can be
    held = [word for word in weights if _has(looked_up, first.path, word)]
    total = sum(weights.values())
    return len(held) >= FEWEST and sum(weights[word] for word in held) >= ENOUGH * total


def _has(looked_up: Evidence, path: str, word: str) -> bool:
    postings = looked_up.ground.code.postings.get(word, {})
    return any(unit in postings for unit in looked_up.ground.units.get(path, ()))
