"""A draft: what is in the plan, what waits beside it, what was not taken, what is wrong, what it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import by_number
from groundplan.cli.views.findings import count, show_findings, verdict
from groundplan.cli.views.handed_in import show_waiting_titles
from groundplan.cli.views.outcomes import show_done
from groundplan.cli.views.talk import SPEAKER, list_question, show_planner
from groundplan.plan.hint import Hint, run
from groundplan.plan.objection import MENDING

if TYPE_CHECKING:
    from groundplan.app.models.drafting import Drafted
    from groundplan.app.models.reading import Done
    from groundplan.app.models.refuting import Attacked
    from groundplan.app.plans.opened import OpenPlan
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
    _show_findings(screen, done)
    _list(screen, f"{done.model} says against the goal:", handed.challenges)
    _list(screen, f"{done.model} is not sure:", handed.unsure)


def show_spoken(screen: Screen, done: Drafted) -> None:
    """Put out what a model says in a talk; what was not taken of it and not mended is only counted."""
    handed = done.handed
    for text in (handed.said, *handed.challenges):
        if text:
            show_planner(screen, text)
    if (handed.struck or handed.left_out) and done.went_back > done.mended:
        log = run("log").on(done.opened.known.handle)
        words = Hint("Not all of its turn was taken; ", log, " has what and why")
        screen.line((words, "dim"), indent=SPEAKER)


def _list(screen: Screen, title: str, rows: tuple[str, ...]) -> None:
    if rows:
        screen.line(title)
        for row in rows:
            screen.line(f"- {row}", indent=2)


def _headline(done: Drafted) -> str:
    wrote = len(done.handed.written) + len(done.handed.proposals)
    nothing = "no section" if done.handed.settled else "no section yet"
    told = f"{done.model} wrote {count(wrote, 'section') if wrote else nothing}"
    if done.went_back:
        went = f"{count(done.went_back, 'finding')} went back"
        told += f"; {went}, {done.mended or 'none'} {'was' if done.mended < 2 else 'were'} mended"
    return told + _settled(done)


def _settled(done: Drafted) -> str:
    """Return what became of objections, where there were any."""
    if not done.handed.settled:
        return ""
    mended = sum(each.how == MENDING for each in done.handed.settled)
    answered = len(done.handed.settled) - mended
    told = f"; {count(mended, 'objection')} mended" if mended else ""
    if answered:
        told += f", {answered} answered" if mended else f"; {count(answered, 'objection')} answered"
    return told


def _show_findings(screen: Screen, done: Drafted) -> None:
    checked, broken = done.handed.checked, done.handed.broken
    if checked is None:
        return
    if broken:
        screen.line("Still wrong:")
        show_findings(screen, broken[:_MOST], done.opened.known.handle)
    screen.line("Findings: ", *verdict(checked.findings, checked.unfinished), ".")


def show_open_questions(screen: Screen, opened: OpenPlan) -> None:
    """Put out what the user is asked."""
    waiting = by_number(each for each in opened.judgement.promises.questions if each.is_open)
    for question in waiting:
        list_question(screen, question)


def spell_spent(done: Drafted | Attacked | Done) -> str:
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
