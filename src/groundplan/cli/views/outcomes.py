"""What every change says when it is done: the result, what the store noticed, what is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import is_led
from groundplan.app.views.waiting import (
    checkpoint_messages,
    next_command,
    next_for_agent,
    waiting_for_person,
)
from groundplan.plan.hint import Hint, about, run
from groundplan.plan.standing import INCOMPLETE

if TYPE_CHECKING:
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session


def show_done(screen: Screen, *parts: Part) -> None:
    """Put out a finished act."""
    screen.line(("✓", "ok"), " ", *parts)


def tell_after(session: Session, outcome: Outcome, *, relayed: bool = False) -> None:
    """Say on the talking stream what the store noticed, that words were relayed, and what is next."""
    if session.json:
        return
    tell_noticed(session, outcome)
    if relayed:
        told = Hint(
            "recorded, but typed by a script or an agent: a person confirms it with ",
            run("adopt"),
            " or `approve`",
        )
        session.err.labelled("note:", "warn", about(told, outcome.opened.known.handle))
    for message in checkpoint_messages(outcome.before, outcome.opened):
        session.err.line(message)
    tell_next(session, outcome.opened)


def tell_commit(session: Session) -> None:
    """Say that what was promised reaches others only in a commit."""
    if not session.json and session.workspace.config.ledger != "local":
        session.err.labelled("note:", "dim", "commit the plan and `.groundplan/`, so that others see this")


def tell_noticed(session: Session, outcome: Outcome) -> None:
    """Say on the talking stream what the store noticed."""
    for notice in outcome.notices:
        session.err.labelled("note:", "warn", notice.message)
        for path in notice.kept:
            session.err.line("saved in ", (path, "bold"), indent=2)


def tell_next(session: Session, opened: OpenPlan) -> None:
    """Say the command that moves the plan on; where steps are to be written, by hand or by an agent."""
    screen, following = session.err, next_command(opened)
    if session.caller.channel == "agent" and following.command == "archive":
        screen.labelled("user:", "accent", following)
        return
    if session.caller.channel == "agent" and waiting_for_person(opened):
        screen.labelled("next:", "accent", next_for_agent(opened))
        screen.labelled("user:", "accent", following)
        return
    if session.caller.channel == "agent" and following.command in {"check", "write"}:
        screen.labelled("next:", "accent", next_for_agent(opened))  # it has just read what a check would say
        return
    if following.command != "write" or not is_led(opened):
        screen.labelled("next:", "accent", following)
        return
    screen.labelled("next:", "accent", following, ("  by hand, in your editor", "dim"))
    for finding in opened.judgement.findings:
        if finding.code in INCOMPLETE and finding.section in following.arguments:
            screen.labelled("why: ", "dim", finding.message)
            break
    if session.caller.is_person:
        return
    brief = run("brief").on(opened.known.handle)
    screen.labelled("or:  ", "accent", brief, ("  for an agent", "dim"))
