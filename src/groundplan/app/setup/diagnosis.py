"""What is wrong with the machine, the repository or the files groundplan keeps, each with what to do."""

from __future__ import annotations

import platform
import shutil
from typing import TYPE_CHECKING

import groundplan
from groundplan.app.plans.known import find_lost, list_plans
from groundplan.app.plans.opened import judge_loaded, load
from groundplan.app.plans.whereabouts import find_carriers
from groundplan.app.workspace import ANY_PLAN
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.hint import Hint, about, run
from groundplan.rules.witness import IGNORED
from groundplan.store.intent import is_pending
from groundplan.store.recovery import kept_copies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.workspace import Workspace

# Kept by hand: docs/benchmarks/pythons.md says when and how each was tested.
PYTHONS = ("3.11", "3.12", "3.13")
SQLITES = ("3.40",)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing looked at: `ok`, `warn` or `bad`, what was seen, and what to do about it."""

    state: str
    subject: str
    seen: str
    hint: str = ""


def examine(workspace: Workspace) -> tuple[Diagnosis, ...]:
    """Look at everything groundplan depends on; nothing is changed."""
    return (*_machine(workspace), *_settings(workspace), *_plans(workspace), *_kept(workspace))


def examine_installation() -> Diagnosis:
    """Name the versions that groundplan runs on; an untested one is no fault."""
    versions = running()
    seen = ", ".join(f"{program} {version}" for program, version in versions.items())
    return Diagnosis("ok", "groundplan", f"{groundplan.__version__} on {seen}", note_untested(versions))


def _machine(workspace: Workspace) -> Iterator[Diagnosis]:
    yield examine_installation()
    repository = workspace.repository
    where = repository.branch or ("a detached HEAD" if repository.head else "no commit yet")
    yield Diagnosis("ok", "repository", f"{repository.root} ({where})")
    if not repository.user_name():
        yield Diagnosis(
            "warn", "git user", "no name is set", "`git config user.name` puts it on your approvals"
        )
    if shutil.which("ssh-keygen") is None:
        wanted = workspace.config.policy.approvals == "signed"
        yield Diagnosis(
            "bad" if wanted else "warn", "ssh-keygen", "not found", "Signed approvals need OpenSSH"
        )


_POLICY = {
    "approvals": {
        "attended": "a person approves at a terminal",
        "signed": "a person approves with a signature",
    },
    "talk": {"local": "the talk stays on this machine", "committed": "the talk is committed to git"},
    "relayed": {
        "confirm": "messages that an agent relays need your confirmation",
        "refuse": "agents may not relay messages",
    },
    "refutation": {
        "offered": "an attack by a fresh reader is offered before the last approval",
        "required": "a fresh reader attacks each plan before its last approval",
        "off": "plans are approved without an attack",
    },
}


def _settings(workspace: Workspace) -> Iterator[Diagnosis]:
    policy = workspace.config.policy
    said = "; ".join(_POLICY[name][getattr(policy, name)] for name in _POLICY)
    yield Diagnosis("ok", "policy", said)
    if policy.approvals == "signed" and not workspace.allowed_signers.strip():
        path = workspace.config.allowed_signers
        yield Diagnosis("bad", "signers", f"`{path}` names nobody", "Nobody can approve until it does")
    for name in workspace.shelf.names():
        for fault in workspace.shelf.faults(name)[:3]:
            yield Diagnosis("bad", f"playbook {name}", str(fault), Hint(run("playbook check", name)))


def _plans(workspace: Workspace) -> Iterator[Diagnosis]:
    carriers = find_carriers(workspace)
    for name, lost in find_lost(workspace, carriers):
        yield Diagnosis("bad", f"plan {name}", lost.message, lost.hint)
    plans = list_plans(workspace)
    if not plans:
        for ignored in workspace.sharing.find_ignored([(ANY_PLAN, ())]):
            yield Diagnosis("warn", "git", str(ignored), ignored.hint)
    for known in plans:
        if known.archived:
            continue
        try:
            opened = judge_loaded(workspace, load(workspace, known, carriers))
        except GroundplanError as error:
            yield Diagnosis("bad", f"plan {known.slug}", error.message, about(error.hint, known.handle))
            continue
        damage = opened.judgement.promises.damage
        for found in damage[:3]:
            hint = found.hint or "Restore the entry from git"
            yield Diagnosis("bad", f"plan {known.slug}", found.message, hint)
        unshared = [found for found in opened.judgement.findings if found.code == IGNORED]
        for each in unshared:
            yield Diagnosis("bad", f"plan {known.slug}", each.message, each.hint)
        if not (damage or unshared):
            count = len(known.history.entries)
            yield Diagnosis("ok", f"plan {known.slug}", f"{opened.judgement.standing.stage}, {count} entries")


def _kept(workspace: Workspace) -> Iterator[Diagnosis]:
    if is_pending(workspace.folder):
        yield Diagnosis("warn", "store", "a write was cut off", "The next command that writes finishes it")
    kept = [copy for copy in kept_copies(workspace.folder) if copy.reason]
    for copy in kept[:5]:
        yield Diagnosis("warn", "recovery copy", f"{copy.document}: {copy.reason}", f"It is in `{copy.path}`")


def running() -> dict[str, str]:
    """Return the versions that groundplan runs on."""
    import sqlite3  # noqa: PLC0415 - only the doctor asks

    return {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}


def note_untested(versions: dict[str, str]) -> str:
    """Name what the tests have not run with, or nothing."""
    tested = {"Python": PYTHONS, "SQLite": SQLITES}
    notes = [
        f"{program} {version} (tested: {', '.join(tested[program])})"
        for program, version in versions.items()
        if ".".join(version.split(".")[:2]) not in tested[program]
    ]
    return f"Not tested with {' or '.join(notes)}" if notes else ""
