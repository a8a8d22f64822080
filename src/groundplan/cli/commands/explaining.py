"""`explain`: a rule's page, or the list of all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.explaining import explain
from groundplan.cli.completions import complete_rules
from groundplan.cli.group import command
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session
    from groundplan.rules.registry import Rule


@command("explain")
@click.argument("code", required=False, shell_complete=complete_rules)
def explain_command(session: Session, code: str | None) -> None:
    """Say what the rule CODE wants, why, and what to do instead; without CODE, list every rule."""
    if code is None:
        session.give("rules", {"rules": [_rule(rule) for rule in _all()]}, _list)
        return
    told = explain(code)
    session.give("rule", _rule(told.rule) | {"page": told.page}, lambda screen: screen.data(told.page))


def _all() -> list[Rule]:
    return [RULES[code] for code in sorted(RULES)]


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "severity": str(rule.severity),
        "fixable": rule.fixable,
        "suppressible": not rule.is_process,
        "progress": rule.is_progress,
        "every_playbook": rule.always,
    }


def _list(screen: Screen) -> None:
    rows: list[list[Part]] = [[(rule.code, "bold"), rule.name, (rule.summary, "dim")] for rule in _all()]
    screen.table(rows, indent=0, flexible=2)
