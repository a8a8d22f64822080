"""Command lines that were printed, parsed as the terminal would parse them, without running anything."""

from __future__ import annotations

import click

from groundplan.cli.main import groundplan
from groundplan.cli.session import Session


def parse_call(words: list[str]) -> Session:
    """Parse the words behind the program's name; return what the call would know of its plan."""
    session = Session()
    context = click.Context(groundplan, info_name="groundplan", obj=session)
    command: click.Command | None = groundplan
    while isinstance(command, click.Group):
        usual = getattr(command, "usual", "")  # `models --try` is `models list --try`
        if usual and not {*words[:1]} & {*command.list_commands(context)}:
            words = [usual, *words]
        name, *words = words
        command = command.get_command(context, name)
        assert command is not None, name
    assert command is not None
    command.make_context(command.name, list(words), parent=context)
    return session
