"""The reconnaissance of a design: modify or add, what is there, what must be kept, what breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.findings import (
    caller_phrase,
    failure_phrase,
    habit_phrase,
    reach_phrase,
    tests_phrase,
    ways_phrase,
)
from groundplan.planner.writers.needs import (
    write_dependencies,
    write_new_functionality,
    write_risk_assessment,
)
from groundplan.planner.writers.phrases import cite, clause, code, counted, listing, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.today import what_it_does
from groundplan.planner.writers.touched import callers, changed, constraints, failures, reached
from groundplan.planner.writers.work import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_RULE = "\n\n---\n\n"
_MOST_PLACES = 6
_BUGS = frozenset({GoalKind.FIX})
_SAME = frozenset({GoalKind.REFACTOR, GoalKind.DEBT, GoalKind.MIGRATION})


@writer("reconnaissance")
def write_reconnaissance(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the four steps of reconnaissance in their order, every box ticked by what was computed."""
    is_new = brief.pack.is_new
    steps = [
        _locate(is_new=is_new),
        _not_taken("2a", "Modifying Existing Code", "Net new") if is_new else _modify(brief),
        write_new_functionality(brief)
        if is_new
        else _not_taken("2b", "Adding New Functionality", "Modifying existing"),
        write_dependencies(brief),
        write_risk_assessment(brief),
    ]
    yield SectionDraft(spec.key, _RULE.join(steps), is_evidence=True)


def tick(text: str, *, on: bool) -> str:
    """Return a checkbox line."""
    return f"  - [{'x' if on else ' '}] {text}"


def _locate(*, is_new: bool) -> str:
    return "\n".join(
        [
            "**Step 1: Locate the Change**",
            "- **Is this modifying existing code or adding new functionality?**",
            tick("Modifying existing (go to Step 2a)", on=not is_new),
            tick("Net new (go to Step 2b)", on=is_new),
        ]
    )


def _not_taken(number: str, title: str, ticked: str) -> str:
    return f"**Step {number}: {title}**\n\nNot applicable: Step 1 says `{ticked}`."


def _modify(brief: Brief) -> str:
    pack = brief.pack
    kind = pack.goal.kind
    is_same = kind in _SAME
    return "\n".join(
        [
            "**Step 2a: Modifying Existing Code**",
            "- **Current Implementation:**",
            f"  - File(s): {_places(brief)}",
            f"  - Summary: {sentence(_summary(brief))}",
            f"  - Entry point: {sentence(ways_phrase(pack, callers(brief)))}",
            "",
            "- **Why does it need to change?**",
            tick("Bug fix (current behavior is wrong)", on=kind in _BUGS),
            tick(
                "Feature addition (current behavior is correct but incomplete)",
                on=kind not in _BUGS and not is_same,
            ),
            tick("Refactor (behavior stays same, structure changes)", on=is_same),
            "",
            "- **What patterns must I preserve?**",
            f"  - Error handling: {sentence(error_handling(brief))}",
            f"  - Testing: {sentence(testing(brief))}",
            f"  - Configuration: {sentence(configuration(brief))}",
            "",
            "- **What will break if I change this?**",
            f"  - Direct callers: {sentence(_callers(brief))}",
            f"  - Indirect dependencies: {sentence(_indirect(brief))}",
        ]
    )


def _places(brief: Brief) -> str:
    found: list[str] = []
    for piece in sorted(pieces(brief), key=lambda each: _order(brief, each.path)):
        if piece.regions:
            found += [f"{code(each.lines)} ({code(each.definition.qualified)})" for each in piece.regions]
        elif not piece.is_new:
            found.append(code(piece.path))
    looked = counted(len(tuple(brief.pack.index.paths())), "file")
    return listing(found, _MOST_PLACES) or f"none found by the goal's words ({looked} looked at)"


def _order(brief: Brief, path: str) -> int:
    return next(
        (at for at, each in enumerate(brief.pack.targets) if each.path == path), len(brief.pack.targets)
    )


def _summary(brief: Brief) -> str:
    pack = brief.pack
    told = [what_it_does(pack.index, each) for each in changed(brief)[:2]]
    return "; ".join(told) or "no definition stands out: the goal's words point at whole files"


def error_handling(brief: Brief) -> str:
    """Return how failures are handled where the change goes: the habit there, then the failures seen."""
    pack = brief.pack
    seen = listing([failure_phrase(each) for each in failures(brief)], 2)
    habit = habit_phrase(pack, "errors")
    return (
        "; ".join(each for each in (habit, seen) if each)
        or "no raise, handler or error return was found in what changes"
    )


def testing(brief: Brief) -> str:
    """Return which tests there are and how tests are written here."""
    has_tests = any(each.exists for each in brief.pack.tests)
    habit = "" if has_tests else habit_phrase(brief.pack, "tests")
    return "; ".join(each for each in (tests_phrase(brief.pack), habit) if each)


def configuration(brief: Brief) -> str:
    """Return how values are configured where the change goes."""
    found = habit_phrase(brief.pack, "configuration")
    environment = [each for each in constraints(brief) if each.kind == "environment"][:1]
    told = [f"{each.statement.rstrip('.')} ({cite(each.spots, 1)})" for each in environment]
    return (
        "; ".join(each for each in (found, *told) if each)
        or "no setting, flag or environment variable is read in what changes"
    )


def _callers(brief: Brief) -> str:
    used = callers(brief)
    if used:
        return caller_phrase(used)
    return "none found in the code that is parsed"


def _indirect(brief: Brief) -> str:
    told = [text for each in reached(brief)[:1] if (text := reach_phrase(each))]
    schema = [each for each in constraints(brief) if each.kind == "schema"][:1]
    told += [f"{clause(each.statement)} ({cite(each.spots, 1)})" for each in schema]
    names = {each.definition.name for each in changed(brief)}
    told += [
        f"{code(each.term)} stands {counted(each.total, 'time')} in {counted(len(each.files), 'file')}"
        for each in brief.pack.standings
        if each.term.rpartition(".")[2] in names
    ][:2]
    none = "none found: no file reaches it through another one, and it is not public"
    return "; ".join(dict.fromkeys(told)) or none
