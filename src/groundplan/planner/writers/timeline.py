"""Summary, dependencies, timeline and milestones: what a reader who reads one page wants to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.board import graph_of
from groundplan.planner.writers.campaign import lay_out, weeks, whole
from groundplan.planner.writers.current_state import find_ends
from groundplan.planner.writers.goal_clarity import acceptance, outcome, quote
from groundplan.planner.writers.in_question import callers_of, in_question
from groundplan.planner.writers.phrases import bullets, code, counted, joined, listing, table
from groundplan.planner.writers.registry import writer
from groundplan.schedule.effort import forecast, spell_weeks
from groundplan.schedule.order import find_critical_path, order_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_OPEN = "🔲"
_MOST_LISTED = 6


@writer("campaign-summary")
def write_summary(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what changes, how much of the code that is, and how long it takes."""
    pack = brief.pack
    phases, days = lay_out(brief), whole(brief)
    files = in_question(pack)
    tasks = sum(len(phase.tasks) for phase in phases)
    last = weeks(brief)[-1][1]
    where = listing([code(path) for path in files], 3) or "no file that stands yet"
    yield SectionDraft(
        spec.key,
        f"{quote(pack, pack.goal.title)} touches {where}; {counted(len(callers_of(pack)), 'caller')} "
        f"{'runs' if len(callers_of(pack)) == 1 else 'run'} through it.\n\n"
        f"{counted(tasks, 'task')} in {counted(len(phases), 'phase')}: P50 {days.p50:g} and P90 "
        f"{days.p90:g} working days of one person, "
        f"{counted(last, 'week')} by P90 (computed).",
    )


@writer("campaign-goals")
def write_goals(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the goals in the user's words, one each."""
    pack = brief.pack
    wanted = list(dict.fromkeys(pack.goal.demands or (pack.goal.title,)))[:8]
    lines = [f"{number}. {quote(pack, each)}" for number, each in enumerate(wanted, 1)]
    yield SectionDraft(spec.key, "\n".join(lines))


@writer("campaign-criteria")
def write_criteria(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the success criteria as boxes that receipts tick."""
    yield SectionDraft(spec.key, bullets(f"[ ] {each}" for each in (outcome(brief), acceptance(brief.pack))))


@writer("campaign-internal")
def write_internal(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the files beside those in question that the plan depends on."""
    pack = brief.pack
    own = set(in_question(pack))
    out = sorted({edge.target for path in own for edge in pack.graph.imports_of(path)} - own)
    into = sorted({each.path for each in callers_of(pack)} - own)
    lines = [f"{code(path)}: imported by what changes" for path in out[:_MOST_LISTED]]
    lines += [f"{code(path)}: calls what changes" for path in into[:_MOST_LISTED]]
    lines += [f"{code(each.document)}: another open plan on the same files" for each in pack.others]
    yield SectionDraft(
        spec.key,
        bullets(
            lines
            or ["None: the files in question import no other file of this repository, and none calls them"]
        ),
    )


@writer("campaign-external")
def write_external(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write packages with their versions and the services that are called."""
    pack = brief.pack
    lines = [
        f"{each.name}: {each.version or 'no version declared'}"
        + (f" ({code(each.declared_at)})" if each.declared_at else "")
        for each in pack.packages[: 2 * _MOST_LISTED]
    ]
    lines += list(dict.fromkeys(f"{end.kind} called at {code(end.at)}" for _, end in find_ends(pack)))[
        :_MOST_LISTED
    ]
    yield SectionDraft(
        spec.key, bullets(lines or ["None: the files in question import no package and call no service"])
    )


@writer("campaign-timeline")
def write_timeline(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the weeks of the phases, what can be done at the same time, and the chain nothing shortens."""
    phases = lay_out(brief)
    lines = [
        f"{spell_weeks(*span)}: {phase.name} (computed)"
        for phase, span in zip(phases, weeks(brief), strict=True)
    ]
    graph = graph_of(phases)
    waves = [
        joined([graph.tasks[each].id for each in wave]) for wave in order_tasks(graph).waves if len(wave) > 1
    ]
    longest = find_critical_path(
        graph, [forecast([task.size]).p90 for phase in phases for task in phase.tasks]
    )
    chain = " → ".join(graph.tasks[each].id for each in longest.tasks)
    worst = sum(task.size.days[-1] for phase in phases for task in phase.tasks)
    told = [
        f"Weeks are P90 of one person; the worst case of all tasks is {worst:g} working days (computed).",
        f"Critical path: {chain}, P90 {round(longest.days, 1):g} working days (computed).",
        f"At the same time: {'; '.join(waves[:4])}." if waves else "No two tasks can run at the same time.",
        "Decision points: the end of each phase; its verification decides whether the next one starts.",
    ]
    yield SectionDraft(spec.key, "```\n" + "\n".join(lines) + "\n```\n\n" + bullets(told))


@writer("campaign-milestones")
def write_milestones(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write one milestone per phase at the end of its last week."""
    rows = [
        (f"{phase.name} done", f"Week {last} (computed)", _OPEN)
        for phase, (_, last) in zip(lay_out(brief), weeks(brief), strict=True)
    ]
    yield SectionDraft(spec.key, table(("Milestone", "Date", "Status"), rows))
