"""Verification commands resolved before anyone starts: tool, targets, tests. Nothing is run."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.plans.tasks import commands_of_phase, list_tasks
from groundplan.app.probes.surroundings import own_programs
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING
from groundplan.plan.progress import Progress
from groundplan.plan.statement import Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.plan.task_command import TaskCommand

_PATH = late_regex(
    r"\.{0,2}[\w@][\w.@-]*(?:/[\w.@-]+)+/?|[\w-]+\.(?:py|js|ts|tsx|go|rs|rb|php|java|sh|toml|cfg)"
)
# These install what they run, so that it is not here yet says nothing.
_INSTALLERS = {("uv", "run"), ("poetry", "run"), ("pdm", "run"), ("bundle", "exec"), ("npx",), ("uvx",)}
_WRAPPERS = {*_INSTALLERS, ("env",)}
# Modules that come with no Python and are no project's own.
_MODULES = frozenset("pytest mypy ruff black flake8 pylint tox nox coverage pyright pre_commit build".split())  # noqa: SIM905
_PACKAGES = ("lib/python*/site-packages", "lib/python*/dist-packages", "Lib/site-packages")
_PYTHON = late_regex(r"(?:.*/)?python[\d.]*")
_ASSIGNED = late_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A command of a task, and what of it is not there when its turn comes; empty: all of it is."""

    task: WorkTask
    command: TaskCommand
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Every command of a plan, resolved; `unproven` are tasks that no command proves."""

    opened: OpenPlan
    commands: tuple[Resolved, ...]
    unproven: tuple[WorkTask, ...]

    @property
    def is_ready(self) -> bool:
        """Whether every command can be run when its turn comes."""
        return not any(each.missing for each in self.commands)


def rehearse(opened: OpenPlan) -> Rehearsal:
    """Resolve every verification command against the code and what earlier tasks make."""
    tasks = [task for task in list_tasks(opened) if not task.doer]
    made: set[str] = set()
    found: list[Resolved] = []
    unproven: list[WorkTask] = []
    for task in tasks:
        made |= {path for path, intent in task.files.items() if intent in MAKING}
        commands = task.commands or commands_of_phase(opened, task)
        for place, each in enumerate(task.commands):
            is_built = any(other.text == each.text for other in task.commands[:place])
            found.append(Resolved(task, each, tuple(_missing(opened, task, each, made, is_built=is_built))))
        if not commands:
            unproven.append(task)
    known = {each.command.key for each in found}
    for task in tasks:  # a phase is proven at its end, when all of its tasks are done
        for each in commands_of_phase(opened, task):
            if each.key not in known:
                known.add(each.key)
                found.append(Resolved(task, each, tuple(_missing(opened, task, each, made))))
    return Rehearsal(opened, tuple(found), tuple(unproven))


def find_unrunnable(opened: OpenPlan) -> tuple[Resolved, ...]:
    """Return the commands of open tasks that could not be run on this machine, or not in this repository."""
    is_over = {Progress.DONE, Progress.WAIVED}
    found = (each for each in rehearse(opened).commands if each.task.state.progress not in is_over)
    return tuple({each.command.key: each for each in found if each.missing}.values())


def _missing(
    opened: OpenPlan, task: WorkTask, command: TaskCommand, made: set[str], *, is_built: bool = False
) -> Iterator[str]:
    if command.trouble:
        yield command.trouble
        return
    is_told = False
    argv = _unwrapped(command.argv)
    is_made = is_built and "/" in argv[0]  # what comes before it, joined by `&&`, may build it
    first = _unwrapped(command.argv, {("env",)})
    started = first[0] if any(first[: len(each)] == each for each in _INSTALLERS) else argv[0]
    if not is_made and not _is_installed(opened, command, started, made):
        yield f"`{started}` is not installed"
    elif module := _missing_module(opened, first):
        yield f"`{module}` is not installed for `{first[0]}`"
    for word in argv[1:]:
        path = word.partition("::")[0]
        place = f"{command.folder}/{path}" if command.folder else path
        place = place.removeprefix("./").rstrip("/")
        if not _PATH.fullmatch(path) or path.startswith("..") or "..." in path:
            continue
        if not _is_there(opened, place, made):
            is_told = True
            yield f"`{path}` is not there, and no step up to this one makes it"
    if not is_told:
        yield from _refuted(opened, task, command)


def _missing_module(opened: OpenPlan, argv: tuple[str, ...]) -> str:
    """Return the known tool that `python -m` would not find beside the Python it is started by."""
    if len(argv) < 3 or argv[1] != "-m" or argv[2] not in _MODULES or not _PYTHON.fullmatch(argv[0]):
        return ""
    program, name = _find_program(opened, argv[0]), argv[2]
    own = {Path(program).parent.parent, Path(os.path.realpath(program)).parent.parent} if program else set()
    folders = [each for home in own for part in _PACKAGES for each in home.glob(part)]
    if not folders or "PYTHONPATH" in os.environ:  # a shim, say: where it leads is not known
        return ""
    more = [Path.home() / ".local", *([Path("/usr/local")] if Path("/usr") in own else [])]
    folders += [each for home in more for part in _PACKAGES for each in home.glob(part)]
    folders.append(Path(opened.workspace.repository.root))
    is_there = any((each / name).exists() or (each / f"{name}.py").exists() for each in folders)
    return "" if is_there or any(any(each.glob("__editable__*")) for each in folders) else name


def _find_program(opened: OpenPlan, program: str) -> str:
    root = Path(opened.workspace.repository.root)
    if "/" in program:
        return str(root / program) if (root / program).exists() else ""
    path = os.pathsep.join([*own_programs(root), os.environ.get("PATH", os.defpath)])
    return shutil.which(program, path=path) or ""


def _unwrapped(argv: tuple[str, ...], wrappers: Collection[tuple[str, ...]] = _WRAPPERS) -> tuple[str, ...]:
    while len(argv) > 1:
        size = next((len(each) for each in wrappers if argv[: len(each)] == each), 0)
        if not size and not _ASSIGNED.fullmatch(argv[0]):
            break
        argv = argv[size or 1 :]
    return argv


def _is_installed(opened: OpenPlan, command: TaskCommand, program: str, made: set[str]) -> bool:
    if "/" in program:
        place = f"{command.folder}/{program}" if command.folder else program
        return _is_there(opened, os.path.normpath(place), made)
    return bool(_find_program(opened, program))


def _is_there(opened: OpenPlan, place: str, made: set[str]) -> bool:
    root = Path(opened.workspace.repository.root)
    return os.path.lexists(root / place) or any(
        each == place or each.startswith(f"{place}/") for each in made
    )


def _refuted(opened: OpenPlan, task: WorkTask, command: TaskCommand) -> Iterator[str]:
    """Yield what the code says against scripts and targets that the task's lines name."""
    evidence, record = opened.judgement.case.evidence, task.record
    for answer in evidence.answers if evidence else ():
        said = answer.statement
        if (
            said.topic in {Topic.COMMAND, Topic.TEST}
            and answer.verdict is Verdict.FALSE
            and said.section == record.section
            and record.place.line <= said.place.line <= max(record.last_line, record.place.line)
            and said.text in command.text
        ):
            yield answer.found or f"`{said.subject}` cannot be run"
