"""How success is measured: a goal that does not say so gets a proposal out of its own tests and counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.kinds import COMPLEX, PAID
from groundplan.evidence.contrary.wanted import TAKES_AWAY
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import TestPlace
    from groundplan.planner.challenge import Challenge

SUBJECT = "criterion"
_SPEED = late_regex(
    r"\b(?:faster|quicker|speed ?up|slow(?:er|ly)?|performance|performant|latency|throughput|optimi[sz]e)\b",
    re.IGNORECASE,
)
_MEMORY = late_regex(
    r"\b(?:less memory|memory (?:usage|use|consumption|leak)|out of memory)\b", re.IGNORECASE
)
_MOST_TESTS = 3
_TEST = "How will we know that it is done?"
_OPEN = "How would somebody else see that it is done?"


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask how success is measured, unless the goal says it or a challenge asks already."""
    del challenges
    question = propose_criterion(facts)
    if question is not None:
        yield question


def propose_criterion(facts: Facts) -> Question | None:
    """Return the question with a proposal that can be measured, or None where the goal names one."""
    goal = facts.goal
    if goal.criterion or not goal.text.strip():
        return None
    text, proposed, why = _degree(facts) or _gone(facts) or _counted(facts) or _tested(facts)
    return Question(
        SUBJECT,
        text,
        why,
        recommended=proposed,
        weight=0.5,
        after=(PLACE,),  # what is tested, and where, depends on the place
        assumption=proposed,
    )


def _degree(facts: Facts) -> tuple[str, str, str] | None:
    """Propose half of what is measured today where more speed or less memory is asked for."""
    title = facts.goal.title
    what = "time" if _SPEED.search(title) else "memory" if _MEMORY.search(title) else ""
    if not what or not facts.targets:
        return None
    target = facts.targets[0]
    named = code(target.regions[0].citation) if target.regions and target.is_named else "It"
    text = f"How much {'faster' if what == 'time' else 'less memory'} must it be, and measured by what?"
    proposed = (
        f"{named} takes at most half of the {what} it takes today, measured the same way before and after"
    )
    return text, proposed, f"The goal names no figure; the place is likely {code(target.path)}."


def _gone(facts: Facts) -> tuple[str, str, str] | None:
    """Propose that a name is gone where the goal takes it away, with how often it stands there today."""
    standing = facts.contrary.gone
    if standing is None:
        return None
    files = list(standing.files)
    today = f"today {counted(standing.total, 'place')} in {counted(len(files), 'file')}"
    nowhere = "no longer appears outside the release history"
    proposed = f"{code(standing.term)} {nowhere} ({today}){_and_passes(facts)}"
    why = f"{code(standing.term)} appears in {listing([code(path) for path in files], 3)}."
    return f"Is it done when {code(standing.term)} no longer appears anywhere?", proposed, why


def _counted(facts: Facts) -> tuple[str, str, str] | None:
    """Propose what is counted today where the goal replaces something, or pays something back."""
    if facts.goal.kind is GoalKind.MIGRATION and (swap := facts.replacement).imports:
        today = f"today {counted(len(swap.imports), 'file')} with {counted(swap.uses, 'use')}"
        proposed = f"No product file imports {code(swap.package)} any more ({today}){_and_passes(facts)}"
        why = f"{code(swap.package)} is imported in {listing([code(path) for path in swap.imports], 3)}."
        return f"Is it done when nothing imports {code(swap.package)} any more?", proposed, why
    if facts.goal.kind is GoalKind.DEBT and (fall := _count_down(facts.contrary.debt)):
        return (
            "Is it done when the counts have fallen by the worst cases?",
            f"{fall[0].upper()}{fall[1:]}{_and_passes(facts)}",
            "The goal names no figure; these are today's counts, and the worst of each kind are in the plan.",
        )
    return None


def _and_passes(facts: Facts) -> str:
    command = next((each.line for each in facts.commands if each.role == "test"), "")
    return f" and {code(command)} passes" if command else ""


def _tested(facts: Facts) -> tuple[str, str, str]:
    """Propose a test: beside those of the target, or the first one."""
    # What stands in a file of its own is tested in one of its own.
    own = [each for each in facts.tests if not each.exists] if facts.new_files else []
    tried = [*own, *(each for each in facts.tests if each.exists and each.command), *facts.tests]
    place = next(iter(tried if facts.known or facts.new_files else ()), None)
    if place is None:
        command = next((each for each in facts.commands if each.role == "test"), None)
        if command is None:
            return _seen(facts)
        proposed = f"A new test fails today and passes afterwards: {code(command.line)}"
        if _is_unnoticed(facts):
            proposed = f"{code(command.line)} passes before and after"
        return _TEST, proposed, _command_at(command.line, command.at)
    run = f": {code(place.command)}" if place.command else ""
    new = "" if place.exists else " (new)"
    # Tests that have a name which is renamed or goes cannot pass unchanged.
    if facts.goal.kind is GoalKind.REFACTOR and place.exists and not TAKES_AWAY.search(facts.goal.title):
        text = f"Is it done when the tests of {code(place.path)} pass unchanged?"
        return text, f"The tests of {code(place.path)} pass unchanged{run}", _why(place)
    named = () if facts.is_new else facts.named_regions
    if (
        place.exists
        and named
        and (len(named) > 1 or (place.path, named[0].definition.name) not in facts.tested_names)
    ):
        return _OPEN, "", _why(place)
    region = f" for {code(named[0].citation)}" if len(named) == 1 else ""
    when = "passes before and after" if _is_unnoticed(facts) else "fails today and passes afterwards"
    proposed = f"A test{region} in {code(place.path)}{new} {when}{run}"
    return _TEST, proposed, _why(place)


def _is_unnoticed(facts: Facts) -> bool:
    """Tell whether the change is one that a test of today's behaviour must not see."""
    is_moved = facts.goal.kind is GoalKind.REFACTOR and not TAKES_AWAY.search(facts.goal.title)
    return is_moved or facts.goal.kind is GoalKind.MIGRATION


def _command_at(line: str, at: object) -> str:
    said = f", as {code(at)} runs it" if at else ""
    return f"The goal names no measure; {code(line)} runs the tests{said}."


def _seen(facts: Facts) -> tuple[str, str, str]:
    """Propose what a user would see where there is no test runner at all."""
    way = next(iter(facts.ways_in), None)
    if way is None:
        return _OPEN, "", "The goal names no measure, and no test runner is declared here."
    title = code(way.entry.title)
    why = f"No test runner is declared here; {title} ({code(way.entry.at)}) leads there."
    return f"Is it done when {title} shows it?", f"{title} shows it, tried by hand", why


def _why(place: TestPlace) -> str:
    if not place.exists:
        return f"The goal names no measure, and {place.why}."
    # How many there are is not said: the list is cut, and a test may use it through others.
    names = listing([code(name) for name in place.tests[:_MOST_TESTS]], _MOST_TESTS)
    tests = f"; see {names}" if names else ""
    return f"The goal names no measure; the nearest test file is {code(place.path)}: {place.why}{tests}."


_DEBT = {
    "tests": "files without a test",
    "complexity": f"functions with {COMPLEX} branches or more",
    "documentation": "files with undocumented public definitions",
    "dependencies": "packages without a version",
}


def _count_down(debt: Mapping[str, int]) -> str:
    """Return by how much the counts fall when the worst of each kind are paid back."""
    told = []
    for topic, count in debt.items():
        if topic == "cycles" and count:
            told.append(f"{count} import ring{'' if count == 1 else 's'} fewer")
        elif count:
            left = 0 if topic == "dependencies" else max(0, count - PAID)
            told.append(f"{_DEBT[topic]} fall from {count} to {left}")
    return ", ".join(told)
