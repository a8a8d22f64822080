"""The attack on a plan as a person reads it: who, what came of it, each objection with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.objections.attacks import MINUTES, is_due, tell_attacks, tell_by
from groundplan.app.wire.probes import recorded
from groundplan.cli.views.findings import count
from groundplan.cli.views.probes import tell_code
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.probe import tell_end
from groundplan.plan.refutation import Fate
from groundplan.plan.task_command import show_argv
from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.objections.brief import RefutationBrief
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.probe import Probe
    from groundplan.plan.refutation import ObjectionState

TONES = {
    Fate.OPEN: "bad",
    Fate.ANSWERED: "warn",
    Fate.MENDED: "ok",
    Fate.ACCEPTED: "ok",
    Fate.WITHDRAWN: "dim",
}
_MOST_LINES = 6  # of one piece of evidence
_CENT = 0.01


def show_attack_line(screen: Screen, opened: OpenPlan) -> None:
    """Put out in a line how far the attack on the plan is; the approval offers one where there was none."""
    attacks = opened.judgement.promises.attacks
    told = tell_by(opened)
    if told and (attacks.newest or attacks.objections):
        offer: list[Part] = ["; ", (run("refute").on(opened.known.handle), "bold")] if is_due(opened) else []
        screen.line(("reviewed", "dim"), "  ", told, *offer, indent=2, hang=10)


def show_objections(screen: Screen, opened: OpenPlan) -> None:
    """Put out every objection, what is open first and in full: whoever wrote the plan works through them."""
    states = opened.judgement.promises.attacks.objections
    if not states:
        screen.line("Nobody has objected to this plan.", indent=2)
        screen.line("Next  ", (run("refute").on(opened.known.handle), "bold"), indent=2)
        return
    screen.line(tell_attacks(opened)[:1].upper() + tell_attacks(opened)[1:], indent=2)
    for state in sorted(states, key=lambda state: list(TONES).index(state.fate)):
        screen.blank()
        if state.fate is Fate.OPEN:
            show_objection(screen, state)
            continue
        _show_head(screen, state, indent=2)
        screen.prose(state.objection.because, indent=4)
    _show_tried(screen, opened, indent=2)
    first = next((state for state in states if state.fate is Fate.OPEN), None)
    if first is None:
        return
    screen.blank()
    settling = Hint(
        "Mend the plan, then ",
        run("object", first.name, {"mended": True}).on(opened.known.handle),
        ", or ",
        run("object", first.name, {"answer": WORDS}).on(opened.known.handle),
    )
    screen.line((settling, "dim"), indent=2)


def show_objection(screen: Screen, state: ObjectionState, *, indent: int = 2) -> None:
    """Put out one objection in full."""
    objection = state.objection
    _show_head(screen, state, indent=indent)
    inner = indent + 2
    screen.prose(f"“{objection.quote}”", indent=inner)
    if not state.is_quoted:
        screen.line(("(the plan no longer says this)", "dim"), indent=inner)
    screen.prose(objection.because, indent=inner)
    for item in objection.evidence:
        _show_evidence(screen, item, inner)
    for receipt in state.receipts:
        _show_receipt(screen, receipt, inner)
    if objection.change:
        screen.labelled("change:", "dim", objection.change, indent=inner)
    if state.is_only_marked:
        told = "somebody marked this as mended, but nothing changed"
        screen.line((told, "bad"), indent=inner)
    if state.answer is not None:
        by = state.answer.entry.by
        screen.labelled(
            "answer:",
            "warn",
            f"{state.answer.text} ({quote_name(by.name) if by.name else 'nobody'}, {by.channel})",
            indent=inner,
        )


def _show_head(screen: Screen, state: ObjectionState, *, indent: int) -> None:
    objection = state.objection
    by = f"by {quote_name(objection.reader)} ({objection.entry.by.channel}), section {objection.section}"
    by = f"found by the code in a reading {by}" if objection.is_found_by_code else by
    screen.line(
        (state.name, "bold"), "  ", (str(state.fate), TONES[state.fate]), "  ", (by, "dim"), indent=indent
    )


def _show_evidence(screen: Screen, item: str, indent: int) -> None:
    # A command's output is the reader's word; only a citation was checked.
    _show_lines(screen, "output:" if item.startswith("$ ") else "evidence:", item, indent)


def _show_lines(screen: Screen, label: str, text: str, indent: int) -> None:
    first, *rest = text.splitlines() or [""]
    inner = indent + len(label) + 1
    screen.labelled(label, "dim", first, indent=indent)
    # Whoever mends the plan through a pipe reads all of it; the screen of a person shows where it begins.
    shown = rest[:_MOST_LINES] if screen.is_terminal else rest
    screen.source(shown, indent=inner)
    if len(rest) > len(shown):
        screen.line((f"… {len(rest) - len(shown)} more lines", "dim"), indent=inner)


def _show_receipt(screen: Screen, receipt: Probe, indent: int) -> None:
    """Put out what groundplan itself ran, and what came of it: that is not the reader's word."""
    ended = tell_end(receipt.ended, receipt.code)
    told = f"{receipt.id}: {show_argv(receipt.argv)}, {ended} ({tell_code(recorded(receipt))})"
    screen.labelled("receipt:", "dim", told, indent=indent)
    if receipt.open_walls:
        screen.line(("not confined", "bad"), f": {receipt.open_walls}", indent=indent + 9)
    lines = receipt.excerpt.split("\n")
    shown = lines[-_MOST_LINES:] if screen.is_terminal else lines  # what failed is printed last
    if len(lines) > len(shown):
        screen.line((f"{len(lines) - len(shown)} more lines …", "dim"), indent=indent + 9)
    screen.source(shown, indent=indent + 9)
    if receipt.patch_text:
        _show_lines(screen, "patch:", receipt.patch_text, indent)


def _show_tried(screen: Screen, opened: OpenPlan, *, indent: int) -> None:
    """Put out what the reader did, and what they found right."""
    newest = opened.judgement.promises.attacks.newest
    if newest is None:
        return
    screen.blank()
    screen.labelled("tried:", "dim", newest.refutation.tried, indent=indent)
    for each in newest.refutation.keeps:
        screen.labelled("keep:", "dim", each, indent=indent)


def show_attack(screen: Screen, opened: OpenPlan, unsettled: Sequence[ObjectionState]) -> None:
    """Put out before an approval who attacked the plan, and every objection that is not settled."""
    told = tell_attacks(opened)
    for each in opened.judgement.promises.attacks.refutations:
        if each.weakness:
            screen.blank()
            why = f"An attack by {quote_name(each.refutation.reader)} does not count: {each.weakness}"
            screen.prose(why, indent=2, tone="warn")
    if not told:
        return
    screen.blank()
    screen.prose(told[:1].upper() + told[1:], indent=2, tone="bold")
    if is_due(opened):
        offer = Hint(
            f"Somebody who did not write it could try to prove it wrong, in about {MINUTES} minutes: ",
            run("refute").on(opened.known.handle),
        )
        screen.prose(offer, indent=4, tone="dim")
    _show_tried(screen, opened, indent=4)
    for state in opened.judgement.promises.attacks.objections:
        if state.fate is Fate.MENDED and state.is_quoted:
            screen.blank()
            where = f" in {', '.join(state.mended_in)}" if state.mended_in else ""
            told = (
                f"{state.name} is marked as mended{where}, but section {state.objection.section} still says "
            )
            screen.prose(f"{told}“{state.objection.quote}”", indent=4, tone="warn")
        elif state.fate is Fate.WITHDRAWN:
            screen.blank()
            by = f"{quote_name(state.objection.reader)} ({_channel_of(state)})"
            told = f"{by} withdrew {state.name}: {state.objection.because}"
            screen.prose(told, indent=4, tone="dim")
    for state in unsettled:
        screen.blank()
        show_objection(screen, state, indent=4)
    if any(state.fate is Fate.ANSWERED for state in unsettled):
        screen.blank()
        screen.prose("Approving accepts the answers above.", indent=4, tone="dim")


def _channel_of(state: ObjectionState) -> str:
    """Return through what an objection was withdrawn."""
    return state.withdrawn.entry.by.channel if state.withdrawn else ""


def tell_brief(screen: Screen, made: RefutationBrief) -> None:
    """Say what the brief takes: its size, a rough price and time."""
    price = f"{made.dollars:.2f} dollars" if made.dollars >= _CENT else "less than a cent"
    told = (
        f"about {made.tokens:,} tokens, {price} to read at 3 dollars per million; what the reader opens and "
        f"builds comes on top. Readers took about {MINUTES} minutes."
    )
    screen.labelled("brief:", "accent", told)
    if made.unfinished:
        gaps = f"the plan is not finished: {count(made.unfinished, 'gap')}"
        screen.labelled("note:", "warn", gaps)
