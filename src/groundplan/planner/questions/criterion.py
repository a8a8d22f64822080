"""How success is measured: proposed only where a test of the one named thing, or a count, says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.spoken import changes_behaviour
from groundplan.evidence.contrary.wanted import TAKES_AWAY
from groundplan.evidence.renames import is_alone
from groundplan.plan.fact import FactKind
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import CRITERION, PLACE
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Question
from groundplan.planner.questions.deployment import KEPT, compatibility

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.plan.fact import Fact
    from groundplan.planner.challenge import Challenge

SUBJECT = CRITERION
_DEGREE = late_regex(
    r"\b(?:faster|quicker|speed ?up|slow(?:er|ly)?|performance|performant|latency|throughput|optimi[sz]e"
    r"|scalable|less memory|memory (?:usage|use|consumption|leak)|out of memory)\b",
    re.IGNORECASE,
)
_FIGURE = late_regex(
    r"\b\d+(?:\.\d+)?\s?(?:%|ms|s|x|times|seconds?|minutes?|MB|GB|KB|requests?|queries|rows)(?!\w)|O\(\w"
)
_MOST_TESTS = 3
_OPEN = "How will we know that it is done?"


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask how success is measured, unless the goal says it."""
    del challenges
    if facts.goal.criterion or not facts.goal.text.strip():
        return
    text, why, proposed = _degree(facts) or _gone(facts) or _replaced(facts) or _tested(facts) or _open()
    # what is tested, and where, depends on the place
    outside = compatibility(facts)  # what is kept for others is not gone
    kept = _kept(facts) if outside else ""
    yield Question(
        SUBJECT,
        text,
        why,
        recommended=proposed,
        weight=0.5,
        after=(PLACE, outside) if kept else (PLACE,),
        sways={f"{outside}={name}": kept for name in KEPT} if kept else {},
        assumption=proposed,
    )


def confirm(facts: Facts) -> Iterator[Question]:
    """Ask whether the measure in the goal is all there is to it."""
    said = facts.goal.criterion
    if said:
        yield Question(SUBJECT, "Is it done when this holds?", "The goal says so itself.", recommended=said)


def _open() -> tuple[str, str, str]:
    return _OPEN, "It can be shown by a test, a command and its output, an exception, a value or a count.", ""


def _degree(facts: Facts) -> tuple[str, str, str] | None:
    """Ask for a figure where more speed or less memory is asked for."""
    found = _DEGREE.search(facts.goal.title)
    if found is None or _FIGURE.search(facts.goal.text):
        return None
    why = f"“{found[0]}” comes without a figure, so no test can tell when it is reached."
    return "Which figure must be reached, and measured by what?", why, ""


def _gone(facts: Facts) -> tuple[str, str, str] | None:
    """Propose that a name is gone where the goal takes it away, with how often it appears today."""
    standing = facts.contrary.gone
    if standing is None:
        return None
    files = [code(path) for path in standing.files]
    today = f"today {counted(standing.total, 'place')} in {counted(len(files), 'file')}"
    nowhere = "no longer appears outside the release history"
    return (
        _OPEN,
        f"{code(standing.term)} appears in {listing(files, 3)}.",
        f"{code(standing.term)} {nowhere} ({today}){_and_passes(facts)}",
    )


def _kept(facts: Facts) -> str:
    """Return the measure where a name that goes is kept for callers outside."""
    standing = facts.contrary.gone
    if standing is None:
        return ""
    kept = f"{code(standing.term)} appears only where it is kept for others and in the release history"
    return f"{kept}{_and_passes(facts)}"


def _replaced(facts: Facts) -> tuple[str, str, str] | None:
    """Propose that nothing imports the package any more that the goal replaces."""
    swap = facts.replacement
    if not swap.imports or not is_alone(facts.goal.text):
        return None
    today = f"today {counted(len(swap.imports), 'file')}"
    return (
        f"Is it done when nothing imports {code(swap.package)} any more?",
        f"{code(swap.package)} is imported in {listing([code(path) for path in swap.imports], 3)}.",
        f"No product file imports {code(swap.package)} any more ({today}){_and_passes(facts)}",
    )


def _and_passes(facts: Facts) -> str:
    command = next((each.line for each in facts.commands if each.role == "test"), "")
    return f" and {code(command)} passes" if command else ""


def _tested(facts: Facts) -> tuple[str, str, str] | None:
    """Propose a test where one test file is known to use the one definition that was named."""
    if len(facts.regions) != 1 or len(facts.targets) != 1 or not _is_tested(facts):
        return None
    about = facts.regions[0].citation
    fact = next((each for each in facts.gathered.facts if _is_test_of(each, about)), None)
    if fact is None:
        return None
    names = listing([code(name) for name in fact.value("tests", ())[:_MOST_TESTS]], _MOST_TESTS)
    why = f"{code(fact.subject)} uses {code(about)}{f', in {names}' if names else ''}."
    run = code(fact.value("command"))
    if facts.goal.kind is GoalKind.REFACTOR:
        text = f"Is it done when the tests in {code(fact.subject)} pass unchanged?"
        return text, why, f"The tests in {code(fact.subject)} pass unchanged: {run}"
    proposed = f"A new test in {code(fact.subject)} fails before the change and passes after it: {run}"
    return _OPEN, why, proposed


def _is_tested(facts: Facts) -> bool:
    """Tell whether a test can show it; tests of a name that is renamed or goes have to change with it."""
    is_shown = facts.goal.kind is not GoalKind.DEBT and changes_behaviour(facts.goal)
    return is_shown and not TAKES_AWAY.search(facts.goal.title)


def _is_test_of(fact: Fact, citation: str) -> bool:
    is_used = fact.kind is FactKind.TEST and not fact.is_absence and fact.value("sign") == "use"
    return is_used and fact.value("about") == citation and bool(fact.value("command"))
