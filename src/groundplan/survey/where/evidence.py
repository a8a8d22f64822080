"""What was looked up for one goal, by file: the features are measured on it, the reasons told from it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.survey.where.corpus import Corpus, score_units, sum_best
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.survey.where.corpus import Ground
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.named import Named

BEST_UNITS = 3  # of a file count together
_LIKELY = 10
_BEST_TESTS = 12  # test files that are asked what they import


@dataclass(frozen=True, slots=True)
class Past:
    """What history says of a goal, by file: like commits, files changed together, how lately each changed."""

    alike: Mapping[str, float] = field(default_factory=dict)
    subjects: Mapping[str, str] = field(default_factory=dict)  # of the likest commit that touched it
    together: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    recency: Mapping[str, float] = field(default_factory=dict)
    changes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Alike:
    """How alike the words of a goal and of the code are: by unit, and by file in several ways."""

    units: Mapping[int, float]
    all_words: Mapping[str, float]
    best_unit: Mapping[str, float]
    whole_file: Mapping[str, float]
    title_words: Mapping[str, float]
    code_words: Mapping[str, float]
    coverage: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a goal. Every mapping is by path and holds raw strengths."""

    goal: Goal
    ground: Ground
    alike: Alike
    named: Named
    # the likely files by words and names alone, with shares of 1: nearness to them counts
    good: Mapping[str, float]
    imports: Mapping[str, frozenset[str]]  # what the likely files import, inside the repository
    tests: Mapping[str, float]  # what matching tests import
    messages: Mapping[str, float]
    past: Past


def compare_words(goal: Goal, ground: Ground) -> Alike:
    """Return how alike the words of each file and of the goal are."""
    candidates = {path: units for path, units in ground.units.items() if part_of(path) is not Part.TEST}
    coded = {word: worth for word, worth in goal.terms.items() if word in goal.code_words}
    titled = dict.fromkeys(goal.title, 1.0)
    units = score_units(ground.code, goal.terms)
    whole_file, coverage = _by_whole_file(candidates, ground.code, goal)
    return Alike(
        units=units,
        all_words=_by_file(candidates, units, BEST_UNITS),
        best_unit=_by_file(candidates, units, 1),
        whole_file=whole_file,
        title_words=_by_file(candidates, score_units(ground.code, titled), BEST_UNITS),
        code_words=_by_file(candidates, score_units(ground.code, coded), BEST_UNITS),
        coverage=coverage,
    )


def _by_file(files: Mapping[str, Sequence[int]], scores: Mapping[int, float], best: int) -> dict[str, float]:
    found = {}
    for path, units in files.items():
        held = [scores[unit] for unit in units if unit in scores]
        if held:
            found[path] = sum_best(held, best)
    return found


def _by_whole_file(
    files: Mapping[str, Sequence[int]], corpus: Corpus, goal: Goal
) -> tuple[dict[str, float], dict[str, float]]:
    """Return BM25 with files as documents, and the summed rarities of the goal's words in each."""
    paths = list(files)
    number_of = {unit: number for number, units in enumerate(files.values()) for unit in units}
    lengths = {
        number: sum(corpus.lengths[unit] for unit in units) for number, units in enumerate(files.values())
    }
    postings: dict[str, dict[int, int]] = {}
    for word, units in corpus.postings.items():
        counts = postings[word] = {}
        for unit, count in units.items():
            number = number_of.get(unit)
            if number is not None:
                counts[number] = counts.get(number, 0) + count
    whole = Corpus(lengths, postings)
    covered: dict[int, float] = {}
    for word in goal.terms:
        rarity = whole.rarity(word)
        for number in postings.get(word, ()):
            covered[number] = covered.get(number, 0.0) + rarity
    scores = score_units(whole, goal.terms)
    return (
        {paths[number]: score for number, score in scores.items()},
        {paths[number]: share for number, share in covered.items()},
    )


def find_likely(all_words: Mapping[str, float], named: Named) -> dict[str, float]:
    """Return the likeliest files by words and names alone, with shares that sum to 1."""
    highest = max(all_words.values(), default=1.0) or 1.0
    strengths: dict[str, float] = {}
    for path in {*all_words, *named.paths, *named.frames, *named.qualified, *named.symbols}:
        if part_of(path) is not Part.TEST:
            symbols = squash(sum(named.symbols.get(path, {}).values()))
            qualified = squash(sum(named.qualified.get(path, {}).values()))
            told = 0.3 * symbols + 0.5 * qualified + named.paths.get(path, 0.0) + named.frames.get(path, 0.0)
            strengths[path] = (all_words.get(path, 0.0) / highest) ** 2 + told
    best = sorted(strengths, key=lambda path: (-strengths[path], path))[:_LIKELY]
    total = sum(strengths[path] for path in best)
    return {path: strengths[path] / total for path in best} if total else {}


def squash(strength: float) -> float:
    """Return a strength without a bound as one between 0 and 1."""
    return strength / (1.0 + strength)


def find_tests(goal: Goal, ground: Ground) -> dict[str, float]:
    """Return the test files whose words match a goal best."""
    tests = {path: units for path, units in ground.units.items() if part_of(path) is Part.TEST}
    alike = _by_file(tests, score_units(ground.tests, goal.terms), BEST_UNITS)
    best = sorted(alike, key=lambda path: (-alike[path], path))[:_BEST_TESTS]
    return {path: alike[path] for path in best}


def follow_tests(tests: Mapping[str, float], imports: Mapping[str, Iterable[str]]) -> dict[str, float]:
    """Return how strongly the tests that match a goal point at the files they import."""
    pointed: dict[str, float] = {}
    for test, alike in tests.items():
        targets = {path for path in imports.get(test, ()) if part_of(path) is not Part.TEST}
        for path in targets:
            # A test of everything says little about each.
            pointed[path] = pointed.get(path, 0.0) + alike / len(targets) ** 0.5
    return pointed
