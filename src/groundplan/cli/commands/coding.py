"""`code …`: questions about what stands in the code, one command each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import PlanGroup
from groundplan.cli.plain import as_plain
from groundplan.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.cli.look import Screen

pass_session = click.make_pass_decorator(Session, ensure=True)


@click.group("code", cls=PlanGroup)
def code_command() -> None:
    """Ask the code of this repository.

    NAME is a definition: `fetch`, `Client.fetch`, `package.module.Client` or `src/client.py::Client.fetch`.
    Nothing of the repository is run. What was read is kept in your cache folder; delete it whenever you like.
    """


def give(session: Session, kind: str, result: object, show: Callable[[Screen], None]) -> None:
    """Put a question's result out: its fields as JSON, or as text."""
    session.give(kind, as_plain(result), show)


@code_command.command("find")
@click.argument("term")
@click.option("--ignore-case", "-i", is_flag=True, help="Upper and lower case are the same.")
@click.option("--files", "only_files", is_flag=True, help="Only the files and how often.")
@pass_session
def find_command(session: Session, term: str, ignore_case: bool, only_files: bool) -> None:
    """Find every occurrence of TERM as a whole word, in code, tests, documents and settings."""
    from groundplan.app.searching import find
    from groundplan.cli.views.code_places import show_occurrences

    found = find(session.code, term, ignore_case=ignore_case)
    give(session, "occurrences", found, lambda screen: show_occurrences(screen, found, only_files=only_files))


@code_command.command("symbol")
@click.argument("name")
@pass_session
def symbol_command(session: Session, name: str) -> None:
    """Show what NAME is: kind, place, header."""
    from groundplan.app.searching import symbol
    from groundplan.cli.views.code_places import show_symbols

    found = symbol(session.code, name)
    give(session, "symbols", found, lambda screen: show_symbols(screen, found))
