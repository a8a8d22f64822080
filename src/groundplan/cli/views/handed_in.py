"""Sections handed in: what would change or changed, what the rules find in them, what waits for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.differences import list_diffs
from groundplan.cli.views.findings import show_findings, verdict
from groundplan.cli.views.outcomes import show_done

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.proposing import Proposed, Rehearsed
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.finding import Finding

_MOST = 20


def show_raised(screen: Screen, findings: Sequence[Finding], handle: str) -> None:
    """Put out the findings that new words raise; nothing where there are none."""
    if not findings:
        return
    screen.blank()
    screen.line("New findings:")
    show_findings(screen, findings[:_MOST], handle)
    if len(findings) > _MOST:
        screen.line((f"… and {len(findings) - _MOST} more", "dim"), indent=2)


def show_rehearsed(screen: Screen, seen: Rehearsed) -> None:
    """Put out what a write would do and what the rules would say to it."""
    handle = seen.opened.known.handle
    waiting = set(seen.held)
    list_diffs(screen, tuple(diff for diff in seen.diffs if diff.key not in waiting))
    _show_waiting(screen, "would wait", ((key, waits) for key, waits in seen.held.items()))
    if seen.refusals:
        screen.blank()
        screen.line(("Would be refused:", "bad"))
        show_findings(screen, seen.refusals, handle)
    refused = {each.identity for each in seen.refusals}
    raised = [each for each in seen.findings if each.identity not in refused]
    show_raised(screen, raised, handle)
    screen.blank()
    parts = verdict(raised, [each for each in seen.unfinished if each in raised])
    told: list[Part] = [] if seen.is_clean else [" ", ("(exit 1)", "dim")]
    screen.line("Nothing was written. New findings: ", *parts, ".", *told)


def show_handed_in(screen: Screen, handed: Proposed) -> None:
    """Put out what was written, what waits, and what the rules find in either."""
    if handed.written:
        show_done(screen, "Written")
        list_diffs(screen, handed.written.diffs)
    if handed.proposals:
        show_done(screen, "Proposed, and not in the plan yet")
        _show_waiting(screen, "waits", ((each.title, each.waits_for) for each in handed.proposals))
    show_raised(screen, handed.findings, handed.opened.known.handle)


def _show_waiting(screen: Screen, verb: str, rows: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    told = [(name, f"{verb} for {', '.join(waits)}" if waits else verb) for name, waits in rows]
    screen.table([[name, (words, "dim")] for name, words in told], indent=2, flexible=1)
