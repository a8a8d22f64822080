"""The options of the commands that may have a model draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.plan.errors import Misused

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


def choose_default(session: Session, playbook: str) -> str:
    """Return the model that the user chose for this kind of plan; an agent that runs us asks no other."""
    from groundplan.app.models.choice import choose_model

    return "" if session.caller.channel == "agent" else choose_model(playbook=playbook)


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
