"""`completion`: the script that teaches a shell groundplan's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command

if TYPE_CHECKING:
    from groundplan.cli.session import Session

SHELLS = ("bash", "zsh", "fish")


@command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(session: Session, shell: str) -> None:
    """Print the completion script of SHELL; `eval "$(groundplan completion bash)"` in its start file."""
    from click.shell_completion import ShellComplete, get_completion_class

    from groundplan.cli.main import groundplan

    found = get_completion_class(shell)
    assert found is not None
    made = found(groundplan, {}, "groundplan", "_GROUNDPLAN_COMPLETE")
    # not `made.source()`: for bash that starts a shell to ask for its version
    script = ShellComplete.source(made)
    session.give("completion", {"shell": shell, "script": script}, lambda screen: screen.data(script + "\n"))
