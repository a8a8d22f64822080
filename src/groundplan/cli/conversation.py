"""The talk at a terminal: one line at a time, the analyst asking, the person answering or pressing a key.

Everything typed goes through the use cases of `answer`, `say` and `approve`: nothing here binds more.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.app.analyst.answering import answer_led, correct_place
from groundplan.app.analyst.leading import has_steps, is_anothers_turn, next_question
from groundplan.app.analyst.planning import take_turn
from groundplan.app.changes import writing
from groundplan.app.changes.changing import Outcome
from groundplan.app.changes.promoting import promote
from groundplan.app.changes.proposing import find_proposals
from groundplan.app.lifecycle import withdrawing
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.talk.hearing import agrees_to_approve, asks, leaves, left_for_later, misfit_of
from groundplan.app.talk.talking import find_question, say
from groundplan.app.views import viewing
from groundplan.app.views.waiting import checkpoint_messages, next_command
from groundplan.cli.commands.approving import approve_at
from groundplan.cli.editor import guide, open_sheet
from groundplan.cli.spelling import is_command
from groundplan.cli.talk_keys import how_to_change, no_key
from groundplan.cli.views.differences import show_diffs
from groundplan.cli.views.findings import show_in_words
from groundplan.cli.views.handed_in import show_raised
from groundplan.cli.views.markdown import show_proposals
from groundplan.cli.views.talk import (
    apart_from_questions,
    show_keys,
    show_leaving,
    show_noted,
    show_planner,
    show_question,
    show_state,
    show_updated,
)
from groundplan.plan.errors import Cancelled, GroundplanError, Refused
from groundplan.plan.hint import about
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import Unfit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.app.analyst.advancing import Advanced
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.partner import Partner
    from groundplan.cli.session import Session
    from groundplan.cli.terminal import Terminal
    from groundplan.plan.finding import Finding
    from groundplan.plan.promise import Asked
    from groundplan.plan.questions import QuestionState
    from groundplan.planner.answers.fit import Misfit


# `change Q1`, `change Q1 to …`; and `Q1: …`
_CHANGE = late_regex(
    r"(?:change|correct|re-?answer)(?: my| the)?(?: answer (?:to|of))? (?P<name>q? ?\d+)"
    r"(?:[:,]| to)?(?P<words>.*)",
    re.IGNORECASE,
)
_NAMED = late_regex(r"(?:question )?(?P<name>q\d+) ?[:=](?P<words>.+)", re.IGNORECASE)


_NOTED = "kept as a note; the plan's text is unchanged"


def can_talk(session: Session) -> bool:
    """Tell whether a person sits at a terminal on both ends."""
    return not session.json and session.caller.channel == "terminal" and session.out.is_terminal


@dataclass
class Conversation:
    """One sitting: the plan as it stands, and the terminal it is talked about at."""

    session: Session
    terminal: Terminal
    opened: OpenPlan
    advanced: Advanced | None = None
    partner: Partner | None = None  # the model that is the planner of this talk; None: the analyst
    follows: bool = False  # the person wants to see each section that is rewritten

    def run(self) -> None:
        """Ask and answer until the person leaves."""
        screen = self.terminal.screen
        keys = self._keys()
        if self.partner and is_anothers_turn(self.opened):
            self._have_spoken(self.opened)
        else:
            screen.blank()
            show_state(screen, self.opened, self.advanced)
        show_keys(screen, self.opened)
        while True:
            screen.blank()
            words = self.terminal.ask("  you › ", offers_typed=True)
            if leaves(words) or self.terminal.is_ended:
                show_leaving(screen, self.opened, self.partner.name if self.partner else "")
                return
            try:
                if words in keys:
                    keys[words]()
                elif asks(words):
                    self._explain()
                elif is_command(words, screen.program):
                    told = f"`{words}` is a command for your shell: `q` leaves the talk, then run it there."
                    screen.prose(told, indent=2, tone="warn")
                elif words.startswith("e ") and (key := self._section_meant(words[2:])):
                    self._edit(key)
                elif told := no_key(self.opened, words):
                    screen.prose(told, indent=2, tone="warn")
                else:
                    self._hear(words)
            except Cancelled as error:
                screen.line(error.message, indent=2)
            except GroundplanError as error:
                self._complain(error)

    def _complain(self, error: GroundplanError) -> None:
        """Say what went wrong; what blocks is listed in words, without the names of rules."""
        screen, handle = self.terminal.screen, self.opened.known.handle
        screen.labelled("✗", "bad", error.message)
        if isinstance(error, Refused) and error.findings:
            show_in_words(screen, error.findings, handle)
        elif error.hint:
            screen.labelled("hint:", "dim", about(error.hint, handle))

    def _keys(self) -> dict[str, Callable[[], None]]:
        screen = self.terminal.screen
        return {
            "a": self._approve,
            "s": self._send_back,
            "c": self._comment,
            "d": lambda: show_diffs(screen, viewing.diff(self.opened)),
            "e": self._edit_next,
            "f": self._toggle_following,
            "p": lambda: show_proposals(screen, find_proposals(self.opened)),
            "?": self._explain,
        }

    def _hear(self, words: str) -> None:
        """Take a line as the answer to the open question, or as talk; Enter takes what is recommended."""
        again = _CHANGE.fullmatch(words) or _NAMED.fullmatch(words)
        if again is not None:
            self._answer_by_name(again["name"], again["words"].strip())
            return
        question = next_question(self.opened)
        caller = self.session.caller
        if question is None:
            if self.partner and self.partner.is_due and not words:
                self._have_spoken(self.opened)
            elif agrees_to_approve(self.opened, words):
                told = "Type `a` to see and approve it, or `s` to say what should change."
                self.terminal.screen.line(told, indent=2)
            elif words:
                self._take_words(words, noted=words)
            else:
                show_state(self.terminal.screen, self.opened)
                show_keys(self.terminal.screen, self.opened)
            return
        misfit = misfit_of(self.opened, question, words) if words else None
        if misfit is not None:
            self._hear_misfit(question, misfit, words)
            return
        asked = question.asked
        advised = _what_enter_takes(asked) if asked else ""
        if not (words or advised):
            self.terminal.screen.line(
                ("There is no recommended answer: type one in your own words", "dim"), indent=2
            )
            return
        kept = answer_led(self.opened, question.id, words or advised, caller=caller)
        if not words:
            self.terminal.screen.labelled("you", "bold", " ", advised, indent=6)
        self._take_turn(kept.outcome.opened, _noted(kept.noted, words) if words else "")

    def _answer_by_name(self, name: str, words: str) -> None:
        """Answer the question that is named, again where it was answered; without words, ask for them."""
        question = find_question(self.opened, name, answered=True)
        if not words:
            show_question(self.terminal.screen, question)
            words = self.terminal.ask("  new answer › ")
        if words and not (leaves(words) or asks(words)):
            kept = answer_led(self.opened, question.id, words, caller=self.session.caller)
            if kept.replaced:
                self.terminal.screen.line((f"replaces “{kept.replaced}”", "dim"), indent=2)
                if has_steps(self.opened):
                    told = "The steps were written before this answer: check whether they still hold."
                    self.terminal.screen.prose(told, indent=2, tone="warn")
            self._take_turn(kept.outcome.opened, kept.noted)

    def _hear_misfit(self, question: QuestionState, misfit: Misfit, words: str) -> None:
        """Say why the words are not the answer, record what they do say, and ask again."""
        screen, caller = self.terminal.screen, self.session.caller
        is_blank = misfit.kind in {Unfit.UNKNOWN, Unfit.EMPTY}
        still = f", so {question.name} stays open" if is_blank else ""
        if not self.partner:  # a model makes sense of them itself
            screen.line((f"{misfit.message}{still}.", "warn"), indent=2)
        if self.partner:
            self._have_spoken(say(self.opened, words, caller=caller).outcome.opened)
            return
        if misfit.kind.is_heard:
            self._take_words(words)
            return
        if misfit.kind.is_said:
            note = f"{question.name}: {words}" if is_blank else words  # `idk` alone would tell nobody of what
            self.opened = say(self.opened, note, caller=caller, kind="note").outcome.opened
            screen.line((_NOTED, "dim"), indent=2)
        screen.line((f"{misfit.hint}.", "dim"), indent=2)
        screen.blank()
        show_question(screen, question)

    def _take_words(self, words: str, *, noted: str = "") -> None:
        """Record what a person says, and say so where none of it has reached the plan's text."""
        caller = self.session.caller
        opened = correct_place(self.opened, words, caller=caller)
        opened = opened or say(self.opened, words, caller=caller).outcome.opened
        self._take_turn(opened, noted, is_talk=True)

    def _explain(self) -> None:
        """Show the open question again, with its evidence and its choices, and what each key does."""
        screen = self.terminal.screen
        question = next_question(self.opened)
        if question is not None:
            show_question(screen, question)
            screen.line((_how_to_answer(question), "dim"), indent=2)
        show_keys(screen, self.opened, is_full=True)
        if told := how_to_change(self.opened):
            screen.line((told.removeprefix(", "), "dim"), indent=2)

    def _take_turn(self, opened: OpenPlan, noted: str = "", *, is_talk: bool = False) -> None:
        opened = self._promote(opened)
        if self.partner:
            if is_anothers_turn(opened):
                self._have_spoken(opened)
            else:
                self._follow(opened, None, noted)
            return
        self.terminal.screen.over_line("  thinking …")
        advanced = take_turn(opened, caller=self.session.caller)
        self.terminal.screen.over_line("")
        self._follow(advanced.opened if advanced else opened, advanced, noted, is_talk=is_talk)

    def _have_spoken(self, opened: OpenPlan) -> None:
        """Have the model take its turn: what it says is shown, then what changed and what is next."""
        assert self.partner is not None
        self.opened = opened  # the person's words are recorded, whatever becomes of the model
        screen = self.terminal.screen
        self._follow(self.partner.speak(screen, opened))
        screen.line((self.partner.spent, "dim"), indent=2)

    def _toggle_following(self) -> None:
        """Show each rewritten section from now on, or no longer."""
        self.follows = not self.follows
        told = "Each rewritten section is shown from now on" if self.follows else "Only the talk is shown"
        self.terminal.screen.line((told, "dim"), indent=2)

    def _promote(self, opened: OpenPlan) -> OpenPlan:
        """Let proposals of others into the plan where what was just said opens the way."""
        done = promote(Outcome(opened.judgement, opened, (), (), ()))
        for notice in done.notices:
            self.terminal.screen.labelled("note:", "warn", notice.message, indent=2)
        return done.opened

    def _follow(
        self,
        opened: OpenPlan,
        advanced: Advanced | None = None,
        noted: str = "",
        *,
        is_talk: bool = False,
        raised: Sequence[Finding] | None = None,
    ) -> None:
        """Go on from the plan as it is now, and say what was noted, what changed and what is next."""
        before, diffs = self.opened.judgement, compare_plans(self.opened.plan, opened.plan)
        self.opened, self.advanced = opened, advanced
        screen = self.terminal.screen
        if raised is not None:  # the person wrote it: nobody noted anything
            show_updated(screen, diffs)
            show_raised(screen, raised, opened.known.handle, in_words=True)
            screen.blank()
        elif not self.partner:
            screen.blank()
            show_noted(screen, noted, apart_from_questions(opened, diffs))
            if is_talk and not diffs:
                told = f"`e` writes a section{how_to_change(opened)}."
                screen.prose(f"Kept as a note; the plan's text is unchanged. {told}", indent=2, tone="dim")
        if self.follows:
            show_diffs(screen, diffs)
        for notice in advanced.notices if advanced else ():
            screen.labelled("note:", "warn", notice, indent=2)
        reached = checkpoint_messages(before, opened) if next_question(opened) is None else ()
        if self.partner and self.partner.is_due:
            return
        for message in reached:
            show_planner(screen, message)
        show_state(screen, opened, said=reached)
        if reached or next_question(opened) is None:  # there are keys now that were not there before
            show_keys(screen, opened)

    def _approve(self) -> None:
        try:
            approved = approve_at(self.session, self.terminal, self.opened)
        except Refused as error:
            if not error.findings:
                raise
            raise Refused("It cannot be approved yet:", findings=error.findings) from error
        self._take_turn(approved)

    def _send_back(self) -> None:
        reason = self.terminal.ask("  What should change? ")
        if reason and not (leaves(reason) or asks(reason)):
            done = withdrawing.request_changes(self.opened, "", caller=self.session.caller, reason=reason)
            named = done.checkpoint.spec.id
            self.terminal.screen.line((f"changes requested at {named}", "dim"), indent=2)
            self._take_turn(done.outcome.opened)

    def _comment(self) -> None:
        text = self.terminal.ask("  comment › ")
        if text and not (leaves(text) or asks(text)):
            kept = say(self.opened, text, caller=self.session.caller, kind="note")
            self.opened = kept.outcome.opened
            self.terminal.screen.line((_NOTED, "dim"), indent=2)

    def _edit_next(self) -> None:
        """Open the section that the screen names as the next to write; where it names none, ask which."""
        following = next_command(self.opened)
        named = following.arguments[0] if following.command == "write" and following.arguments else ""
        if self.opened.plan.section(named) and next_question(self.opened) is None:
            self._edit(named)
            return
        titles = [section.title or section.key for section in self.opened.plan.sections]
        self.terminal.screen.prose(f"Sections: {', '.join(titles)}", indent=2, tone="dim")
        name = self.terminal.ask("  which section › ")
        if name and not (leaves(name) or asks(name)):
            self._edit(writing.resolve_key(self.opened, name))

    def _section_meant(self, name: str) -> str:
        """Return the section that `e …` names; nothing where the line is talk that begins so."""
        try:
            return writing.resolve_key(self.opened, name)
        except GroundplanError:
            return ""

    def _edit(self, name: str) -> None:
        """Let the person edit a section; what they write is their own, and the analyst leaves it alone."""
        section = self.opened.plan.section(name)
        title = section.title if section else name
        note = f"{title or name}: save and close to write it. In the talk `e <section>` opens another."
        sheet = open_sheet(
            section.body if section else "", f"{note}{guide(self.opened, filter(None, [section]))}"
        )
        text = sheet.edit(os.environ)
        if text.strip() and text != sheet.initial:
            try:
                done = writing.write(self.opened, {name: text}, caller=self.session.caller)
            except GroundplanError:
                self.terminal.screen.line((f"your text is saved in {sheet.path}", "dim"), indent=2)
                raise
            self._follow(done.outcome.opened, raised=done.findings)
        sheet.discard()


def _noted(taken: str, words: str) -> str:
    """Return what was taken from an answer, and what it leaves for later."""
    later = ", ".join(left_for_later(words))
    return f"{taken.rstrip('.')}. For later: {later}" if later and later not in taken else taken


def _how_to_answer(question: QuestionState) -> str:
    """Return how a question is answered: with Enter, with a number, with words."""
    asked = question.asked
    ways = []
    if asked and _what_enter_takes(asked):
        ways.append("Enter takes the recommended answer")
    if asked and asked.choices:
        ways.append("a number takes that choice")
    if not ways:
        return "Type your answer in your own words."
    return f"{'; '.join([*ways, 'anything else is your answer in your own words'])}."


def _what_enter_takes(asked: Asked) -> str:
    """Return the recommended answer as it was shown: words that stand in no choice were not."""
    return asked.choices.get(asked.recommended, "") if asked.choices else asked.recommended
