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
_MOST_AT_ONCE = 3  # `check` lists all of them


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
    """Put out in few lines what was written, what waits, and what the rules find in either."""
    if handed.written:
        show_done(screen, f"Written: {', '.join(diff.title for diff in handed.written.diffs)}")
    waiting: dict[tuple[str, ...], list[str]] = {}
    for each in handed.proposals:
        waiting.setdefault(each.waits_for, []).append(each.title)
    for waits, titles in waiting.items():
        for_what = f" (waits for {', '.join(waits)})" if waits else ""
        show_done(screen, f"Proposed: {', '.join(titles)}{for_what}")
    wrong = [each for each in handed.findings if each not in handed.unfinished]
    show_findings(screen, wrong[:_MOST_AT_ONCE], handed.opened.known.handle)
    screen.line("New findings: ", *verdict(handed.findings, handed.unfinished), ".")


def _show_waiting(screen: Screen, verb: str, rows: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    told = [(name, f"{verb} for {', '.join(waits)}" if waits else verb) for name, waits in rows]
    screen.table([[name, (words, "dim")] for name, words in told], indent=2, flexible=1)
