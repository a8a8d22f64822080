"""`--issue`: the goal of a plan is an issue on GitHub."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.cli.session import Session


def issue_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare `--issue` on a command that takes a goal, and hand it the issue's words as that goal."""

    @wraps(function)
    def with_issue(session: Session, *, issue: str, goal: str, **rest: Any) -> Any:  # noqa: ANN401 - what the command returns
        if issue:
            if goal or rest.get("goal_file"):
                raise Misused("The goal is given twice", hint="Leave it out: the issue is the goal")
            from groundplan.app.queries.issues import read_issue

            goal = read_issue(session.workspace.repository, issue)
        return function(session, goal=goal, **rest)

    told = "Take issue NUMBER on GitHub as the goal, through `gh`; allow it in your `sources.toml` first."
    return click.option("--issue", metavar="NUMBER", default="", help=told)(with_issue)
