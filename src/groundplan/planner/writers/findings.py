"""Facts of the pack as phrases with their citations, so that all sections say a thing the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.planner.writers.phrases import cite, clause, code, counted, joined, listing, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.planner.facts.kinds import Caller, Failure, Habit, Reach, UsedPackage, WayIn
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Attempt

_MOST_CALLERS = 5
_MOST_WAYS = 3
_HASH = 12


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
        parts.append(f"{counted(len(reach.indirect), 'file')} further up ({cite(reach.indirect, 3)})")
    if reach.possible:
        parts.append(f"{counted(reach.possible, 'use')} known by name alone")
    if reach.public:
        parts.append(f"outsiders may use it: {clause(reach.public)}")
    return joined(parts)


def way_phrase(way: WayIn) -> str:
    """Return an entry point as a reader names it, with the line that declares it."""
    steps = f", {counted(way.steps, 'call')} away" if way.steps > 1 else ""
    kind = {"http": "HTTP", "cli": "command", "job": "background job", "main": "program"}
    what = kind.get(way.entry.kind.value, way.entry.kind.value)
    return f"{what} {code(way.entry.title)} ({code(way.entry.at)}){steps}"


def ways_phrase(pack: EvidencePack) -> str:
    """Return the nearest entry points, or who calls instead where there is none."""
    ways = [way_phrase(each) for each in pack.ways_in]
    if ways:
        return listing(list(dict.fromkeys(ways)), _MOST_WAYS)
    if pack.callers:
        return f"called from code: {caller_phrase(pack.callers, 3)}; no route, command or job leads here"
    return "no route, command, job or caller in this repository leads here"


def habit_phrase(pack: EvidencePack, *topics: str) -> str:
    """Return how the code around the targets does something, the nearest habits first; or nothing."""
    habits = sorted(
        (each for each in pack.habits if each.topic in topics),
        key=lambda each: (not each.is_local, -each.share),
    )
    return "; ".join(one_habit(each) for each in habits[:2])


def one_habit(habit: Habit) -> str:
    """Return one habit with up to two places that show it."""
    shown = [each for each in habit.spots if str(each) not in habit.statement]
    return clause(habit.statement) + (f" ({cite(shown, 2)})" if shown else "")


def failure_phrase(failure: Failure) -> str:
    """Return one way the code fails: the condition, what happens, the line."""
    condition = f"{code(shortened(failure.condition, 100))} " if failure.condition else ""
    return f"{condition}→ {failure.action} ({code(failure.at)})"


def package_phrase(package: UsedPackage) -> str:
    """Return a package with its version, where it is declared and where it is used."""
    version = f" {package.version}" if package.version else ", no version declared"
    declared = (
        f"declared at {code(package.declared_at)}" if package.declared_at else "not declared in a manifest"
    )
    used = f", used at {cite(package.used_at, 2)}" if package.used_at else ""
    return f"{code(package.name)}{version} ({declared}{used})"


def tests_phrase(pack: EvidencePack) -> str:
    """Return which tests exercise the targets, or how many were looked at without finding one."""
    there = [each for each in pack.tests if each.exists]
    if there:
        first = there[0]
        named = f" with {listing([code(each) for each in first.tests], 3)}" if first.tests else ""
        rest = f"; also {cite([each.path for each in there[1:]], 2)}" if there[1:] else ""
        run = f", run by {code(first.command)}" if first.command else ""
        return f"{code(first.path)}{named}{run}{rest}"
    looked = sum(1 for path in pack.index.paths() if is_test(path))
    paths = cite([each.path for each in pack.targets], 2) or "what the goal names"
    return f"no test was found that exercises {paths} ({counted(looked, 'test file')} looked at)"


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
