"""A draft: what is in the plan, what waits beside it, what was not taken, what is wrong, what it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.leading import by_number
from groundplan.cli.views.findings import count, show_findings
from groundplan.cli.views.handed_in import show_waiting_titles
from groundplan.cli.views.outcomes import show_done
from groundplan.cli.views.talk import list_question

if TYPE_CHECKING:
    from groundplan.app.drafting import Drafted
    from groundplan.app.model_refuting import Attacked
    from groundplan.cli.look import Screen

_MOST = 20


def show_drafted(screen: Screen, done: Drafted) -> None:
    """Put out what a person has to know of a draft before reading it."""
    handed = done.handed
    screen.blank()
    screen.line((_headline(done), "bold"))
    if handed.written:
        show_done(screen, f"Written: {', '.join(handed.written)}")
    show_waiting_titles(screen, handed.proposals)
    if handed.recorded:
        show_done(screen, "Recorded ", (", ".join(handed.recorded), "bold"))
    for key, why in handed.left_out:
        screen.line(("Not taken: ", "bad"), f"section `{key}`: {why}")
    for each in handed.struck:
        screen.line(("Not taken: ", "bad"), each.text)
        for why in each.why:
            screen.prose(why, indent=2, tone="dim")
    _show_broken(screen, done)
    if handed.unsure:
        screen.line(f"{done.model} is not sure:")
        for doubt in handed.unsure:
            screen.prose(f"- {doubt}", indent=2)
    _show_questions(screen, done)


def _headline(done: Drafted) -> str:
    wrote = len(done.handed.written) + len(done.handed.proposals)
    told = f"{done.model} wrote {count(wrote, 'section') if wrote else 'no section'}"
    if done.went_back:
        went = f"{count(done.went_back, 'finding')} went back"
        told += f"; {went}, {done.mended or 'none'} {'was' if done.mended < 2 else 'were'} mended"
    return told


def _show_broken(screen: Screen, done: Drafted) -> None:
    broken = done.handed.broken
    if not broken:
        return
    screen.line("Still wrong:")
    show_findings(screen, broken[:_MOST], done.opened.known.handle)
    if len(broken) > _MOST:
        screen.line((f"… and {len(broken) - _MOST} more: `check` lists them", "dim"), indent=2)


def _show_questions(screen: Screen, done: Drafted) -> None:
    waiting = by_number(each for each in done.opened.judgement.promises.questions if each.is_open)
    for question in waiting:
        list_question(screen, question)


def spell_spent(done: Drafted | Attacked) -> str:
    """Return who was asked and what that took."""
    spent = done.spent
    named = f"{done.model} ({done.model_id})" if done.model_id else done.model
    if not spent.calls:
        return f"{named}: no new call; its answers were saved before"
    minutes, seconds = divmod(round(spent.seconds), 60)
    parts = [count(spent.calls, "call")]
    if spent.asked_tokens or spent.answered_tokens:
        parts.append(f"{spent.asked_tokens:,} tokens read, {spent.answered_tokens:,} written")
    if spent.dollars is not None:
        parts.append(f"${spent.dollars:.2f}")
    parts.append(f"{minutes} min {seconds} s" if minutes else f"{seconds} s")
    return f"{named}: {', '.join(parts)}"
