"""`consult`: several models asked about a plan at once, and what they answered."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.consult import answers as answered
from groundplan.app.consult.asking import consult
from groundplan.app.consult.council import (
    SECONDS,
    Wanted,
    demand_brief,
    prepare_council,
    refuse_over_budget,
    tell_shared,
)
from groundplan.app.consult.recording import record_consult
from groundplan.app.consult.weighing import record_advice, weigh
from groundplan.app.models.choice import open_asker
from groundplan.app.wire import consult as wire
from groundplan.cli.completions import complete_models
from groundplan.cli.group import WIDEST_HELP, UsualGroup
from groundplan.cli.session import Session
from groundplan.cli.texts import read_words
from groundplan.cli.views.advice import show_answers, show_in_full, show_jobs, spell_dollars
from groundplan.cli.views.consult import show_comparison
from groundplan.cli.views.findings import count
from groundplan.consult.answer import ANSWERED, RUNNING
from groundplan.models.configured import list_configured
from groundplan.plan.errors import Misused, Unavailable
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.consult.answers import AdvisorJob
    from groundplan.app.consult.asking import Asked, Progress
    from groundplan.app.consult.council import Council, Seat
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.consult.answer import Answer
    from groundplan.models.asking import Asker

_INTERRUPTED, _FAILED = 130, 5
_MOST_TOKENS = 12_000  # of answers that are printed at once
_WAIT = 3_600.0  # seconds, where nobody says how long
pass_session = click.make_pass_decorator(Session, ensure=True)


class _ConsultGroup(UsualGroup):
    """A group that asks unless another command is named."""

    usual = "ask"


@click.group("consult", cls=_ConsultGroup, context_settings={"max_content_width": WIDEST_HELP})
def consult_command() -> None:
    """Ask several models about a plan at once: `consult [QUESTION] [--with MODEL]…`.

    Each advisor looks through a lens of its own, which the playbook declares, and all are asked the same core
    question. They see the brief (goal, requirements, current state), and none sees another's answer. Answers
    are saved outside the repository; the same thing is never asked and paid for twice.
    """


@consult_command.command("ask", short_help="Ask the advisors; `ask` may be left out.")
@click.argument("question", metavar="[QUESTION]", default="")
@click.option(
    "--with",
    "models",
    metavar="MODEL",
    multiple=True,
    shell_complete=complete_models,
    help="Ask this model; may be repeated. Default: the models you have chosen or described.",
)
@click.option("--on", metavar="SECTION", default="", help="A second opinion on one section or decision.")
@click.option("--show-brief", is_flag=True, help="Print what each would be sent, and send nothing.")
@click.option("--detach", is_flag=True, help="Print the jobs' names and go on in the background.")
@click.option(
    "--budget-usd", metavar="DOLLARS", type=click.FloatRange(min=0), help="Ask nobody if it costs more."
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(min=1),
    default=SECONDS,
    show_default=True,
    help="How long one advisor may take.",
)
@pass_session
def ask_advisors(session: Session, /, question: str, models: tuple[str, ...], **more: Any) -> int:
    """Ask each advisor through its own lens, all at once."""
    if more["show_brief"] and session.json:
        raise Misused("`--show-brief` prints text, not JSON", hint="Leave `--json` out")
    opened = session.open()
    demand_brief(opened, asks_all=not more["on"])
    askers = _open_askers(session, models, shows_brief=more["show_brief"], goes_on_alone=more["detach"])
    wanted = Wanted(more["on"], read_words(question) if question else "", more["timeout"])
    council = prepare_council(opened, askers, wanted)
    if more["show_brief"]:
        _print_briefs(session, council)
        return 0
    waiting = answered.find_unanswered(opened, council)
    refuse_over_budget(opened, council, waiting, more["budget_usd"])
    _announce(session, council, waiting)
    if more["detach"]:
        _detach(session, opened, council, more["budget_usd"])
        return 0
    return _ask(session, opened, council, waiting)


def _open_askers(
    session: Session, names: Sequence[str], *, shows_brief: bool, goes_on_alone: bool
) -> list[Asker]:
    chosen = tuple(dict.fromkeys(names)) or list_configured()
    if not chosen:
        raise Misused(
            "No model is chosen",
            hint=Hint(
                "Name them: ", run("consult", {"with": "<model>"}), "; those there are: ", run("models")
            ),
        )
    is_attended = shows_brief or (session.caller.is_person and not goes_on_alone)
    return [open_asker(name, is_attended=is_attended) for name in chosen]


def _print_briefs(session: Session, council: Council) -> None:
    for each in council.seats:
        session.err.line((f"what is sent to {_spell_seat(each)}:", "dim"))
        session.out.data(each.prompt.text)


def _announce(session: Session, council: Council, waiting: Sequence[Seat]) -> None:
    """Say who is asked, how much that is, and what it may cost, before anything is sent."""
    if session.json:
        return
    for told in tell_shared(council):
        session.err.labelled("note:", "warn", told)
    if not waiting:
        session.err.line("all of them have answered this before; nothing is sent")
        return
    for each in waiting:
        session.err.line(f"asking {_spell_seat(each)}")
    session.err.line(("`--show-brief` prints what is sent; Ctrl-C keeps what has arrived", "dim"))


def _spell_seat(seat: Seat) -> str:
    lens = f" ({seat.advisor.lens.name})" if seat.advisor.lens and seat.advisor.lens.name else ""
    price = "price unknown" if seat.dollars is None else f"about {spell_dollars(seat.dollars)}"
    return f"{seat.advisor.name}{lens}: about {round(seat.tokens, -2):,} tokens, {price}"


def _ask(session: Session, opened: OpenPlan, council: Council, waiting: Sequence[Seat]) -> int:
    shown = _Shown(session)
    try:
        done = consult(opened, council, shown.show)
    finally:
        shown.clear()
    _tell_time(session, done, waiting)
    opened = record_consult(opened, done, caller=session.caller)
    council_said = weigh(opened.workspace.code, done.answers) if done.answered else None
    if council_said is not None and not council.wanted.on:
        opened = record_advice(opened, council_said, caller=session.caller).opened

    def show_all(screen: Screen) -> None:
        show_answers(screen, done.answers)
        if council_said is not None:
            show_comparison(screen, council_said)

    session.give("consulted", wire.consulted(opened, done, council_said), show_all)
    return _end(session, opened, done)


def _tell_time(session: Session, done: Asked, waiting: Sequence[Seat]) -> None:
    """Say how long several took beside each other, and how long one after the other."""
    names = {each.advisor.name for each in waiting}
    alone = sum(each.seconds for each in done.answers if each.advisor in names)
    if len(names) > 1 and not session.json:
        session.err.line((f"{done.seconds:.0f} s in all; one after the other {alone:.0f} s", "dim"))


def _end(session: Session, opened: OpenPlan, done: Asked) -> int:
    if done.is_interrupted:
        if not session.json:
            session.err.line(
                Hint("Interrupted. Finished answers are saved; go on: ", done.council.again(opened))
            )
        return _INTERRUPTED
    if not done.answered and session.json:
        return _FAILED  # the document has printed who failed, and why
    if not done.answered:
        raise Unavailable(
            f"None of {count(len(done.answers), 'advisor')} answered",
            hint=Hint("See which models answer: ", run("models", {"try": True})),
        )
    if not session.json:
        session.err.labelled(
            "next:", "accent", run("consult fetch").on(opened.known.handle), "  prints the answers in full"
        )
    return 0


def _detach(session: Session, opened: OpenPlan, council: Council, budget: float | None) -> None:
    wanted = council.wanted
    words = ["--plan", opened.known.id, "consult", "ask", "--timeout", str(wanted.seconds)]
    words += [word for model in council.models for word in ("--with", model)]
    words += ["--on", wanted.on] if wanted.on else []
    words += ["--budget-usd", str(budget)] if budget is not None else []
    words += ["--", wanted.question] if wanted.question else []
    _give_jobs(session, opened, answered.detach(opened, council, words))


def _give_jobs(session: Session, opened: OpenPlan, found: Sequence[AdvisorJob]) -> None:
    session.give("consult-jobs", wire.jobs(opened, found), lambda screen: show_jobs(screen, opened, found))


class _Shown:
    """How far each advisor is: over one line at a terminal, else a line as each one ends."""

    def __init__(self, session: Session) -> None:
        self._screen, self._is_quiet = session.err, session.json
        self._told: set[str] = set()
        self._last = 0.0

    def show(self, states: Sequence[Progress]) -> None:
        if self._is_quiet:
            return
        for each in states:
            if each.answer and each.advisor not in self._told:
                self._told.add(each.advisor)
                self.clear()
                self._screen.line(_ended(each.answer))
        if self._screen.is_terminal and time.monotonic() - self._last >= 1:
            self._last = time.monotonic()
            self._screen.over_line("   ".join(_spell(each) for each in states if not each.answer))

    def clear(self) -> None:
        if self._screen.is_terminal and not self._is_quiet:
            self._screen.over_line("")


def _ended(answer: Answer) -> str:
    return f"{answer.advisor} {answer.state} after {answer.seconds:.0f} s"


def _spell(each: Progress) -> str:
    minutes, seconds = divmod(int(time.monotonic() - each.began), 60)
    received = f" {each.received:,} bytes" if each.received else ""
    return f"{each.advisor} {minutes}:{seconds:02}{received}"


@consult_command.command("fetch", short_help="Print what advisors answered, in full.")
@click.argument("names", metavar="[JOB]...", nargs=-1)
@click.option("--wait", is_flag=True, help="Wait until none of them is at it any more.")
@click.option("--all", "shows_all", is_flag=True, help="Print all of it, however long it is.")
@click.option(
    "--timeout", metavar="SECONDS", type=click.FloatRange(min=0), help="With --wait: at most so long."
)
@pass_session
def fetch_answers(
    session: Session, names: tuple[str, ...], wait: bool, timeout: float | None, shows_all: bool
) -> int:
    """Print what the advisors of the newest council answered, or those of these jobs.

    About 12,000 tokens are printed; what is left out is counted, with the command that prints it. `--json`
    has all of it.
    """
    opened = session.open()
    seconds = (_WAIT if timeout is None else timeout) if wait else 0.0
    found = answered.fetch(opened, names, seconds=seconds, meanwhile=partial(_show_running, session))
    _show_running(session, ())
    session.give(
        "consult-jobs",
        wire.jobs(opened, found),
        lambda screen: show_in_full(screen, opened, found, limit=None if shows_all else _MOST_TOKENS),
        is_long=True,
    )
    if any(each.answer.state in {ANSWERED, RUNNING} for each in found):
        return 0
    if session.json:
        return _FAILED
    raise Unavailable(
        "None of them answered", hint=Hint("Ask again: ", run("consult").on(opened.known.handle))
    )


def _show_running(session: Session, found: Sequence[AdvisorJob]) -> None:
    """Show over one line who is still at work; nobody: clear it."""
    if session.err.is_terminal and not session.json:
        running = (each.answer for each in found if each.answer.state == RUNNING)
        session.err.over_line("   ".join(f"{each.advisor} {each.seconds:.0f} s" for each in running))


@consult_command.command("list", short_help="List who was asked about a plan, and how far they are.")
@click.option(
    "--prune",
    "days",
    metavar="DAYS",
    type=click.FloatRange(min=0),
    help="Remove the answers of jobs that began so many days ago, but for those that the plan uses.",
)
@pass_session
def list_asked(session: Session, days: float | None) -> None:
    """List who was asked about a plan on this machine, the newest council first."""
    opened = session.open()
    gone = answered.prune(opened, days) if days is not None else ()
    if days is not None and not session.json:
        session.err.line(f"removed {count(len(gone), 'job')}")
    _give_jobs(session, opened, answered.list_jobs(opened))


@consult_command.command("cancel", short_help="Stop advisors that are still at work.")
@click.argument("names", metavar="[JOB]...", nargs=-1)
@pass_session
def cancel_asked(session: Session, names: tuple[str, ...]) -> None:
    """Stop these jobs, or all that run; answers that have arrived are kept."""
    opened = session.open()
    stopped = answered.cancel(opened, names)
    if not (stopped or session.json):
        session.err.line("Nobody is at work.")
    _give_jobs(session, opened, stopped or answered.list_jobs(opened))
