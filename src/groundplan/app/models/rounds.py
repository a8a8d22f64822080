"""A model asked in rounds: it asks the code, hands something in, and mends what is found in that.

What is asked for differs, the rounds do not. What the model is asked follows from the plan and its answers
alone: cut off and begun again, it pays for no answer twice.
"""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass as mutable
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from groundplan.app.callers import Caller
from groundplan.app.models.looked import Looked
from groundplan.app.objections.attack_runs import recording
from groundplan.app.plans.opened import open_plan
from groundplan.app.probes.attempts import tell_last_line, tell_receipt, try_once
from groundplan.models.model import BROKEN, CANCELLED, ModelFailed, Prompt, Watch
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_text
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.objection import plain_name
from groundplan.planner.brains.answered import Tried
from groundplan.planner.brains.rounds import LOOKS, TRIALS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.asking import Asker
    from groundplan.plan.hint import Run
    from groundplan.planner.brains.rounds import Rounds
    from groundplan.planner.brains.turn import Attempt, Lookup

_SECONDS = 900.0  # for one answer: an agent reads code first


@dataclass(frozen=True, slots=True)
class Heard:
    """Whom to call while a model works: with what it is about, and again and again while it is at it."""

    step: Callable[[str], None] = lambda _: None
    tick: Callable[[], None] = lambda: None
    is_cancelled: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Said:
    """What is in an answer: questions to the code, words that can be judged, and whether they are new."""

    lookups: tuple[Lookup, ...] = ()
    probes: tuple[Attempt, ...] = ()
    keep: tuple[str, ...] | None = None  # of the code's answers so far; None: all of them
    has_words: bool = False
    is_new: bool = True

    @property
    def asks(self) -> bool:
        """Whether it wants to know something before it goes on."""
        return bool(self.lookups or self.probes)


class Work(Protocol):
    """What a model is asked for; nothing of it is in the plan."""

    @property
    def is_judged(self) -> bool:
        """Whether there is something to hand in."""
        ...

    def step(self, rounds: Rounds) -> str:
        """Return what the model is about to do."""
        ...

    def prompt(self, rounds: Rounds) -> str:
        """Return all that it is asked now."""
        ...

    def read(self, said: str) -> Said:
        """Take an answer in; GroundplanError says what no form allows."""
        ...

    def judge(self) -> bool:
        """Judge what was taken in; return whether something is to be mended."""
        ...


@mutable
class ModelRounds:
    """The rounds of one model over one plan."""

    opened: OpenPlan
    asker: Asker
    caller: Caller
    heard: Heard
    repairs: int
    looked: Looked = field(init=False)
    receipts: set[str] = field(default_factory=set)  # that the model was shown
    looks: int = field(init=False)
    tries: int = TRIALS
    model_id: str = ""
    unreadable: list[Path] = field(default_factory=list)
    aside: str = ""  # where an answer is that nobody could read, for the person

    def __post_init__(self) -> None:
        # From what is allowed, not from what is left: begun again, it asks the same and finds its answers.
        self.looks = max(min(LOOKS, self.asker.allowed.calls - 1), 0)
        self.looked = Looked(self.opened.workspace.code)

    @property
    def author(self) -> Caller:
        """Return the model as whoever hands in: never a person, whoever had it asked."""
        channel = "agent" if self.caller.is_person else self.caller.channel
        return Caller(self.asker.model.name, channel, (self.model_id,) if self.model_id else ())

    def carry_out(self, work: Work) -> tuple[GroundplanError | None, bool]:
        """Ask to the end; return the model's fault, and whether it was interrupted: the work so far holds."""
        try:
            self._run(work)
        except ModelFailed as failure:
            return (None, True) if failure.why == CANCELLED else (failure, False)
        except KeyboardInterrupt:
            return None, True
        return None, False

    def _run(self, work: Work) -> None:
        """Ask until the work is sound, or as often as it may be mended."""
        unread = ("", "")
        while True:
            said = self._ask(work, unread)
            try:
                given = work.read(said)
            except GroundplanError as error:
                self.unreadable += filter(None, [self.asker.last])
                if unread[0] or not self.repairs:
                    _give_up(self, work, error)
                    return
                self.repairs -= 1
                unread = (" ".join(filter(None, (error.message, str(error.hint)))), said)
                continue
            unread = ("", "")
            if given.asks and self.looks:
                self._look(given, is_wanted=work.is_judged)
                self._try_out(given.probes, is_wanted=work.is_judged)
                if given.has_words:
                    self._judge(work)
                continue
            if given.asks and not given.has_words:
                if not self.repairs:
                    _give_up(self, work, Misused("it only asks the code"))
                    return
                self.repairs -= 1
                unread = ("No rounds of questions to the code are left: hand in now", said)
                continue
            if work.is_judged and not given.is_new:  # it sees no fault in what was found
                return
            if not self._judge(work) or not self.repairs:
                return
            self.repairs -= 1

    def how_to_go_on(self, again: Run) -> Hint:
        """Return what to do after a fault: what was answered is not paid for twice, unless it was no use."""
        if self.unreadable:
            return Hint(f"Its answer is in `{self.aside}`; " if self.aside else "", "ask again: ", again)
        if not (self.model_id or self._rounds().has_looked):
            trying = run("models", {"try": True}, self.asker.model.name)
            return Hint("It answered nothing; see what it lacks: ", trying, ", then ask again: ", again)
        return Hint("What it answered is saved; go on: ", again)

    def _judge(self, work: Work) -> bool:
        self.heard.step("Checking the answer")
        return work.judge()

    def _ask(self, work: Work, unread: tuple[str, str]) -> str:
        rounds = self._rounds(unread)
        self.heard.step(work.step(rounds))
        prompt = Prompt(work.prompt(rounds), repository=self.opened.workspace.root, seconds=_SECONDS)
        answer = self.asker.ask(prompt, Watch(is_cancelled=self._is_cancelled))
        self.model_id = plain_name(answer.model)[:80] or self.model_id
        return answer.text

    def _is_cancelled(self) -> bool:
        self.heard.tick()
        return self.heard.is_cancelled()

    def _rounds(self, unread: tuple[str, str] = ("", "")) -> Rounds:
        """Return what the model is shown of the rounds so far."""
        return self.looked.rounds(self.looks, self.tries, unread)

    def _look(self, given: Said, *, is_wanted: bool) -> None:
        self.looks -= 1
        self.heard.step("Looking into the code")
        self.looked.keep(given.keep)
        self.looked.ask(given.lookups, is_wanted=is_wanted)

    def _try_out(self, probes: Sequence[Attempt], *, is_wanted: bool) -> None:
        for attempt in probes:
            if self.heard.is_cancelled():
                raise ModelFailed("Interrupted before everything was tried", why=CANCELLED)
            self.heard.step(f"Trying {attempt.argv[0]}")
            patched = f" with patch {digest_text(attempt.patch)[:8]}" if attempt.patch else ""
            begun = time.monotonic()
            command = f"{shlex.join(attempt.argv)}{patched}"
            self.looked.put(command, self._try(attempt, command, is_wanted=is_wanted))
            self.asker.count(time.monotonic() - begun)

    def _try(self, attempt: Attempt, command: str, *, is_wanted: bool) -> Tried | str:
        """Try a command, and return what the model is told of it, or why it was not tried."""
        if not self.tries:
            return f"Not tried: {TRIALS} commands were tried, which is all"
        if self.asker.spent.seconds > self.asker.allowed.seconds / 2:  # the rest is for its answers
            return "Not tried: half of the time is over, and the rest is for your answers"
        try:
            with recording(self.opened):  # two at once would give two receipts the same name
                now = open_plan(self.opened.workspace, self.opened.known.id)
                self.opened, receipt = try_once(now, attempt, caller=self.author)
        except GroundplanError as error:
            return f"Not tried: {error.message}"
        self.receipts.add(receipt.id)
        self.tries -= 1
        return Tried(receipt.id, command, tell_receipt(receipt), tell_last_line(receipt), is_wanted=is_wanted)


def _give_up(rounds: ModelRounds, work: Work, error: GroundplanError) -> None:
    """End with what there is; where there is nothing, the model failed."""
    if not work.is_judged:
        rounds.aside = rounds.asker.set_aside(rounds.unreadable)
        told = f"`{rounds.asker.model.name}` wrote nothing that can be read: {error.message}"
        raise ModelFailed(told, why=BROKEN) from error
