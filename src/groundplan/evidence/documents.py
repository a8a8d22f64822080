"""Documents about a goal: the sections whose heading or text has its words, those that say no first."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.evidence.document_sections import cut_sections
from groundplan.evidence.naming import named_identifiers
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from groundplan.evidence.document_sections import Section
    from groundplan.evidence.subject import Subject

MOST = 8
MOST_OF_FILE = 2
MOST_READ = 60  # documents that are cut into sections
LONGEST_QUOTE = 200
NEAR_BEST = 0.6  # of the best section's score
LEAST_SHARE = 0.5  # of the telling words, by how rare they are
_TEXTS = ("md", "markdown", "mdx", "rst", "txt", "adoc", "asciidoc", "org", "textile", "rdoc", "")
_RECORDS = late_regex(
    r"(?:^|/)(?:change[-_ ]?s?(?:log)?|history|news|release[-_ ]?(?:notes?|s)|releases|migrations?|"
    r"upgrad\w*|authors|contributors|licen[cs]e|locale|translations?|i18n)(?:[./_-]|$)",
    re.IGNORECASE,
)
# Headings and sentences by which a project says no.
_AGAINST = late_regex(
    r"\bwhy (?:not|no|doesn't|does not|isn't|don't)\b|\bout of scope\b|\bnon-?goals?\b"
    r"|\bwon'?t\b|\bwill not\b"
    r"|\bnot (?:supported|planned|accept\w*|recommended|allowed|possible|intended)\b|\bunsupported\b"
    r"|\bdeliberate(?:ly)?\b|\bintentional(?:ly)?\b|\bby design\b|\brejected\b|\bdo not\b"
    r"|\bmust not\b|\bnever\b"
    r"|\bno plans?\b|\blimitations?\b|\bdeprecated\b|\bcase[- ]insensitive\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Match:
    """A section that has words of the goal, where, and how much that says."""

    path: str
    section: Section
    words: tuple[str, ...]  # as the goal writes them
    line: int
    quote: str
    score: float
    against: str  # the words by which it says no


def find_documents(subject: Subject) -> Iterator[Fact]:
    """Return the sections about the goal, best first; that none was found says how many were looked at."""
    documents = [
        path for path in subject.index.paths() if _is_document(path) and path not in subject.own_plans
    ]
    weights = _weights(subject)
    matches = [
        match for path in _likely(subject, documents, weights) for match in _matches(subject, path, weights)
    ]
    matches.sort(key=lambda each: (-each.score, each.path, each.line))
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("documents", len(documents)),))
    kept: list[_Match] = []
    for each in matches:
        if each.score < NEAR_BEST * matches[0].score:
            break
        if sum(one.path == each.path for one in kept) < MOST_OF_FILE and len(kept) < MOST:
            kept.append(each)
    for each in kept:
        yield _fact(each, coverage)
    if not kept and weights:
        searched = Coverage(searched=(("documents", len(documents)),))
        spelled = tuple(dict.fromkeys(word for word, _ in weights.values()))
        values = (("words", spelled),)
        yield Fact(FactKind.DOCUMENT, "", Provenance(How.TEXT), searched, values=values, is_absence=True)


def _is_document(path: str) -> bool:
    folders, _, name = path.rpartition("/")
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending not in _TEXTS or (not ending and not name.isupper()) or _RECORDS.search(path):
        return False
    return part_of(path) is Part.DOCS or not folders or name.isupper() or ending in {"md", "rst", "adoc"}


def _weights(subject: Subject) -> dict[str, tuple[str, float]]:
    """Return the words to look for: their stems, how the goal writes each, and how rare it is."""
    corpus = subject.looked_up.ground.code
    found: dict[str, tuple[str, float]] = {}
    for name in named_identifiers(subject):
        stem = (words_of(name) or (name.lower(),))[-1]
        found[stem] = (name, 3.0 + corpus.rarity(stem))
    for word in subject.words:
        found.setdefault(word, (subject.goal.spelling.get(word, word), 1.0 + corpus.rarity(word)))
    return found


def _likely(subject: Subject, documents: list[str], weights: Mapping[str, tuple[str, float]]) -> list[str]:
    """Return the documents to read: those that have most of the words, by the index of words where it can."""
    scores: dict[str, float] = {}
    ground = subject.looked_up.ground
    for path in documents:
        units = ground.units.get(path)
        if units is None:  # too long for the index of words, or not in it
            scores[path] = sum(
                weight for word, weight in weights.values() if path in subject.index.files_with(word)
            )
        else:
            scores[path] = sum(
                weight
                for stem, (_, weight) in weights.items()
                if any(unit in ground.code.postings.get(stem, ()) for unit in units)
            )
    order = sorted(scores, key=lambda path: (-scores[path], path.count("/"), path))
    return [path for path in order if scores[path] > 0][:MOST_READ]


def _matches(subject: Subject, path: str, weights: Mapping[str, tuple[str, float]]) -> Iterator[_Match]:
    """Return the sections of a document that have enough of the words, each with its best line."""
    text = (subject.index.text(path) or b"").decode("utf-8", "replace")
    total = sum(weight for _, weight in weights.values())

    def worth(stems: AbstractSet[str]) -> float:
        return sum(weights[stem][1] for stem in stems) / total

    for section in cut_sections(text):
        held = {
            number: stems
            for number, line in enumerate(section.lines, section.first)
            if (stems := _stems(line) & weights.keys())
        }
        seen = frozenset[str]().union(*held.values())
        in_heading = _stems(section.heading) & weights.keys()
        is_enough = worth(seen) >= LEAST_SHARE and (len(seen) > 1 or len(weights) == 1)
        if not held or not (is_enough or worth(in_heading) >= LEAST_SHARE):
            continue
        best = max(held, key=lambda number: (worth(held[number]), -number))
        quote = section.lines[best - section.first].strip()[:LONGEST_QUOTE]
        against = found[0] if (found := _AGAINST.search(f"{section.heading}\n{quote}")) else ""
        score = worth(seen) + 0.5 * (worth(held[best]) + bool(in_heading)) + 0.4 * bool(against)
        words = tuple(weights[stem][0] for stem in weights if stem in seen)
        yield _Match(path, section, words, best, quote, score, against)


@lru_cache(maxsize=50_000)
def _stems(line: str) -> frozenset[str]:
    return frozenset(word for each in identifiers_in(line) for word in words_of(each))


def _fact(match: _Match, coverage: Coverage) -> Fact:
    section = match.section
    last = max(section.first, section.last)
    place = CodePlace(match.path, section.first, last, section.heading, match.quote)
    return Fact(
        FactKind.DOCUMENT,
        section.heading,
        Provenance(How.DOCUMENT),
        coverage,
        (place,),
        1,
        (("words", match.words), ("line", match.line), ("against", match.against)),
    )
