"""`plan`, `new` and `init`: a goal becomes a grounded plan or a bare one, a repository is made ready.

At a terminal the talk about a new plan follows at once.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.analyst.planning import Start, find_begun, find_open, plan_goal, sketched
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
from groundplan.cli.texts import places_named, read_file, read_words
from groundplan.cli.views.outcomes import show_done, tell_after, tell_next, tell_noticed
from groundplan.cli.views.planned import show_planned
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import WORDS, Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker


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
    start = Start(name, asks=not asker, at=places_named(at, session.workspace.root))
    if asker and show_brief:
        with sketched(session.workspace) as aside:
            begun = plan_goal(aside, words, caller=session.caller, playbook=playbook, start=start).opened
            return _draft(session, begun, {}, asker, wanted)
    if asker:
        refuse_missing(asker)
    _refuse_twice(session, words, name)
    done = plan_goal(session.workspace, words, caller=session.caller, playbook=playbook, start=start)
    goes_on = not no_talk and can_talk(session)
    if not (asker and session.json):
        told = goes_on or bool(asker)
        usual = _usual(session.workspace)
        show = partial(show_planned, done=done, usual=usual, goes_on=told)
        session.give("planned", planned(done), show)
    if not session.json:
        tell_name(session, done.opened, name)
        for notice in (*done.advanced.notices, *filter(None, [done.left_out])):
            session.err.labelled("note:", "warn", notice)
    if asker:
        return _draft(session, done.opened, planned(done), asker, wanted)
    _go_on(session, done.opened, talks=not no_talk)
    return 0


def _refuse_twice(session: Session, goal: str, name: str) -> None:
    """Refuse a goal that an open plan has: the same line is easily sent twice; with a name it is meant."""
    known = None if name else find_open(session.workspace, goal)
    if known is not None:
        raise Misused(
            f"Plan `{known.slug}` has this very goal, and is open",
            hint=Hint(
                "Go on with it: ",
                run("talk", known.slug),
                ", or begin another: ",
                run("plan", WORDS, {"name": "<name>"}),
            ),
        )


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
