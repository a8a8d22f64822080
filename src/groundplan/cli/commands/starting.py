"""`init` and `new`: a repository made ready, a bare plan begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app import profiles, starting
from groundplan.app.naming import make_slug
from groundplan.app.wire import outcomes
from groundplan.cli.completions import complete_playbooks
from groundplan.cli.group import command
from groundplan.cli.texts import read_words
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.plan.errors import NotFound
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.app.changing import Outcome
    from groundplan.app.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


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
    chosen = playbook or _usual(session)
    named = starting.Named(name, title)
    done = starting.new(workspace, text, playbook=chosen, caller=session.caller, named=named)
    session.give("created", outcomes.outcome(done), lambda screen: _show(screen, done))
    if not playbook and not session.json:
        others = ", ".join(other for other in workspace.shelf.names() if other != chosen)
        session.err.labelled("note:", "dim", f"playbook `{chosen}`; `--playbook` takes another: {others}")
    tell_name(session, done.opened, name)
    if session.caller.channel == "agent" and not session.json:
        handle = done.opened.known.handle
        session.err.labelled("note:", "dim", Hint(run("brief").on(handle), " prints all you need to fill it"))
    tell_after(session, done)


def tell_name(session: Session, opened: OpenPlan, name: str) -> None:
    """Say that a plan got another name than the one it was given, because that one is taken."""
    wanted = make_slug(name or opened.known.title, ())
    if wanted != opened.known.slug and not session.json:
        told = f" there is a plan `{wanted}` already, so this one is called `{opened.known.slug}`"
        session.err.labelled("note:", "warn", told.strip())


def _usual(session: Session) -> str:
    """Return the kind of plan that needs no naming: the configured one, else the first on the shelf."""
    if session.workspace.config.playbook:
        return session.workspace.config.playbook
    names = session.workspace.shelf.names()
    if not names:
        raise NotFound("There are no playbooks", hint="Reinstall groundplan")
    return names[0]


def _show(screen: Screen, done: Outcome) -> None:
    opened = done.opened
    show_done(screen, "Plan ", (opened.known.slug, "bold"), " begun: ", opened.known.title)
    for document in opened.plan.documents:
        screen.line((document.path, "dim"), indent=2)
