"""What advisors answered, as it lies on this machine, outside the repository: fetched, listed, cancelled."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from groundplan.app.objections.attack_runs import job_folder
from groundplan.consult import jobs
from groundplan.consult.answer import ANSWERED, CANCELLED, FAILED, RUNNING, Answer, read_answer
from groundplan.files.plain import read_plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Unavailable, Unknown
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from groundplan.app.consult.council import Council, Seat
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.answer import Parts

_LOOK_EVERY = 0.2  # seconds
_DAY = 86_400.0  # seconds
_ENDING: Final = 10.0  # seconds for a job that is cancelled to end
_STATES = {jobs.DONE: ANSWERED, jobs.RUNNING: RUNNING, jobs.CANCELLED: CANCELLED}
_CUT = "it was cut off without a word"


@dataclass(frozen=True, slots=True)
class AdvisorJob:
    """One advisor asked once: the job's name, and what is known of the answer."""

    id: str
    answer: Answer
    started: float  # seconds of the epoch
    sent: str  # digest of what was sent
    on: str = ""  # the part of the plan that it was asked about
    is_newest: bool = False  # of those who were asked last
    log: str = ""


def consult_folder(opened: OpenPlan) -> Path | None:
    """Return where the jobs of a plan's councils are."""
    return job_folder("consults", opened)


def note_round(root: Path | None, names: Sequence[str]) -> None:
    """Note who is asked now; where there is no room for it, they are asked all the same."""
    if root is None:
        return
    with contextlib.suppress(OSError):
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = root / "round.part"
        part.write_text(json.dumps(list(names)), "utf-8")
        part.replace(root / "round.json")


def read_finished(place: Path | None) -> Answer | None:
    """Return the answer of a job that came to its end."""
    found = jobs.find_job(place) if place else None
    return _read(found).answer if found and found.state == jobs.DONE else None


def answer_of(answer: Answer, parts: Parts) -> Answer:
    """Return an answer with what was read out of its text."""
    return replace(
        answer,
        approach=parts.approach,
        top_risk=parts.top_risk,
        claims=parts.claims,
        items=parts.items,
    )


def _read(job: jobs.Job, name: str = "", newest: Sequence[str] = ()) -> AdvisorJob:
    note = job.note
    text = _text(note, "text")
    answer = Answer(
        _text(note, "advisor"),
        _text(note, "lens"),
        _text(note, "model"),
        text=text,
        state=_STATES.get(job.state, FAILED),
        why=_text(note, "why") or (_CUT if job.state == jobs.CUT else ""),
        asked_tokens=int(_number(note, "asked_tokens") or 0),
        answered_tokens=int(_number(note, "answered_tokens") or 0),
        dollars=_number(note, "dollars"),
        seconds=_number(note, "seconds") or 0.0,
    )
    if answer.state == RUNNING:
        answer = replace(answer, seconds=round(max(time.time() - job.started, 0.0), 1))
    return AdvisorJob(
        name,
        answer_of(answer, read_answer(text)) if text else answer,
        job.started,
        _text(note, "sent"),
        _text(note, "on"),
        name in newest,
        job.log,
    )


def list_jobs(opened: OpenPlan) -> tuple[AdvisorJob, ...]:
    """Return every job of a plan's councils on this machine, the newest first."""
    root = consult_folder(opened)
    if root is None or not root.is_dir():
        return ()
    newest = _newest(root)
    found = []
    for place in root.iterdir():
        job = jobs.find_job(place) if place.is_dir() else None
        if job:
            found.append(_read(job, place.name, newest))
    return tuple(sorted(found, key=lambda each: (not each.is_newest, -each.started, each.id)))


def fetch(
    opened: OpenPlan,
    names: Sequence[str] = (),
    *,
    seconds: float = 0.0,
    meanwhile: Callable[[Sequence[AdvisorJob]], None] = lambda _: None,
) -> tuple[AdvisorJob, ...]:
    """Return the jobs of these names, or those of the newest council; wait that long for them to end."""
    end = time.monotonic() + seconds
    while True:
        found = _choose(opened, list_jobs(opened), names)
        if time.monotonic() >= end or all(each.answer.state != RUNNING for each in found):
            return found
        meanwhile(found)
        time.sleep(_LOOK_EVERY)


def cancel(opened: OpenPlan, names: Sequence[str] = ()) -> tuple[AdvisorJob, ...]:
    """Stop these jobs, or all that run, and return them as they are then; answers that came are kept."""
    root = consult_folder(opened)
    running = [each for each in list_jobs(opened) if each.answer.state == RUNNING]
    chosen = _choose(opened, list_jobs(opened), names) if names else tuple(running)
    stopped = [each.id for each in chosen if root and jobs.cancel(root / each.id)]
    return fetch(opened, stopped, seconds=_ENDING) if stopped else ()


def prune(opened: OpenPlan, days: float) -> tuple[AdvisorJob, ...]:
    """Remove the jobs that began so long ago and have ended, and return them; what the plan uses stays.

    That is who was asked last, and the newest council on the whole plan and on each part that its ledger has.
    """
    root = consult_folder(opened)
    newest = {held.on: held for held in opened.judgement.promises.consults}
    used = {each.sent for held in newest.values() for each in held.advisors}
    oldest = time.time() - days * _DAY
    gone = []
    for each in list_jobs(opened) if root else ():
        is_used = each.is_newest or each.sent in used
        if root and not is_used and each.answer.state != RUNNING and each.started < oldest:
            with contextlib.suppress(jobs.Busy):
                jobs.remove(root / each.id)
                gone.append(each)
    return tuple(gone)


def detach(opened: OpenPlan, council: Council, words: Sequence[str]) -> tuple[AdvisorJob, ...]:
    """Start groundplan once more, with these words, to ask the council when this process is gone."""
    root = consult_folder(opened)
    if root is None:
        raise Unavailable("There is no cache folder to run in", hint="Set HOME, or leave out `--detach`")
    names = [each.job for each in council.seats]

    def has_begun(process: int) -> bool:
        found = [jobs.find_job(root / name) for name in names]
        return all(job and (job.process == process or job.state == jobs.DONE) for job in found)

    jobs.start(("--repo", str(opened.workspace.root), *words), root, has_begun)
    return tuple(each for each in list_jobs(opened) if each.id in names)


def find_unanswered(opened: OpenPlan, council: Council) -> tuple[Seat, ...]:
    """Return those of a council who have yet to be asked, or asked again."""
    root = consult_folder(opened)
    return tuple(each for each in council.seats if not root or read_finished(root / each.job) is None)


def _choose(opened: OpenPlan, found: Sequence[AdvisorJob], names: Sequence[str]) -> tuple[AdvisorJob, ...]:
    if not found:
        again = run("consult").on(opened.known.handle)
        raise NotFound(
            f"Nobody was asked about `{opened.known.slug}` on this machine", hint=Hint("Ask: ", again)
        )
    known = {each.id: each for each in found}
    newest = {each.answer.advisor: each for each in reversed(found)}
    for name in names:
        if name not in known and name not in newest:
            raise Unknown(f"There is no job `{name}`", name=name, known=(*known, *newest))
    if names:
        return tuple(dict.fromkeys(known.get(name) or newest[name] for name in names))
    return tuple(each for each in found if each.is_newest) or tuple(found)


def _newest(root: Path) -> tuple[str, ...]:
    try:
        value = json.loads(read_plain(root / "round.json"))
    except (OSError, ValueError, RecursionError):
        return ()
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _text(note: Any, key: str) -> str:  # noqa: ANN401 - a note as it was read
    value = note.get(key)
    return value if isinstance(value, str) else ""


def _number(note: Any, key: str) -> float | None:  # noqa: ANN401 - a note as it was read
    value = note.get(key)
    return float(value) if isinstance(value, int | float) else None
