"""Commands that whoever drafts asks for: run where the user allowed them before, and never a second time.

Nobody is asked on behalf of a model. What was tried over the same code has its receipt already: a draft that
goes on after it was cut off gets the same words as before.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from groundplan.app.probes.permits import read_permits
from groundplan.app.probes.probing import Trial, probe, record_probe
from groundplan.plan.errors import GroundplanError
from groundplan.plan.probe import tell_end

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.probe import Probe
    from groundplan.planner.brains.turn import Attempt

SECONDS = 120


def list_allowed(opened: OpenPlan) -> tuple[str, ...]:
    """Return the commands that the user lets others run over this repository."""
    root = os.path.realpath(opened.workspace.repository.root)
    try:
        permits = read_permits(root, os.environ)
    except GroundplanError:  # `probe` says what is wrong with the file
        return ()
    return tuple(dict.fromkeys(str(each.family) for each in permits if each.repository == root))


def as_trial(attempt: Attempt) -> Trial:
    """Return what is to be run; models leave out the end of the last line of a patch."""
    patch = f"{attempt.patch.rstrip()}\n".lstrip("\n")
    return Trial(attempt.argv, patch.encode("utf-8", "replace"), SECONDS)


def try_once(opened: OpenPlan, attempt: Attempt, *, caller: Caller) -> tuple[OpenPlan, str]:
    """Run a command unless it was run over this very code; return the plan, and what a model is told."""
    trial = as_trial(attempt)
    known = _find(opened, trial)
    if known is None:
        try:
            receipt = probe(opened.workspace, trial, caller=caller)
            opened = record_probe(opened, receipt, caller=caller).outcome.opened
        except GroundplanError as error:
            return opened, f"Not tried: {error.message}"
        known = opened.judgement.promises.probes[-1]
    by = f" ({known.tool})" if known.tool else ""
    how = f"{known.id}: {tell_end(known.ended, known.code)}{by}"
    return opened, f"{how}. Cite it as `(measured: {known.id})`.\n{known.excerpt}"


def _find(opened: OpenPlan, trial: Trial) -> Probe | None:
    patch = hashlib.sha256(trial.patch).hexdigest() if trial.patch else ""
    state = opened.workspace.code.state(opened.plan)
    for each in reversed(opened.judgement.promises.probes):
        if (each.argv, each.patch, each.state) == (trial.argv, patch, state) and state:
            return each
    return None
