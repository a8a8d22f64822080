"""Goal clarification: what the goal says in its own words, what the code allows, how success is seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.debt import count_down, find_debt
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.figure_labels import agrees
from groundplan.planner.writers.in_question import callers_of, in_question, reach_of, tests_of
from groundplan.planner.writers.own_tools import command_for
from groundplan.planner.writers.phrases import bullets, cite, clause, code, counted, listing, said, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.work_for_refactoring import find_reshaped
from groundplan.planner.writers.work_kind import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

CRITERION = "criterion"  # subject of the question that settles it
READING = "reading"
_OPEN_END = late_regex(r"\b(?:TBD|TBA|TODO|FIXME|to be (?:decided|determined|announced))\b:?", re.IGNORECASE)
_COUNTED = frozenset({GoalKind.MIGRATION, GoalKind.DEBT, GoalKind.REFACTOR})  # success can be counted
_PROBLEM = late_regex(
    r"\b(?:because|since|currently|today|problem|fails?|broken|slow|cannot|can't|crash\w*|bug|too "
    r"(?:many|much|slow|big)|"
    r"missing|lacks?|hard to|no longer)\b",
    re.IGNORECASE,
)
_PEOPLE = late_regex(
    r"\b(?:users?|customers?|developers?|teams?|operators?|admins?|maintainers?|contributors?|clients?)\b",
    re.IGNORECASE,
)


@writer("campaign-goal")
def write_goal(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the goal as it was said, as one paragraph."""
    goal = brief.pack.goal
    yield SectionDraft(spec.key, f"{quote(brief.pack, goal.text or goal.title)} (person).", is_evidence=True)


def field_lines(pairs: list[tuple[str, str]]) -> str:
    """Return labelled fields as a plan has them, one item each."""
    return bullets(f"**{name}:** {text}" for name, text in pairs)


def quote(pack: EvidencePack, text: str) -> str:
    """Return words of the goal in quotation marks, safe to stand in a plan."""
    words = clause(said(_OPEN_END.sub("left open", text), frozenset(pack.index.paths())))
    return f"“{words}”"


def spoken(pack: EvidencePack, pattern: re.Pattern[str]) -> str:
    """Return the first sentence of the goal that a pattern finds, quoted, or nothing."""
    found = next((each for each in pack.goal.sentences if pattern.search(each)), "")
    return quote(pack, found) if found else ""


@writer("campaign-objective")
def write_objective(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write end state, problem and beneficiaries: the goal's words, or what the code says in their place."""
    pack = brief.pack
    problem = spoken(pack, _PROBLEM)
    yield SectionDraft(
        spec.key,
        field_lines(
            [
                ("End state", _end_state(brief)),
                (
                    "Problem",
                    f"{problem} (person)."
                    if problem
                    else f"The goal does not say; counted today: {_today(brief)}",
                ),
                ("Beneficiaries", _beneficiaries(pack)),
            ]
        ),
    )


def _end_state(brief: Brief) -> str:
    return f"{quote(brief.pack, brief.pack.goal.title)} (person); {_seen_by(brief)}."


def _seen_by(brief: Brief) -> str:
    """Return how the end is seen in the code, by the kind of goal."""
    pack = brief.pack
    swap = find_replacement(pack) if kind_of(pack) is GoalKind.MIGRATION else None
    if swap is not None and swap.files:
        how = (
            f"imported in 0 product files, {len(swap.imports)} today"
            if swap.imports
            else (f"in 0 of {counted(len(swap.files), 'file')} where it stands today")
        )
        return (
            f"the package {swap.package} is {how} (computed)"
            if swap.package
            else f"{swap.old} stands {how} (computed)"
        )
    if kind_of(pack) is GoalKind.DEBT:
        return f"{count_down(pack) or 'no debt of this kind was counted'} (computed)"
    if kind_of(pack) is GoalKind.REFACTOR:
        shape = find_reshaped(pack)
        return (
            f"{counted(shape.uses, 'use')} in {counted(len(shape.users), 'product file')} have "
            "the new form (computed)"
        )
    files = [code(each.path) for each in pack.targets]
    new = [f"{code(each.path)} (new)" for each in pack.new_files]
    where = listing([*files, *new], 3)
    return (
        f"the code that does it stands in {where} (computed)"
        if where
        else "no file of this repository does it today (computed)"
    )


def _today(brief: Brief) -> str:
    """Return what is counted where the change goes."""
    pack = brief.pack
    if kind_of(pack) is GoalKind.DEBT:
        debt = find_debt(pack)
        return (
            f"{counted(len(debt.untested), 'file')} with functions and no test, "
            f"{counted(len(debt.complex), 'function')} with ten branches or more, "
            f"{counted(len(debt.cycles), 'import ring')} (computed)."
        )
    swap = find_replacement(pack) if kind_of(pack) is GoalKind.MIGRATION else None
    if swap is not None and swap.counts:
        return (
            f"{swap.term} stands {counted(swap.total, 'time')} in "
            f"{counted(len(swap.counts), 'file')} (computed)."
        )
    callers = {each.path for each in callers_of(pack)}
    return (
        f"{counted(len(pack.targets), 'file')} to change, {counted(len(callers_of(pack)), 'caller')} in "
        f"{counted(len(callers), 'file')} (computed)."
    )


def _workers(pack: EvidencePack) -> str:
    """Return who gains where debt is paid back: whoever changes the files, by how often that happens."""
    files = in_question(pack)
    churn = pack.history.churn(files) if pack.history is not None else pack.past.churn
    recent = sum(churn[path].recent for path in files if path in churn)
    return f"Whoever changes {cite(files, 3)}: {counted(recent, 'commit')} in twelve months (history)."


def _beneficiaries(pack: EvidencePack) -> str:
    named = spoken(pack, _PEOPLE)
    if named:
        return f"{named} (person)."
    if kind_of(pack) is GoalKind.DEBT:
        return _workers(pack)
    if pack.ways_in:
        ways = listing([f"{way.entry.title} ({code(way.entry.at)})" for way in pack.ways_in], 3)
        return f"Whoever comes in through {ways} (computed)."
    public = [each.region.citation for each in reach_of(pack) if each.public]
    if public:
        are = "is" if len(public) == 1 else "are"
        return f"Whoever imports {cite(public, 3)}, which {are} public (computed)."
    callers = list(dict.fromkeys(each.path for each in callers_of(pack)))
    return (
        f"Whoever works on {cite(callers, 3)}, which call it (computed)."
        if callers
        else (
            "The goal names nobody, and no entry point or caller in the code leads to the change (computed)."
        )
    )


@writer("campaign-clear-criteria")
def write_clear_criteria(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write how success is measured and accepted: the goal's words, an answer, or what can be counted."""
    pack = brief.pack
    lint = [line for role in ("lint", "types") if (line := command_for(pack, role))]
    quality = (
        f"{listing([code(line) for line in lint])} pass (computed)."
        if lint
        else ("The repository has no linter and no type checker in its manifests or workflows (computed).")
    )
    yield SectionDraft(
        spec.key,
        field_lines(
            [
                ("Measurable outcomes", outcome(brief)),
                ("Acceptance criteria", acceptance(pack)),
                ("Quality requirements", quality),
            ]
        ),
    )


def outcome(brief: Brief) -> str:
    """Return the criterion that success is measured by, and who says so."""
    pack = brief.pack
    answer = brief.settled.get(CRITERION)
    question = next((each for each in brief.questions if each.subject == CRITERION), None)
    if answer is not None and not answer.is_unsure:
        is_taken = question is not None and (
            answer.choice == question.recommended or agrees(brief, CRITERION)
        )
        words = question.recommended_text if question is not None and is_taken else answer.text
        return f"{quote(pack, words)} (person)."
    if pack.goal.criterion:
        return f"{quote(pack, pack.goal.criterion)} (person)."
    if question is not None and question.recommended_text and kind_of(pack) not in _COUNTED:
        return f"{sentence(clause(question.recommended_text))} (default)"
    return sentence(_seen_by(brief))


def acceptance(pack: EvidencePack) -> str:
    """Return what has to be seen to accept the change: tests by name, or that there are none to see."""
    there = [each for each in tests_of(pack) if each.exists]
    if there:
        return (
            f"Every test of {cite((each.path for each in there), 3)} passes, the new ones "
            "among them (computed)."
        )
    line = command_for(pack, "test")
    if line:
        return f"{code(line)} exits with 0 and no test is skipped that ran before (computed)."
    return (
        "0 test files cover the targets and no runner was found: the tests of Phase 0 are "
        "written first (computed)."
    )


@writer("campaign-interpretations")
def write_interpretations(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the goal could also mean, where it has several readings."""
    question = next((each for each in brief.questions if each.subject == READING), None)
    if question is None or len(question.choices) < 2:
        return
    taken = brief.chosen(READING)
    lines = [
        f"{clause(each.text)}{' (taken in this plan)' if each.name == taken else ''}"
        for each in question.choices
    ]
    yield SectionDraft(spec.key, bullets(lines))
