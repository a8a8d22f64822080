"""`help`: the help of a command, and what a group of commands shows when none is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.completions import complete_commands
from groundplan.cli.group import command

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND]...", shell_complete=complete_commands)
@click.pass_context
def help_command(ctx: click.Context, session: Session, words: tuple[str, ...]) -> None:
    """Show the help of COMMAND, such as `check` or `code find`; without one, of groundplan."""
    at = ctx.find_root()
    for word in words:
        group = at.command
        if not isinstance(group, click.Group):
            from groundplan.plan.errors import Misused

            raise Misused(
                f"`{at.command_path}` has no command `{word}`", hint=f"See `{at.command_path} --help`"
            )
        name, found, _ = group.resolve_command(at, [word])
        assert found is not None
        at = found.context_class(found, parent=at, info_name=name, **found.context_settings)
    show_help(session, at)


def show_help(session: Session, ctx: click.Context) -> None:
    """Put out the help of a command."""
    text = ctx.get_help()
    session.give("help", {"command": ctx.command_path, "text": text}, lambda screen: screen.data(f"{text}\n"))
