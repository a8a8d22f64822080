"""Why a requirement exists, told from the goal's words and the code: overview, problem, goals, users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.new_names import added_names
from groundplan.planner.phrasing import (
    COMPUTED,
    HISTORY,
    PERSON,
    assumption_source,
    bullets,
    codes,
    condition,
    join,
    open_mark,
    quote,
    sentence,
)
from groundplan.planner.support import find_frameworks
from groundplan.planner.variants import own_callers, own_failures, paths_of, public_reach, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@writer("requirement-overview")
def write_overview(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Say what is wanted in the goal's own words, where it goes, and what is assumed until answered."""
    pack = brief.pack
    words = " ".join(pack.goal.sentences[:3]) or pack.goal.text
    parts = [f"{sentence(quote(words, paths_of(pack)))} {PERSON}", _where(brief)]
    assumed = [
        f"{sentence(each.assumption)} {assumption_source(each)}{open_mark(brief, each.subject)}"
        for each in brief.questions
        if each.assumption and each.subject not in brief.settled
    ]
    if assumed:
        parts.append(f"**Assumed until answered**:\n{bullets(assumed)}")
    decided = [
        f"{each.text} {sentence(quote(brief.settled[each.subject].text, paths_of(pack)))} {PERSON}"
        for each in brief.questions
        if each.subject in brief.settled
    ]
    if decided:
        parts.append(f"**Decided**:\n{bullets(decided)}")
    yield SectionDraft(spec.key, "\n\n".join(parts) + "\n")


def _where(brief: Brief) -> str:
    pack = brief.pack
    files = working_files(pack)
    if not files and not pack.new_files:
        looked = counted(len(paths_of(pack)), "file")
        return f"No file of {looked} stands out for these words {COMPUTED}; which files are meant is open."
    said = []
    if files:
        said.append(f"The change goes to {codes(files, 5)}")
    if pack.new_files:
        new = join([f"{code(each.path)} (new)" for each in pack.new_files])
        said.append(f"adds {new}" if said else f"The change adds {new}")
    callers = own_callers(pack)
    if callers:
        others = len({caller.path for caller in callers})
        said.append(f"reaches {counted(len(callers), 'caller')} in {counted(others, 'file')}")
    elif pack.reach:
        possible = sum(reach.possible for reach in pack.reach)
        unsure = f", {counted(possible, 'use')} by name alone" if possible else ""
        said.append(f"has no sure caller here{unsure}")
    return sentence(f"{join(said)} {COMPUTED}")


@writer("requirement-problem")
def write_problem(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Say what the code does today where the goal asks for more: what is missing, fails, or is close."""
    pack = brief.pack
    said = []
    told = {*pack.goal.demands, *pack.goal.excluded, pack.goal.criterion}
    rest = [text for text in pack.goal.sentences[1:] if text not in told][:3]
    if rest:
        said.append(f"{sentence(quote(' '.join(rest), paths_of(pack)))} {PERSON}")
    missing = added_names(pack)
    looked = counted(len(paths_of(pack)), "file")
    if missing:
        said.append(f"Nothing in {looked} is called {codes(missing)} {COMPUTED}.")
    for standing in [each for each in pack.standings if each.total][:3]:
        files = sorted(standing.files, key=lambda path: (-standing.files[path], path))
        times = f"{counted(standing.total, 'time')} in {counted(len(files), 'file')}"
        said.append(f"{code(standing.term)} stands {times}, most often in {code(files[0])} {COMPUTED}.")
    for failure in own_failures(pack)[:3]:
        when = condition(failure.condition)
        inside = f"{code(failure.inside)} " if failure.inside else "It "
        said.append(f"{inside}{failure.action}{when} at {code(failure.at)} {COMPUTED}.")
    close = pack.alike[:2]
    if close:
        nearest = codes([each.region.citation for each in close])
        said.append(f"Closest to it today: {nearest} {COMPUTED}.")
    if not said:
        named = codes([region.lines for region in pack.regions[:3]])
        today = f"; the code it would change stands at {named}" if named else ""
        said.append(f"The goal names no fault and no identifier{today} {COMPUTED}.")
    yield SectionDraft(spec.key, bullets(said) + "\n")


@writer("requirement-goals")
def write_goals(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Name the goal, its other demands, how success is told, and what is left out."""
    goal, known = brief.pack.goal, paths_of(brief.pack)
    first = goal.sentences[0] if goal.sentences else goal.title
    secondary = [quote(text, known, 160) for text in goal.demands if text.strip() != first.strip()]
    lines = [f"Primary goal: {quote(first, known)} {PERSON}"]
    named = "; ".join(text.rstrip(".") for text in secondary[:6])
    lines.append(f"Secondary goals: {f'{named} {PERSON}' if named else 'none named'}")
    answered = brief.settled.get("criterion")
    told = answered.text if answered else goal.criterion
    mark = open_mark(brief, "criterion")
    if told:
        lines.append(f"Told by: {quote(told, known)} {PERSON}")
    elif mark:
        lines.append(f"Told by: not said yet{mark}")
    left_out = [*goal.excluded, *(text for each in brief.settled.values() for text in each.out_of_scope)]
    if left_out:
        lines.append(f"Out of scope: {'; '.join(quote(text, known) for text in left_out)} {PERSON}")
    yield SectionDraft(spec.key, bullets(lines) + "\n")


@writer("requirement-users")
def write_users(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Name who meets the change and through what, as far as the code and its history show."""
    users = [_developers(brief), *_callers(brief), *_framework_users(brief), *_entered(brief)]
    yield SectionDraft(spec.key, bullets(users) + "\n")


def _developers(brief: Brief) -> str:
    past, files = brief.pack.past, working_files(brief.pack)
    path = next((path for path in files if path in past.churn), "")
    if path:
        churn = past.churn[path]
        owned = past.ownership.get(path)
        who = f" by {counted(len(owned.owners), 'author')}" if owned else ""
        often = f"{counted(churn.commits, 'commit')}{who}, {churn.recent:,} in the year up to {churn.until}"
        return f"**Maintainers**: change {code(path)}, {often} {HISTORY}"
    where = codes(files, 3) or join([f"{code(each.path)} (new)" for each in brief.pack.new_files])
    return f"**Maintainers**: change {where or 'files not named yet'} {COMPUTED}"


def _callers(brief: Brief) -> Iterator[str]:
    public = public_reach(brief.pack)[:3]
    if public:
        names = join([f"{code(each.region.citation)} ({each.public})" for each in public])
        yield f"**Application developers**: call {names} from outside {COMPUTED}"
    callers = own_callers(brief.pack)
    if callers:
        shown = codes([each.citation for each in callers], 3)
        yield f"**Own code**: {counted(len(callers), 'caller')} of the code to change, at {shown} {COMPUTED}"


def _framework_users(brief: Brief) -> Iterator[str]:
    reached = [each for each in find_frameworks(brief) if each.is_met and each.files]
    if reached:
        shown = join([f"{each.name} through {code(each.files[0])}" for each in reached])
        yield f"**Framework users**: reached by {shown} {COMPUTED}"


def _entered(brief: Brief) -> Iterator[str]:
    ways = [way for way in brief.pack.ways_in if way.steps == 0][:3]
    if ways:
        shown = join([f"{code(way.entry.title)} ({code(way.entry.at)})" for way in ways])
        yield f"**Users**: come in by {shown} {COMPUTED}"
