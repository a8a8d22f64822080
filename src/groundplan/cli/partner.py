"""A model as the planner of a talk: asked when it is its turn, heard once what it says was checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import next_question
from groundplan.app.changes.records import record_spec
from groundplan.app.models.drafting import draft, prepare
from groundplan.app.models.rounds import Heard
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.wire import plans
from groundplan.app.wire.drafted import drafted
from groundplan.cli.drafting import Progress, announce, end_draft
from groundplan.cli.views.drafted import show_open_questions, show_spoken, spell_spent
from groundplan.cli.views.outcomes import tell_next
from groundplan.cli.views.talk import show_state, show_updated
from groundplan.plan.hint import commands_in

if TYPE_CHECKING:
    from groundplan.app.models.drafting import Drafted
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker


class Partner:
    """One model over one sitting."""

    def __init__(self, session: Session, asker: Asker) -> None:
        self.session, self.asker = session, asker
        self.is_due = False  # it was cut off, and has yet to speak
        self.spent = ""  # what it took so far, in words
        self._is_announced = False

    @property
    def name(self) -> str:
        """Return what the user calls the model."""
        return self.asker.model.name

    def ask(self, screen: Screen, opened: OpenPlan) -> Drafted:
        """Have the model take its turn; the first time it is said before what that may take."""
        order = prepare(opened, self.asker, talks=True)
        if not self._is_announced:
            announce(self.session, self.asker, order.tokens)
            self._is_announced = True
        progress = Progress(screen, is_quiet=self.session.json)
        try:
            heard = Heard(progress.step, progress.tick)
            done = draft(opened, order, caller=self.session.caller, heard=heard)
        finally:
            progress.step("")
        is_cut_off = bool(done.trouble or done.is_interrupted)
        self.is_due = is_cut_off and next_question(done.opened) is None
        return done

    def speak(self, screen: Screen, opened: OpenPlan) -> OpenPlan:
        """Have the model take its turn and put out what it says; a fault of it does not end the talk."""
        done = self.ask(screen, opened)
        screen.blank()
        show_turn(screen, opened, done)
        if done.trouble:
            screen.labelled("✗", "bad", done.trouble.message)
            own = "" if done.again in commands_in(done.trouble.hint) else f"{done.trouble.hint}. "
            screen.labelled("hint:", "dim", f"{own.removeprefix('. ')}Enter asks it again")
        elif done.is_interrupted:
            told = "Interrupted. What was checked is recorded"
            screen.line((f"{told}; Enter goes on" if self.is_due else told, "dim"), indent=2)
        self.spent = spell_spent(done)
        return done.opened


def show_turn(screen: Screen, before: OpenPlan, done: Drafted) -> None:
    """Put out what a model says, and which sections it wrote; its questions come by themselves."""
    show_spoken(screen, done)
    diffs = compare_plans(before.plan, done.opened.plan)
    listed = record_spec(before, "question")
    show_updated(screen, [each for each in diffs if not (listed and each.key == listed[0])])


def take_one_turn(session: Session, opened: OpenPlan, asker: Asker, *, is_due: bool) -> int:
    """Have a model take its turn where nobody sits at a terminal, if it is its turn, and print that."""
    if not is_due:
        session.give("talk", plans.whole(opened), lambda screen: show_state(screen, opened))
        return 0
    done = Partner(session, asker).ask(session.err, opened)
    payload = plans.whole(done.opened) | {"draft": drafted(done)}

    def show(screen: Screen) -> None:
        show_turn(screen, opened, done)
        show_open_questions(screen, done.opened)

    session.give("talk", payload, show)
    if not session.json:
        session.err.line((spell_spent(done), "dim"))
        tell_next(session, done.opened)
    return end_draft(session, done)
