"""Verification commands, allowed by a person word for word and run within limits.

Two things are needed: an approval in the ledger, which others can see, and a permit in the user's own file
outside the repository. A ledger that came with a clone lets nothing run.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from groundplan.app.callers import by_person
from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, is_permitted, read_permits, remember
from groundplan.app.probes.probing import SECONDS, Trial, make_excerpt, read_output, try_out
from groundplan.app.probes.surroundings import absolute_folders, own_programs
from groundplan.app.work.checkout import tell_modes
from groundplan.app.work.uncommitted import find_ignored_code, find_ignored_data, find_named
from groundplan.app.work.variables import USUAL, find_dropped, pass_on, tell_above, tell_leading, tell_lent
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Refused, Unavailable
from groundplan.plan.hint import Hint, run
from groundplan.plan.probe import tell_end
from groundplan.plan.progress import approved_commands
from groundplan.plan.receipt import Run
from groundplan.process.job import EXITED, TIME, Job, Limits
from groundplan.process.running import run as run_job
from groundplan.wording.inert import spell_out
from groundplan.wording.results import is_met, tell_missing, tell_nothing_ran

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.app.probes.probing import Receipt
    from groundplan.app.workspace import Workspace
    from groundplan.git.repository import Repository
    from groundplan.plan.task_command import TaskCommand
    from groundplan.process.job import Outcome

_MOST_NAMED = 10

# Asked when somebody has to allow commands: whether the person at the terminal does.
Consent = Callable[["Sequence[TaskCommand]"], bool]


@dataclass(frozen=True, slots=True)
class Manner:
    """How commands are run: over a confined copy or in place, and for how long at most."""

    is_confined: bool = False
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Verified:
    """A command that was run, and why its result is not what the plan expects; empty: it is."""

    run: Run
    trouble: str = ""
    missing: str = ""  # the program or module that it did not find
    unset: tuple[str, ...] = ()  # variables that it speaks of and was not given


def demand_allowed(
    opened: OpenPlan, task: WorkTask, commands: Sequence[TaskCommand], caller: Caller, consent: Consent | None
) -> tuple[TaskCommand, ...]:
    """Return the commands that a person allows only now; refuse where nobody does."""
    promises = opened.judgement.promises
    approved = approved_commands(promises.work, promises.history)
    fresh = tuple(each for each in commands if each.key not in approved)
    unknown = [each for each in commands if not is_permitted(_permit(opened.workspace, each), os.environ)]
    asked = list({each.key: each for each in (*fresh, *unknown)}.values())
    if not asked:
        return ()
    if fresh and promises.work.is_signed:
        raise Refused(
            f"`{fresh[0].shown}` was not in a signed approval, which the policy requires",
            hint=Hint(run("approve", {"sign": "~/.ssh/id_ed25519"})),
        )
    if not caller.is_person or consent is None or not consent(asked):
        because = f": {caller.reason}" if caller.reason and not caller.is_person else ""
        wanted = _permit(opened.workspace, asked[0])
        strays = wanted.find_strays(read_permits(wanted.repository, os.environ))
        found = f" with `{spell_out(strays[0])}`" if strays else ""
        raise Refused(
            f"No person has allowed `{asked[0].shown}` to run here{found}{because}",
            hint=by_person(run("done", task.name)),
        )
    allow_here(opened.workspace, asked)
    return fresh


def allow_here(workspace: Workspace, commands: Iterable[TaskCommand]) -> None:
    """Remember on this machine, outside the repository, that a person allowed these commands."""
    for each in commands:
        remember(_permit(workspace, each), os.environ)


def _permit(workspace: Workspace, command: TaskCommand | Run) -> Permit:
    root = os.path.realpath(workspace.repository.root)
    return Permit(
        root,
        Family(command.argv),
        is_unconfined=True,
        is_verification=True,
        folder=command.folder,
        programs=find_programs(workspace, command.argv),
    )


def find_programs(workspace: Workspace, argv: Sequence[str]) -> tuple[str, ...]:
    """Return the programs that the words of a command name, as found now: `env A=1 pytest` has two."""
    path = _environment(Path(workspace.repository.root), os.environ)["PATH"]
    found = (shutil.which(word, path=path) for word in argv if os.sep not in word)
    # The folder is resolved and the program is not: in a virtual environment that is a link to another one.
    places = (os.path.split(each) for each in found if each)
    return tuple(dict.fromkeys(str(Path(os.path.realpath(folder), name)) for folder, name in places))


def verify(
    workspace: Workspace, command: TaskCommand, manner: Manner, earlier: Sequence[TaskCommand] = ()
) -> Verified:
    """Run a command that was allowed, and compare what it did with what the plan expects.

    In place, what `earlier` commands built is there; a copy is a new one each time, so they run there again.
    """
    root = Path(workspace.repository.root)
    folder = root / command.folder
    if not folder.resolve().is_relative_to(root.resolve()) or not folder.is_dir():
        raise NotFound(f"`{command.folder}` is no folder of this repository")
    workspace.code.step(f"Running {command.shown} (at most {manner.seconds} s)")
    with workspace.code.steps():
        if manner.is_confined:
            made, printed = _over_copy(workspace, command, manner, earlier)
        else:
            made, printed = _in_place(workspace, command, manner)
    trouble = _trouble(made, printed)
    if not trouble:
        return Verified(made)
    dropped = () if manner.is_confined else find_dropped(os.environ, os.path.realpath(root))
    unset = tuple(name for name in dropped if len(name) > 3 and name in printed)
    return Verified(made, trouble, tell_missing(printed, made.code), unset)


def were_green_before(
    workspace: Workspace, commands: Sequence[TaskCommand], older: Mapping[str, bytes]
) -> bool:
    """Tell whether commands already succeed over a copy in which the task's work is put back."""
    for place, command in enumerate(commands):
        trial = Trial(
            command.argv, folder=command.folder, put_back=older, first=_before(command, commands[:place])
        )
        try:
            seen = try_out(workspace, trial, lambda _: None)
        except NotFound:  # a program that the work makes
            return False
        if seen.ended != EXITED or not is_met(command.expected, seen.code, seen.printed):
            return False
    return True


def _before(command: TaskCommand, others: Sequence[TaskCommand]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return what a line with `&&` runs before a command of it."""
    return tuple((each.argv, each.folder) for each in others if each.text == command.text)


def _over_copy(
    workspace: Workspace, command: TaskCommand, manner: Manner, earlier: Sequence[TaskCommand]
) -> tuple[Run, str]:
    def refuse(why: str) -> None:
        raise Unavailable(f"This system cannot confine `{command.argv[0]}`: {why}")

    trial = Trial(
        command.argv, seconds=manner.seconds, folder=command.folder, first=_before(command, earlier)
    )
    seen = try_out(workspace, trial, refuse)
    return _as_run(command, seen, seen.printed, seen.excerpt, is_confined=True), seen.printed


def _in_place(workspace: Workspace, command: TaskCommand, manner: Manner) -> tuple[Run, str]:
    root = Path(workspace.repository.root)
    try:
        with TemporaryDirectory(prefix="groundplan-") as compiled:
            # What lies compiled beside the sources is in no commit: Python neither runs it nor adds to it.
            told = {**_environment(root, os.environ), "PYTHONPYCACHEPREFIX": compiled}
            limits = Limits(seconds=manner.seconds)
            seen = run_job(Job(command.argv, root / command.folder, told, limits=limits))
    except NotFound as error:
        where = (
            "It is looked for in `.venv`, `venv`, `node_modules` and `vendor` of the project, then on PATH"
        )
        raise NotFound(error.message, hint=where) from error
    printed = read_output(seen)
    return _as_run(command, seen, printed, make_excerpt(seen), is_confined=False), printed


def _as_run(
    command: TaskCommand, seen: Receipt | Outcome, printed: str, excerpt: str, *, is_confined: bool
) -> Run:
    return Run(
        command.argv,
        command.folder,
        seen.ended,
        seen.code,
        round(seen.seconds * 1000),
        seen.digest,
        excerpt,
        command.expected,
        seen.ended == EXITED and is_met(command.expected, seen.code, printed),
        is_confined=is_confined,
        left=seen.left,
    )


def _environment(root: Path, environ: Mapping[str, str]) -> dict[str, str]:
    path = os.pathsep.join([*own_programs(root), *absolute_folders(environ)])
    return {**pass_on(environ, os.path.realpath(root)), "PATH": path}


def find_rests(workspace: Workspace, runs: Sequence[Run], head: str) -> tuple[str, ...]:
    """Return in words what commands may have used that no commit has; installed packages go without."""
    if not runs:
        return ()
    repository = workspace.repository
    untracked = [*find_named(repository, head, runs), *find_ignored_code(repository, head)]
    untracked += find_ignored_data(workspace, head)
    code = [_tell_untracked(repository, path) for path in dict.fromkeys(untracked)]
    more = [f"{len(code) - _MOST_NAMED} more ignored files"] if len(code) > _MOST_NAMED else []
    is_in_place = not all(made.is_confined for made in runs)
    root = Path(workspace.repository.root)
    programs = [told for made in runs if (told := _tell_unusual(root, made.argv[0]))]
    programs += [told for made in runs for told in _tell_new(workspace, made)]
    variables = (tell_leading if is_in_place else tell_lent)(os.environ, os.path.realpath(root))
    above = tell_above(Path(os.path.realpath(root))) if is_in_place else ()
    modes = filter(None, [tell_modes(repository, head)])
    return tuple(dict.fromkeys((*code[:_MOST_NAMED], *more, *modes, *programs, *variables, *above)))


def _tell_untracked(repository: Repository, path: str) -> str:
    is_anothers = path.endswith("/") and (Path(repository.root) / path / ".git").exists()
    return f"`{path}`, {'a repository of its own' if is_anothers else 'which git ignores'}"


def _tell_unusual(root: Path, program: str) -> str:
    """Return a program that is neither the project's, the system's, the user's nor beside us; or nothing."""
    found = shutil.which(program, path=_environment(root, os.environ)["PATH"])
    homes = {os.path.expanduser(each).rstrip("/") for each in ("~", f"~{_user()}")}  # noqa: PTH111 - `~` may stay
    beside = (f"{sys.prefix}/", f"{sys.base_prefix}/")  # whoever could change these could change groundplan
    places = (*USUAL, f"{root}/", *beside, *(f"{home}/" for home in homes if home))
    is_usual = found is None or os.name == "nt" or not found.startswith("/") or found.startswith(places)
    return "" if is_usual else f"`{program}` as `{spell_out(found or '')}`"


def _tell_new(workspace: Workspace, made: Run) -> Iterator[str]:
    """Yield programs of the project's own that were not there when the command was allowed."""
    wanted = _permit(workspace, made)
    # `python -m pytest` runs a module: a program that is called the same is not what ran.
    modules = [name for flag, name in pairwise(made.argv) if flag == "-m"]
    idle = set(find_programs(workspace, modules)) - set(find_programs(workspace, made.argv[:1]))
    permits = read_permits(wanted.repository, os.environ)
    known = {path for each in permits if each.meant == wanted.meant for path in each.programs}
    for path in wanted.programs:
        if path not in known and path not in idle:
            yield f"`{spell_out(path)}`, which was not there when it was allowed"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _trouble(made: Run, printed: str) -> str:
    if made.ended != EXITED:
        after = f" ({made.milliseconds / 1000:.0f} s)" if made.ended == TIME else ""
        return f"{tell_end(made.ended, made.code)}{after}"
    if not made.is_met:
        said = f", expected: {made.expected}" if made.expected else ""
        return f"{tell_end(made.ended, made.code)}{said}"
    return tell_nothing_ran(printed, made.argv)
