"""How far the attack on a plan has come: a line for every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.refutation import Fate
from groundplan.plan.standing import ABOUT_THE_END, State
from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.refutation import RefutationState

MINUTES = 10  # what readers took who were asked to attack a plan of a few pages
_FEW_TASKS = 2  # a plan of no more is read as fast as its attack


def is_offered(opened: OpenPlan) -> bool:
    """Tell whether to offer an attack: only the last approval is missing, and the plan is no small one."""
    final = opened.playbook.final
    policy = opened.workspace.config.policy.refutation
    if final is None or policy == "off":
        return False
    standing = opened.judgement.standing.checkpoint(final.id)
    is_due = standing.state is not State.PASSED and not standing.waits_for
    is_due = is_due and all(finding.code in ABOUT_THE_END for finding in standing.findings)
    tasks = sum(1 for _ in opened.plan.records("task"))
    return is_due and (policy == "required" or tasks > _FEW_TASKS)


def is_due(opened: OpenPlan) -> bool:
    """Tell whether nobody attacked the plan as it is now, although that is offered."""
    newest = opened.judgement.promises.attacks.newest
    return (newest is None or not newest.holds) and is_offered(opened)


def tell_attacks(opened: OpenPlan) -> str:
    """Return in one line who attacked the plan and what came of it; empty where there is nothing to say."""
    attacks = opened.judgement.promises.attacks
    told = tell_by(opened)
    if attacks.newest is not None:
        return f"reviewed {told}"
    if attacks.objections:
        return f"not reviewed as a whole; {count_fates(opened)}"
    return "nobody else has reviewed it yet" if told else ""


def tell_by(opened: OpenPlan) -> str:
    """Return the same behind a label that says what it is about."""
    attacks = opened.judgement.promises.attacks
    newest = attacks.newest
    if newest is None:
        if attacks.objections:
            return f"not as a whole; {count_fates(opened)}"
        return "not yet" if is_offered(opened) else ""
    told = f"by {_reader(newest)}"
    earlier = dict.fromkeys(_reader(each) for each in attacks.refutations if not each.weakness)
    earlier.pop(_reader(newest))
    told += f", earlier by {', '.join(earlier)}" if earlier else ""
    if newest.changed:
        more = f" and {len(newest.changed) - 6} more" if len(newest.changed) > 6 else ""
        keys = ", ".join(newest.changed[:6]) + more
        told += f", but {'sections' if len(newest.changed) > 1 else 'section'} {keys} changed since"
    return f"{told}: {count_fates(opened)}"


def _reader(state: RefutationState) -> str:
    return f"{quote_name(state.refutation.reader)} ({state.refutation.entry.by.channel})"


def count_fates(opened: OpenPlan) -> str:
    """Return how many objections were mended, answered and are open."""
    states = opened.judgement.promises.attacks.objections
    if not states:
        return "no objections"
    numbers = {fate: sum(state.fate is fate for state in states) for fate in Fate}
    shown = [fate for fate in (Fate.MENDED, Fate.ACCEPTED, Fate.ANSWERED, Fate.WITHDRAWN) if numbers[fate]]
    return ", ".join(f"{numbers[fate]} {_WORDS.get(fate, fate)}" for fate in (*shown, Fate.OPEN))


_WORDS = {Fate.ACCEPTED: "answered and accepted"}
