"""The command line offers the use cases, all of them, and nothing that is none."""

from __future__ import annotations

import click

from groundplan.app.use_cases import USE_CASES
from groundplan.cli.main import groundplan

# What a command does for itself: a script for a shell, and looks at the shelves of playbooks and profiles.
NO_USE_CASE = {
    *("completion", "help", "playbook-list", "playbook-show", "playbook-check"),
    *("profile-list", "profile-show"),
    "consult-ask",  # what `consult` is short for
}
# Use cases behind a command of another name.
OFFERED_AS = {
    "proposals": "show --proposed",
    "answer-led": "answer, where the planner leads",
    "think": "say --step",
    "answer-findings": "answer --findings",
    "brief-question": "brief --question",
    "adopt-file": "adopt FILE",
    "check-file": "check FILE",
    "check-file-with": "check FILE --with",
    "propose": "write --propose",
    "rehearse": "write --dry-run",
    "turn": "write --records with a turn",
    "draft": "write --with, plan --with",
    "consult": "consult ask, and `ask` may be left out",
    "consult-record": "consult, once anybody has answered",
    "consult-detach": "consult --detach",
    "refute-with": "refute --with",
    "refute-with-several": "refute --with NAME --with NAME",
    "refute-detach": "refute --with NAME --detach",
    "refute-status": "refute --status",
    "refute-done": "refute --done",
    "object-mended": "object O1 --mended",
    "object-answer": "object O1 --answer",
    "object-accept": "object O1 --accept",
    "probe-record": "probe, where there is a plan",
    "withdraw": "ask --withdraw",
    "restore": "archive --restore",
    "request-approval": "approve, before the word is typed",
    "code-file-history": "code history PATH",
    "code-attempts": "code history --about",
    "conform-file": "conform --plan-file",
    "compare-save": "compare --save",
}


def names(group: click.Group, above: str = "") -> set[str]:
    context = click.Context(group)
    found: set[str] = set()
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found |= names(command, f"{above}{name}-") if isinstance(command, click.Group) else {above + name}
    return found


def test_every_command_is_a_use_case_and_every_use_case_a_command() -> None:
    assert names(groundplan) - NO_USE_CASE == {case.name for case in USE_CASES} - set(OFFERED_AS)
