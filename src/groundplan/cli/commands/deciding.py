"""`decide` and `supersede`: decisions, made once with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.talk import deciding
from groundplan.app.wire import outcomes
from groundplan.cli.completions import complete_decisions
from groundplan.cli.group import command
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


def _options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--because", metavar="REASON", default="", help="The reason; every decision has one."),
        click.option("--option", metavar="ID", default="", help="The option that is taken."),
        click.option("--question", metavar="ID", default="", help="The question that it answers."),
        click.option("--reject", metavar="'OPTION: WHY'", multiple=True, help="What is rejected, and why."),
    ):
        function = option(function)
    return function


@command("decide")
@click.argument("title")
@click.option(
    "--as",
    "speaker",
    type=click.Choice(("user", "planner")),
    default=None,
    help="Whose decision it is; default: an agent's is its own.",
)
@_options
def decide_command(session: Session, title: str, speaker: str | None, **more: Any) -> None:
    """Record the decision TITLE with its reason; it is never re-opened, only superseded.

    A decision of an agent is shown as its own until a person confirms it by approving or adopting.
    """
    is_own = speaker == "planner" or (speaker is None and session.caller.channel == "agent")
    choice = _choice(title, **more)
    _tell(session, deciding.decide(session.open(), choice, caller=session.caller, is_own=is_own))


@command("supersede")
@click.argument("decision", shell_complete=complete_decisions)
@click.argument("title")
@_options
def supersede_command(session: Session, decision: str, title: str, **more: Any) -> None:
    """Replace DECISION by TITLE; the old one stays in the ledger, and approved checkpoints open again."""
    done = deciding.supersede(session.open(), decision, _choice(title, **more), caller=session.caller)
    _tell(session, done)


def _choice(
    title: str, *, because: str, option: str, question: str, reject: tuple[str, ...] = ()
) -> deciding.Choice:
    return deciding.Choice(title, because, option, question, [_rejected(word) for word in reject])


def _rejected(word: str) -> tuple[str, str]:
    name, colon, why = word.partition(":")
    if not (colon and name.strip() and why.strip()):
        raise Misused(
            f"`--reject` takes an option and a reason, found `{word}`", hint="`--reject 'Option A: too slow'`"
        )
    return name.strip(), why.strip()


def _tell(session: Session, done: deciding.Decided) -> None:
    def show(screen: Screen) -> None:
        named = "Proposed" if done.is_proposed else done.id
        show_done(screen, (named, "bold"), f" {done.choice.title}, because {done.choice.reason}")
        if done.is_proposed:
            told = "not decided: only a person may change what is approved, with "
            screen.prose(Hint(told, run("adopt").on(done.outcome.opened.known.handle)), indent=2, tone="warn")
        if done.superseded:
            screen.line((f"supersedes {done.superseded}", "dim"), indent=2)
        for checkpoint in done.reopened:
            screen.line((f"checkpoint {checkpoint} waits for approval again", "warn"), indent=2)

    session.give("decided", outcomes.decided(done), show)
    tell_after(session, done.outcome, relayed=done.is_relayed)
