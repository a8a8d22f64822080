"""Whether the places of a goal are found or only candidates: the one spot where that is decided.

Found means that the first file is changed nine times in ten, measured in docs/benchmarks/where.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.naming import is_meant
from groundplan.evidence.kinds import Certainty, Verdict
from groundplan.evidence.naming import named_handlers, named_identifiers, ordered_names
from groundplan.evidence.places import DEFINED_ONCE, choose_files
from groundplan.evidence.symptoms import is_exception, without_symptoms
from groundplan.survey.sources import is_own_code, part
from groundplan.survey.where.kinds import Part
from groundplan.survey.where.telling import is_mostly_unknown, unknown_names, unknown_words
from groundplan.survey.where.words import identifiers_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.evidence.subject import Subject

MOST_LIKELY = 3
MOST_WITH_CLUES = 5
DECLARING = (".h", ".hh", ".hpp", ".hxx", ".d.ts", ".d.mts", ".d.cts", ".pyi")
_OUTCOME = (
    r"\b(?:instead of|rather than|rais(?:e|es|ing)|throws?|throwing|returns?|returning|unlike|like) (?:an? )?"
)
SHARED = 2  # telling words of the goal that a file needs to be offered: one is in a file by chance


def judge(subject: Subject) -> Verdict:
    """Return whether the places of a subject are found."""
    words = unknown_words(subject.index, subject.looked_up, subject.history, subject.own_plans)
    names = unknown_names(subject.index, subject.goal, subject.own_plans)
    unknown = tuple(dict.fromkeys((*names, *words)))  # a name tells more than a word
    files = choose_files(subject)
    if subject.is_given:
        return Verdict(Certainty.GIVEN, unknown=unknown, sure=files)
    is_found = _is_written(subject) or (
        subject.ranked.is_found and not is_mostly_unknown(subject.goal, words)
    )
    spoken = _named_by(subject)
    named = without_symptoms(subject, spoken)
    is_found = is_found and not (files[0] in spoken and files[0] not in named)
    written = subject.looked_up.named.paths
    sure = tuple(
        path
        for number, path in enumerate(files)
        if path in named or written.get(path, 0.0) >= 1.0 or (is_found and not number)
    )
    otherwise = Certainty.NAMED if named else Certainty.CANDIDATES
    names = tuple(dict.fromkeys(name for each in named.values() for name in each))
    felt = {path: says for path, says in spoken.items() if path not in named}
    likely = _candidates(subject, sure, felt)
    return Verdict(Certainty.FOUND if is_found else otherwise, names, unknown, sure, likely)


def _candidates(subject: Subject, sure: Sequence[str], felt: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the files to offer: where the fault shows, what was called when it did, then by words alone."""
    thrown = {path for path, says in felt.items() if all(map(is_exception, says))}
    shown = [each.path for each in subject.clues][:MOST_LIKELY]
    called = [path for path in felt if path not in thrown]
    first = [path for path in dict.fromkeys((*shown, *called)) if path not in sure]
    words = [path for path in choose_files(subject) if path not in {*sure, *thrown}]
    words = [path for path in words if _shares_words(subject, path)]
    words = [path for path in words if part(path) is Part.CODE] or words
    most = max(MOST_LIKELY, min(MOST_WITH_CLUES, len(first) + 1))
    return tuple(dict.fromkeys((*first, *words)))[:most]


def _shares_words(subject: Subject, path: str) -> bool:
    ground = subject.looked_up.ground
    units = ground.units.get(path, ())
    held = (ground.code.postings.get(word, {}) for word in subject.words)
    return sum(any(unit in postings for unit in units) for postings in held) >= SHARED


def _is_written(subject: Subject) -> bool:
    """Tell whether the goal spells the path of the first file."""
    first = subject.ranked.files[0].path if subject.ranked.files else ""
    return subject.looked_up.named.paths.get(first, 0.0) >= 1.0


def _named_by(subject: Subject) -> dict[str, list[str]]:
    """Return the places that the goal names outright, each with what it says of them.

    That is a path, a module, a route or command, an identifier that one file alone defines. That words of the
    goal appear somewhere makes a candidate, however many they are; so does a name that several files define.
    """
    named = subject.looked_up.named
    plain = named_identifiers(subject)
    ordered = ordered_names(subject)
    handled = named_handlers(subject)
    routed = set(identifiers_in(" ".join(name for names in handled.values() for name in names)))
    found: dict[str, list[str]] = {}
    for path in [each.path for each in subject.ranked.files]:
        says = found.setdefault(path, handled.get(path, []))
        if named.paths.get(path, 0.0) >= 1.0 or named.modules.get(path, 0.0) >= 1.0:
            says.append(path)
        says += [each for each in ordered if subject.index.symbols(each)[0].path == path]
        for name, strength in (named.symbols.get(path, {}) | named.qualified.get(path, {})).items():
            is_said = (
                name in plain or "." in name
            ) and name not in routed  # a word of the sentence may be defined somewhere as well
            if is_said and (strength >= DEFINED_ONCE or _means_one(subject, name, path)) and name not in says:
                says.append(name)
    said = {path: says for path, says in found.items() if says}
    # `raises A instead of B`: what comes out is named, and is seldom where the change goes.
    acting = {
        path: says for path, says in said.items() if not all(_is_outcome(subject.text, one) for one in says)
    }
    return acting or said


def _means_one(subject: Subject, name: str, path: str) -> bool:
    """Tell whether a file alone defines a name: what a header or a stub declares, another file defines."""
    parts = name.split(".")
    found = {
        each.path
        for each in subject.index.symbols(parts[-1])
        if is_meant(each, parts) and is_own_code(each.path)
    }
    return ({each for each in found if not each.endswith(DECLARING)} or found) == {path}


def _is_outcome(text: str, name: str) -> bool:
    """Tell whether a goal names something only as what is raised, returned or expected."""
    last = re.escape(name.rpartition(".")[2])
    spoken = len(re.findall(rf"(?<!\w){last}(?!\w)", text))
    return 0 < spoken == len(re.findall(rf"{_OUTCOME}`?(?:\w+\.)*{last}(?!\w)", text, re.IGNORECASE))
