"""`context` and `where`: the evidence about a goal and the places it goes, without beginning a plan."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command
from groundplan.cli.views.rows import show_rows
from groundplan.files.plain import read_named
from groundplan.plan.errors import Misused, Unknown, Unreadable
from groundplan.plan.fact import FactKind
from groundplan.plan.hint import Hint, run
from groundplan.wording.fact_gaps import counted, say_broken
from groundplan.wording.facts import TITLES, say_fact
from groundplan.wording.reasons import say_certainty

if TYPE_CHECKING:
    from groundplan.app.queries.context import Context
    from groundplan.app.queries.locating import Located
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.fact import Fact

_FILE_LIMIT = 4 * 1024 * 1024
_FOR_PEOPLE, _FOR_PROGRAMS = 10, 50
_REASONS = 3


@command("context")
@click.argument("goal", required=False, default="")
@click.option(
    "--goal-file", "-f", metavar="FILE", default="", help="Read the goal from a file; `-` is stdin."
)
@click.option("--at", multiple=True, metavar="PATH[::SYMBOL]", help="Where it goes; may be repeated.")
@click.option(
    "--budget", type=click.IntRange(200, 1_000_000), default=12_000, show_default=True, help="Tokens at most."
)
def context_command(session: Session, goal: str, goal_file: str, at: tuple[str, ...], budget: int) -> None:
    """Show what the code, its history and its documents say about GOAL, best first.

    Begins no plan and writes nothing. With `--at` callers and tests are those of that place, its commits and
    occurrences come first, and nothing is ranked. Tokens are counted as one for every three bytes, which is
    more than most models take.
    """
    from groundplan.app.queries.context import Asked, context
    from groundplan.app.wire import evidence
    from groundplan.cli.complaints import show_hint
    from groundplan.cli.texts import places_named, read_file, read_words

    if bool(goal) == bool(goal_file):
        raise Misused(
            "The goal is missing" if not goal else "The goal is given twice",
            hint=Hint(run("context", "<goal>"), ", or `--goal-file <path>`"),
        )
    words = read_file(goal_file) if goal_file and goal_file != "-" else read_words(goal or "-")
    found = context(
        session.workspace,
        Asked(words, places_named(at, session.workspace.root), budget, as_json=session.json),
    )
    session.give("context", evidence.context(found), lambda screen: show_context(screen, found), is_long=True)
    if found.hint and not session.json:
        show_hint(session.err, found.hint)


def show_context(screen: Screen, found: Context) -> None:
    """Put out the facts about a goal, and how sure its places are."""
    for number, (kind, facts) in enumerate(groupby(found.facts, lambda fact: fact.kind)):
        if number:
            screen.blank()
        listed = list(facts)
        screen.line((TITLES[kind] if listed[0].is_absence else _title(kind, found), "bold"))
        noted: set[str] = set()
        for fact in listed:
            _show(screen, fact, noted)
            noted.add(say_broken(fact.coverage))
    if found.left_out:
        screen.blank()
        told = f"{counted(found.left_out, 'fact')} left out: they do not fit into {found.budget:,} tokens"
        screen.labelled("note:", "warn", told)
    for notice in found.notices:
        screen.labelled("note:", "warn", notice)


def _title(kind: FactKind, found: Context) -> str:
    if kind is not FactKind.PLACE:
        return TITLES[kind]
    return say_certainty(found.verdict.certainty.value, found.verdict.named)


def _show(screen: Screen, fact: Fact, noted: set[str]) -> None:
    """Put out a fact; that a file was parsed only in part is said once below a title."""
    said = say_fact(fact)
    screen.line(said.head, indent=2, hang=2)
    if said.rows:
        screen.table([[(place, "accent"), (text, "dim")] for place, text in said.rows], indent=4, flexible=1)
    for note in said.notes:
        if note in noted:
            continue
        screen.line((note, "dim"), indent=4, hang=2)


@command("where")
@click.argument("goal", required=False)
@click.option("--goal-file", metavar="FILE", help="Read the goal from a file; `-` is standard input.")
@click.option("--limit", type=click.IntRange(1, 200), help="How many of each: 10, or 50 as JSON.")
def where_command(session: Session, goal: str | None, goal_file: str | None, limit: int | None) -> None:
    """Rank the files and functions that GOAL would touch, each with its reasons.

    No model and no network: names, words, traces, imports and history decide.
    """
    from groundplan.app.queries.locating import where
    from groundplan.app.wire.evidence import located

    if bool(goal) == bool(goal_file):
        raise Misused(
            "`where` needs a goal, in words or as a file",
            hint=Hint("Such as ", run("where", "retry failed uploads")),
        )
    words = goal or _read(goal_file or "")
    found = where(session.code, words, limit=limit or (_FOR_PROGRAMS if session.json else _FOR_PEOPLE))
    session.give("places", located(found), lambda screen: show_located(screen, found))


def _read(name: str) -> str:
    """Return the text of a goal file; bytes that are no UTF-8 do not matter to a ranking."""
    if name == "-":
        return sys.stdin.buffer.read(_FILE_LIMIT).decode("utf-8", "replace")
    try:
        return read_named(name, most=_FILE_LIMIT).decode("utf-8", "replace")
    except FileNotFoundError as error:
        raise Unknown(
            f"There is no file `{name}`", hint="Give the path of the file that holds the goal"
        ) from error
    except OSError as error:
        raise Unreadable(f"`{name}` cannot be read: {error.strerror}", place=name) from error


def show_located(screen: Screen, found: Located) -> None:
    """Put out the ranked files with why, and the ranked functions."""
    if not found.files:
        screen.line("No file in this repository matches these words")
    for number, file in enumerate(found.files, 1):
        screen.line((f"{number:>2}  ", "dim"), (file.path, "bold"), (f"  {file.score:.2f}", "dim"))
        for reason in file.why[:_REASONS]:
            screen.prose(reason, indent=6)
    if found.regions:
        screen.blank()
        screen.line(("Within them", "bold"))
        show_rows(
            screen,
            [
                [
                    (region.name, "bold"),
                    (f"{region.path}:{region.start}-{region.end}", "accent"),
                    (f"{region.score:.2f}", "dim"),
                ]
                for region in found.regions
            ],
        )
    for notice in found.notices:
        screen.labelled("note:", "warn", notice)
