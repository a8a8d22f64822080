"""The options of the commands that may have a model draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.plan.errors import Misused, Unavailable
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker

NONE = "none"  # what `--with` takes for no model, whatever is configured


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare which model drafts, and that what it would be sent is only printed."""
    which = click.option(
        "--with",
        "model",
        metavar="MODEL",
        default="",
        help="Have this model draft what is open; `none`: no model.",
    )
    seen = click.option(
        "--show-brief", is_flag=True, help="With --with: print what would be sent, and send nothing."
    )
    return which(seen(function))


def choose_default(session: Session, playbook: str, *, shows_brief: bool = False) -> str:
    """Return the model that the user chose for this kind of plan; an agent that runs us asks no other.

    One that cannot answer here is named, and the planner goes on without a model.
    """
    from groundplan.app.models.choice import choose_model, find_fault

    name = "" if session.caller.channel == "agent" else choose_model(playbook=playbook)
    fault = find_fault(name)[0] if name and not shows_brief else ""
    if fault and not session.json:
        told = Hint(
            f"`{name}`, which you chose, is {fault}: going on without a model. ", run("models use", NONE)
        )
        session.err.labelled("note:", "warn", Hint(told, " keeps it that way, `--with none` does so once"))
    return "" if fault else name


def refuse_missing(asker: Asker) -> None:
    """Refuse a model that cannot answer here, before anything is begun for it."""
    from groundplan.app.models.choice import find_fault

    fault, helps = find_fault(asker.model.name)
    if fault:
        raise Unavailable(
            f"`{asker.model.name}` is {fault}", hint=Hint(f"{helps}; or go on without it: `--with none`")
        )


def open_model(
    session: Session, name: str, *, shows_brief: bool = False, goes_on_alone: bool = False
) -> Asker | None:
    """Return who asks the model that is named; None where none is, and then there is nothing to be sent."""
    if name in {"", NONE}:
        if shows_brief:
            raise Misused(
                "`--show-brief` prints what a model would be sent", hint="Name the model: `--with <model>`"
            )
        return None
    from groundplan.app.models.choice import open_asker

    is_attended = shows_brief or (session.caller.is_person and not goes_on_alone)
    return open_asker(name, is_attended=is_attended)
