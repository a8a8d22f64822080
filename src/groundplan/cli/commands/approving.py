"""`approve`, `revoke` and `request-changes`: what only a person does, at a terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundplan.app.callers import by_person, demand_person
from groundplan.app.lifecycle import approving, withdrawing
from groundplan.app.objections.attacks import is_due
from groundplan.app.wire import outcomes
from groundplan.app.work.verifying import allow_here
from groundplan.cli.completions import complete_checkpoints
from groundplan.cli.following import follow, tell_turn
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.terminal import cancelled, open_terminal
from groundplan.cli.views.approval import show_all, show_request
from groundplan.cli.views.findings import count
from groundplan.cli.views.outcomes import show_done, tell_after, tell_commit
from groundplan.cli.views.standing import has_one_approval
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Cancelled, Misused, Refused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.lifecycle.approving import Request
    from groundplan.app.lifecycle.withdrawing import Withdrawn
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.session import Session
    from groundplan.cli.terminal import Terminal

DEFAULT_KEY = "the usual one"
_ALL = "all"
SIGN = click.option(
    "--sign", metavar="[KEY]", is_flag=False, flag_value=DEFAULT_KEY, default="", help="Sign with an ssh key."
)


@command("approve")
@click.argument("words", nargs=-1, metavar="[PLAN] [CHECKPOINT]", shell_complete=complete_checkpoints)
@click.option("--brief", is_flag=True, help="Name the sections to be approved without their text.")
@SIGN
def approve_command(session: Session, words: tuple[str, ...], brief: bool, sign: str) -> None:
    """Approve CHECKPOINT: see what changed, then type the checkpoint's id. Only a person can."""
    rest = take_plan(session, words, most=1)
    opened = session.open()
    request = approving.prepare_approval(opened, rest[0] if rest else "")
    key = signing_key(session, sign)
    _demand_terminal(session, request, is_signed=key is not None)
    with open_terminal(session) as terminal:
        word, reason = _ask_person(terminal, opened, request, brief=brief)
    outcome, advanced = follow(session, _carry_out(session, opened, request, _Word(word, reason), key))
    tell_turn(session, advanced)
    tell_commit(session)
    tell_after(session, outcome)


def approve_at(session: Session, terminal: Terminal, opened: OpenPlan, name: str = "") -> OpenPlan:
    """Have the person at this terminal approve a checkpoint, or the one that is next, or send it back."""
    request = approving.prepare_approval(opened, name)
    key = signing_key(session, "")
    _demand_terminal(session, request, is_signed=key is not None)
    word, reason = _ask_person(terminal, opened, request, brief=False)
    outcome = _carry_out(session, opened, request, _Word(word, reason), key)
    session.out.flush()
    return outcome.opened


@dataclass(frozen=True, slots=True)
class _Word:
    """What the person typed, and what should change where that was asked for."""

    typed: str
    reason: str


def _ask_person(terminal: Terminal, opened: OpenPlan, request: Request, *, brief: bool) -> tuple[str, str]:
    """Show what an approval binds, then read the person's word and, for changes, what they should be."""
    show_request(terminal.screen, opened, request, brief=brief)
    if request.checkpoint.spec is opened.playbook.final and is_due(opened):
        from groundplan.cli.attacking import offer_attack

        if offer_attack(terminal, opened):
            raise Cancelled("Not approved: first the plan is attacked. Nothing was recorded.")
    word = _ask_word(terminal, request)
    while word.casefold() == _ALL:
        show_all(terminal.screen, opened, request)
        word = _ask_word(terminal, request)
    if _asks_for_changes(request, word):
        reason = terminal.ask("  What should change? ")
        if not reason.strip():
            raise Cancelled("No changes requested: nothing was said to change. Nothing was recorded.")
        return word, reason
    if _approves(request, word):
        _confirm_open(terminal, request)
    return word, ""


def _confirm_open(terminal: Terminal, request: Request) -> None:
    """Have the person say that they approve in spite of objections that nobody did anything about."""
    names = [state.name for state in request.open_objections]
    if names:
        told = f"{count(len(names), 'objection')} open ({', '.join(names)})"
        word = terminal.ask(f"  {told}. Type `yes` to approve all the same: ")
        if word.casefold() != "yes":
            raise cancelled("approved", word, "yes")


def _carry_out(
    session: Session, opened: OpenPlan, request: Request, said: _Word, key: Path | None
) -> Outcome:
    if said.reason:
        spec = request.checkpoint.spec
        done = withdrawing.request_changes(opened, spec.id, caller=session.caller, reason=said.reason)
        _show_withdrawn(session, done, "Changes requested")
        return done.outcome
    return _approve(session, opened, request, said.typed, key)


def signing_key(session: Session, sign: str) -> Path | None:
    """Return the key to sign with: the one named, or the usual one where that is asked for or wanted."""
    wanted = session.workspace.config.policy.approvals == "signed"
    if sign and sign != DEFAULT_KEY:
        return Path(sign)
    if not (sign or wanted):
        return None
    from groundplan.app.plans.signing import default_key

    return default_key(os.environ, session.workspace.repository.setting("user.signingkey"))


def _demand_terminal(session: Session, request: Request, *, is_signed: bool) -> None:
    """Refuse whoever is not a person; a signature proves more than where the call comes from."""
    spec = request.checkpoint.spec
    hint = by_person(run("approve", spec.id))
    if session.json:
        raise Refused("Only a person can approve, and `--json` never prompts", hint=hint)
    if not (is_signed and session.caller.channel == "pipe"):
        demand_person(session.caller, "approve a checkpoint", hint=hint)


def _ask_word(terminal: Terminal, request: Request) -> str:
    spec = request.checkpoint.spec
    also = [f"`{spell_out(each.lower())}`" for each in spec.approving]
    ways = [f"{', '.join(also)} {'approve' if len(also) > 1 else 'approves'} as well"] if also else []
    ways += [f"`{spec.revise[0].lower()}` requests changes"] if spec.revise else []
    ways += [] if request.is_first else [f"`{_ALL}` shows the whole text"]
    told = ", ".join([*ways, "anything else cancels."])
    terminal.screen.prose(told[:1].upper() + told[1:], indent=2, tone="dim")
    return terminal.ask(f"  Type `{spec.id}` to approve: ")


def _asks_for_changes(request: Request, word: str) -> bool:
    return word.casefold() in {known.casefold() for known in request.checkpoint.spec.revise}


def _approves(request: Request, word: str) -> bool:
    return request.checkpoint.spec.is_approved_by(word)


def _approve(session: Session, opened: OpenPlan, request: Request, word: str, key: Path | None) -> Outcome:
    spec = request.checkpoint.spec
    if not _approves(request, word):
        raise cancelled("approved", word, spec.id)
    done = approving.approve(opened, request, caller=session.caller, word=word, key=key)
    if session.caller.is_person:
        allow_here(session.workspace, request.commands)
    signed = f", signed as {done.signer}" if done.signer else ""
    by = f"pproved by {session.caller.name or 'you'}{signed}"
    if has_one_approval(opened):
        show_done(session.out, f"A{by}")
    else:
        show_done(session.out, "Checkpoint ", (spec.id, "bold"), f" a{by}")
    for each in request.kept_work:
        session.out.prose(f"{each.told}.", indent=2, tone="warn" if each.why else "dim")
    return done.outcome


_BECAUSE = click.option("--because", metavar="REASON", default="", help="The reason, as an option.")


@command("revoke")
@click.argument("words", nargs=-1, metavar="[PLAN] CHECKPOINT REASON", shell_complete=complete_checkpoints)
@_BECAUSE
def revoke_command(session: Session, words: tuple[str, ...], because: str) -> None:
    """Revoke the approval of CHECKPOINT. Only a person can, at a terminal."""
    rest = take_plan(session, words, most=1 if because else 2)
    if not rest:
        raise Misused("The checkpoint is missing", hint=Hint(run("revoke", "<checkpoint>", WORDS)))
    reason = because or " ".join(rest[1:])
    done = withdrawing.revoke(session.open(), rest[0], caller=session.caller, reason=reason)
    _tell_withdrawn(session, done, "Approval revoked")


@command("request-changes")
@click.argument("words", nargs=-1, metavar="[PLAN] [CHECKPOINT] REASON", shell_complete=complete_checkpoints)
@_BECAUSE
def request_changes_command(session: Session, words: tuple[str, ...], because: str) -> None:
    """Request changes at CHECKPOINT, or at the one that is next. Only a person can, at a terminal."""
    rest = take_plan(session, words, most=1 if because else 2)
    is_named = bool(rest) and (len(rest) == 2 or bool(because) or " " not in rest[0])
    opened = session.open()
    if len(rest) == 1 and not is_named:
        is_named = any(spec.is_called(rest[0]) for spec in opened.playbook.checkpoints)
    name, said = (rest[0], rest[1:]) if is_named else ("", rest)
    reason = because or " ".join(said)
    done = withdrawing.request_changes(opened, name, caller=session.caller, reason=reason)
    _tell_withdrawn(session, done, "Changes requested")


def _tell_withdrawn(session: Session, done: Withdrawn, what: str) -> None:
    _show_withdrawn(session, done, what)
    tell_after(session, done.outcome)


def _show_withdrawn(session: Session, done: Withdrawn, what: str) -> None:
    spec = done.checkpoint.spec
    session.give(
        "withdrawn",
        outcomes.withdrawn(done),
        lambda screen: show_done(screen, f"{what} at ", (spec.id, "bold"), f": {done.reason}"),
    )
