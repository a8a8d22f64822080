"""What came of a model's attack on a plan: what it objects to, what of that was struck, what is next."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import one_line
from groundplan.app.models.refuting import find_writer
from groundplan.cli.views.findings import count
from groundplan.cli.wrapping import Whole
from groundplan.consult.jobs import DONE, RUNNING
from groundplan.plan.hint import WORDS, Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.models.refuting import Attacked
    from groundplan.app.objections.attack_runs import AttackRun
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen

_SHOWN = 300


def show_attacked(screen: Screen, done: Attacked) -> None:
    """Put out the objections in short: `object` has them in full."""
    if done.objected is None and not done.struck:
        return
    screen.line((_headline(done), "bold"))
    if done.is_same_model:
        told = f"{done.model} also wrote this plan: recorded as `{done.reader}`"
        screen.prose(told, indent=2, tone="warn")
    states = {each.name: each for each in done.opened.judgement.promises.attacks.objections}
    for name in done.names:
        objection = states[name].objection
        screen.line((name, "bold"), "  ", (objection.section, "dim"), indent=2)
        screen.prose(one_line(objection.because, _SHOWN), indent=6)
    for each in done.struck:
        screen.line(("Struck: ", "bad"), one_line(each.text, _SHOWN) or each.at, indent=2)
        for why in each.why:
            screen.prose(why, indent=6, tone="dim")


def _headline(done: Attacked) -> str:
    tried = f"tried {count(done.tried, 'thing')} and " if done.tried else ""
    objects = f"objects to {len(done.names)}" if done.names else "objects to nothing"
    struck = sum(each.at == "objections" for each in done.struck)
    gone = [f"{count(struck, 'objection')} struck"] if struck else []
    gone += [f"{count(len(done.withdrawn), 'objection')} withdrawn"] if done.withdrawn else []
    rest = f" ({', '.join(gone)})" if gone else ""
    return f"{done.model} {tried}{objects}{rest}"


def tell_after_attack(screen: Screen, done: Attacked) -> None:
    """Say how the objections are settled."""
    handle = done.opened.known.handle
    if done.names:
        answer = run("object", done.names[0], {"answer": WORDS}).on(handle)
        mending = run("write", {"with": find_writer(done.opened) or done.model}).on(handle)
        screen.labelled("next:", "accent", mending, "  mends them")
        screen.labelled("or:  ", "accent", Hint(run("object").on(handle), " lists them, "), answer)


def show_runs(screen: Screen, opened: OpenPlan, found: Sequence[AttackRun]) -> None:
    """Put out how far each attack of a model is, or how the last one ended."""
    if not found:
        screen.line("No model has attacked this plan on this machine.")
    for each in found:
        show_run(screen, opened, each)


def show_run(screen: Screen, opened: OpenPlan, found: AttackRun) -> None:
    """Put out how far the attack of one model is."""
    handle = opened.known.handle
    if found.state == RUNNING:
        minutes, seconds = divmod(max(round(time.time() - found.started), 0), 60)
        told = f"{found.model} is attacking the plan: process {found.process}, {minutes}:{seconds:02}"
        screen.line(told)
        screen.line(("how far it is: ", "dim"), run("refute", {"status": True}).on(handle), indent=2)
    elif found.state == DONE:
        named = ", ".join(found.objections)
        told = f"objects: {named}" if named else "objects to nothing"
        screen.line(f"{found.model} is done and {told}")
    else:
        why = found.trouble or "it was ended, and recorded nothing"
        screen.line((f"{found.model} failed: ", "bad"), why)
        again = run("refute", {"with": found.model}).on(handle)
        screen.line(("saved answers are not paid for again: ", "dim"), again, indent=2)
    if found.log:
        screen.line(("log: ", "dim"), Whole(found.log), indent=2)
