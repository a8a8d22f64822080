"""`code ask-source`: a source that the user has set up outside every repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import question
from groundplan.cli.views.findings import count

if TYPE_CHECKING:
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.survey.allowed.asking import Sourced


@question("ask-source")
@click.argument("name")
@click.argument("query")
def ask_source_command(session: Session, name: str, query: str) -> None:
    """Ask the source NAME of your `sources.toml` QUERY: a documentation server, a search, any command.

    The command gets the query on its standard input, in an empty folder, nothing of the repository. What it
    prints is somebody's text, never evidence about this code.
    """
    from groundplan.app.queries.surveying import ask_source

    found = ask_source(session.code, name, query)
    session.answer("sourced", found, lambda screen: show_sourced(screen, found))


def show_sourced(screen: Screen, found: Sourced) -> None:
    """Put out the text under a line that says whose it is."""
    screen.line((f"From {found.source}", "bold"), ("  not evidence about this code", "warn"))
    screen.source(found.lines, indent=2)
    if found.left_out:
        screen.line((f"… {count(found.left_out, 'more letter')}", "dim"), indent=2)
