"""A command tried over a copy of the code, and its receipt: evidence by experiment.

A person allows it, at a terminal or before in the user's own configuration. Text of a repository, a model or
an agent never does.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Callable, Mapping  # noqa: TC003 - types of fields
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import by_person
from groundplan.app.changes.changing import Draft, commit, refuse_secrets
from groundplan.app.changes.records import next_id
from groundplan.app.plans.opened import try_again
from groundplan.app.probes.copying import copied, digest_made
from groundplan.app.probes.families import Family, find_family
from groundplan.app.probes.permits import Permit, is_permitted
from groundplan.app.probes.surroundings import find_environment, find_walls
from groundplan.code.index import cache_folder
from groundplan.git.command import find_program
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound, Refused, Unavailable
from groundplan.plan.hint import Hint
from groundplan.plan.hint import run as command
from groundplan.process.job import EXITED, UNCONFINED, Job, Limits
from groundplan.process.running import run
from groundplan.rules.secrets import find_secrets, leave_out_secrets
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome as Recorded
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.probes.copying import Copy
    from groundplan.app.workspace import Workspace
    from groundplan.process.job import Outcome

SECONDS = 300
MOST_SECONDS = 3600
UNKNOWN = -1  # git could not compare: a commit's objects are elsewhere
LARGEST_PATCH = 2 * 2**20  # bytes
_HELPER_SECONDS = 60.0
_VERSION_SECONDS = 10.0
_HEAD, _TAIL, _LETTERS = 20, 50, 160  # lines at each end of an excerpt, letters of a line
_LONGEST_KEPT = 40_000  # letters of a patch in the ledger
_LOOKED_AT = 500_000  # letters at each end in which secrets are looked for
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_TELL_VERSION = ("cargo", "jest", "make", "mypy", "node", "npm", "pytest", "ruff", "tox")
_VERSIONS = {**dict.fromkeys(_TELL_VERSION, ("--version",)), "go": ("version",)}


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be tried: a command, over the code as it is or with a patch applied first."""

    argv: tuple[str, ...]
    patch: bytes = b""
    seconds: float = SECONDS
    memory: int = 4 * 2**30  # bytes
    disk: int = 2 * 2**30  # bytes that it may add
    folder: str = ""  # where it runs, below the root
    put_back: Mapping[str, bytes] = field(default_factory=dict)  # path -> older text; empty: not there
    first: tuple[
        tuple[tuple[str, ...], str], ...
    ] = ()  # run before it in the same copy, each with its folder


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of a trial, and under which circumstances."""

    argv: tuple[str, ...]
    ended: str  # exited, cancelled, or the limit that was passed
    code: int | None
    seconds: float
    digest: str  # of the whole output
    excerpt: str  # without secrets and without letters that a terminal obeys
    commit: str
    changed: int  # files of the working tree that differ from the commit, or UNKNOWN
    patch: str  # its digest, or empty
    tool: str
    open_walls: Mapping[str, str]  # why it was not confined; empty: it was
    printed: str = ""  # everything, for whoever compares it
    left: tuple[str, ...] = ()  # programs it left running, which were ended
    patch_text: str = ""  # where it may be kept with the receipt


# Asked when the user's configuration does not allow a trial: whether the person at the terminal does.
Consent = Callable[[Permit, Trial], bool]


def probe(workspace: Workspace, trial: Trial, *, caller: Caller, consent: Consent | None = None) -> Receipt:
    """Run a command over a copy of the code, once a person has allowed it, and return its receipt."""
    if not trial.argv or not trial.argv[0] or any("\0" in word for word in trial.argv):
        raise Misused("No command is named", hint="Such as `probe -- pytest -q`")
    if len(trial.patch) > LARGEST_PATCH:
        raise Misused(f"The patch has more than {LARGEST_PATCH >> 20} MB")
    refuse_secrets(shlex.join(trial.argv), "The command")
    repository = workspace.repository
    permit = Permit(os.path.realpath(repository.root), find_family(trial.argv))
    _demand_consent(permit, trial, caller, consent)

    def allow_unconfined(why: str) -> None:
        unconfined = Permit(permit.repository, Family(trial.argv), is_unconfined=True)
        _demand_consent(unconfined, trial, caller, consent, why=f" ({why})")

    return try_out(workspace, trial, allow_unconfined)


def try_out(workspace: Workspace, trial: Trial, allow_unconfined: Callable[[str], None]) -> Receipt:
    """Run over a copy what a person has allowed; `allow_unconfined` raises where walls are required."""
    repository, code = workspace.repository, workspace.code
    code.step("Copying the files")
    with code.steps(), copied(repository, cache_folder(os.environ)) as copy:
        bench = _Bench(copy, trial)
        if bench.find_open_walls():
            allow_unconfined(bench.told_walls)
            copy.link()
        code.step(f"Running {trial.argv[0]}")
        return bench.try_out(repository.head or "")


def _demand_consent(
    permit: Permit, trial: Trial, caller: Caller, consent: Consent | None, *, why: str = ""
) -> None:
    """Refuse what nobody has allowed: a person is asked, all others go by the user's configuration.

    Who allowed a command to run unconfined meant the code that they had: a patch is code of somebody else's.
    """
    wanted = replace(permit, family=Family(trial.argv))
    is_anybodys = permit.is_unconfined and bool(trial.patch)
    is_allowed = is_permitted(wanted, os.environ)
    if (is_allowed and not is_anybodys) or (caller.is_person and consent and consent(permit, trial)):
        return
    if is_allowed:
        raise Refused(
            f"This system cannot confine `{permit.family}`{why}, and no person has seen the patch",
            hint=Hint(
                "Try it without one, or: ", by_person(command("probe", {"patch": "<file>"}, *trial.argv))
            ),
        )
    what = f"`{permit.family}`"
    told = f"{what}, which this system cannot confine{why}," if permit.is_unconfined else what
    because = f": {caller.reason}" if caller.reason and not caller.is_person else ""
    raise Refused(
        f"No person has allowed {told} to run over this repository{because}",
        hint=Hint(by_person(command("probe", *trial.argv)), ", and types `always` to let others run it too"),
    )


def tell_walls(open_walls: Mapping[str, str]) -> str:
    """Return in one line why a command was not confined."""
    return "; ".join(f"{wall}: {why}" for wall, why in open_walls.items())


class _Bench:
    """The place where one trial runs: its copy, its walls, and git in the copy."""

    def __init__(self, copy: Copy, trial: Trial) -> None:
        self.copy, self.trial = copy, trial
        self.open_walls: Mapping[str, str] = {}
        self._git = find_program("git", os.environ, outside=copy.root)

    @property
    def is_confined(self) -> bool:
        """Whether the walls are put up; all of them or none."""
        return not self.open_walls

    @property
    def told_walls(self) -> str:
        """Return which walls could not be put up, and why."""
        return tell_walls(self.open_walls)

    def find_open_walls(self) -> bool:
        """Tell whether a wall cannot be put up here; then none is, and whoever allowed that was told."""
        seen = self._ask_git("--version")  # nothing of the repository's
        self.open_walls = seen.open_walls
        return seen.ended == UNCONFINED

    def try_out(self, head: str) -> Receipt:
        """Apply the patch, run the command, and write down what came of it."""
        self._put_back()  # while nothing has run that could lead it elsewhere
        changed = self._count_changed() if head else 0
        if self.trial.patch:
            self._apply()
        tool = self._ask_version()
        try:
            for argv, folder in self.trial.first:
                self._run(argv, self.trial.seconds, folder=folder)
            outcome = self._run(self.trial.argv, self.trial.seconds, folder=self.trial.folder)
        except NotFound as error:
            hint = "It is looked for in the project's virtual environment and `node_modules`, then on PATH"
            raise NotFound(error.message, hint=hint) from error
        return Receipt(
            argv=self.trial.argv,
            ended=outcome.ended,
            code=outcome.code,
            seconds=round(outcome.seconds, 3),
            digest=outcome.digest,
            excerpt=make_excerpt(outcome),
            commit=head,
            changed=changed,
            patch=hashlib.sha256(self.trial.patch).hexdigest() if self.trial.patch else "",
            tool=tool,
            open_walls=self.open_walls,
            printed=read_output(outcome),
            left=outcome.left,
            patch_text=_kept(self.trial.patch),
        )

    def _put_back(self) -> None:
        """Give files of the copy the text they had before; a link leads nowhere else."""
        tree = self.copy.tree.resolve()
        for path, text in self.trial.put_back.items():
            file = tree / path
            if not file.parent.resolve().is_relative_to(tree):
                continue
            file.unlink(missing_ok=True)
            if text:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text)

    def _count_changed(self) -> int:
        """Return how many files differ from the commit; git's own list of files is made on the way."""
        read = self._ask_git("read-tree", "HEAD")
        listed = self._ask_git("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all")
        if read.code or listed.code:
            return UNKNOWN
        paths = (each[3:] for each in listed.out.split(b"\0") if each)
        return sum(not path.startswith(b".groundplan/") for path in paths)  # what it records is no change

    def _apply(self) -> None:
        apply = ("apply", "--whitespace=nowarn", "-")
        done = self._ask_git(*apply, given=self.trial.patch)
        if done.code != 0 and self._ask_git(*apply, "--recount", given=self.trial.patch).code != 0:
            # Models miscount the lines of a hunk; the lines themselves still have to fit.
            complaint = done.complaint.decode("utf-8", "replace").strip().splitlines()
            said = (
                spell_out(complaint[0].removeprefix("error: "))
                if complaint
                else f"git ended with {done.ended}"
            )
            raise Misused(
                f"The patch does not apply: {said[:300]}",
                hint="It has to fit the files as they are now, uncommitted changes included",
            )

    def _ask_git(self, *words: str, given: bytes = b"") -> Outcome:
        """Ask git about the copy, whose settings are groundplan's own and name no program."""
        if self._git is None:
            raise Unavailable("The program `git` is not on PATH")
        return self._run((str(self._git), *words), _HELPER_SECONDS, given=given)

    def _ask_version(self) -> str:
        program = self.trial.argv[0]
        if program not in _VERSIONS:
            return ""
        try:
            said = self._run((program, *_VERSIONS[program]), _VERSION_SECONDS)
        except NotFound:
            return ""
        lines = (said.out or said.complaint).decode("utf-8", "replace").strip().splitlines()
        return spell_out(leave_out_secrets(lines[0]))[:_LETTERS] if lines and said.code == 0 else ""

    def _run(
        self, argv: tuple[str, ...], seconds: float, *, given: bytes = b"", folder: str | None = None
    ) -> Outcome:
        # Each file takes whole blocks of the disk, so the copy is counted with room to spare.
        disk = self.copy.size * 2 + self.trial.disk
        limits = Limits(seconds=seconds, memory=self.trial.memory, disk=disk)
        walls = find_walls(self.copy, os.environ) if self.is_confined else None
        environment = find_environment(self.copy, os.environ, is_confined=self.is_confined)
        outcome = run(Job(argv, self.copy.tree / (folder or ""), environment, given, limits, walls))
        if folder is not None and outcome.ended == UNCONFINED:
            raise Unavailable(f"`{argv[0]}` could not be confined any more: {dict(outcome.open_walls)}")
        return outcome


def _kept(patch: bytes) -> str:
    """Return a patch that the ledger keeps: a prototype that was tried can then be looked at and used."""
    text = patch.decode("utf-8", "replace")
    is_kept = len(text) <= _LONGEST_KEPT and "\ufffd" not in text and not find_secrets(text)
    return text if is_kept else ""


def make_excerpt(outcome: Outcome) -> str:
    """Return the beginning and the end of what a command printed, as text of no effect."""
    lines = [line.rstrip() for line in leave_out_secrets(read_output(outcome)).split("\n")]
    lines = [f"{line[:_LETTERS]}…" if len(line) > _LETTERS else line for line in lines]
    left = len(lines) - _HEAD - _TAIL
    if left > 1:
        lines = [*lines[:_HEAD], f"… {left} lines left out …", *lines[-_TAIL:]]
    return spell_out("\n".join(lines)).strip("\n")


def read_output(outcome: Outcome) -> str:
    """Return what a command printed, output before complaint, as text without colours."""
    return "\n".join(filter(None, (_read(outcome.out), _read(outcome.complaint))))


def _read(data: bytes) -> str:
    if len(data) > 2 * _LOOKED_AT:
        # The end begins with a whole line: half a secret looks like none.
        data = data[:_LOOKED_AT] + b"\n" + data[-_LOOKED_AT:].partition(b"\n")[2]
    return (
        _COLOUR.sub("", data.decode("utf-8", "replace").replace("\r\n", "\n")).replace("\r", "\n").strip("\n")
    )


@dataclass(frozen=True, slots=True)
class Noted:
    """A receipt in the ledger, and the name under which the plan cites it."""

    outcome: Recorded
    name: str


def record_probe(opened: OpenPlan, receipt: Receipt, *, caller: Caller) -> Noted:
    """Write a receipt into a plan's ledger."""
    return try_again(opened, lambda now: _record(now, receipt, caller))


def _record(opened: OpenPlan, receipt: Receipt, caller: Caller) -> Noted:
    name = next_id("P{n}", {each.id for each in opened.judgement.promises.probes})
    draft = Draft(opened, caller, is_repeated=True)
    body: dict[str, Any] = {
        "id": name,
        "task": "",  # earlier versions expect it of every receipt
        "argv": list(receipt.argv),
        "ended": receipt.ended,
        "milliseconds": round(receipt.seconds * 1000),
        "digest": receipt.digest,
        "excerpt": receipt.excerpt,
        "state": opened.workspace.code.state(opened.plan),
        "commit": receipt.commit,
        "changed": receipt.changed,
        "patch": receipt.patch,
        "tool": receipt.tool,
        "open_walls": tell_walls(receipt.open_walls),
    }
    if made := digest_made(opened.workspace.repository):
        body["made"] = made
    if receipt.patch_text:
        body["patch_text"] = receipt.patch_text
    if receipt.ended == EXITED and receipt.code is not None:
        body["code"] = receipt.code
    draft.add("receipt", body, speaker="planner")
    return Noted(commit(draft, label=f"probe {name}", cause="record"), name)
