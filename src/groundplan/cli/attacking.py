"""A model asked from a terminal to prove a plan wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.models.choice import open_asker, tell_allowed
from groundplan.app.models.refuting import attack, attack_side_by_side, find_reader, prepare_attack
from groundplan.app.models.rounds import Heard
from groundplan.app.objections.attack_runs import find_run, start_run
from groundplan.app.objections.attacks import MINUTES, is_due
from groundplan.app.objections.brief import LIMIT
from groundplan.app.wire import attacks as wire
from groundplan.cli.conversation import can_talk
from groundplan.cli.drafting import INTERRUPTED, Progress, announce, ask_model, end_draft
from groundplan.cli.model_options import refuse_missing
from groundplan.cli.terminal import open_terminal
from groundplan.cli.views.attacked import show_attacked, show_run
from groundplan.cli.views.drafted import spell_spent
from groundplan.consult.jobs import RUNNING
from groundplan.plan.errors import GroundplanError
from groundplan.plan.hint import Hint, run
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.models.refuting import Attacked
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.session import Session
    from groundplan.cli.terminal import Terminal
    from groundplan.models.asking import Asker


def print_attack(session: Session, opened: OpenPlan, asker: Asker, limit: int) -> None:
    """Print what the model would be sent first."""
    session.out.data(prepare_attack(opened, asker, limit=limit).prompt)


def ask_attacker(session: Session, opened: OpenPlan, asker: Asker, limit: int = LIMIT) -> Attacked:
    """Have a model attack the plan and say what came of it."""
    refuse_missing(asker)
    order = prepare_attack(opened, asker, limit=limit)
    announce(session, asker, count_tokens(order.prompt))
    progress = Progress(session.err, is_quiet=session.json)
    try:
        done = attack(opened, order, caller=session.caller, heard=Heard(progress.step, progress.tick))
    finally:
        progress.step("")
    _tell(session, done)
    return done


def ask_attackers(
    session: Session, opened: OpenPlan, askers: Sequence[Asker], limit: int
) -> tuple[tuple[Attacked | GroundplanError, ...], int]:
    """Have several models attack the plan at once; return what came of each, and the exit code.

    One that fails is named, and the others count; where all fail, the first one's fault is raised.
    """
    orders = [prepare_attack(opened, asker, limit=limit) for asker in askers]
    for order in orders:
        announce(session, order.asker, count_tokens(order.prompt))
    progress = Progress(session.err, is_quiet=session.json)
    progress.step(f"{', '.join(order.model for order in orders)} read the plan and the code")
    try:
        done, is_interrupted = attack_side_by_side(
            opened, orders, caller=session.caller, meanwhile=progress.tick
        )
    finally:
        progress.step("")
    faults = [_fault_of(each) for each in done]
    for each, fault in zip(done, faults, strict=True):
        if isinstance(each, GroundplanError):
            _complain(session, each)
            continue
        _tell(session, each)
        if fault:
            _complain(session, fault)
    if is_interrupted:
        return done, INTERRUPTED
    if all(faults):
        raise next(filter(None, faults))
    return done, 0


def _fault_of(each: Attacked | GroundplanError) -> GroundplanError | None:
    return each if isinstance(each, GroundplanError) else each.trouble


def _complain(session: Session, fault: GroundplanError) -> None:
    if not session.json:
        session.err.labelled("note:", "warn", fault.message)


def _tell(session: Session, done: Attacked) -> None:
    if session.json:
        return
    show_attacked(session.out, done)
    if done.spent.calls or done.objected:
        session.err.line((spell_spent(done), "dim"))


def refute_and_revise(
    session: Session, opened: OpenPlan, model: str, reader: str
) -> tuple[OpenPlan, dict[str, Any], int]:
    """Have a drafted plan attacked and mended once; return the plan, plain data and the exit code."""
    attended = session.caller.is_person
    done = ask_attacker(
        session, opened, open_asker(reader or find_reader(opened) or model, is_attended=attended)
    )
    told: dict[str, Any] = {"refutation": wire.attacked(done)}
    code = end_attack(session, done)
    if code or not done.names:
        return done.opened, told, code
    revised, payload = ask_model(session, done.opened, open_asker(model, is_attended=attended))
    return revised.opened, told | {"revision": payload}, end_draft(session, revised)


def tell_offer(session: Session, opened: OpenPlan) -> None:
    """Offer the attack of a model where nobody attacked the plan as it is now: ask, or name the command."""
    if session.json or not is_due(opened):
        return
    if can_talk(session):
        with open_terminal(session) as terminal:
            offer_attack(terminal, opened)
        return
    reader = find_reader(opened)
    if reader:
        attacking = run("refute", {"with": reader}).on(opened.known.handle)
        session.err.labelled("or:  ", "accent", attacking, (f"  tries to prove it wrong: {_cost()}", "dim"))


def offer_attack(terminal: Terminal, opened: OpenPlan) -> bool:
    """Ask the person whether a model may attack the plan first; return whether it has begun to."""
    reader = find_reader(opened) if is_due(opened) else ""
    found = find_run(opened) if reader else None
    if found and found.state == RUNNING:
        show_run(terminal.screen, opened, found)
        return False
    if not reader:
        return False
    told = f"  Have {reader} try to prove it wrong first, in the background ({_cost()})?"
    terminal.screen.line(told)
    if terminal.ask("  Type `yes` for that, or press Enter to go on: ").casefold() != "yes":
        return False
    words = ("--plan", opened.known.id, "refute", "--with", reader)
    show_run(terminal.screen, opened, start_run(opened, reader, words))
    return True


def _cost() -> str:
    return f"about {MINUTES} minutes, at most ${tell_allowed().dollars:.2f}"


def end_attack(session: Session, done: Attacked) -> int:
    """Return the exit code of an attack; one that was cut off says how to go on."""
    if done.trouble:
        raise done.trouble
    if not done.is_interrupted:
        return 0
    if not session.json:
        session.err.line(Hint("Interrupted. Finished answers are saved; go on: ", done.again))
    return INTERRUPTED
