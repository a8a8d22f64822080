"""Sections and turns handed in: what changes, what the rules find in them, what waits for what."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.checking import look_over
from groundplan.app.changes.proposing import Proposed, Rehearsed
from groundplan.app.wire.probes import receipt
from groundplan.cli.views import code_places, code_uses, survey_history
from groundplan.cli.views.checked_plans import show_checked_plans
from groundplan.cli.views.differences import list_diffs
from groundplan.cli.views.findings import show_findings, show_in_words, verdict
from groundplan.cli.views.outcomes import show_done
from groundplan.cli.views.probes import show_receipt
from groundplan.cli.views.survey_installed import show_docs
from groundplan.plan.task_command import show_argv

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.brains.lookups import Files, Lines, Reply
    from groundplan.app.brains.turn_given import Taken
    from groundplan.app.callers import Caller
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.finding import Finding
    from groundplan.store.proposals import Proposal

_MOST = 20
_MOST_SHOWN = 40  # lines of one answer


def show_raised(screen: Screen, findings: Sequence[Finding], handle: str, *, in_words: bool = False) -> None:
    """Put out the findings that new words raise; nothing where there are none."""
    if not findings:
        return
    screen.blank()
    screen.line("New findings:")
    put = show_in_words if in_words else show_findings
    put(screen, findings[:_MOST], handle)
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


def show_handed_in(screen: Screen, handed: Proposed, caller: Caller) -> None:
    """Put out what was written, what waits, and all that the rules find then: nobody need ask again."""
    if handed.written:
        show_done(screen, f"Written: {', '.join(diff.title for diff in handed.written.diffs)}")
    show_waiting_titles(screen, handed.proposals)
    if handed.dropped:
        show_done(screen, f"Taken back, as the plan says it already: {', '.join(handed.dropped)}")
    show_findings(screen, handed.refused, handed.opened.known.handle)
    show_checked_plans(screen, [look_over(handed.opened)], caller, most=_MOST, fails=False)


def show_waiting_titles(screen: Screen, proposals: Iterable[Proposal]) -> None:
    """Put out which sections were proposed, and what they wait for."""
    waiting: dict[tuple[str, ...], list[str]] = {}
    for each in proposals:
        waiting.setdefault(each.waits_for, []).append(each.title)
    for waits, titles in waiting.items():
        for_what = f" (waits for {', '.join(waits)})" if waits else ""
        show_done(screen, f"Proposed: {', '.join(titles)}{for_what}")


def _show_waiting(screen: Screen, verb: str, rows: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    told = [(name, f"{verb} for {', '.join(waits)}" if waits else verb) for name, waits in rows]
    screen.table([[name, (words, "dim")] for name, words in told], indent=2, flexible=1)


def show_taken(screen: Screen, done: Taken, caller: Caller) -> None:
    """Put out what became of each part, in the order in which it happened."""
    for asked in done.asked:
        show_done(screen, (asked.id, "bold"), f" {asked.text}")
    for made in done.decided:
        show_done(screen, (made.id or "Proposed", "bold"), f" {made.choice.title}")
    _show_sections(screen, done, caller)
    for each in done.struck:
        screen.line((f"Not taken: {each.at}", "bad"), f" {each.text}")
        for why in each.why:
            screen.prose(why, indent=2, tone="dim")
    for reply in done.replies:
        screen.blank()
        screen.line((f"{reply.lookup.ask} {reply.lookup.about}", "bold"))
        _show_reply(screen, reply)
    for tried in done.tried:
        screen.blank()
        if tried.receipt is None:
            screen.line(("Not run: ", "bad"), (show_argv(tried.attempt.argv), "bold"))
            screen.prose(tried.trouble, indent=2, tone="dim")
        else:
            show_receipt(screen, receipt(tried.receipt, tried.name))


def _show_sections(screen: Screen, done: Taken, caller: Caller) -> None:
    sections = done.sections
    if isinstance(sections, Rehearsed):
        show_rehearsed(screen, sections)
    elif isinstance(sections, Proposed):
        show_handed_in(screen, sections, caller)
    elif sections is not None:
        show_done(screen, "Written")
        list_diffs(screen, sections.diffs)
        show_raised(screen, sections.findings, done.opened.known.handle)


def _show_reply(screen: Screen, reply: Reply) -> None:
    """Put out an answer as the command of its kind would, cut where it is long."""
    if reply.trouble:
        screen.prose(reply.trouble, indent=2)
        return
    apart = io.StringIO()
    _view(reply)(replace(screen, stream=apart, color=False, after=None), reply.found)
    lines = apart.getvalue().splitlines()
    screen.source(lines[:_MOST_SHOWN], indent=2)
    if len(lines) > _MOST_SHOWN:
        command = "show the file" if reply.lookup.ask == "lines" else f"`code {reply.lookup.ask}` prints all"
        screen.line((f"… and {len(lines) - _MOST_SHOWN} more lines: {command}", "dim"), indent=2)


def _view(reply: Reply) -> Any:  # noqa: ANN401 - one of the views, each of its own kind of answer
    views: dict[str, Any] = {
        "find": code_places.show_occurrences,
        "symbol": code_places.show_symbols,
        "usages": code_uses.show_usages,
        "callers": code_uses.show_callers,
        "impact": code_uses.show_impact,
        "lines": _show_lines,
        "docs": show_docs,
        "files": _show_files,
    }
    is_words = hasattr(reply.found, "words")
    history = survey_history.show_words_history if is_words else survey_history.show_file_history
    return views.get(reply.lookup.ask, history)


def _show_files(screen: Screen, found: Files) -> None:
    for path in found.paths[:_MOST_SHOWN]:
        screen.line(path)
    if found.total > _MOST_SHOWN:
        screen.line((f"and {found.total - _MOST_SHOWN} more", "dim"))


def _show_lines(screen: Screen, found: Lines) -> None:
    for number, line in enumerate(found.lines, found.first):
        screen.source([f"{number:5} {line}"])
