"""How a plan stands: title and path, checkpoints as glyphs, what waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.waiting import next_command, waiting_for_person
from groundplan.cli.columns import cells
from groundplan.cli.look import clean
from groundplan.cli.views.findings import count, tally
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.opened import OpenPlan
    from groundplan.app.waiting import Waiting
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.standing import CheckpointStanding

METER = 24
WAITING = {
    "checkpoint": ("⚑", "accent"),
    "question": ("?", "warn"),
    "reply": ("?", "warn"),
    "unwitnessed": ("±", "warn"),
}


def show_head(screen: Screen, opened: OpenPlan) -> None:
    """Put out title and path, then every checkpoint with its glyph."""
    paths = [document.path for document in opened.plan.documents]
    where = paths[0] if len(paths) == 1 else f"{paths[0].rpartition('/')[0]}/"
    title = opened.plan.title or opened.known.title
    if screen.columns and cells(clean(title)) + cells(clean(where)) + 5 > screen.columns:
        screen.line((title, "bold"), indent=2)
        screen.line((where, "dim"), indent=2)
    else:
        screen.line((title, "bold"), "   ", (where, "dim"), indent=2)
    show_stages(screen, opened)


def show_stages(screen: Screen, opened: OpenPlan) -> None:
    """Put out the checkpoints in a row, over several lines where the screen is narrow."""
    standing = opened.judgement.standing
    line: list[Part] = []
    used = 2
    for checkpoint in standing.checkpoints:
        is_current = checkpoint is standing.current
        glyph, token = glyph_of(checkpoint, is_current=is_current)
        name = clean(checkpoint.spec.name)
        if checkpoint.state is State.STALE:
            name += " (stale)"
        if line and used + cells(name) + 2 > screen.width:
            screen.line(*line, indent=2)
            line, used = [], 2
        line += [(glyph, token), " ", (name, "" if is_current else "dim"), "   "]
        used += cells(name) + 5
    if line:
        screen.line(*line, indent=2)


def glyph_of(checkpoint: CheckpointStanding, *, is_current: bool) -> tuple[str, str]:
    """Return a checkpoint's glyph and its token."""
    if checkpoint.state is State.PASSED:
        return "✓", "ok"
    if checkpoint.state in {State.STALE, State.DRIFTED}:
        return "◐", "bad"
    return ("◐", "warn") if is_current else ("○", "dim")


def show_meters(screen: Screen, opened: OpenPlan) -> None:
    """Put out how many sections are complete and what the rules find."""
    total, done = len(opened.plan.sections), len(opened.judgement.standing.complete)
    filled = round(METER * done / total) if total else 0
    screen.line(
        ("sections", "dim"), "  ", ("━" * filled, "ok"), ("━" * (METER - filled), "dim"),
        "  ", f"{done} of {total} complete", indent=2,
    )  # fmt: skip
    findings = opened.judgement.findings
    if findings:
        screen.line(("findings", "dim"), "  ", *tally(findings), indent=2)


def show_checklist(screen: Screen, opened: OpenPlan) -> None:
    """Put out the playbook's checklist as it is computed; nobody ticks it."""
    marks: dict[bool, Part] = {True: ("✓", "ok"), False: ("○", "warn")}
    rows: list[list[Part]] = [[marks[done], text] for text, done in opened.judgement.standing.checklist]
    if rows:
        screen.line(("Checklist", "bold"), indent=2)
        screen.table(rows, indent=4, flexible=1)


def show_waiting(screen: Screen, opened: OpenPlan) -> None:
    """Put out what waits for a person, and the command that is next."""
    waits = waiting_for_person(opened)
    if waits:
        screen.blank()
        screen.line(("Waiting for you", "bold"), indent=2)
        _show_narrow(screen, waits) if screen.is_narrow else _show_wide(screen, waits)
    following = next_command(opened)
    if not waits or waits[0].command != following:
        screen.blank()
        screen.line(("Next", "bold"), "  ", following, indent=2)


def _show_wide(screen: Screen, waits: Sequence[Waiting]) -> None:
    rows: list[list[Part]] = []
    for wait in waits:
        glyph, token = WAITING.get(wait.kind, ("·", "dim"))
        rows.append([(glyph, token), _name(wait), wait.text, (wait.command, "dim")])
    screen.table(rows, indent=4, flexible=2)


def _show_narrow(screen: Screen, waits: Sequence[Waiting]) -> None:
    for wait in waits:
        glyph, token = WAITING.get(wait.kind, ("·", "dim"))
        screen.line((glyph, token), " ", _name(wait), indent=4)
        screen.prose(wait.text, indent=6)
        screen.line((wait.command, "dim"), indent=6)


def _name(wait: Waiting) -> str:
    return (
        wait.name[:1].lower() + wait.name[1:] if wait.kind == "question" and " " in wait.name else wait.name
    )


def approval_told(checkpoint: CheckpointStanding) -> str:
    """Return in words how a checkpoint came to its state."""
    state = checkpoint.approval
    if checkpoint.state is State.PASSED:
        if state is None:
            return "passed by itself"
        entry = state.approval.entry
        return f"approved by {entry.signer or entry.by.name} on {entry.at[:10]} ({entry.by.channel})"
    if checkpoint.state is State.STALE and state is not None:
        return f"stale: {', '.join(state.changed)} changed since the approval"
    if checkpoint.state is State.READY:
        return "ready for approval"
    if checkpoint.findings:
        return f"blocked by {count(len(checkpoint.findings), 'finding')}"
    if checkpoint.waits_for:
        return f"waits for {', '.join(checkpoint.waits_for)}"
    if checkpoint.owed:
        return f"waits for {count(len(checkpoint.owed), 'task')} to be done"
    return str(checkpoint.state)
