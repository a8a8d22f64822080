"""`code find|symbol|usages|callers|impact|imports|cycles`: questions about what stands in the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import question

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@question("find")
@click.argument("term")
@click.option("--ignore-case", "-i", is_flag=True, help="Upper and lower case are the same.")
@click.option("--files", "only_files", is_flag=True, help="Only the files and how often.")
def find_command(session: Session, term: str, ignore_case: bool, only_files: bool) -> None:
    """Find every occurrence of TERM as a whole word, in code, tests, documents and settings."""
    from groundplan.app.queries.searching import find
    from groundplan.cli.views.code_places import show_occurrences

    found = find(session.code, term, ignore_case=ignore_case)
    session.answer(
        "occurrences", found, lambda screen: show_occurrences(screen, found, only_files=only_files)
    )


@question("symbol")
@click.argument("name")
def symbol_command(session: Session, name: str) -> None:
    """Show what NAME is: kind, place, header."""
    from groundplan.app.queries.searching import symbol
    from groundplan.cli.views.code_places import show_symbols

    found = symbol(session.code, name)
    session.answer("symbols", found, lambda screen: show_symbols(screen, found))


@question("usages")
@click.argument("name")
def usages_command(session: Session, name: str) -> None:
    """Show every use of NAME, and how each is known to be one."""
    from groundplan.app.queries.searching import usages
    from groundplan.cli.views.code_uses import show_usages

    found = usages(session.code, name)
    session.answer("usages", found, lambda screen: show_usages(screen, found))


@question("callers")
@click.argument("name")
def callers_command(session: Session, name: str) -> None:
    """Show who calls NAME, one step up."""
    from groundplan.app.queries.searching import callers
    from groundplan.cli.views.code_uses import show_callers

    found = callers(session.code, name)
    session.answer("callers", found, lambda screen: show_callers(screen, found))


@question("impact")
@click.argument("name")
@click.option("--depth", type=click.IntRange(1, 10), default=3, show_default=True, help="Steps of use.")
def impact_command(session: Session, name: str, depth: int) -> None:
    """Show what a change of NAME, a definition or a file, reaches: users, theirs, tests, public API."""
    from groundplan.app.queries.searching import impact
    from groundplan.cli.views.code_uses import show_impact

    found = impact(session.code, name, depth=depth)
    session.answer("impact", found, lambda screen: show_impact(screen, found))


@question("imports")
@click.argument("path")
def imports_command(session: Session, path: str) -> None:
    """Show what the file PATH imports, and which files import it."""
    from groundplan.app.queries.searching import imports
    from groundplan.cli.views.code_uses import show_imports

    found = imports(session.code, path)
    session.answer("imports", found, lambda screen: show_imports(screen, found))


@question("cycles")
@click.option("--all", "also_later", is_flag=True, help="Also imports for types and inside functions.")
def cycles_command(session: Session, also_later: bool) -> None:
    """Show the import cycles, each with a ring in it."""
    from groundplan.app.queries.searching import cycles
    from groundplan.cli.views.code_uses import show_cycles

    found = cycles(session.code, only_run=not also_later)
    session.answer("cycles", found, lambda screen: show_cycles(screen, found))
