"""`code`: the group of questions about the code of a repository."""

from __future__ import annotations

import click

from groundplan.cli.group import CodeGroup


@click.group("code", cls=CodeGroup)
def code_command() -> None:
    """Ask the code of this repository.

    NAME is a definition: `fetch`, `Client.fetch`, `package.module.Client` or `src/client.py::Client.fetch`.
    Nothing of the repository is run. What was read is kept in your cache folder; delete it whenever you like.
    """
