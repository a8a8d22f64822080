"""Facts of the pack as phrases with their citations, so that all sections say a thing the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.planner.writers.phrases import cite, clause, code, counted, joined, listing, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.evidence.kinds import Caller, Failure, Habit, Reach, UsedPackage, WayIn
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Attempt

_MOST_CALLERS = 5
_MOST_WAYS = 3
_HASH = 12
_HABITUAL = 0.7  # part of the places from which on it is a habit
_LISTING = late_regex(r"\(\d[\d,]*\): ")
_ARROW = late_regex(r"\s*(?:→|->|=>)\s*")
_MOST_HABITS = 1
_LONGEST_HABIT = 160


def caller_phrase(callers: Iterable[Caller], most: int = _MOST_CALLERS) -> str:
    """Return callers with their number first: 12 callers in 5 files: `a.py:3` (`load`) and 11 more."""
    found = tuple(callers)
    files = {each.path for each in found}
    # One of each file first: that shows how far the change reaches.
    seen: set[str] = set()
    leading = [each for each in found if not (each.path in seen or seen.add(each.path))]  # type: ignore[func-returns-value]
    rest = [each for each in found if each not in leading]
    shown = [
        f"{code(each.citation)} ({code(each.inside)})" if each.inside else code(each.citation)
        for each in (*leading, *rest)
    ]
    return f"{counted(len(found), 'caller')} in {counted(len(files), 'file')}: {listing(shown, most)}"


def reach_phrase(reach: Reach) -> str:
    """Return what lies behind the callers: files that reach it through others, uses by name, the public."""
    parts = []
    if reach.indirect:
        parts.append(f"{counted(len(reach.indirect), 'file')} further up ({cite(reach.indirect, 2)})")
    if reach.possible:
        parts.append(f"{counted(reach.possible, 'use')} known by name alone")
    if reach.public:
        parts.append(f"outsiders may use it: {clause(reach.public)}")
    return joined(parts)


def way_phrase(way: WayIn) -> str:
    """Return an entry point as a reader names it, with the line that declares it."""
    kind = {"http": "HTTP", "cli": "command", "job": "background job", "main": "program"}
    what = kind.get(way.entry.kind.value, way.entry.kind.value)
    return f"{what} {code(way.entry.title)} ({code(way.entry.at)})"


def sure_ways(pack: EvidencePack) -> tuple[WayIn, ...]:
    """Return the entry points whose own handler is what changes: others only import its file."""
    return tuple(each for each in pack.ways_in if each.entry.handler_at and _is_handler(each))


def _is_handler(way: WayIn) -> bool:
    at, region = way.entry.handler_at, way.region
    return (
        at is not None
        and at.path == region.path
        and region.definition.first <= at.line <= region.definition.last
    )


def near_ways(pack: EvidencePack) -> tuple[WayIn, ...]:
    """Return the entry points that can be taken to try the change: sure ones, else the nearest by imports."""
    return sure_ways(pack) or tuple(each for each in pack.ways_in if each.steps <= 1)


def ways_phrase(pack: EvidencePack, callers: Sequence[Caller]) -> str:
    """Return how the code is entered: by its own entry points, by callers, by what imports its file."""
    sure = [way_phrase(each) for each in sure_ways(pack)]
    if sure:
        return listing(list(dict.fromkeys(sure)), _MOST_WAYS)
    near = listing([way_phrase(each) for each in near_ways(pack)], 2)
    imported = f"its file is imported on the way from {near}" if near else ""
    called = f"called from {cite([each.citation for each in callers], 3)}" if callers else ""
    told = "; ".join(each for each in (called, imported) if each)
    return told or "no route, command, job or caller in this repository leads here"


def habit_phrase(pack: EvidencePack, *topics: str) -> str:
    """Return how the code around the targets does something, the nearest habits first; or nothing."""
    # A listing of what there is (`environment variables read (20): …`) is no habit; how errors are made near
    # by still helps.
    known = [
        each
        for each in pack.habits
        if each.topic in topics and each.share >= _HABITUAL
        if not _is_listing(each) or (each.is_local and each.topic == "errors")
    ]
    habits = sorted(known, key=lambda each: (_is_listing(each), not each.is_local, -each.share))
    return "; ".join(one_habit(each) for each in habits[:_MOST_HABITS])


def _is_listing(habit: Habit) -> bool:
    return _LISTING.search(habit.statement) is not None


def one_habit(habit: Habit) -> str:
    """Return one habit with up to two places that show it; what the few others do is left out."""
    statement = clause(habit.statement.partition("; others")[0])
    shown = [each for each in habit.spots if str(each) not in statement][:2]
    return shortened(statement, _LONGEST_HABIT) + (f" ({cite(shown)})" if shown else "")


def failure_phrase(failure: Failure) -> str:
    """Return one way the code fails: the condition, what happens, the line."""
    condition = f"{code(shortened(failure.condition, 100))} → " if failure.condition else ""
    return f"{condition}{action_phrase(failure)} ({code(failure.at)})"


def action_phrase(failure: Failure) -> str:
    """Return what a failure does, the error's name as code: raises `ValueError`."""
    verb, _, rest = clause(failure.action).partition(" ")
    is_name = verb in {"raises", "throws", "returns"} and rest and "what it caught" not in rest
    return f"{verb} {code(_ARROW.sub(' to ', rest))}" if is_name else clause(failure.action)


def package_phrase(package: UsedPackage) -> str:
    """Return a package with its version, where it is declared and where it is used."""
    version = f" {package.version}" if package.version else " in any version"
    declared = (
        f"declared at {code(package.declared_at)}" if package.declared_at else "not declared in a manifest"
    )
    used = f", used at {cite(package.used_at, 2)}" if package.used_at else ""
    return f"{code(package.name)}{version} ({declared}{used})"


def tests_phrase(pack: EvidencePack) -> str:
    """Return which tests import, use or name the targets, or how many were looked at without finding one."""
    there = [each for each in pack.tests if each.exists]
    if there:
        first = there[0]
        named = f" with {listing([code(each) for each in first.tests], 3)}" if first.tests else ""
        rest = f"; also {cite([each.path for each in there[1:]], 2)}" if there[1:] else ""
        run = f", run by {code(first.command)}" if first.command else ""
        return f"{code(first.path)}{named}{run}{rest}"
    looked = sum(1 for path in pack.index.paths() if is_test(path))
    paths = cite([each.path for each in pack.targets], 2) or "what the goal names"
    return f"no test was found that imports, uses or names {paths} ({counted(looked, 'test file')} looked at)"


def history_phrase(pack: EvidencePack) -> str:
    """Return what the history says about the foremost target: how often it changed, by whom, with what."""
    past = pack.past
    parts = []
    path = next((each.path for each in pack.targets if each.path in past.churn), "")
    if path:
        churn = past.churn[path]
        people = past.ownership.get(path)
        owners = (
            f", {people.owners[0].name} made {people.owners[0].share:.0%}" if people and people.owners else ""
        )
        changed = f"{code(path)} changed in {counted(churn.commits, 'commit')}"
        parts.append(f"{changed}, {churn.recent} in the last 12 months{owners}")
        with_it = [each for each in past.together.get(path, ()) if each.count > 1][:2]
        if with_it:
            shown = [f"{code(each.path)} ({each.count} times)" for each in with_it]
            parts.append(f"it mostly changes with {joined(shown)}")
    return "; ".join(parts)


def attempt_phrase(attempt: Attempt) -> str:
    """Return an earlier attempt and what became of it."""
    commit = attempt.commit
    subject = shortened(commit.subject.replace("`", "").replace("[", "(").replace("]", ")"), 90)
    became = (
        f", taken back by {attempt.reverted_by.oid[:_HASH]}"
        if attempt.was_taken_back and attempt.reverted_by
        else ""
    )
    branch = f", only on branch {code(attempt.branch)}" if attempt.branch else ""
    return f"{commit.oid[:_HASH]} “{subject}” ({commit.date}){became}{branch}"
