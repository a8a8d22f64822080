"""`plan`, `new` and `init`: a goal becomes a grounded plan or a bare one, a repository is made ready.

At a terminal the talk about a new plan follows at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.analyst.leading import by_number
from groundplan.app.analyst.planning import Start, find_begun, plan_goal, sketched
from groundplan.app.lifecycle import starting
from groundplan.app.lifecycle.starting import make_slug
from groundplan.app.setup import profiles
from groundplan.app.wire import outcomes, plans
from groundplan.app.wire.planned import planned
from groundplan.cli.completions import complete_playbooks
from groundplan.cli.conversation import Conversation, can_talk
from groundplan.cli.group import command
from groundplan.cli.issue_option import issue_option
from groundplan.cli.model_options import choose_default, model_options, open_model, refuse_missing
from groundplan.cli.offering import offer_model
from groundplan.cli.terminal import open_terminal
from groundplan.cli.texts import read_file, read_words
from groundplan.cli.views.findings import count
from groundplan.cli.views.outcomes import show_done, tell_after, tell_next, tell_noticed
from groundplan.cli.views.standing import show_head
from groundplan.cli.views.talk import list_question, show_challenge
from groundplan.cli.wrapping import Whole
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.app.analyst.planning import Grounds, Planned
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session
    from groundplan.evidence.kinds import Reach, Target
    from groundplan.models.asking import Asker
    from groundplan.plan.hint import Run
    from groundplan.plan.questions import QuestionState

_TARGETS, _REGIONS, _CALLERS, _CHALLENGES, _USES, _LINES = 5, 2, 3, 4, 8, 6


@command("init")
def init_command(session: Session) -> None:
    """Write `.groundplan/config.toml` with every setting explained; an existing one is never changed."""
    made = starting.init(session.workspace)

    def show(screen: Screen) -> None:
        if made.created:
            show_done(screen, "Wrote ", (made.config, "bold"))
        else:
            screen.line((made.config, "bold"), " exists and was not changed")

    told = [{"message": str(each), "hint": each.hint} for each in made.ignored]
    is_set = bool(session.workspace.config.profile.data)
    offer = profiles.Suggested() if is_set else profiles.suggest_profile(session.workspace.code)
    payload = {
        "config": made.config,
        "created": made.created,
        "ignored": told,
        "profile": {"bundled": offer.bundled, "kinds": list(offer.kinds)},
    }
    session.give("initialised", payload, show)
    if made.ignored and not session.json:
        session.err.labelled("note:", "warn", f"{made.ignored[0]}")
        session.err.labelled("hint:", "accent", f"{made.ignored[0].hint}")
    if not session.json:
        _tell_profile(session, offer)


def _tell_profile(session: Session, offer: profiles.Suggested) -> None:
    """Name the profile that would be proposed; nothing where the repository shows none."""
    if offer.bundled:
        words = Hint(run("profile show", offer.bundled), " shows the profile that comes with groundplan")
        session.err.labelled("next:", "accent", words)
    elif offer.kinds:
        shown = f" shows the profile this repository suggests: {', '.join(offer.kinds)}"
        session.err.labelled("next:", "accent", Hint(run("profile propose"), shown))


def begin_options(function: Callable[..., None]) -> Callable[..., None]:
    """Declare the options of the commands that begin a plan."""
    kind = click.option(
        "--playbook",
        "-k",
        metavar="NAME",
        default="",
        shell_complete=complete_playbooks,
        help="The kind of plan; see `playbook list`.",
    )
    return kind(click.option("--name", metavar="SLUG", default="", help="The plan's short name.")(function))


@command("new")
@click.argument("goal")
@begin_options
@click.option("--title", metavar="TEXT", default="", help="The plan's title; default: from the goal.")
def new_command(session: Session, goal: str, playbook: str, name: str, title: str) -> None:
    """Begin a plan from GOAL, a sentence in your own words; `-` reads it from standard input."""
    workspace = session.workspace
    text = read_words(goal)
    chosen = playbook or _usual(session.workspace)
    named = starting.Named(name, title)
    done = starting.new(workspace, text, playbook=chosen, caller=session.caller, named=named)
    session.give("created", outcomes.outcome(done), lambda screen: _show(screen, done))
    if not playbook and not session.json:
        others = ", ".join(other for other in workspace.shelf.names() if other != chosen)
        session.err.labelled("note:", "dim", f"playbook `{chosen}`; `--playbook` takes another: {others}")
    tell_name(session, done.opened, name)
    if session.caller.channel == "agent" and not session.json:
        from groundplan.cli.commands.briefing import show_brief

        tell_noticed(session, done)
        session.out.blank()
        show_brief(session, done.opened)  # what it would ask for next
        return
    tell_after(session, done)


def tell_name(session: Session, opened: OpenPlan, name: str) -> None:
    """Say that a plan got another name than the one it was given, because that one is taken."""
    wanted = make_slug(name or opened.known.title, ())
    if wanted != opened.known.slug and not session.json:
        told = f" there is a plan `{wanted}` already, so this one is called `{opened.known.slug}`"
        session.err.labelled("note:", "warn", told.strip())


def _usual(workspace: Workspace) -> str:
    """Return the kind of plan that needs no naming: the configured one, else the first on the shelf."""
    if workspace.config.playbook:
        return workspace.config.playbook
    names = workspace.shelf.names()
    if not names:
        raise NotFound("There are no playbooks", hint="Reinstall groundplan")
    return names[0]


def _show(screen: Screen, done: Outcome) -> None:
    opened = done.opened
    show_done(screen, "Plan ", (opened.known.slug, "bold"), " begun: ", opened.known.title)
    for document in opened.plan.documents:
        screen.line((document.path, "dim"), indent=2)


@command("plan")
@click.argument("goal", required=False, default="")
@click.option("--goal-file", "-f", metavar="PATH", default="", help="Read the goal from this file.")
@issue_option
@click.option("--at", multiple=True, metavar="PATH[::SYMBOL]", help="Where it goes; may be repeated.")
@begin_options
@click.option("--no-talk", is_flag=True, help="Do not start the talk, even at a terminal.")
@model_options
@click.option("--refute", is_flag=True, help="With --with: have the draft attacked and mended once.")
@click.option("--refute-with", metavar="MODEL", default="", help="The same, by this model.")
def plan_command(
    session: Session,
    goal: str,
    goal_file: str,
    at: tuple[str, ...],
    playbook: str,
    name: str,
    no_talk: bool,
    model: str,
    show_brief: bool,
    refute: bool,
    refute_with: str,
) -> int:
    """Begin a plan from GOAL, in your own words: surveyed, challenged, and written as far as facts allow.

    No model, no key, no network, unless --with names a model to draft the rest. `-` reads the goal from
    standard input. What goes beyond facts stays a proposal until you answer: `show --proposed` prints it.
    """
    if bool(goal) == bool(goal_file):
        raise Misused(
            "The goal is missing" if not goal else "The goal is given twice",
            hint=Hint(run("plan", "<goal>"), ", or `--goal-file <path>`"),
        )
    words = read_file(goal_file) if goal_file else read_words(goal)
    if not model:
        offer_model(session)
    chosen = model or choose_default(session, playbook, shows_brief=show_brief)
    asker = open_model(session, chosen, shows_brief=show_brief)
    refutes = refute or bool(refute_with)
    wanted = _Wanted(show_brief, not no_talk, refutes, refute_with, is_named=bool(model))
    if wanted.refutes and not asker:
        raise Misused("`--refute` attacks what a model drafts", hint="Name the model: `--with <model>`")
    if refute_with:
        open_model(session, refute_with)
    if asker and (begun := find_begun(session.workspace, words, playbook, asker)):
        session.handle = begun.known.handle
        return _draft(session, begun, plans.whole(begun), asker, wanted)
    start = Start(name, asks=not asker, at=at)
    if asker and show_brief:
        with sketched(session.workspace) as aside:
            begun = plan_goal(aside, words, caller=session.caller, playbook=playbook, start=start).opened
            return _draft(session, begun, {}, asker, wanted)
    if asker:
        refuse_missing(asker)
    done = plan_goal(session.workspace, words, caller=session.caller, playbook=playbook, start=start)
    goes_on = not no_talk and can_talk(session)
    if not (asker and session.json):
        told = goes_on or bool(asker)
        session.give("planned", planned(done), lambda screen: show_planned(screen, done, goes_on=told))
    if not session.json:
        tell_name(session, done.opened, name)
        for notice in done.advanced.notices:
            session.err.labelled("note:", "warn", notice)
    if asker:
        return _draft(session, done.opened, planned(done), asker, wanted)
    _go_on(session, done.opened, talks=not no_talk)
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is wanted of a model besides its draft, and whether the talk follows."""

    shows_brief: bool
    talks: bool
    refutes: bool = False
    reader: str = ""  # empty: another model of the user's, where there is one
    is_named: bool = True  # by `--with`: then it writes all of it


def _draft(session: Session, opened: OpenPlan, payload: dict[str, Any], asker: Asker, wanted: _Wanted) -> int:
    """Have a model draft a plan that was begun, then go on as without one."""
    from groundplan.cli.attacking import refute_and_revise, tell_offer
    from groundplan.cli.drafting import ask_model, ask_models, end_draft, print_brief
    from groundplan.cli.partner import Partner

    # Where talk comes first, a person at a terminal is asked before anything is drafted.
    is_talk = wanted.talks and not wanted.refutes and opened.playbook.has_rule("GP201") and can_talk(session)
    if wanted.shows_brief:
        print_brief(session, opened, asker, talks=is_talk)
        return 0
    if is_talk:
        with open_terminal(session) as terminal:
            Conversation(session, terminal, opened, partner=Partner(session, asker)).run()
        return 0
    if wanted.is_named:
        done, told = ask_model(session, opened, asker, talks=wanted.talks)
    else:
        done, told = ask_models(session, opened, asker, talks=wanted.talks)
    opened, code, more = done.opened, end_draft(session, done), {"draft": told}
    if wanted.refutes and not code:
        opened, besides, code = refute_and_revise(session, opened, asker.model.name, wanted.reader)
        more |= besides
    if session.json:
        session.give("planned", payload | more, lambda _: None)
    elif not code:
        tell_offer(session, opened)
        _go_on(session, opened, talks=wanted.talks)
    return code


def _go_on(session: Session, opened: OpenPlan, *, talks: bool) -> None:
    """Begin the talk where a person sits at a terminal, else say which command is next."""
    if session.json:
        return
    if not (talks and can_talk(session)):
        tell_next(session, opened)
        return
    with open_terminal(session) as terminal:
        Conversation(session, terminal, opened).run()


# How a new plan looks: where the change goes and why, what it touches, what is challenged and asked.


def show_planned(screen: Screen, done: Planned, *, goes_on: bool = False) -> None:
    """Put out what a person needs next, the plan's own words left in the plan; the talk may go on."""
    opened = done.opened
    show_head(screen, opened, with_checkpoints=False)
    if done.because and opened.playbook.name != _usual(opened.workspace):
        screen.prose(f"kind of plan: {done.because}", indent=2, tone="dim")
    if done.council:
        screen.prose(done.council, indent=2, tone="dim")
        screen.line(("ask: ", "dim"), run("consult", {"on": "<section>"}).on(opened.known.handle), indent=2)
    _show_where(screen, done)
    _show_reach(screen, done.grounds)
    challenges = done.advanced.analysis.challenges
    if challenges:
        _heading(screen, "Challenged")
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
    told = [f"{count(len(reach.callers), 'caller')} in {count(files, 'file')}"] if reach.callers else []
    told += [f"{count(len(reach.test_callers), 'use')} in tests"] if reach.test_callers else []
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
    _heading(screen, "Proposed", run("show", {"proposed": True}).on(done.opened.known.handle))
    for proposal in held:
        waits = f"  waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else ""
        screen.line(proposal.title, (waits, "dim"), indent=4)
