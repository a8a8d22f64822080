"""A model asked from a terminal to prove a plan wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.model_refuting import attack, prepare_attack
from groundplan.app.model_rounds import Heard
from groundplan.app.refuting import LIMIT
from groundplan.cli.drafting import INTERRUPTED, Progress, announce
from groundplan.cli.views.attacked import show_attacked
from groundplan.cli.views.drafted import spell_spent
from groundplan.plan.hint import Hint
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from groundplan.app.model_refuting import Attacked
    from groundplan.app.opened import OpenPlan
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker


def print_attack(session: Session, opened: OpenPlan, asker: Asker, limit: int) -> None:
    """Print what the model would be sent first."""
    session.out.data(prepare_attack(opened, asker, limit=limit).prompt)


def ask_attacker(session: Session, opened: OpenPlan, asker: Asker, limit: int = LIMIT) -> Attacked:
    """Have a model attack the plan and say what came of it."""
    order = prepare_attack(opened, asker, limit=limit)
    announce(session, asker, count_tokens(order.prompt))
    progress = Progress(session.err, is_quiet=session.json)
    try:
        done = attack(opened, order, caller=session.caller, heard=Heard(progress.step, progress.tick))
    finally:
        progress.step("")
    if not session.json:
        show_attacked(session.out, done)
        if done.spent.calls or done.objected:
            session.err.line((spell_spent(done), "dim"))
    return done


def end_attack(session: Session, done: Attacked) -> int:
    """Return the exit code of an attack; one that was cut off says how to go on."""
    if done.trouble:
        raise done.trouble
    if not done.is_interrupted:
        return 0
    if not session.json:
        session.err.line(Hint("Interrupted. Finished answers are saved; go on: ", done.again))
    return INTERRUPTED
