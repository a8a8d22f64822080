"""What the code in question owes: functions that fork much, tests and words that are missing, by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.debt import COMPLEX, find_debt
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.goal_clarity import field_lines
from groundplan.planner.writers.in_question import in_question, reach_of, tests_of
from groundplan.planner.writers.phrases import cite, code, counted, listing, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.work_kind import kind_of
from groundplan.survey.hotspots import MOST
from groundplan.survey.measures import measure_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.measures import Measure


@writer("current-debt")
def write_debt(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the code owes: forks, tests and words that are missing, each with its number."""
    pack = brief.pack
    text = _whole_debt(pack) if kind_of(pack) is GoalKind.DEBT else _target_debt(pack)
    yield SectionDraft(spec.key, field_lines(text), is_evidence=True)


def _whole_debt(pack: EvidencePack) -> list[tuple[str, str]]:
    debt = find_debt(pack)
    where = f" under {code(debt.under)}" if debt.under else ""
    forks = [f"{code(f'{path}::{each.qualified}')} ({each.branches})" for path, each in debt.complex]
    rings = [" → ".join(code(path) for path in ring.paths[:4]) for ring in debt.cycles]
    spots = [
        f"{code(each.path)} ({counted(each.measure.branches, 'branch', 'branches')})"
        for each in debt.untested
    ]
    bare = [
        f"{code(each.path)} ({each.measure.public - each.measure.documented} of {each.measure.public})"
        for each in debt.undocumented
    ]
    quality = f"{counted(len(forks), 'function')}{where} with {COMPLEX} branches or more" + (
        f": {listing(forks, 5)}" if forks else ""
    )
    quality += f"; {counted(len(rings), 'import ring')}" + (f": {listing(rings, 2)}" if rings else "")
    return [
        ("Code quality issues", sentence(quality)),
        (
            "Missing tests",
            sentence(
                f"{_some(len(spots))} with functions that no test was found to import or be named after, "
                f"{counted(debt.tests, 'test file')} looked at" + (f": {listing(spots, 5)}" if spots else "")
            ),
        ),
        (
            "Documentation gaps",
            sentence(
                f"{_some(len(bare))} with public definitions without words"
                + (f": {listing(bare, 5)}" if bare else "")
            ),
        ),
    ]


def _some(number: int) -> str:
    """Return a count of files; the survey names so many at most."""
    return f"{MOST} files or more" if number >= MOST else counted(number, "file")


def measures_of(pack: EvidencePack) -> dict[str, Measure]:
    """Return the measures of the files in question."""
    wanted = set(in_question(pack))
    return {path: each for path, each in measure_files(pack.index).items() if path in wanted}


def _target_debt(pack: EvidencePack) -> list[tuple[str, str]]:
    measures = measures_of(pack)
    worst = sorted(
        ((path, each) for path, m in measures.items() for each in m.worst), key=lambda pair: -pair[1].branches
    )
    forks = [
        f"{code(f'{path}::{each.qualified}')} ({each.branches} in {counted(each.lines, 'line')})"
        for path, each in worst
        if each.branches >= COMPLEX
    ]
    quality = (
        f"{counted(len(forks), 'function')} of {counted(len(measures), 'file')} with {COMPLEX} "
        "branches or more"
        + (
            f": {listing(forks, 3)}"
            if forks
            else (
                f"; the most has {code(f'{worst[0][0]}::{worst[0][1].qualified}')} with "
                f"{worst[0][1].branches}"
                if worst
                else ""
            )
        )
    )
    if pack.cycles:
        quality += (
            f"; {counted(len(pack.cycles), 'import ring')} through them: "
            f"{' → '.join(code(p) for p in pack.cycles[0][:4])}"
        )
    public = sum(each.public for each in measures.values())
    bare = {
        path: each.public - each.documented
        for path, each in measures.items()
        if each.public > each.documented
    }
    worded = f"{sum(bare.values())} of {counted(public, 'public definition')} have no words" + (
        f": {listing([f'{code(path)} ({count})' for path, count in bare.items()], 3)}" if bare else ""
    )
    return [
        ("Code quality issues", sentence(quality)),
        ("Missing tests", _missing_tests(pack)),
        ("Documentation gaps", sentence(worded)),
    ]


def _missing_tests(pack: EvidencePack) -> str:
    there = [each for each in tests_of(pack) if each.exists]
    tests = sum(is_test(path) for path in pack.index.paths())
    bare = [each.region.citation for each in reach_of(pack) if not each.test_callers]
    if not there:
        return f"No test file covers the targets ({counted(tests, 'test file')} looked at)."
    told = f"{counted(len(there), 'test file')} for the targets: {cite((each.path for each in there), 3)}"
    if bare:
        told += f"; no test calls {cite(bare, 4)} by name"
    return sentence(told)
