"""`install`: groundplan put into a coding agent's own files; `hook`: what such an agent calls by itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.setup.installing import install, prepare_install
from groundplan.cli.completions import complete_hosts
from groundplan.cli.group import command
from groundplan.cli.terminal import cancelled, open_terminal
from groundplan.cli.views.differences import TOKENS
from groundplan.cli.views.outcomes import show_done
from groundplan.plan.errors import Misused, Refused

if TYPE_CHECKING:
    from groundplan.app.setup.installing import Prepared
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session

WORD = "yes"
_WITHOUT_ASKING = "Add `--dry-run` to see what would change, then `--yes` to write it without being asked"
_LARGEST_CALL = 5_000_000
_DONE = {"created": "Created ", "changed": "Changed ", "deleted": "Deleted "}


@command("install")
@click.argument("host", metavar="AGENT", shell_complete=complete_hosts)
@click.option("--user", is_flag=True, help="Install for you in every repository, not for this one.")
@click.option("--uninstall", is_flag=True, help="Take it out again; your own words in those files stay.")
@click.option("--dry-run", is_flag=True, help="Show what would change, write nothing.")
@click.option("--yes", is_flag=True, help="Write without asking.")
def install_command(
    session: Session, host: str, user: bool, uninstall: bool, dry_run: bool, yes: bool
) -> None:
    """Teach AGENT (claude, codex or cursor) to plan with groundplan: the skills `groundplan` and `refute`.

    For Claude Code also a hook that checks the plan of its plan mode before you see it. Shows what changes
    in which file and asks. Only groundplan's own files, its marked block in AGENTS.md and its entry in the
    settings are ever changed.
    """
    if dry_run and yes:
        raise Misused("`--dry-run` writes nothing and `--yes` writes", hint="Leave one of them out")
    prepared = prepare_install(Path(session.repo or "."), host, is_user=user, is_removal=uninstall)
    writes = prepared.is_needed and not dry_run
    if writes and not yes:
        _ask(session, prepared)
    elif not session.json:
        _show_changes(session.out, prepared)
    if writes:
        install(prepared)
    session.give(
        "install", _payload(prepared, written=writes), lambda screen: _show(screen, prepared, writes)
    )


def _ask(session: Session, prepared: Prepared) -> None:
    if session.json:
        raise Refused("Nothing was written: `--json` never asks", hint=_WITHOUT_ASKING)
    try:
        with open_terminal(session) as terminal:
            _show_changes(terminal.screen, prepared)
            word = terminal.ask(f"  Type `{WORD}` to write this: ")
    except Refused as error:
        told = "Nothing was written: there is no terminal to ask at"
        raise Refused(told, hint=_WITHOUT_ASKING) from error
    if word.casefold() not in {WORD, "y"}:
        raise cancelled("written", word, WORD)


def _show_changes(screen: Screen, prepared: Prepared) -> None:
    for change in prepared.changes:
        if change.kind == "unchanged":
            continue
        screen.line((change.path, "bold"), "   ", (change.kind, "dim"), indent=2)
        for line in change.diff:
            shown = "@ …" if line.startswith("@@") else line
            screen.line((shown, TOKENS.get(line[:1], "")), indent=4)
        screen.blank()


def _show(screen: Screen, prepared: Prepared, writes: bool) -> None:
    title, place = prepared.host.title, "your own folder" if prepared.is_user else "this repository"
    if not prepared.is_needed:
        lacks = "nothing of groundplan is installed" if prepared.is_removal else "everything is up to date"
        screen.line(f"{title}: {lacks} in {place}.")
        return
    if not writes:
        screen.line(("Nothing was written.", "dim"))
        return
    for change in prepared.changes:
        if change.kind != "unchanged":
            show_done(screen, _DONE[change.kind], (change.path, "bold"))
    if not prepared.is_removal:
        call = prepared.host.call
        screen.line(f"In {title}, type {call}groundplan and your goal; {call}refute attacks a plan.")


def _payload(prepared: Prepared, *, written: bool) -> dict[str, Any]:
    return {
        "agent": prepared.host.name,
        "scope": "user" if prepared.is_user else "repository",
        "root": str(prepared.root),
        "uninstall": prepared.is_removal,
        "written": written,
        "files": [
            {"path": change.path, "change": change.kind, "diff": "\n".join(change.diff)}
            for change in prepared.changes
        ],
    }


@command("hook")
@click.argument("host", metavar="AGENT")
def hook_command(session: Session, host: str) -> None:
    """Check the plan that AGENT is about to show, from its hook's JSON on standard input.

    `install` sets this up. Findings go to the agent; without any, and whenever something fails, nothing is
    decided and the agent goes on.
    """
    answer: dict[str, Any] = {}
    try:
        answer = _answer(session) if host == "claude" else {}
    except Exception as error:  # noqa: BLE001 - whatever is wrong with us, the person sees their plan
        session.err.line(f"groundplan: the plan was not checked: {type(error).__name__}: {error}")
    if session.json:
        session.give("hook", {"answer": answer}, lambda _: None)
    elif answer:
        session.out.data(json.dumps(answer))


def _answer(session: Session) -> dict[str, Any]:
    from groundplan.app.judgement.codebase import open_codebase
    from groundplan.app.setup.hooks import judge_shown, read_call, to_answer

    data = sys.stdin.buffer.read(_LARGEST_CALL + 1)
    plan = read_call(data) if data.strip() and len(data) <= _LARGEST_CALL else None
    if plan is None:
        return {}
    with open_codebase(Path(session.repo or ".")) as code:
        return to_answer(judge_shown(code, plan))
