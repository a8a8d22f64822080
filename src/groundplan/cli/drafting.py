"""A model asked from a terminal: the limits are said before, how far it is meanwhile, what it took after."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from groundplan.app.models.choice import open_asker, split_sections
from groundplan.app.models.drafting import draft, prepare
from groundplan.app.models.rounds import Heard
from groundplan.app.wire.drafted import drafted
from groundplan.cli.conversation import can_talk
from groundplan.cli.model_options import refuse_missing
from groundplan.cli.views.drafted import show_drafted, show_open_questions, spell_spent
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundplan.app.models.drafting import Drafted
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker

INTERRUPTED = 130


def print_brief(
    session: Session, opened: OpenPlan, asker: Asker, sections: Sequence[str] = (), *, talks: bool = False
) -> None:
    """Print what the model would be sent first."""
    session.out.data(prepare(opened, asker, sections, talks=talks).prompt)


def ask_model(
    session: Session,
    opened: OpenPlan,
    asker: Asker,
    sections: Sequence[str] = (),
    *,
    talks: bool = False,
    leaves: Collection[str] = (),
) -> tuple[Drafted, dict[str, Any]]:
    """Have a model draft and say what became of it; return that, and the same as plain data.

    Where the talk goes on at once, it puts the questions.
    """
    order = prepare(opened, asker, sections, leaves=leaves)
    if order.tokens:
        refuse_missing(asker)
    announce(session, asker, order.tokens)
    progress = Progress(session.err, is_quiet=session.json)
    try:
        done = draft(opened, order, caller=session.caller, heard=Heard(progress.step, progress.tick))
    finally:
        progress.step("")
    if not session.json:
        _tell(session, done, asks=not (talks and can_talk(session)))
    return done, drafted(done)


def ask_models(
    session: Session, opened: OpenPlan, asker: Asker, *, talks: bool = False
) -> tuple[Drafted, dict[str, Any]]:
    """Have the user's models draft, each the sections whose kind it was chosen for, the usual one first."""
    others = split_sections(opened, asker.model.name)
    leaves = [key for keys in others.values() for key in keys]
    done, told = ask_model(session, opened, asker, talks=talks, leaves=leaves)
    for name, keys in others.items():
        if done.trouble or done.is_interrupted:
            break
        more = open_asker(name, is_attended=session.caller.is_person)
        done, also = ask_model(session, done.opened, more, keys, talks=talks)
        told = {**told, "others": [*told.get("others", ()), also]}
    return done, told


def _tell(session: Session, done: Drafted, *, asks: bool) -> None:
    if done.handed.is_anything:
        show_drafted(session.out, done)
        if asks:
            show_open_questions(session.out, done.opened)
    if done.spent.calls or done.handed.is_anything:
        session.err.line((spell_spent(done), "dim"))
    if done.handed.written or done.handed.proposals:
        copy = run("show", {"copy": True}).on(done.opened.known.handle)
        session.err.labelled("read:", "accent", copy)


def end_draft(session: Session, done: Drafted) -> int:
    """Return the exit code of a draft; one that was cut off says how to go on."""
    if done.trouble:
        raise done.trouble
    if not done.is_interrupted:
        return 0
    if not session.json:
        again = Hint("Interrupted. Finished answers are saved; go on: ", done.again)
        session.err.line(again)
    return INTERRUPTED


def announce(session: Session, asker: Asker, tokens: int) -> None:
    """Say before a model is asked how much that is, and the most that it may take."""
    if session.json:
        return
    if not tokens:
        session.err.line(f"handing in what {asker.model.name} answered before; nothing is asked")
        return
    may = asker.allowed
    limits = f"at most {may.calls} calls, {may.seconds / 60:.0f} minutes, ${may.dollars:.2f}"
    told = f"asking {asker.model.name}: about {round(tokens, -2):,} tokens at first; {limits}"
    session.err.line(told, ("  (`--show-brief` prints them and sends nothing)", "dim"))


class Progress:
    """Says what a model is about: over one line with the time it takes, or a line for each step."""

    def __init__(self, screen: Screen, *, is_quiet: bool) -> None:
        self._screen, self._is_quiet = screen, is_quiet
        self._name = ""
        self._begun = self._shown = 0.0

    def step(self, name: str) -> None:
        """Take the name of the step that begins; none: the work is over."""
        self._name, self._begun = name, time.monotonic()
        if self._is_quiet:
            return
        if self._screen.is_terminal:
            self._screen.over_line(f"{name} …" if name else "")
        elif name:
            self._screen.line(f"{name} …")

    def tick(self) -> None:
        """Show the time, once a second."""
        now = time.monotonic()
        if self._is_quiet or not self._screen.is_terminal or now - self._shown < 1:
            return
        self._shown = now
        minutes, seconds = divmod(int(now - self._begun), 60)
        self._screen.over_line(f"{self._name} …  {minutes}:{seconds:02}")
