"""`adopt`: a person takes responsibility for hand edits, relayed words, or a document from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundplan.app.callers import demand_person
from groundplan.app.changes.offered import drop, find_offered
from groundplan.app.lifecycle import adopting, foreign
from groundplan.app.talk import deciding
from groundplan.cli.commands.approving import approve_at
from groundplan.cli.completions import complete_playbooks
from groundplan.cli.following import follow
from groundplan.cli.group import command
from groundplan.cli.plan_names import is_plan
from groundplan.cli.terminal import cancelled, open_terminal
from groundplan.cli.views.approval import show_adoption, show_claim
from groundplan.cli.views.findings import count
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.plan.errors import Cancelled, Misused, Refused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.changes.offered import Offered
    from groundplan.app.lifecycle.adopting import Adoption
    from groundplan.app.lifecycle.foreign import Claim
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.session import Session
    from groundplan.cli.terminal import Terminal

WORD = "adopt"


@command("adopt")
@click.argument("file", required=False)
@click.option(
    "--playbook",
    metavar="NAME",
    default="",
    shell_complete=complete_playbooks,
    help="Read FILE as this kind.",
)
def adopt_command(session: Session, file: str | None, playbook: str) -> None:
    """Accept hand edits, messages that an agent relayed and answers it proposes; or turn FILE into a plan."""
    path = _inside(session, file) if file else ""
    if path and is_plan(session, path):
        session.plan, path = path, ""
    if playbook and not path:
        raise Misused(
            "`--playbook` says how to read a file, and none is named", hint=Hint(run("adopt", "<file>"))
        )
    if path:
        _adopt_file(session, foreign.read_foreign(session.workspace, path, playbook))
        return
    opened = session.open()
    adoption = adopting.prepare_adoption(opened)
    _demand(session)
    if not adoption.is_empty:
        opened = _adopt_words(session, opened, adoption)
    _settle(session, opened)


def _adopt_words(session: Session, opened: OpenPlan, adoption: Adoption) -> OpenPlan:
    """Have the person see and accept what is unaccounted for."""
    with open_terminal(session) as terminal:
        show_adoption(terminal.screen, opened, adoption)
        _ask(terminal)
    done = adopting.adopt(opened, adoption, caller=session.caller)
    named = ", ".join(done.keys) if done.keys else "the playbook" if adoption.playbook else ""
    words = {text for _, text in adoption.relayed}  # an answer and its turn say the same
    relayed = count(len(words), "relayed message") if words else ""
    show_done(session.out, "Adopted ", (" and ".join(filter(None, (named, relayed))), "bold"))
    tell_after(session, done.outcome)
    return done.outcome.opened


def _settle(session: Session, opened: OpenPlan) -> None:
    """Ask of each answer or decision that another proposes whether it is taken or dropped."""
    for offered in find_offered(opened):
        with open_terminal(session) as terminal:
            screen = terminal.screen
            screen.blank()
            if offered.asked:
                screen.prose(f"{offered.question} {offered.asked}", indent=2, tone="dim")
            screen.prose(f"{offered.told}.", indent=2)
            word = terminal.ask("  Type `take` or `drop`, Enter leaves it: ").casefold()
        if word == "take":
            done = _take(session, opened, offered)
            show_done(session.out, f"Took the {offered.name}: ", (offered.words, "bold"))
        elif word == "drop":
            done = drop(opened, offered, caller=session.caller)
            show_done(session.out, f"Dropped the {offered.name}: ", (offered.words, "bold"))
        else:
            continue
        opened = done.opened
        tell_after(session, done)


def _take(session: Session, opened: OpenPlan, offered: Offered) -> Outcome:
    if not offered.question:
        choice = deciding.Choice(offered.words, offered.because)
        return deciding.decide(opened, choice, caller=session.caller).outcome
    from groundplan.app.analyst.answering import answer_led

    done = answer_led(opened, offered.question, offered.words, caller=session.caller)
    return follow(session, done.outcome)[0]


def _inside(session: Session, file: str) -> str:
    """Return the path of a file from the top of the repository."""
    root = session.workspace.root.resolve()
    place = Path(session.repo or ".", file) if not Path(file).is_absolute() else Path(file)
    # only the folder is resolved: a link in place of the document is the store's to refuse
    whole = place.parent.resolve() / place.name
    if not whole.is_relative_to(root):
        raise Misused(f"`{file}` is not inside the repository `{root}`")
    return whole.relative_to(root).as_posix()


def _demand(session: Session) -> None:
    if session.json:
        raise Refused("Only a person can adopt, and `--json` never prompts", hint=adopting.SEEN_FIRST)
    demand_person(session.caller, "adopt text", hint=adopting.SEEN_FIRST)


def _ask(terminal: Terminal) -> None:
    terminal.screen.line(("Anything else cancels.", "dim"), indent=2)
    word = terminal.ask(f"  Type `{WORD}` to accept it: ")
    if word.casefold() != WORD:
        raise cancelled("adopted", word, WORD)


def _adopt_file(session: Session, claim: Claim) -> None:
    _demand(session)
    with open_terminal(session) as terminal:
        show_claim(terminal.screen, claim)
        _ask(terminal)
        outcome = foreign.adopt_foreign(claim, caller=session.caller)
        adopted = outcome.opened
        named = (adopted.known.slug, "bold")
        show_done(session.out, "Adopted ", (claim.snapshot.path, "bold"), " as plan ", named)
        session.out.flush()
        if _confirms_stage(terminal, claim):
            adopted = _approve_claimed(session, terminal, claim, adopted)
    tell_after(session, replace(outcome, opened=adopted))


def _approve_claimed(session: Session, terminal: Terminal, claim: Claim, adopted: OpenPlan) -> OpenPlan:
    """Have the person approve each checkpoint that the claimed stage needs, as `approve` would."""
    for checkpoint in foreign.claimed_checkpoints(claim):
        try:
            adopted = approve_at(session, terminal, adopted, checkpoint)
        except Cancelled as error:
            raise Cancelled(f"Checkpoint `{checkpoint}` is not approved; the document is adopted.") from error
    return adopted


def _confirms_stage(terminal: Terminal, claim: Claim) -> bool:
    """Ask whether the document is to be approved as what its header claims."""
    if claim.stage is None:
        return False
    stage = claim.stage.name
    told = f"Its header says {stage}. Type that to see what approving it binds, or Enter to leave it open."
    terminal.screen.prose(told, indent=2)
    return terminal.ask("  Stage: ").casefold() == stage.casefold()
