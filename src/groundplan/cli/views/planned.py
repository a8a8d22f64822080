"""How a new plan looks: where the change goes and why, what it touches, what is challenged and asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import by_number
from groundplan.cli.views.findings import count
from groundplan.cli.views.standing import show_head
from groundplan.cli.views.talk import list_question, show_challenge
from groundplan.cli.wrapping import Whole
from groundplan.plan.hint import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.analyst.planning import Grounds, Planned
    from groundplan.cli.look import Part, Screen
    from groundplan.evidence.kinds import Reach, Target
    from groundplan.plan.hint import Run
    from groundplan.plan.questions import QuestionState

_TARGETS, _REGIONS, _CALLERS, _CHALLENGES, _USES, _LINES = 5, 2, 3, 4, 8, 6


def show_planned(screen: Screen, done: Planned, usual: str, *, goes_on: bool = False) -> None:
    """Put out what a person needs next, the plan's own words left in the plan; the talk may go on.

    The usual kind of plan is not named.
    """
    opened = done.opened
    show_head(screen, opened, with_checkpoints=False)
    if done.because and opened.playbook.name != usual:
        screen.prose(f"kind of plan: {done.because}", indent=2, tone="dim")
    if done.council:
        screen.prose(done.council, indent=2, tone="dim")
        screen.line(("ask: ", "dim"), run("consult", {"on": "<section>"}).on(opened.known.handle), indent=2)
    _show_where(screen, done)
    _show_reach(screen, done.grounds)
    challenges = done.advanced.analysis.challenges
    if challenges:
        _heading(screen, "What speaks against it")
        for challenge in challenges[:_CHALLENGES]:
            show_challenge(screen, challenge.claim, challenge.advice)
        if len(challenges) > _CHALLENGES:
            screen.line((f"and {len(challenges) - _CHALLENGES} more in the plan", "dim"), indent=4)
    if not goes_on:
        _show_questions(screen, done)
    _show_proposals(screen, done)


def _heading(screen: Screen, title: str, told: str | Run = "") -> None:
    screen.blank()
    more: list[Part] = ["  ", (told, "" if isinstance(told, str) else "bold")] if told else []
    screen.line((title, "bold"), *more, indent=2)


def _show_where(screen: Screen, done: Planned) -> None:
    grounds = done.grounds
    if not (grounds.targets or grounds.new_files or grounds.uses):
        if not done.asks_place:
            _heading(screen, "Where it goes")
            screen.prose("Not known: the goal names no file, folder or symbol that is here.", indent=4)
        return
    _heading(screen, "Where it goes")
    for new in grounds.new_files:
        screen.line((new.path, "bold"), ("  new", "ok"), indent=4)
    for name, near in grounds.missing:
        nearest = f"; nearest: {', '.join(near)}" if near else ""
        screen.prose(f"{name} is not here{nearest}", indent=4, tone="warn")
    for place in grounds.uses[:_USES]:
        lines = ", ".join(map(str, place.lines[:_LINES] or (place.first,)))
        more = " …" if len(place.lines) > _LINES else ""
        screen.line((place.path, "bold"), (f":{lines}{more}", "dim"), indent=4)
    for target in () if grounds.uses else grounds.targets[:_TARGETS]:
        _show_target(screen, target, is_found=grounds.verdict.certainty.value == "found")
    left = len(grounds.uses) - _USES if grounds.uses else len(grounds.targets) - _TARGETS
    if left > 0:
        screen.line((f"and {count(left, 'more file')}", "dim"), indent=4)


def _show_target(screen: Screen, target: Target, *, is_found: bool) -> None:
    screen.line((target.path, "bold"), indent=4)
    for region in target.regions[:_REGIONS]:
        lines = f"{region.definition.first}-{region.definition.last}"
        screen.line((region.definition.qualified, "accent"), (f"  lines {lines}", "dim"), indent=6)
    if is_found and not target.is_named:  # nobody named it, so it says why it is here
        screen.prose(
            f"not named, but such a place is right nine times in ten: {target.why[0]}", indent=6, tone="dim"
        )


def _show_reach(screen: Screen, grounds: Grounds) -> None:
    shown = [each for each in grounds.reach if each.callers or each.test_callers or _is_exported(each)]
    if grounds.uses or not (shown or grounds.tests):
        return
    _heading(screen, "Used by")
    for reach in shown:
        _show_one_reach(screen, reach)
    for fact in grounds.tests[:2]:
        screen.line(("tests  ", "dim"), fact.subject, indent=4)
        screen.line((Whole(fact.value("command") or "no command is known that runs it"), "dim"), indent=6)


def _show_one_reach(screen: Screen, reach: Reach) -> None:
    files = len({each.path for each in reach.callers})
    told = [f"{count(len(reach.callers), 'use')} in {count(files, 'file')}"] if reach.callers else []
    told += [f"{count(len(reach.test_callers), 'use')} in tests"] if reach.test_callers else []
    if reach.possible and not reach.callers:  # that no code uses it is not known where only names tell
        told += [f"{count(reach.possible, 'possible use')} by name only"]
    screen.line((reach.region.definition.qualified, "accent"), "  ", ", ".join(told), indent=4)
    places = [each.citation for each in reach.callers[:_CALLERS]]
    more = " …" if len(reach.callers) > _CALLERS else ""
    if places:
        screen.prose(", ".join(places) + more, indent=6, tone="dim")
    if _is_exported(reach):
        screen.prose(f"public: {reach.public}", indent=6, tone="warn")


def _is_exported(reach: Reach) -> bool:
    """Tell whether outsiders are offered a name, not only able to reach it: most names could be reached."""
    return bool(reach.public) and not reach.public.startswith("public name")


def _show_questions(screen: Screen, done: Planned) -> None:
    waiting = by_number(each for each in done.opened.judgement.promises.questions if each.is_open)
    if not waiting:
        return
    _heading(screen, "Questions", _how_many(waiting))
    for question in waiting:
        list_question(screen, question)


def _how_many(waiting: Sequence[QuestionState]) -> str:
    """Return how many questions are open and how many of them need an answer: “2 open, both need …”."""
    blocking = sum(question.blocking for question in waiting)
    if not blocking:
        return f"{len(waiting)} open, none needs an answer"
    if blocking == len(waiting):
        who = {1: "it needs", 2: "both need"}.get(blocking, "all need")
    else:
        who = "1 needs" if blocking == 1 else f"{blocking} need"
    return f"{len(waiting)} open, {who} an answer"


def _show_proposals(screen: Screen, done: Planned) -> None:
    held = done.advanced.proposals
    if not held:
        return
    _heading(screen, "Found, not written yet", run("show", {"proposed": True}).on(done.opened.known.handle))
    for proposal in held:
        waits = f"  waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else ""
        screen.line(proposal.title, (waits, "dim"), indent=4)
