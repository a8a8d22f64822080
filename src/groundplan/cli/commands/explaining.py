"""`explain`: a rule's page, or the list of all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.judgement.explaining import explain, list_rules
from groundplan.app.wire import faults
from groundplan.cli.completions import complete_rules
from groundplan.cli.group import command
from groundplan.cli.views.markdown import show_markdown

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session


@command("explain")
@click.argument("code", required=False, shell_complete=complete_rules)
def explain_command(session: Session, code: str | None) -> None:
    """Explain what rule CODE finds, why, and what to do instead; without CODE, list every rule."""
    if code is None:
        session.give("rules", {"rules": [faults.rule(rule) for rule in list_rules()]}, _list, is_long=True)
        return
    told = explain(code)
    session.give(
        "rule",
        faults.rule(told.rule) | {"page": told.page},
        lambda screen: show_markdown(screen, told.page),
        is_long=True,
    )


def _list(screen: Screen) -> None:
    rows: list[list[Part]] = [
        [(rule.code, "bold"), rule.name, (rule.summary, "dim")] for rule in list_rules()
    ]
    screen.table(rows, indent=0, flexible=2)
