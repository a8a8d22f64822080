"""The work of a requirement, phase by phase: which files, how verified, where tested, what each serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.hint import Hint, run
from groundplan.planner.new_names import change_title, find_namesake, homeless_names
from groundplan.planner.phrasing import codes, join
from groundplan.planner.proving import (
    find_documentation_work,
    find_gate_work,
    find_testing_work,
    first_test_command,
    tool_command,
)
from groundplan.planner.research import write_research_briefs
from groundplan.planner.support import find_databases, find_frameworks
from groundplan.planner.variants import find_paired, keep_for, own_callers, paths_of, working_files
from groundplan.planner.work_item import WorkItem, WorkPhase
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.brief import Brief

_FIRST = 2  # creating the workspace is phase 1


def break_down(brief: Brief) -> tuple[WorkPhase, ...]:
    """Return the phases after planning: research, core, integration, testing, documentation, the gate."""
    return keep_for(brief, "breakdown", lambda: _break_down(brief))


def _break_down(brief: Brief) -> tuple[WorkPhase, ...]:
    expert, tester, writer = find_roles(brief)
    integration = (*_frameworks(brief), *_callers(brief)) or (_put_to_use(brief),)
    named = "Framework Integration" if any(each.is_met for each in find_frameworks(brief)) else "Integration"
    phases = (
        (f"{expert} Research", "", tuple(_research(brief))),
        ("Core Implementation", expert, tuple(_core(brief))),
        (named, expert, integration),
        ("Testing", tester, find_testing_work(brief)),
        ("Documentation", writer, find_documentation_work(brief)),
        ("Quality Gate", writer, find_gate_work(brief)),
    )
    return tuple(
        WorkPhase(number, name, role, items) for number, (name, role, items) in enumerate(phases, _FIRST)
    )


def task_ids(brief: Brief, purpose: str) -> tuple[str, ...]:
    """Return the ids of the tasks that serve a purpose."""
    return tuple(
        number for phase in break_down(brief) for number, item in phase.numbered() if purpose in item.serves
    )


def find_roles(brief: Brief) -> tuple[str, str, str]:
    """Return who implements, who tests and who documents, by the names the project or the playbook gives."""
    roles = brief.config.profile.roles or brief.playbook.roles or ("Expert", "Testing Agent", "Docs & Vision")
    tester = next((each for each in roles if "test" in each.lower() or "qa" in each.lower()), roles[-1])
    writer = next((each for each in roles if "doc" in each.lower()), roles[-1])
    return roles[0], tester, writer


def _research(brief: Brief) -> Iterator[WorkItem]:
    briefs = write_research_briefs(brief)
    for each in briefs:
        yield WorkItem(each.title, (f"`research/{each.topic}.md` (new)",), f"it holds {each.finding}")
    yield WorkItem(
        f"Document findings in `research/`, one file per question ({len(briefs)})",
        verification=Hint(run("check"), " names no citation in them that is missing"),
    )


def _core(brief: Brief) -> Iterator[WorkItem]:
    pack = brief.pack
    pairs = {pair.asynchronous: pair for pair in find_paired(pack) if pair.is_affected}
    verified = first_test_command(brief)
    for path in working_files(pack):
        pair = pairs.get(path)
        serves = ("goal", "standards", *(("pairs",) if pair else ()))
        yield WorkItem(
            change_title(pack, path),
            (f"{code(path)} (modify)",),
            verified,
            serves=serves,
        )
    for new in pack.new_files:
        title = f"Add {code(new.path)} (new) beside {code(new.beside)}: {new.why}"
        yield WorkItem(title, (f"{code(new.path)} (new)",), verified, serves=("goal", "standards"))
    yield from _new_names(brief, verified)
    if not working_files(pack) and not pack.new_files:
        looked = counted(len(paths_of(pack)), "file")
        yield WorkItem(
            f"Name the files to change: none of {looked} stands out for the goal", serves=("goal",)
        )
    yield from find_twin_work(brief)
    yield from _adaptations(brief, verified)


def _new_names(brief: Brief, verified: str) -> Iterator[WorkItem]:
    """Yield a task per name that none of the files to change has anything like."""
    pack = brief.pack
    for name in homeless_names(pack, working_files(pack)):
        beside = find_namesake(pack, name)
        where = f"beside {code(beside.citation)}" if beside else "where it goes is not shown by the code"
        sign = " " if beside else ": "
        yield WorkItem(
            f"Add {code(name)} (new){sign}{where}", verification=verified, serves=("goal", "standards")
        )


def find_twin_work(brief: Brief) -> Iterator[WorkItem]:
    """Yield what brings the other half of each affected pair along: regenerated, or changed by hand."""
    for pair in find_paired(brief.pack):
        if not pair.is_affected:
            continue
        if pair.is_generated:
            how = tool_command(brief, "generate")
            by = f" with {code(how)}" if how else ""
            yield WorkItem(
                f"Regenerate {code(pair.synchronous)} from {code(pair.asynchronous)}{by}",
                verification=f"{code('git diff --exit-code ' + pair.synchronous)} after a second run",
                serves=("pairs",),
            )
        elif pair.synchronous not in working_files(brief.pack):
            title = f"Make the same change in {code(pair.synchronous)}, the sync half of the pair"
            yield WorkItem(title, (f"{code(pair.synchronous)} (modify)",), serves=("pairs",))


def _adaptations(brief: Brief, verified: str) -> Iterator[WorkItem]:
    wanted = [each for each in find_databases(brief) if each.is_met]
    if not wanted:
        return
    special = [each for each in wanted if each.spots]
    names = join([each.name for each in wanted], 12)
    at = codes([spot for each in special for spot in each.spots[:1]], 4)
    today = f"; named today at {at}" if at else ""
    title = f"Handle database-specific adaptations for {names}{today}"
    short = f"Handle database-specific adaptations for {counted(len(wanted), 'database')}"
    yield WorkItem(title, verification=verified, serves=("databases",), short=short)


def _frameworks(brief: Brief) -> Iterator[WorkItem]:
    wanted = [each for each in find_frameworks(brief) if each.is_met]
    reached = [each for each in wanted if each.files]
    for each in reached:
        title = f"Check {each.name} integration, which imports the files to change, and update what shows it"
        yield WorkItem(title, tuple(code(path) for path in each.files[:4]), serves=("frameworks",))
    untouched = [each for each in wanted if not each.files]
    if untouched:
        names = join([each.name for each in untouched], 8)
        title = f"Confirm that nothing changes for {names}"
        stay = "the existing tests of each pass unchanged"
        yield WorkItem(f"{title}: no file of theirs reaches the targets", tests=stay, serves=("frameworks",))


def _callers(brief: Brief) -> Iterator[WorkItem]:
    callers = own_callers(brief.pack)
    if callers:
        files = list(dict.fromkeys(caller.path for caller in callers))
        first = codes([each.citation for each in callers], 3)
        title = f"Check the {counted(len(callers), 'caller')} in {counted(len(files), 'file')}: {first}"
        yield WorkItem(title, tuple(code(path) for path in files[:6]), serves=("callers", "compatible"))
    near = [way for way in brief.pack.ways_in if way.steps <= 1][:3]
    for way in near:
        title = f"Check {code(way.entry.title)} ({code(way.entry.at)}): its file {_step(way.steps)}"
        yield WorkItem(title, serves=("callers",))


def _put_to_use(brief: Brief) -> WorkItem:
    looked = counted(len(paths_of(brief.pack)), "file")
    possible = sum(reach.possible for reach in brief.pack.reach)
    unsure = f", {counted(possible, 'use')} by name alone to look through" if possible else ""
    title = f"Put it to use: no caller of the code to change is sure in {looked}{unsure}"
    return WorkItem(title, serves=("callers",))


def _step(steps: int) -> str:
    return "imports a file to change" if steps else "is one to change"
