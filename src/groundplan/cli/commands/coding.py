"""`code`: the group of questions about the code of a repository."""

from __future__ import annotations

import click

from groundplan.cli.commands.helping import show_help
from groundplan.cli.group import CodeGroup
from groundplan.cli.session import Session


@click.group("code", cls=CodeGroup, invoke_without_command=True, no_args_is_help=False)
@click.pass_context
def code_command(ctx: click.Context) -> None:
    """Ask the code of this repository.

    NAME is a definition: `fetch`, `Client.fetch`, `package.module.Client` or `src/client.py::Client.fetch`.
    Nothing of the repository is run. The index is in your cache folder; delete it whenever you like.
    """
    if ctx.invoked_subcommand is None:
        show_help(ctx.ensure_object(Session), ctx)
