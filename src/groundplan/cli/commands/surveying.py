"""`code …`: questions about what kind of repository this is, one command each."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import question
from groundplan.cli.views.rows import show_rows
from groundplan.plan.errors import Misused
from groundplan.survey.entry_points.facts import Entry
from groundplan.survey.manifest.facts import Source
from groundplan.survey.manifest.shell import join_line

if TYPE_CHECKING:
    from groundplan.app.queries.surveying import Habits
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session
    from groundplan.survey.manifest.facts import Dependency, Manifest, Tool
    from groundplan.survey.patterns.facts import Pattern

_ANY_VERSION = frozenset({"pypi", "npm", "cargo", "composer"})
_PRACTICES = 5
_SPOTS = 3
_ENTRIES = "looked for in Python, JavaScript, TypeScript, Go and the clocks of build servers alone"


@question("manifest")
def manifest_command(session: Session) -> None:
    """Show dependencies with versions, scripts, and how tests, linters and type checkers are called."""
    from groundplan.app.queries.surveying import manifest

    found = manifest(session.code)
    session.answer("manifest", found, lambda screen: show_manifest(screen, found))


@question("docs")
@click.argument("name", metavar="PACKAGE[.MEMBER]")
def docs_command(session: Session, name: str) -> None:
    """Show the documentation of an installed package, or of a member: signature, text, file and line.

    It is read from the project's own environment: a virtual environment, `node_modules`, Go's module cache,
    cargo's registry or a vendor folder. Nothing is imported, run or downloaded.
    """
    from groundplan.app.queries.surveying import docs
    from groundplan.cli.views.survey_installed import show_docs

    found = docs(session.code, name)
    session.answer("docs", found, lambda screen: show_docs(screen, found, session.shorten))


@question("history")
@click.argument("path", required=False)
@click.option("--about", metavar="WORDS", help="What was tried before about these words.")
def history_command(session: Session, path: str | None, about: str | None) -> None:
    """Show the past of the file PATH or of the whole: churn, owners, what changes together, attempts."""
    from groundplan.app.queries import retracing
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
    """Show examples of how this repository, or FOLDER, does errors, tests and configuration."""
    from groundplan.app.queries.surveying import patterns

    found = patterns(session.code, under=folder)
    session.answer("patterns", found, lambda screen: show_patterns(screen, found))


@question("tests-for")
@click.argument("name")
def tests_for_command(session: Session, name: str) -> None:
    """Show the tests that import, use or name NAME, a file or a definition, or are named after it."""
    from groundplan.app.queries.surveying import tests_for
    from groundplan.cli.views.survey_code import show_tests_for

    found = tests_for(session.code, name)
    session.answer("tests-for", found, lambda screen: show_tests_for(screen, found))


@question("similar")
@click.argument("asked", metavar="NAME|PATH:LINES|WORDS")
def similar_command(session: Session, asked: str) -> None:
    """Show functions that do something alike: like a definition, some lines, or a few words."""
    from groundplan.app.queries.surveying import similar
    from groundplan.cli.views.survey_code import show_similar

    found = similar(session.code, asked)
    session.answer("similar", found, lambda screen: show_similar(screen, found))


@question("flow")
@click.argument("name")
def flow_command(session: Session, name: str) -> None:
    """Follow NAME, an entry point such as `POST /upload` or a definition, to where its calls end."""
    from groundplan.app.queries.surveying import flow
    from groundplan.cli.views.survey_code import show_flow

    found = flow(session.code, name)
    session.answer("flow", found, lambda screen: show_flow(screen, found))


def show_manifest(screen: Screen, found: Manifest) -> None:
    """Put out projects, language versions, tools and dependencies, each with its line."""
    if not (found.projects or found.dependencies or found.tools):
        screen.line(
            "No manifest was found: none such as pyproject.toml, package.json, go.mod, Cargo.toml or pom.xml"
        )
    own = [each for each in found.projects if not each.is_example]
    show_rows(
        screen,
        [
            [(each.name or each.folder or ".", "bold"), each.version, each.ecosystem, (str(each.at), "dim")]
            for each in own
        ],
    )
    _head(screen, "Languages", bool(found.runtimes))
    show_rows(screen, [[each.language, each.declared, (str(each.at), "dim")] for each in found.runtimes])
    # What every project of a language could be called with is no tool of this one.
    tools = [
        each
        for each in found.tools
        if each.configured_at or any(call.source is not Source.CONFIG for call in each.calls)
    ]
    _head(screen, "Tools", bool(tools))
    screen.table([_tool_row(tool) for tool in tools], flexible=2)
    dependencies = sorted(
        (each for each in found.dependencies if not each.is_indirect),
        key=lambda each: (each.ecosystem, each.project, bool(each.group), each.group),
    )
    for (ecosystem, project, group), each in groupby(dependencies, key=_group):
        _head(screen, " ".join(filter(None, [ecosystem, project, f"({group or 'dependencies'})"])), True)
        show_rows(screen, [_row(dependency) for dependency in each])
    scripts = [each for each in found.scripts if each.kind != "ci"]
    _head(screen, "Scripts", bool(scripts))
    show_rows(screen, [[(each.name, "bold"), each.kind, (str(each.at), "dim")] for each in scripts])
    for unread in found.unread:
        screen.line((f"{unread.path}: {unread.reason}", "warn"))


def _tool_row(tool: Tool) -> list[Part]:
    """Return a tool with the call that the project writes; of one that is only configured, where."""
    best = next((each for each in tool.calls if each.source is not Source.CONFIG), None)
    if best is None:
        at = (f"configured in {tool.configured_at[0].path}", "dim")
        return [(tool.role.value, "accent"), (tool.name, "bold"), "", at]
    # The build server writes the rest of it, or something keeps it from being typed as it is.
    if best.unfit or any("${{" in word for word in best.argv):
        return [(tool.role.value, "accent"), (tool.name, "bold"), "", (f"called in {best.at}", "dim")]
    call = join_line(best.argv)
    if best.folder:
        call = f"{call} (in {best.folder})"
    if best.written:
        call = f"{call} (written as `{best.written}`)"
    return [(tool.role.value, "accent"), (tool.name, "bold"), call, (f"from {best.at}", "dim")]


def _group(each: Dependency) -> tuple[str, str, str]:
    return each.ecosystem, each.project, each.group


def _row(each: Dependency) -> list[Part]:
    locked = f"locked {each.locked}" if each.locked else ""
    unsaid = "any" if each.ecosystem in _ANY_VERSION else ""  # elsewhere a property or a parent may hold it
    declared = f"{each.declared or unsaid}{f' if {each.marker}' * bool(each.marker)}"
    return [(each.name, "bold"), declared, locked, (str(each.at), "dim")]


def _head(screen: Screen, title: str, is_there: bool) -> None:
    if is_there:
        screen.blank()
        screen.line((title, "bold"))


def show_patterns(screen: Screen, found: Habits) -> None:
    """Put out the patterns by topic, then the entry points by kind."""
    if not (found.patterns or found.entry_points):
        screen.line("No patterns found: they are looked for in Python, JavaScript, TypeScript and Go alone")
    if found.patterns:
        screen.prose("Examples found by their form; there may be others.", tone="dim")
        screen.blank()
    for topic, patterns in groupby(found.patterns, key=lambda each: each.topic):
        screen.line((topic.value.capitalize(), "bold"))
        for pattern in patterns:
            _show_pattern(screen, pattern)
        screen.blank()
    own = [each for each in found.entry_points if not each.is_example]
    if own:
        screen.line(("Entry points", "bold"), (f"  {len(own)} found; {_ENTRIES}", "dim"))
        show_rows(
            screen,
            [
                [
                    (each.title, "bold"),
                    f"{each.kind.value}, {each.framework}",
                    (str(each.at if each.kind is Entry.MAIN else each.handler_at or each.at), "dim"),
                ]
                for each in sorted(own, key=lambda each: (each.kind.value, each.at))
            ],
        )


def _show_pattern(screen: Screen, pattern: Pattern) -> None:
    language = f" ({pattern.language})" if pattern.language else ""
    screen.line(f"{pattern.what}{language}", indent=2)
    show_rows(
        screen,
        [
            [each.does, (", ".join(map(str, each.spots[:_SPOTS])), "dim")]
            for each in pattern.practices[:_PRACTICES]
        ],
        indent=4,
    )
