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
@click.option("--about", metavar="WORDS", help="What was tried before about these words.")
def history_command(session: Session, path: str | None, about: str | None) -> None:
    """Show the past of the file PATH or of the whole: churn, owners, what changes together, attempts."""
    from groundplan.app import retracing
    from groundplan.cli.views import survey_history

    if path and about is not None:
        raise Misused("A path and --about cannot be asked together", hint="Ask twice")
    if about is not None and not about.strip():
        raise Misused("`--about` has no words", hint='Such as `--about "upload retry"`')
    if about:
        tried = retracing.words_history(session.code, about)
        session.answer("attempts", tried, lambda screen: survey_history.show_words_history(screen, tried))
    elif path:
        found = retracing.file_history(session.code, path)
        session.answer("file-history", found, lambda screen: survey_history.show_file_history(screen, found))
    else:
        whole = retracing.whole_history(session.code)
        session.answer("history", whole, lambda screen: survey_history.show_whole_history(screen, whole))


@question("patterns")
@click.argument("folder", required=False, default="")
def patterns_command(session: Session, folder: str) -> None:
    """Show how this repository, or FOLDER, handles errors, tests, configuration, logging and async code."""
    from groundplan.app.surveying import patterns
    from groundplan.cli.views.survey_patterns import show_patterns

    found = patterns(session.code, under=folder)
    session.answer("patterns", found, lambda screen: show_patterns(screen, found))


@question("hotspots")
@click.argument("folder", required=False, default="")
def hotspots_command(session: Session, folder: str) -> None:
    """Show where complexity, change, missing tests and missing documentation meet."""
    from groundplan.app.surveying import hotspots
    from groundplan.cli.views.survey_code import show_hotspots

    found = hotspots(session.code, under=folder)
    session.answer("hotspots", found, lambda screen: show_hotspots(screen, found))


@question("tests-for")
@click.argument("name")
def tests_for_command(session: Session, name: str) -> None:
    """Show the tests that import, use or name NAME, a file or a definition, or are named after it."""
    from groundplan.app.surveying import tests_for
    from groundplan.cli.views.survey_code import show_tests_for

    found = tests_for(session.code, name)
    session.answer("tests-for", found, lambda screen: show_tests_for(screen, found))


@question("similar")
@click.argument("asked", metavar="NAME|PATH:LINES|WORDS")
def similar_command(session: Session, asked: str) -> None:
    """Show functions that do something alike: like a definition, some lines, or a few words."""
    from groundplan.app.surveying import similar
    from groundplan.cli.views.survey_code import show_similar

    found = similar(session.code, asked)
    session.answer("similar", found, lambda screen: show_similar(screen, found))


@question("flow")
@click.argument("name")
def flow_command(session: Session, name: str) -> None:
    """Follow NAME, an entry point such as `POST /upload` or a definition, to where its calls end."""
    from groundplan.app.surveying import flow
    from groundplan.cli.views.survey_code import show_flow

    found = flow(session.code, name)
    session.answer("flow", found, lambda screen: show_flow(screen, found))
