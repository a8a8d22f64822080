"""A council asked: all advisors at once, each answer saved as it comes, none paid for twice."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from groundplan.app.consult.answers import answer_of, consult_folder, note_round, read_finished
from groundplan.consult import jobs
from groundplan.consult.answer import ANSWERED, CANCELLED, FAILED, RUNNING, Answer, read_answer
from groundplan.models import model as models
from groundplan.models.model import ModelFailed, Watch
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.process.side_by_side import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.app.consult.council import Council, Seat
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.jobs import Work

_LOOK_EVERY = 0.2  # seconds, while another process asks the same


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one advisor is: since when it works, and how much has come."""

    advisor: str
    began: float  # of the monotonic clock
    answer: Answer | None = None  # once it has ended
    received: int = 0  # bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """A council as far as it came."""

    council: Council
    answers: tuple[Answer, ...]
    seconds: float = 0.0  # from the first question to the last answer
    is_interrupted: bool = False

    @property
    def answered(self) -> tuple[Answer, ...]:
        """Return those who answered."""
        return tuple(each for each in self.answers if each.state == ANSWERED)

    @property
    def absent(self) -> tuple[Answer, ...]:
        """Return those who did not."""
        return tuple(each for each in self.answers if each.state != ANSWERED)


def consult(
    opened: OpenPlan, council: Council, heard: Callable[[tuple[Progress, ...]], None] = lambda _: None
) -> Asked:
    """Ask every advisor at once; whoever answered before is not asked again.

    Ctrl-C ends those who are still at it, and what has come is kept. One that fails fails alone.
    """
    root = consult_folder(opened)
    note_round(root, [each.job for each in council.seats])
    begun = time.monotonic()
    states = [Progress(each.advisor.name, begun) for each in council.seats]

    def carry_out(number: int, is_stopped: Callable[[], bool]) -> Answer:
        def hear(chunk: bytes) -> None:
            states[number] = replace(states[number], received=states[number].received + len(chunk))

        place = root / council.seats[number].job if root else None
        answer = _ask(council.seats[number], place, Watch(hear, is_stopped), council.wanted.on)
        states[number] = replace(states[number], answer=answer)
        return answer

    tasks = [partial(carry_out, number) for number in range(len(states))]
    answers, is_interrupted = side_by_side(tasks, lambda: heard(tuple(states)))
    heard(tuple(states))
    return Asked(council, tuple(answers), round(time.monotonic() - begun, 1), is_interrupted)


def _ask(seat: Seat, place: Path | None, watch: Watch, on: str) -> Answer:
    """Return an advisor's answer: the one that is there, that of another process that asks, or a new one."""
    while True:
        found = read_finished(place)
        if found is not None:
            return found
        if watch.is_cancelled():
            return _absent(seat, CANCELLED, "it was cancelled")
        try:
            with jobs.at_work(place) as work:
                # Who held the job a moment ago may have finished it.
                return read_finished(place) or _ask_anew(seat, work, watch, on)
        except jobs.Busy:
            time.sleep(_LOOK_EVERY)


def _ask_anew(seat: Seat, work: Work, watch: Watch, on: str) -> Answer:
    begun = time.monotonic()
    work.begin(_note(seat, on))
    watch = replace(watch, is_cancelled=jobs.either(watch.is_cancelled, work.is_cancelled))
    try:
        said = seat.asker.ask(seat.prompt, watch)
    except ModelFailed as failure:
        is_cancelled = failure.why == models.CANCELLED
        absent = _absent(seat, CANCELLED if is_cancelled else FAILED, failure.message)
    except GroundplanError as error:
        absent = _absent(seat, FAILED, error.message)
    else:
        answer = Answer(
            seat.advisor.name,
            seat.advisor.lens.name if seat.advisor.lens else "",
            said.model or seat.advisor.model,
            text=said.text,
            asked_tokens=said.asked_tokens,
            answered_tokens=said.answered_tokens,
            dollars=said.dollars,
            seconds=round(said.seconds, 1),
        )
        work.end(jobs.DONE, _ended(answer))
        return answer_of(answer, read_answer(said.text))
    absent = replace(absent, seconds=round(time.monotonic() - begun, 1))
    work.end(jobs.CANCELLED if absent.state == CANCELLED else jobs.FAILED, _ended(absent))
    return absent


def _absent(seat: Seat, state: str, why: str) -> Answer:
    lens = seat.advisor.lens.name if seat.advisor.lens else ""
    return Answer(seat.advisor.name, lens, seat.advisor.model, state=state, why=why)


def _note(seat: Seat, on: str) -> dict[str, Any]:
    running = _absent(seat, RUNNING, "")
    return {"on": on, "sent": seat.digest, "asked": seat.advisor.model, **_ended(running)}


def _ended(answer: Answer) -> dict[str, Any]:
    return {
        "advisor": answer.advisor,
        "lens": answer.lens,
        "model": answer.model,
        "text": answer.text,
        "digest": hashlib.sha256(answer.text.encode()).hexdigest() if answer.text else "",
        "why": answer.why,
        "asked_tokens": answer.asked_tokens,
        "answered_tokens": answer.answered_tokens,
        "dollars": answer.dollars,
        "seconds": answer.seconds,
    }
