"""Where change is dear: files with many branches that change often."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundplan.code.bodies import functions_with_body
from groundplan.code.generated import why_generated
from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.survey.kept import keep_records
from groundplan.survey.sources import part
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.history.facts import Churn

MOST = 50
_MEASURES_VERSION = "3"
MOST_WORST = 5
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


@dataclass(frozen=True, slots=True)
class Branchy:
    """A function and how often its way forks."""

    qualified: str
    line: int
    lines: int
    branches: int


@dataclass(frozen=True, slots=True)
class Measure:
    """What one file weighs."""

    lines: int
    functions: int
    branches: int
    is_generated: bool
    worst: tuple[Branchy, ...]


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A file with its numbers: branches, commits in all and within the last year.

    `score` is branches times recent commits (all commits where none is recent, divided by ten).
    """

    path: str
    score: float
    measure: Measure
    commits: int
    recent: int
    until: str  # the day of the newest commit, where the year of the recent ones ends

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
        return tuple(words)


@dataclass(frozen=True, slots=True)
class Hotspots:
    """The hotspots, and the functions that fork most."""

    found: tuple[Hotspot, ...]
    complex_functions: tuple[tuple[str, Branchy], ...]


def find_hotspots(index: CodeView, churn: Mapping[str, Churn], *, under: str = "") -> Hotspots:
    """Return the hotspots of own code; `churn` is what the history says of each path, or empty."""
    spots: list[Hotspot] = []
    for path, measure in measure_files(index).items():
        is_generated = measure.is_generated or why_generated(path, None) is not None
        if not path.startswith(under) or part(path) is not Part.CODE or is_generated:
            continue
        past = churn.get(path)
        commits, recent, until = (past.commits, past.recent, past.until) if past else (0, 0, "")
        score = round(measure.branches * (recent or commits / 10), 1)
        spots.append(Hotspot(path, score, measure, commits, recent, until))
    return Hotspots(_top(each for each in spots if each.score > 0), _complex(spots))


def _some(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


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
    worst = sorted(functions, key=lambda each: (-each.branches, each.line))[:MOST_WORST]
    is_generated = outline.is_generated or why_generated("", text) is not None
    return json.dumps(
        [
            outline.lines,
            len(functions_with_body(text, outline)),
            spans,
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
    lines, functions, branches, generated, worst = json.loads(record)
    found = tuple(Branchy(*each) for each in worst)
    return Measure(lines, functions, branches, bool(generated), found)
