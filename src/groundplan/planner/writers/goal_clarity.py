"""Goal clarification: what the goal says in its own words, what the code allows, how success is seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.debt import find_debt, topics_of
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.campaign import whole
from groundplan.planner.writers.effort import DAYS_A_WEEK
from groundplan.planner.writers.own_tools import command_for
from groundplan.planner.writers.phrases import bullets, cite, clause, code, counted, listing, said, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.work_for_refactoring import find_reshaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

CRITERION = "criterion"  # subject of the question that settles it
READING = "reading"
_COUNTED = frozenset({GoalKind.MIGRATION, GoalKind.DEBT, GoalKind.REFACTOR})  # success can be counted
_PROBLEM = re.compile(
    r"\b(?:because|since|currently|today|problem|fails?|broken|slow|cannot|can't|crash\w*|bug|too "
    r"(?:many|much|slow|big)|"
    r"missing|lacks?|hard to|no longer)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?:users?|customers?|developers?|teams?|operators?|admins?|maintainers?|contributors?|clients?)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:by|before|until|within|in)\s+(?:the\s+)?(?:end "
    r"of|next|q[1-4]|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|\d{1,3} (?:days?|weeks?|months?)|20\d\d)|\bdeadline\b",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r"\b(?:backwards?[- ]compatib\w+|compatible|keep(?:s|ing)? working|without breaking|deprecat\w+)\b",
    re.IGNORECASE,
)


def field_lines(pairs: list[tuple[str, str]]) -> str:
    """Return labelled fields as a plan has them, one item each."""
    return bullets(f"**{name}:** {text}" for name, text in pairs)


def quote(pack: EvidencePack, text: str) -> str:
    """Return words of the goal in quotation marks, safe to stand in a plan."""
    return f"“{clause(said(text, frozenset(pack.index.paths())))}”"


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
    swap = find_replacement(pack) if pack.goal.kind is GoalKind.MIGRATION else None
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
    if pack.goal.kind is GoalKind.DEBT:
        return f"the counts of this plan are lower in {', '.join(topics_of(pack.goal.text))} (computed)"
    if pack.goal.kind is GoalKind.REFACTOR:
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
    if pack.goal.kind is GoalKind.DEBT:
        debt = find_debt(pack)
        return (
            f"{counted(len(debt.untested), 'file')} with functions and no test, "
            f"{counted(len(debt.complex), 'function')} with ten branches or more, "
            f"{counted(len(debt.cycles), 'import ring')} (computed)."
        )
    swap = find_replacement(pack) if pack.goal.kind is GoalKind.MIGRATION else None
    if swap is not None and swap.counts:
        return (
            f"{swap.term} stands {counted(swap.total, 'time')} in "
            f"{counted(len(swap.counts), 'file')} (computed)."
        )
    callers = {each.path for each in pack.callers}
    return (
        f"{counted(len(pack.targets), 'file')} to change, {counted(len(pack.callers), 'caller')} in "
        f"{counted(len(callers), 'file')} (computed)."
    )


def _beneficiaries(pack: EvidencePack) -> str:
    named = spoken(pack, _PEOPLE)
    if named:
        return f"{named} (person)."
    if pack.ways_in:
        ways = listing([f"{way.entry.title} ({code(way.entry.at)})" for way in pack.ways_in], 3)
        return f"Whoever comes in through {ways} (computed)."
    public = [each.region.citation for each in pack.reach if each.public]
    if public:
        return f"Whoever imports {cite(public, 3)}, which is public (computed)."
    callers = list(dict.fromkeys(each.path for each in pack.callers))
    return (
        f"Whoever works on {cite(callers, 3)}, which call it (computed)."
        if callers
        else (
            "The goal names nobody, and no entry point or caller in the code leads to the change (computed)."
        )
    )


@writer("campaign-constraints")
def write_constraints(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the change must keep to: versions, people, dates, names that others rely on."""
    pack = brief.pack
    yield SectionDraft(
        spec.key,
        field_lines(
            [
                ("Technical limitations", _technical(pack)),
                ("Resource constraints", _people(pack)),
                ("Timeline requirements", _time(brief)),
                ("Backward compatibility", _compatibility(pack)),
            ]
        ),
    )


def _technical(pack: EvidencePack) -> str:
    told = [
        f"{each.language} {each.declared} ({code(each.at)})"
        for each in pack.manifest.runtimes
        if not each.project
    ][:3]
    told += [
        f"{clause(each.statement)} ({cite(each.spots, 2)})"
        for each in pack.constraints
        if each.kind != "compatibility"
    ][:3]
    if told:
        return sentence("; ".join(told)) + " (computed)"
    return (
        "No manifest names a language version "
        f"({counted(len(pack.manifest.projects), 'manifest')} read, computed)."
    )


def _people(pack: EvidencePack) -> str:
    owners = {path: each for path, each in pack.past.ownership.items() if each.owners}
    if not owners:
        return "No history of these files is at hand, so nobody is named for them (computed)."
    people = {person.name for each in owners.values() for person in each.owners if person.recent}
    lonely = [path for path, each in owners.items() if each.bus_factor == 1]
    told = f"{counted(len(people), 'person', 'people')} changed the files in question within twelve months"
    if lonely:
        told += f"; one person made more than half of {cite(lonely, 2)}"
    return f"{told} (history)."


def _time(brief: Brief) -> str:
    named = spoken(brief.pack, _TIME)
    days = whole(brief)
    weeks = (
        f"P50 {days.p50:g} and P90 {days.p90:g} working days of one person, "
        f"{-(-days.p90 // DAYS_A_WEEK):g} weeks (computed)"
    )
    return f"{named} (person); effort: {weeks}." if named else f"The goal names no date; effort: {weeks}."


def _compatibility(pack: EvidencePack) -> str:
    said_so = spoken(pack, _STAYS)
    told = [f"{said_so} (person)"] if said_so else []
    kept = [clause(each.statement) for each in pack.constraints if each.kind == "compatibility"]
    public = [f"{code(each.region.citation)} is public: {each.public}" for each in pack.reach if each.public]
    told += [f"{each} (computed)" for each in (kept or public)[:3]]
    return sentence("; ".join(told) if told else "no definition to change is public (computed)")


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
        words = (
            question.recommended_text if question and answer.choice == question.recommended else answer.text
        )
        return f"{quote(pack, words)} (person)."
    if pack.goal.criterion:
        return f"{quote(pack, pack.goal.criterion)} (person)."
    if question is not None and question.recommended_text and pack.goal.kind not in _COUNTED:
        return f"{sentence(clause(question.recommended_text))} (default)"
    return sentence(_seen_by(brief))


def acceptance(pack: EvidencePack) -> str:
    """Return what has to be seen to accept the change: tests by name, or that there are none to see."""
    there = [each for each in pack.tests if each.exists]
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
