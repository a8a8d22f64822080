"""The sections of a migration: from what to what, by which strategy, in which phases, data and way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.writers.campaign import lay_out, weeks, whole
from groundplan.planner.writers.current_state import stored
from groundplan.planner.writers.occurrence_accounts import account
from groundplan.planner.writers.owners import owner_of
from groundplan.planner.writers.phase_sections import fence_checks, files_of, key_of
from groundplan.planner.writers.phrases import bullets, cite, code, counted, joined, sentence, table
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.risk_register import HEADER, find_risks, write_risks
from groundplan.planner.writers.rollout import data_recovery, write_rollback
from groundplan.planner.writers.strategy import choose_strategy
from groundplan.schedule.effort import spell_weeks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.replacement import Replacement
    from groundplan.planner.writers.board import Task
    from groundplan.survey.manifest.facts import Dependency

NOTHING_MOVES = "No data moves"


@writer("migration-overview")
def write_overview(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what is there and what will be, aspect by aspect."""
    swap = find_replacement(brief.pack)
    old, new = swap.old or "not named in the goal", swap.new or "not named in the goal"
    rows = [
        ("Technology", f"{old} (person)" if swap.old else old, f"{new} (person)" if swap.new else new),
        (
            "Version",
            _versions(swap.old_declared, swap.old_locked),
            "comes with the language (computed)"
            if swap.is_new_built_in and not swap.new_declared
            else _versions(swap.new_declared, swap.new_locked),
        ),
        (
            "Product files",
            f"{counted(len(swap.files), 'file')}, {counted(swap.uses, 'use')} (computed)",
            "0 files with the old side",
        ),
        (
            "Test files",
            f"{counted(len(swap.test_imports) or len(swap.others('test')), 'file')} (computed)",
            "0 files with the old side",
        ),
        (
            "Data store",
            _store(swap, swap.old, stored(brief.pack)),
            _store(swap, swap.new, "the same: nothing moves"),
        ),
    ]
    yield SectionDraft(spec.key, table(("Aspect", "Current", "Target"), rows))


def _versions(declared: tuple[Dependency, ...], locked: str) -> str:
    told = [f"{each.locked or each.declared or 'any'} ({code(each.at)})" for each in declared[:2]]
    if told:
        return joined(told)
    return f"{locked}, through other packages" if locked else "declared in no manifest (computed)"


def _store(swap: Replacement, side: str, otherwise: str) -> str:
    return f"{side} (person)" if swap.stores and side else f"{otherwise} (computed)"


@writer("migration-strategy")
def write_strategy(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the strategy into the heading, and the numbers it was chosen by."""
    chosen = choose_strategy(brief)
    swap = find_replacement(brief.pack)
    days = whole(brief)
    last = weeks(brief)[-1][1]
    told = [
        f"{'#' * spec.level} Migration Strategy: {chosen.name}\n",
        f"{chosen.reason}\n",
        (
            f"{sentence(_seam(swap))} P50 {days.p50:g} and P90 {days.p90:g} working days of one "
            f"person, {counted(last, 'week')} by P90 (computed)."
        ),
    ]
    told += [f"\n{each}" for each in account(swap)]
    yield SectionDraft(spec.key, "\n".join(told))


def _seam(swap: Replacement) -> str:
    if swap.seam:
        return f"all use of {swap.old} goes through {code(swap.seam)}"
    if swap.files:
        return f"no one file stands between {swap.old} and its users: {cite(swap.files, 4)} use it directly"
    return (
        f"{swap.old or 'the old side'} was found nowhere in the code, so the files of the analysis are taken"
    )


@writer("migration-phases")
def write_steps(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write each phase: its weeks, its tasks with owner, dependencies and effort, and its proof."""
    for phase, span in zip(lay_out(brief), weeks(brief), strict=True):
        days = phase.forecast
        tasks = "\n".join(_task(brief, task) for task in phase.tasks)
        yield SectionDraft(
            key_of(spec, phase),
            f"{'#' * spec.level} Phase {phase.number}: {phase.name}\n\n"
            f"{spell_weeks(*span)}: P50 {days.p50:g} and P90 {days.p90:g} working days (computed).\n\n"
            f"{tasks}\n\n{fence_checks(phase.checks)}",
        )


def _task(brief: Brief, task: Task) -> str:
    fields = [
        f"**Owner:** {owner_of(brief, task.files)}",
        f"**Dependencies:** {task.needs}",
        f"**Effort:** {task.size.value}",
    ]
    files = files_of(brief, task)
    if files != "-":
        fields.append(f"**Files:** {files}")
    return f"- {task.id}: {task.title}\n{bullets(fields, 2)}"


@writer("migration-data")
def write_data(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write how stored data moves, or that none was found that would have to."""
    swap = find_replacement(brief.pack)
    if swap.stores:
        strategy = "Dual Write"
        steps = [
            f"Copy what {swap.old} holds to {swap.new} once",
            f"Write every change to both, in {', '.join(swap.files[:4]) or 'the files of the analysis'}",
            f"Compare {swap.old} and {swap.new} until no difference is left, then read from {swap.new}",
            f"Count the records on both sides and keep {swap.old} until the last phase",
        ]
    else:
        strategy = NOTHING_MOVES
        steps = [f"None: {stored(brief.pack).replace('`', '')}, and the goal names no data store"]
    listed = "\n".join(f"{number}. {each}" for number, each in enumerate(steps, 1))
    yield SectionDraft(spec.key, f"```\nStrategy: {strategy}\n\nSteps:\n{listed}\n```")


@writer("migration-rollback")
def write_way_back(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what turns the migration back, by which steps, and what becomes of the data."""
    swap = find_replacement(brief.pack)
    text = write_rollback(brief, plural=True)
    if swap.stores:
        text = text.replace(
            f"Data recovery: {data_recovery(brief)}",
            (
                f"Data recovery: {swap.old} is written until the last phase, so it is read again; "
                f"what only {swap.new} holds is copied back"
            ),
        ).replace(
            "Trigger conditions:\n", "Trigger conditions:\n- Any data inconsistency between both sides\n"
        )
    yield SectionDraft(spec.key, text)


@writer("migration-risks")
def write_all_risks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the risks of all phases in one register."""
    rows: list[str] = []
    number = 1
    for step in range(len(lay_out(brief))):
        if any(each.step == step for each in find_risks(brief)):
            text, number = write_risks(brief, step, number)
            rows += text.splitlines()[2:]
    if rows:
        yield SectionDraft(spec.key, "\n".join([*table(HEADER, []).splitlines()[:2], *rows]))
