"""What is next, and what a task's receipt says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import one_line
from groundplan.app.work.verifying import find_programs
from groundplan.cli.views.findings import count
from groundplan.plan.probe import tell_end
from groundplan.plan.progress import Progress
from groundplan.plan.task_command import show_argv
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.app.work.closing import Closed
    from groundplan.app.work.readying import Next, Pack
    from groundplan.app.work.rehearsing import Rehearsal, Resolved
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.task_command import TaskCommand

GLYPHS = {Progress.OPEN: "○", Progress.STARTED: "◐", Progress.DONE: "✓", Progress.WAIVED: "−"}
TONES = {Progress.OPEN: "dim", Progress.STARTED: "accent", Progress.DONE: "ok", Progress.WAIVED: "warn"}
_MOST = 8  # tasks of one state


def show_next(screen: Screen, found: Next) -> None:
    """Put out the tasks by what can be done with them, then the pack of one."""
    done = [task for task in found.closed if task.state.progress is Progress.DONE]
    waived = f", {len(found.closed) - len(done)} waived" if len(done) < len(found.closed) else ""
    screen.line((f"{len(done)} of {count(found.total, 'task')} done{waived}", "bold"), indent=2)
    begun = dict(found.begun)
    _list(screen, "Started", found.started, begun)
    _list(screen, "Ready", found.ready, begun)
    if len(found.ready) > 1:
        screen.line(("none of them says that it waits for another", "dim"), indent=4)
    if found.blocked:
        screen.blank()
        screen.line(("Waiting", "bold"), indent=2)
        for task, names in found.blocked[:_MOST]:
            screen.line(*_named(task), (f"  waits for {', '.join(names[:4])}", "dim"), indent=4)
        _tell_more(screen, len(found.blocked))
    if found.waits_for:
        screen.blank()
        told = f"No task can be started: checkpoint {found.waits_for} has not passed."
        screen.prose(told, indent=2, tone="warn")
    if found.pack:
        show_pack(screen, found.pack)


def _list(screen: Screen, title: str, tasks: Sequence[WorkTask], begun: dict[str, str]) -> None:
    if not tasks:
        return
    screen.blank()
    screen.line((title, "bold"), indent=2)
    for task in tasks[:_MOST]:
        commit = begun.get(task.key, "")
        by: list[Part] = [(f"  by {task.state.by}", "dim")] if task.state.by else []
        mark: list[Part] = [(f"  looks begun: commit {commit[:12]}", "warn")] if commit else []
        screen.line(*_named(task), *by, *mark, indent=4)
    _tell_more(screen, len(tasks))


def _named(task: WorkTask) -> list[Part]:
    progress = task.state.progress
    title = "" if task.title == task.name else f"  {task.title}"
    return [(GLYPHS[progress], TONES[progress]), " ", (task.name, "bold"), title]


def _tell_more(screen: Screen, many: int) -> None:
    if many > _MOST:
        screen.line((f"… {many - _MOST} more", "dim"), indent=4)


def show_pack(screen: Screen, pack: Pack) -> None:
    """Put out all that whoever does a task needs."""
    screen.blank()
    screen.line((f"For {pack.task.name}", "bold"), indent=2)
    for part in pack.parts:
        screen.blank()
        screen.line((part.title, "bold"), indent=2)
        screen.source(part.lines, indent=4)
        if part.left_out:
            screen.line((f"… {part.left_out} more lines, with a larger --budget", "dim"), indent=4)


def show_commands(screen: Screen, commands: Iterable[TaskCommand], title: str) -> None:
    """Put out commands word for word, before a person allows them."""
    screen.blank()
    screen.line((title, "warn"), indent=2)
    for each in commands:
        screen.line(each.shown, indent=4)


def show_unrunnable(screen: Screen, found: Iterable[Resolved], *, indent: int = 0) -> None:
    """Put out which commands could not be run here, before somebody finds out when the work is done."""
    for each in found:
        told = f"`{each.command.shown}` cannot run here: {'; '.join(each.missing)}"
        screen.labelled("note:", "warn", told, indent=indent)


def show_person_judged(screen: Screen, tasks: Sequence[WorkTask], *, indent: int = 0) -> None:
    """Put out whose verification is words: no command runs for it, and an agent does not close it."""
    named: dict[str, list[str]] = {}
    for task in tasks:
        named.setdefault(one_line(" ".join(task.verification), 200), []).append(task.name)
    for words, names in list(named.items())[:_MOST]:
        told = f"No command verifies {', '.join(names)}, a person looks: {words}"
        screen.labelled("note:", "warn", told, indent=indent)
    _tell_more(screen, len(named))


def show_programs(screen: Screen, opened: OpenPlan, commands: Iterable[TaskCommand]) -> None:
    """Put out which programs the words of commands are found as."""
    found = dict.fromkeys(path for each in commands for path in find_programs(opened.workspace, each.argv))
    if found:
        screen.prose(f"Found as {', '.join(map(spell_out, found))}", indent=4, tone="dim")


def show_closed(screen: Screen, done: Closed) -> None:
    """Put out what a receipt rests on."""
    for made in done.runs:
        where = " in a confined copy" if made.is_confined else ""
        ended = tell_end(made.ended, made.code)
        screen.line(
            (show_argv(made.argv), "bold"),
            f": {ended} after {made.milliseconds / 1000:.1f} s{where}",
            indent=2,
        )
        if made.left:
            named = ", ".join(made.left[:5])
            many = count(len(made.left), "program")
            screen.prose(f"It left {many} running ({named}): ended", indent=4, tone="warn")
    if done.commits:
        shown = ", ".join(oid[:12] for oid in done.commits[:5])
        screen.line(f"{count(len(done.commits), 'commit')}: {shown}", indent=2)
    if done.left:
        named = ", ".join(done.left[:5])
        screen.prose(f"Not changed, though the plan names it: {named}", indent=2, tone="warn")
    if done.rests:
        screen.prose(f"It rests on what no commit has: {'; '.join(done.rests)}", indent=2, tone="warn")


def show_rehearsal(screen: Screen, found: Rehearsal) -> None:
    """Put out every command and what of it is not there."""
    for each in found.commands:
        glyph, tone = ("✗", "bad") if each.missing else ("✓", "ok")
        screen.line((glyph, tone), " ", (each.task.name, "bold"), f"  {each.command.shown}", indent=2)
        for missing in each.missing:
            screen.prose(missing, indent=6)
    if found.unproven:
        screen.blank()
        named = ", ".join(task.name for task in found.unproven[:10])
        screen.prose(f"No command proves: {named}", indent=2, tone="warn")
    if not (found.commands or found.unproven):
        screen.line("The plan has no tasks.", indent=2)
