"""How a plan stands: title and path, checkpoints as glyphs, what waits for a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.changes.checking import asked_sections, find_unfinished, finished_sections
from groundplan.app.changes.previewing import find_waiting
from groundplan.app.views.waiting import (
    find_requests,
    next_command,
    tell_state,
    tell_work,
    waiting_for_person,
)
from groundplan.cli.look import clean
from groundplan.cli.views.attacks import show_attack_line
from groundplan.cli.views.findings import count, summary, verdict
from groundplan.cli.wrapping import cells
from groundplan.plan.hint import run
from groundplan.plan.standing import State
from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.views.waiting import Waiting
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.finding import Finding
    from groundplan.plan.standing import CheckpointStanding

METER, _LEAST_METER = 24, 6
WAITING = {
    "checkpoint": ("⚑", "accent"),
    "question": ("?", "warn"),
    "reply": ("?", "warn"),
    "unwitnessed": ("±", "warn"),
    "conflict": ("±", "bad"),
    "offered": ("?", "warn"),
    "relayed": ("?", "warn"),
}


def show_head(screen: Screen, opened: OpenPlan, *, with_checkpoints: bool = True) -> None:
    """Put out title and path, then every checkpoint with its glyph."""
    paths = [document.path for document in opened.plan.documents]
    where = paths[0] if len(paths) == 1 else f"{paths[0].rpartition('/')[0]}/"
    title = opened.plan.title or opened.known.title
    if screen.columns and cells(clean(title)) + cells(clean(where)) + 5 > screen.columns:
        screen.line((title, "bold"), indent=2)
        screen.line((where, "dim"), indent=2)
    else:
        screen.line((title, "bold"), "   ", (where, "dim"), indent=2)
    if with_checkpoints:
        show_checkpoints(screen, opened)


def show_checkpoints(screen: Screen, opened: OpenPlan) -> None:
    """Put out the checkpoints in a row, over several lines where the screen is narrow.

    Their names read like a status of the plan, so they are labelled, and the current one says how far it is.
    The only one of a plan is its approval, and needs no name.
    """
    standing = opened.judgement.standing
    if not standing.checkpoints:
        return
    if has_one_approval(opened):
        only = standing.checkpoints[0]
        if only.state in {State.BLOCKED, State.READY} and not find_requests(opened, only):
            return  # what comes first waits below
        glyph = glyph_of(only, is_current=only is standing.current)
        screen.line(("approval", "dim"), "  ", glyph, " ", tell_state(opened, only), indent=2, hang=12)
        return
    is_only = len(standing.checkpoints) == 1
    label = "checkpoint" if is_only else "checkpoints"
    inner = 2 + len(label) + 2
    line: list[Part] = []
    lines: list[list[Part]] = [line]
    used = inner
    for checkpoint in standing.checkpoints:
        is_current = checkpoint is standing.current
        state = tell_state(opened, checkpoint) if is_only or is_current or checkpoint.state in _UPSET else ""
        name = clean(checkpoint.spec.label) + (f" ({state})" if state else "")
        if line and used + cells(name) + 2 > screen.width:
            lines.append(line := [])
            used = inner
        line += [glyph_of(checkpoint, is_current=is_current), " ", (name, "" if is_current else "dim"), "   "]
        used += cells(name) + 5
    for number, parts in enumerate(lines):
        screen.line((label if not number else " " * len(label), "dim"), "  ", *parts, indent=2, hang=inner)


_UPSET = frozenset({State.STALE, State.DRIFTED})


def has_one_approval(opened: OpenPlan) -> bool:
    """Tell whether a plan is approved once, by a person, as a whole."""
    checkpoints = opened.judgement.standing.checkpoints
    return len(checkpoints) == 1 and checkpoints[0].spec.person


def glyph_of(checkpoint: CheckpointStanding, *, is_current: bool) -> tuple[str, str]:
    """Return a checkpoint's glyph and its token."""
    if checkpoint.state is State.PASSED:
        return "✓", "ok"
    if checkpoint.state in {State.STALE, State.DRIFTED}:
        return "◐", "bad"
    return ("◐", "warn") if is_current else ("○", "dim")


def show_meters(screen: Screen, opened: OpenPlan) -> None:
    """Put out how many sections are complete and tasks are done, and what the rules find."""
    if not has_one_approval(opened):  # of a short plan the section that is next says all
        screen.blank()
        _show_sections(screen, opened)
    work = tell_work(opened)
    if work:
        screen.line(("work", "dim"), "      ", work, indent=2)
    findings = opened.judgement.findings
    proposed, _ = find_waiting(opened)
    unfinished = unfinished_of(opened)
    if len(findings) > len(unfinished):  # what is only unfinished is counted above, and waits below
        aside = [(", without what is proposed", "dim")] if proposed else []
        screen.line(("check", "dim"), "     ", *verdict(findings, unfinished), *aside, indent=2)
    if proposed:
        told = f"{count(len(proposed), 'section')} ({', '.join(each.title for each in proposed[:4])}); "
        shown = run("show", {"proposed": True}).on(opened.known.handle)
        screen.line(("proposed", "dim"), "  ", told, (shown, "bold"), indent=2, hang=10)
    show_attack_line(screen, opened)


def _show_sections(screen: Screen, opened: OpenPlan) -> None:
    asked = asked_sections(opened.judgement)
    total, done = len(asked), len(asked & finished_sections(opened.judgement))
    told = f"{done} of {total} complete"
    width = max(_LEAST_METER, min(METER, screen.width - len("  sections    ") - len(told)))
    # Without colour the two parts still differ: the empty one is made of another sign.
    filled = round(width * done / total) if total else 0
    bar: list[Part] = [("━" * filled, "ok"), ("╌" * (width - filled), "dim")]
    screen.line(("sections", "dim"), "  ", *bar, "  ", told, indent=2)


def unfinished_of(opened: OpenPlan) -> tuple[Finding, ...]:
    """Return the findings that only say that a draft is not finished, unless the policy calls them wrong."""
    is_strict = opened.workspace.config.policy.drafts == "strict"
    return () if is_strict else find_unfinished(opened.judgement)


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
        named = [
            replace(
                each, name=_name(each, is_only=has_one_approval(opened)), text=_with_choices(opened, each)
            )
            for each in waits
        ]
        _show_narrow(screen, named) if screen.is_narrow else _show_wide(screen, named)
    following = next_command(opened)
    if not waits or waits[0].command != following:
        screen.blank()
        screen.line("Next  ", (following, "bold"), indent=2)


def _with_choices(opened: OpenPlan, wait: Waiting) -> str:
    """Return what waits; a question with the answers to choose from."""
    questions = opened.judgement.promises.questions if wait.kind == "question" else ()
    asked = next((each.asked for each in questions if each.id == wait.name and each.is_open), None)
    choices = [
        f"{number} {words}" for number, words in enumerate((asked.choices if asked else {}).values(), 1)
    ]
    return f"{wait.text} ({'; '.join(choices)})" if choices else wait.text


def _show_wide(screen: Screen, waits: Sequence[Waiting]) -> None:
    rows: list[list[Part]] = []
    for wait in waits:
        glyph, token = WAITING.get(wait.kind, ("·", "dim"))
        rows.append([(glyph, token), wait.name, wait.text, (wait.command, "bold")])
    screen.table(rows, indent=4, flexible=2)


def _show_narrow(screen: Screen, waits: Sequence[Waiting]) -> None:
    for wait in waits:
        glyph, token = WAITING.get(wait.kind, ("·", "dim"))
        screen.line((glyph, token), " ", wait.name, indent=4)
        screen.prose(wait.text, indent=6)
        screen.line((wait.command, "bold"), indent=6)


def _name(wait: Waiting, *, is_only: bool) -> str:
    if wait.kind == "checkpoint" and is_only:
        return "your approval"
    is_spelled = wait.kind == "question" and " " in wait.name
    return wait.name[:1].lower() + wait.name[1:] if is_spelled else wait.name


def approval_told(checkpoint: CheckpointStanding, unfinished: Sequence[Finding]) -> str:
    """Return in words how a checkpoint came to its state."""
    state = checkpoint.approval
    if checkpoint.state is State.PASSED:
        if state is None:
            return "passed: no approval needed"
        entry = state.approval.entry
        return (
            f"approved by {quote_name(entry.signer or entry.by.name)} on {entry.at[:10]} ({entry.by.channel})"
        )
    if checkpoint.state is State.STALE and state is not None:
        return f"stale: {', '.join(state.changed)} changed since the approval"
    if checkpoint.state is State.READY:
        return "waiting for your approval"
    if checkpoint.findings:
        return f"not reached: {summary(checkpoint.findings, unfinished)}"
    if checkpoint.waits_for:
        return f"after {', '.join(checkpoint.waits_for)}"
    if checkpoint.owed:
        return f"waiting for {count(len(checkpoint.owed), 'task')} to be done"
    return str(checkpoint.state)
