"""The attacks by models that a plan may be under, one of each model: how far they are, how they ended.

Notes lie in the user's cache; what came of an attack is in the ledger.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from groundplan.code.index import cache_folder
from groundplan.consult import jobs
from groundplan.consult.advisor import Advisor
from groundplan.consult.jobs import RUNNING
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused, Unavailable
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.jobs import Work
    from groundplan.plan.hint import Run


@dataclass(frozen=True, slots=True)
class AttackRun:
    """An attack by a model: running, or how it ended."""

    model: str
    state: str  # of its job
    process: int
    started: float  # seconds of the epoch
    objections: tuple[str, ...] = ()
    trouble: str = ""
    log: str = ""


@contextmanager
def only_attack(opened: OpenPlan, model: str) -> Iterator[Work]:
    """Hold the plan for one attack by this model, or refuse the second."""
    with ExitStack() as held:
        try:
            work = held.enter_context(jobs.at_work(_place(opened, model)))
        except jobs.Busy as busy:
            raise _second(_find(opened, model), opened) from busy
        work.begin({"model": model})
        yield work


def recording(opened: OpenPlan) -> AbstractContextManager[None]:
    """Let one attack at a time write into the ledger: or two would take the same name."""
    root = job_folder("attacks", opened)
    return jobs.in_turn(root / ".recording" if root else None)


def find_runs(opened: OpenPlan) -> tuple[AttackRun, ...]:
    """Return the attacks that a plan is under, and the last one of each other model; the newest first."""
    root = job_folder("attacks", opened)
    places = sorted(root.iterdir()) if root and root.is_dir() else []
    found = [_read(job) for job in map(jobs.find_job, places) if job]
    return tuple(sorted(found, key=lambda each: -each.started))


def find_run(opened: OpenPlan) -> AttackRun | None:
    """Return the attack that a plan is under, or the last one; None where there was none on this machine."""
    found = find_runs(opened)
    return next((each for each in found if each.state == RUNNING), next(iter(found), None))


def start_run(opened: OpenPlan, model: str, words: Sequence[str]) -> AttackRun:
    """Start groundplan once more, with these words, to attack the plan when this process is gone."""
    place = _place(opened, model)
    if place is None:
        raise Unavailable("There is no cache folder to run in", hint="Set HOME, or leave out `--detach`")
    before = _find(opened, model)
    if before and before.state == RUNNING:
        raise _second(before, opened)

    def has_begun(process: int) -> bool:
        found = _find(opened, model)
        return bool(found and found.process == process)

    jobs.start(("--repo", str(opened.workspace.root), *words), place, has_begun)
    begun = _find(opened, model)
    if begun is None:
        raise Unavailable(f"`{model}` left no trace", hint=Hint("Look again: ", _status(opened)))
    return begun


def job_folder(kind: str, opened: OpenPlan) -> Path | None:
    """Return the folder of a plan's jobs; two working trees have the same plan, and work on it apart."""
    cache = cache_folder(os.environ)
    tree = hashlib.sha256(os.fsencode(opened.workspace.root)).hexdigest()[:16]
    return cache / kind / f"{opened.known.id}-{tree}" if cache else None


def _place(opened: OpenPlan, model: str) -> Path | None:
    root = job_folder("attacks", opened)
    return root / Advisor(model, model).slug if root else None


def _find(opened: OpenPlan, model: str) -> AttackRun | None:
    place = _place(opened, model)
    job = jobs.find_job(place) if place else None
    return _read(job) if job else None


def _read(job: jobs.Job) -> AttackRun:
    note = job.note
    names = note.get("objections")
    return AttackRun(
        str(note.get("model", "")),
        job.state,
        job.process,
        job.started,
        tuple(map(str, names)) if isinstance(names, list) else (),
        str(note.get("trouble", "")),
        job.log,
    )


def _second(found: AttackRun | None, opened: OpenPlan) -> Refused:
    named = f"`{found.model}` (process {found.process})" if found else "Another process"
    return Refused(f"{named} is attacking this plan already", hint=Hint("How far it is: ", _status(opened)))


def _status(opened: OpenPlan) -> Run:
    return run("refute", {"status": True}).on(opened.known.handle)
