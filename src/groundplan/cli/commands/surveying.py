"""`code …`: questions about what kind of repository this is, one command each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import question
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@question("manifest")
def manifest_command(session: Session) -> None:
    """Show dependencies with versions, scripts, and how tests, linters and type checkers are called."""
    from groundplan.app.surveying import manifest
    from groundplan.cli.views.survey_manifest import show_manifest

    found = manifest(session.code)
    session.answer("manifest", found, lambda screen: show_manifest(screen, found))


@question("history")
@click.argument("path", required=False)
@click.option("--about", metavar="WORDS", default="", help="What was tried before about these words.")
def history_command(session: Session, path: str | None, about: str) -> None:
    """Show the past of the file PATH or of the whole: churn, owners, what changes together, attempts."""
    from groundplan.app import surveying
    from groundplan.cli.views import survey_history

    if path and about:
        raise Misused("A path and --about cannot be asked together", hint="Ask twice")
    if about:
        tried = surveying.words_history(session.code, about)
        session.answer("attempts", tried, lambda screen: survey_history.show_words_history(screen, tried))
    elif path:
        found = surveying.file_history(session.code, path)
        session.answer("file-history", found, lambda screen: survey_history.show_file_history(screen, found))
    else:
        whole = surveying.whole_history(session.code)
        session.answer("history", whole, lambda screen: survey_history.show_whole_history(screen, whole))


@question("patterns")
@click.argument("folder", required=False, default="")
def patterns_command(session: Session, folder: str) -> None:
    """Show how this repository, or FOLDER, handles errors, tests, configuration, logging and async code."""
    from groundplan.app.surveying import patterns
    from groundplan.cli.views.survey_patterns import show_patterns

    found = patterns(session.code, under=folder)
    session.answer("patterns", found, lambda screen: show_patterns(screen, found))
