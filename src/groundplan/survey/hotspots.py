"""Where change is dear: files with many branches that change often, with too few tests or words on them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.languages import FOLLOWED, language_of
from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.survey.kept import keep_records
from groundplan.survey.sources import part
from groundplan.survey.spot import Spot
from groundplan.survey.tests_for.naming import code_stem, plain_stem
from groundplan.survey.tests_for.test_edges import TestEdges
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.history.facts import Churn

MOST = 50
_MEASURES_VERSION = "1"
MOST_WORST = 5
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_DOCUMENTED = _FUNCTIONS | {Kind.CLASS, Kind.INTERFACE}


@dataclass(frozen=True, slots=True)
class Branchy:
    """A function and how often its way forks."""

    qualified: str
    line: int
    lines: int
    branches: int


@dataclass(frozen=True, slots=True)
class Measure:
    """What one file weighs; `documented` of its `public` definitions say what they do."""

    lines: int
    functions: int
    branches: int
    public: int
    documented: int
    is_generated: bool
    worst: tuple[Branchy, ...]


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A file with its numbers: branches, commits in all and within the last year, test files, documentation.

    `score` is branches times recent commits (all commits where none is recent, divided by ten).
    """

    path: str
    score: float
    measure: Measure
    commits: int
    recent: int
    until: str  # the day of the newest commit, where the year of the recent ones ends
    tests: int  # test files that import it, or are named after it
    is_followed: bool = True  # the imports of its language are; otherwise its tests are not known

    @property
    def at(self) -> Spot:
        """Return its most branching function, or the file."""
        return Spot(self.path, self.measure.worst[0].line if self.measure.worst else 0)

    @property
    def lately(self) -> str:
        """Return how often it changed lately: `3 commits in the year up to 2024-05-31`."""
        return f"{_some(self.recent, 'commit')} in the year up to {self.until}" if self.until else "no commit"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return the numbers as clauses, the gravest first."""
        measure = self.measure
        forks = _some(measure.branches, "branch", "branches")
        words = [f"{forks} counted in {_some(measure.functions, 'function')}"]
        words.append(f"{self.lately}, {self.commits} found in all")
        if measure.worst:
            worst = measure.worst[0]
            forks = _some(worst.branches, "branch", "branches")
            words.append(f"`{worst.qualified}` alone has {forks} in {_some(worst.lines, 'line')}")
        if self.tests:
            words.append(f"{_some(self.tests, 'test file')} by imports, names or package")
        elif self.is_followed:
            words.append("no test found that imports it directly or is named after it")
        missing = measure.public - measure.documented
        if missing:
            words.append(
                f"no documentation seen right at {missing} of {measure.public} definitions that look public"
            )
        return tuple(words)


@dataclass(frozen=True, slots=True)
class Hotspots:
    """The hotspots, the files that most lack tests or documentation, and what was left out and why."""

    found: tuple[Hotspot, ...]
    untested: tuple[Hotspot, ...]
    undocumented: tuple[Hotspot, ...]
    complex_functions: tuple[tuple[str, Branchy], ...]
    left_out: tuple[tuple[str, int], ...]


def find_hotspots(index: CodeView, churn: Mapping[str, Churn], *, under: str = "") -> Hotspots:
    """Return the hotspots of own code; `churn` is what the history says of each path, or empty."""
    edges = TestEdges(index)
    stems = _count(plain_stem(test) for test in edges.tests)
    packages = _count(test.rpartition("/")[0] for test in edges.tests if test.endswith("_test.go"))
    left_out: dict[str, int] = {}
    spots: list[Hotspot] = []
    for path, measure in measure_files(index).items():
        if not path.startswith(under) or part(path) is Part.TEST:
            continue
        is_generated = measure.is_generated or why_generated(path, None) is not None
        reason = "generated" if is_generated else "" if part(path) is Part.CODE else part(path).value
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        past = churn.get(path)
        commits, recent, until = (past.commits, past.recent, past.until) if past else (0, 0, "")
        tests = len({edge.test for edge in edges.into.get(path, ())}) or stems.get(code_stem(path), 0)
        tests = tests or packages.get(path.rpartition("/")[0], 0)
        weight = recent or commits / 10
        score = round(measure.branches * weight, 1)
        is_followed = language_of(path, b"") in FOLLOWED
        spots.append(Hotspot(path, score, measure, commits, recent, until, tests, is_followed))
    return Hotspots(
        found=_top(each for each in spots if each.score > 0),
        untested=tuple(
            sorted(
                (each for each in spots if not each.tests and each.is_followed and each.measure.functions),
                key=lambda each: (-each.measure.branches, -each.measure.functions, each.path),
            )[:MOST]
        ),
        undocumented=tuple(
            sorted(
                (each for each in spots if each.measure.public > each.measure.documented),
                key=lambda each: (each.measure.documented - each.measure.public, each.path),
            )[:MOST]
        ),
        complex_functions=_complex(spots),
        left_out=tuple(sorted(left_out.items())),
    )


def _some(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _count(words: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in words:
        found[each] = found.get(each, 0) + 1
    return found


def _top(spots: Iterable[Hotspot]) -> tuple[Hotspot, ...]:
    return tuple(sorted(spots, key=lambda each: (-each.score, each.path))[:MOST])


def _complex(spots: list[Hotspot]) -> tuple[tuple[str, Branchy], ...]:
    found = [(spot.path, each) for spot in spots for each in spot.measure.worst]
    return tuple(sorted(found, key=lambda each: (-each[1].branches, each[0]))[:MOST])


def measure_files(index: CodeView) -> dict[str, Measure]:
    """Return the measure of every file that has an outline, by path."""
    records = keep_records(index, "measures", _MEASURES_VERSION, _make)
    return {path: _unpack(record) for path, record in records.items()}


def _make(text: bytes, outline: Outline) -> bytes:
    functions = [each for each in outline.definitions if each.kind in _FUNCTIONS]
    # A nested function's forks are counted in the one around it as well: only outermost ones sum up.
    spans = _outermost(outline)
    public = [
        each
        for each in outline.definitions
        if each.kind in _DOCUMENTED and each.is_exported and not each.name.startswith("_")
    ]
    worst = sorted(functions, key=lambda each: (-each.branches, each.line))[:MOST_WORST]
    is_generated = outline.is_generated or why_generated("", text) is not None
    return json.dumps(
        [
            outline.lines,
            len(functions),
            spans,
            len(public),
            sum(each.has_doc for each in public),
            int(is_generated),
            [[each.qualified[:200], each.line, each.size, each.branches] for each in worst if each.branches],
        ],
        separators=(",", ":"),
    ).encode()


def _outermost(outline: Outline) -> int:
    total, end = 0, 0
    for each in outline.definitions:
        if each.kind in _FUNCTIONS and each.first > end:
            total += each.branches
            end = each.last
    return total


def _unpack(record: bytes) -> Measure:
    lines, functions, branches, public, documented, generated, worst = json.loads(record)
    found = tuple(Branchy(*each) for each in worst)
    return Measure(lines, functions, branches, public, documented, bool(generated), found)
