"""How a turn that was handed in looks: what was recorded and written, what was struck, what the code says."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.proposing import Proposed, Rehearsed
from groundplan.cli.views import code_places, code_uses, survey_history
from groundplan.cli.views.differences import list_diffs
from groundplan.cli.views.handed_in import show_handed_in, show_raised, show_rehearsed
from groundplan.cli.views.outcomes import show_done

if TYPE_CHECKING:
    from groundplan.app.turn_given import Lines, Reply, Taken
    from groundplan.cli.look import Screen

_MOST = 40  # lines of one answer


def show_taken(screen: Screen, done: Taken) -> None:
    """Put out what became of each part, in the order in which it happened."""
    for asked in done.asked:
        show_done(screen, (asked.id, "bold"), f" {asked.text}")
    for made in done.decided:
        show_done(screen, (made.id or "Proposed", "bold"), f" {made.choice.title}")
    _show_sections(screen, done)
    for each in done.struck:
        screen.line((f"Not taken: {each.at}", "bad"), f" {each.text}")
        for why in each.why:
            screen.prose(why, indent=2, tone="dim")
    for reply in done.replies:
        screen.blank()
        screen.line((f"{reply.lookup.ask} {reply.lookup.about}", "bold"))
        _show_reply(screen, reply)


def _show_sections(screen: Screen, done: Taken) -> None:
    sections = done.sections
    if isinstance(sections, Rehearsed):
        show_rehearsed(screen, sections)
    elif isinstance(sections, Proposed):
        show_handed_in(screen, sections)
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
    screen.source(lines[:_MOST], indent=2)
    if len(lines) > _MOST:
        command = "show the file" if reply.lookup.ask == "lines" else f"`code {reply.lookup.ask}` prints all"
        screen.line((f"… and {len(lines) - _MOST} more lines: {command}", "dim"), indent=2)


def _view(reply: Reply) -> Any:  # noqa: ANN401 - one of the views, each of its own kind of answer
    views: dict[str, Any] = {
        "find": code_places.show_occurrences,
        "symbol": code_places.show_symbols,
        "usages": code_uses.show_usages,
        "callers": code_uses.show_callers,
        "impact": code_uses.show_impact,
        "lines": _show_lines,
    }
    is_words = hasattr(reply.found, "words")
    history = survey_history.show_words_history if is_words else survey_history.show_file_history
    return views.get(reply.lookup.ask, history)


def _show_lines(screen: Screen, found: Lines) -> None:
    for number, line in enumerate(found.lines, found.first):
        screen.source([f"{number:5} {line}"])
