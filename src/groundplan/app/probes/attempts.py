"""Commands that a model asks for: run where the user allowed them before, and never a second time.

Nobody is asked on behalf of a model. What was tried over the same code has its receipt already: a model that
goes on after it was cut off gets the same words as before.
"""

from __future__ import annotations

import difflib
import hashlib
import os
from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import one_line
from groundplan.app.probes.copying import digest_made
from groundplan.app.probes.permits import read_permits
from groundplan.app.probes.probing import Trial, probe, record_probe
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.probe import tell_end
from groundplan.plan.task_command import show_argv
from groundplan.planner.brains.turn import PROBE_SECONDS, join_patches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.probe import Probe
    from groundplan.planner.brains.turn import Attempt


def list_allowed(opened: OpenPlan) -> tuple[str, ...]:
    """Return the commands that the user lets others run over this repository."""
    root = os.path.realpath(opened.workspace.repository.root)
    try:
        permits = read_permits(root, os.environ)
    except GroundplanError:  # `probe` says what is wrong with the file
        return ()
    mine = (each for each in permits if each.repository == root and each.is_probe)
    return tuple(dict.fromkeys(str(each.family) for each in mine))


def as_trial(opened: OpenPlan, attempt: Attempt) -> Trial:
    """Return what is to be run, with the patch of an earlier receipt where the attempt builds on one."""
    before = ""
    if attempt.on:
        probes = opened.judgement.promises.probes
        before = next((each.patch_text for each in probes if each.id == attempt.on.upper()), "")
        if not before:
            told = f"`{one_line(attempt.on, 20)}` is no receipt with a patch"
            raise Misused(told, hint="Hand the patch in")
    patch = join_patches(before, attempt.patch)
    return Trial(attempt.argv, patch.encode("utf-8", "replace"), PROBE_SECONDS)


def try_once(opened: OpenPlan, attempt: Attempt, *, caller: Caller) -> tuple[OpenPlan, Probe]:
    """Run a command unless it was run over this very code; return the plan and the receipt."""
    trial = as_trial(opened, attempt)
    known = _find(opened, trial)
    if known is None:
        receipt = probe(opened.workspace, trial, caller=caller)
        noted = record_probe(opened, receipt, caller=caller)
        opened = noted.outcome.opened
        known = next(each for each in reversed(opened.judgement.promises.probes) if each.id == noted.name)
    return opened, known


def tell_receipt(known: Probe) -> str:
    """Return what a receipt shows, to who may cite it."""
    by = f" ({known.tool})" if known.tool else ""
    how = f"{known.id}: {tell_end(known.ended, known.code)}{by}"
    return f"{how}. Cite it as `(measured: {known.id})`.\n{known.excerpt}"


def tell_last_line(known: Probe) -> str:
    """Return in one line how a run ended, and the last line it printed."""
    last = known.excerpt.rstrip().rpartition("\n")[2].strip()
    return f"{tell_end(known.ended, known.code)}; {f'last line: {last}' if last else 'it printed nothing'}"


def recount(known: Probe, printed: Sequence[Probe]) -> str:
    """Return what was tried and what it showed, to who did not ask.

    Prototypes come back with a line changed, run after run: of a patch like one that is printed already, the
    change is enough.
    """
    patched = f", with patch sha256:{known.patch[:16]}" if known.patch else ""
    told = f"{show_argv(known.argv)}{patched}: {tell_end(known.ended, known.code)}\n{known.excerpt}"
    return f"{told}\n\n{_tell_patch(known, printed)}" if known.patch_text else told


def _tell_patch(known: Probe, printed: Sequence[Probe]) -> str:
    """Return a patch, or how it differs from the one before that it is most like."""
    whole, best = f"The patch:\n{known.patch_text}", ""
    for other in (each for each in printed if each.patch_text):
        if other.patch == known.patch:
            return f"The patch is that of {other.id}."
        lines = difflib.unified_diff(
            other.patch_text.split("\n"), known.patch_text.split("\n"), n=1, lineterm=""
        )
        change = "\n".join(lines)
        told = f"The patch is that of {other.id} with this change:\n{change}\n"
        best = told if not best or len(told) < len(best) else best
    return best if best and len(best) < len(whole) / 2 else whole


def _find(opened: OpenPlan, trial: Trial) -> Probe | None:
    patch = hashlib.sha256(trial.patch).hexdigest() if trial.patch else ""
    state = opened.workspace.code.state(opened.plan)
    wanted = trial.argv, patch, state, digest_made(opened.workspace.repository)
    for each in reversed(opened.judgement.promises.probes):
        if (each.argv, each.patch, each.state, each.made) == wanted and state:
            return each
    return None
