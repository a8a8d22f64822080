"""The one attack by a model that a plan may be under: who is at it, and how the last one ended.

It is known by a lock that the system lets go of with its holder, so one that was killed is never taken for
one that runs. Notes lie in the user's cache; what came of an attack is in the ledger.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from groundplan.code.index import cache_folder
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused, Unavailable
from groundplan.plan.hint import Hint, run
from groundplan.process.background import start_apart
from groundplan.store import system
from groundplan.store.failures import outside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.hint import Run

RUNNING, DONE, FAILED, CUT = "running", "done", "failed", "cut off"
_STARTING: Final = 60.0  # seconds until a program that was started has to be at work
_LOOK_EVERY = 0.05
_MOST_SHOWN = 400  # letters of a complaint


@dataclass(frozen=True, slots=True)
class AttackRun:
    """An attack by a model: running, or how it ended."""

    model: str
    state: str  # RUNNING, DONE, FAILED, or CUT: it ended without a word
    process: int
    started: float  # seconds of the epoch
    objections: tuple[str, ...] = ()
    trouble: str = ""
    log: str = ""


@contextmanager
def only_attack(opened: OpenPlan, model: str) -> Iterator[Callable[[Sequence[str], str], None]]:
    """Hold the plan for one attack, or refuse the second; take how it ended: objections and trouble."""
    place = _place(opened)
    if place is None:  # nowhere to note it, so nobody can be told
        yield lambda _, __: None
        return
    with outside(f"write `{place}`"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(place / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _hold(handle, opened)
        note = {"model": model, "process": os.getpid(), "started": time.time()}
        _note(place, note)
        yield lambda names, trouble: _note(place, {**note, "objections": list(names), "trouble": trouble})
    finally:
        os.close(handle)


def find_run(opened: OpenPlan) -> AttackRun | None:
    """Return the attack that a plan is under, or the last one; None where there was none on this machine."""
    place = _place(opened)
    told = _read(place / "run.json") if place else {}
    if place is None or not told:
        return None
    found = AttackRun(
        str(told.get("model", "")),
        RUNNING if _is_held(place) else CUT,
        int(told.get("process", 0)),
        float(told.get("started", 0.0)),
    )
    found = replace(found, log=_log(place, found))
    if "trouble" not in told:
        return found
    trouble = str(told["trouble"])
    names = tuple(map(str, told.get("objections", ())))
    return replace(found, state=FAILED if trouble else DONE, objections=names, trouble=trouble)


def start_run(opened: OpenPlan, model: str, words: Sequence[str]) -> AttackRun:
    """Start groundplan once more, with these words, to attack the plan when this process is gone."""
    place = _place(opened)
    if place is None:
        raise Unavailable("There is no cache folder to run in", hint="Set HOME, or leave out `--detach`")
    _refuse_second(find_run(opened), opened)
    with outside(f"write `{place}`"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Started in the repository, Python would take modules that lie there for its own.
    argv = [sys.executable, "-P", "-m", "groundplan.cli.main", "--repo", str(opened.workspace.root), *words]
    process = start_apart(argv, place, place / "log")
    end = time.monotonic() + _STARTING
    while time.monotonic() < end:
        begun = find_run(opened)
        if begun and begun.process == process.pid:
            process.returncode = 0  # nobody waits for it any more
            return begun
        if process.poll() is not None:
            told = " ".join((place / "log").read_text("utf-8", "replace").split())[:_MOST_SHOWN]
            raise Unavailable(f"`{model}` was not started: {told or 'nothing was printed'}")
        time.sleep(_LOOK_EVERY)
    raise Unavailable(
        f"`{model}` has not begun after {_STARTING:.0f} s", hint=Hint("Look again: ", _status(opened))
    )


def _place(opened: OpenPlan) -> Path | None:
    """Return the folder of a plan's attacks; two working trees have the same plan, and attack it apart."""
    cache = cache_folder(os.environ)
    tree = hashlib.sha256(os.fsencode(opened.workspace.root)).hexdigest()[:16]
    return cache / "attacks" / f"{opened.known.id}-{tree}" if cache else None


def _log(place: Path, found: AttackRun) -> str:
    """Return the file that a run in the background printed into; one of an earlier run is not meant."""
    try:
        is_its_own = (place / "log").stat().st_mtime > found.started - _STARTING
    except OSError:
        return ""
    return str(place / "log") if is_its_own else ""


def _hold(handle: int, opened: OpenPlan) -> None:
    for _ in range(5):  # who looks at the lock holds it for a moment
        if system.lock(handle):
            return
        time.sleep(_LOOK_EVERY)
    raise _second(find_run(opened), opened)


def _refuse_second(found: AttackRun | None, opened: OpenPlan) -> None:
    if found and found.state == RUNNING:
        raise _second(found, opened)


def _second(found: AttackRun | None, opened: OpenPlan) -> Refused:
    named = f"`{found.model}` (process {found.process})" if found else "Another process"
    return Refused(f"{named} is attacking this plan already", hint=Hint("How far it is: ", _status(opened)))


def _status(opened: OpenPlan) -> Run:
    return run("refute", {"status": True}).on(opened.known.handle)


def _is_held(place: Path) -> bool:
    try:
        handle = os.open(place / "lock", os.O_RDWR)
    except OSError:
        return False
    try:
        return not system.lock(handle, shared=True)
    finally:
        os.close(handle)


def _note(place: Path, told: dict[str, Any]) -> None:
    """Note whole or not at all; where there is no room, the attack goes on."""
    with contextlib.suppress(OSError):
        part = place / "run.part"
        part.write_text(json.dumps(told), "utf-8")
        part.replace(place / "run.json")


def _read(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
