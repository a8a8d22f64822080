"""`where`: the places a goal goes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command
from groundplan.cli.views.rows import show_rows
from groundplan.plan.errors import Misused, Unknown, Unreadable
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.locating import Located
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session

_FILE_LIMIT = 4 * 1024 * 1024
_FOR_PEOPLE, _FOR_PROGRAMS = 10, 50
_REASONS = 3


@command("where")
@click.argument("goal", required=False)
@click.option("--goal-file", metavar="FILE", help="Read the goal from a file; `-` is standard input.")
@click.option("--limit", type=click.IntRange(1, 200), help="How many of each: 10, or 50 as JSON.")
def where_command(session: Session, goal: str | None, goal_file: str | None, limit: int | None) -> None:
    """Rank the files and functions that GOAL would touch, each with its reasons.

    No model and no network: names, words, traces, imports and history decide.
    """
    from groundplan.app.locating import where
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
        with Path(name).open("rb") as file:
            return file.read(_FILE_LIMIT).decode("utf-8", "replace")
    except FileNotFoundError as error:
        raise Unknown(
            f"There is no file `{name}`", hint="Give the path of the file that holds the goal"
        ) from error
    except OSError as error:
        raise Unreadable(f"`{name}` cannot be read: {error.strerror}", place=name) from error


# How the places of a goal look: files with reasons, then the functions inside them.


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
