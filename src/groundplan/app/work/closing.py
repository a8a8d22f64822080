"""A task closed on a receipt: what changed since its start, and what its commands showed."""

from __future__ import annotations

import os
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import by_person
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.plans.opened import try_again
from groundplan.app.plans.tasks import commands_of_phase, demand_approved, find_task, list_tasks, paths_of
from groundplan.app.work.beginning import demand_its_turn, find_approved_commit, is_older
from groundplan.app.work.comparing import compare, find_faults, make_work, makes_nothing, touched
from groundplan.app.work.stamps import (
    find_lost_entry,
    find_own_written,
    find_written,
    take_own_stamps,
    take_stamps,
)
from groundplan.app.work.uncommitted import find_differing, find_loose, find_stand_ins, find_words_of_plans
from groundplan.app.work.variables import tell_dropped
from groundplan.app.work.verifying import Manner, demand_allowed, find_rests, verify, were_green_before
from groundplan.app.work.weakening import find_rewired
from groundplan.code.test_paths import is_test
from groundplan.git.repository import find_repository
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, Misused, Refused
from groundplan.plan.hint import Hint, run
from groundplan.plan.mention import Intent
from groundplan.plan.progress import Progress
from groundplan.plan.receipt import ABSENT
from groundplan.process.job import TIME
from groundplan.store.layout import OWN
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.app.work.comparing import Work
    from groundplan.app.work.stamps import Stamps
    from groundplan.app.work.verifying import Consent, Verified
    from groundplan.plan.receipt import Run, Started
    from groundplan.plan.task_command import TaskCommand

_MOST_FILES = 500
_LONGER = 600  # seconds
_LAST = 8  # lines shown of one


@dataclass(frozen=True, slots=True)
class Closed:
    """A task that is proven done."""

    outcome: Outcome
    task: WorkTask
    runs: tuple[Run, ...]
    commits: tuple[str, ...]
    files: tuple[str, ...]
    left: tuple[str, ...] = ()  # declared files that did not change
    rests: tuple[str, ...] = ()  # what no commit has and its commands may have used


@dataclass(frozen=True, slots=True)
class _Proof:
    """What goes into a receipt."""

    start: Started
    work: Work
    fresh: tuple[TaskCommand, ...]
    runs: tuple[Run, ...] = field(default_factory=tuple)
    rests: tuple[str, ...] = ()


def close(
    opened: OpenPlan,
    name: str,
    *,
    caller: Caller,
    consent: Consent | None = None,
    manner: Manner | None = None,
) -> Closed:
    """Close a task on a receipt collected here and now, or refuse with what is missing."""
    task = find_task(opened, name)
    demand_approved(opened)
    start = _find_start(opened, task)
    task = _as_started(task, start)
    commands = _commands(opened, task)
    _demand_provable(task, commands, caller)
    # Taken before anything is looked at: what is written to from here on is seen.
    stamps = take_stamps(opened.workspace.repository)
    own = take_own_stamps(opened.workspace.repository)
    work = _find_work(opened, task, start)
    if not caller.is_person:
        _demand_as_approved(opened, task, work, is_a_persons=start.entry.is_a_persons)
    fresh = demand_allowed(opened, task, commands, caller, consent)
    runs = _verify_all(opened, task, work, commands, manner or Manner())
    written = [*_find_written(opened, task, work, stamps), *_find_own_written(opened, own)]
    rests = (*find_rests(opened.workspace, runs, work.head), *(written if runs else ()))
    proof = _Proof(start, work, fresh, runs, rests)
    return try_again(opened, lambda now: _record(now, task, proof, caller))


def _find_start(opened: OpenPlan, task: WorkTask) -> Started:
    if task.doer:
        raise Misused(f"`{task.name}` is done by `{task.doer}`")
    if task.state.is_closed:
        raise Misused(f"`{task.name}` is {task.state.progress} already")
    starts = [each for each in opened.judgement.promises.work.starts if each.entry.id == task.state.entry]
    if task.state.progress is not Progress.STARTED or not starts:
        demand_its_turn(opened, task)
        raise Refused(
            f"`{task.name}` was not started, so nothing tells its work from what was there before",
            hint=Hint(
                "Start it before you change anything: ",
                run("start", task.name),
                ", or name the commit after which it was begun: ",
                run("start", task.name, {"since": "<commit>"}),
            ),
        )
    return starts[0]


def _as_started(task: WorkTask, start: Started) -> WorkTask:
    """Return the task with the paths it had at its start: a link may lead elsewhere by now."""
    usual = {path: Intent.MODIFIES if content else Intent.CREATES for path, content in start.files.items()}
    return replace(task, files={path: task.files.get(path, intent) for path, intent in usual.items()})


def _commands(opened: OpenPlan, task: WorkTask) -> tuple[TaskCommand, ...]:
    """Return the task's own commands, and those of its phase where it is the last open task there."""
    others = [each for each in list_tasks(opened) if each.phase == task.phase and each.key != task.key]
    is_last = all(each.state.is_closed or each.doer for each in others)
    found = (*task.commands, *(commands_of_phase(opened, task) if is_last else ()))
    return tuple({each.key: each for each in reversed(found)}.values())[::-1]


def _demand_provable(task: WorkTask, commands: Sequence[TaskCommand], caller: Caller) -> None:
    waive = run("waive", task.name, {"reason": "<why>"})
    for command in commands:
        if command.trouble:
            raise Refused(
                f"`{command.text}` cannot prove `{task.name}`: {command.trouble}",
                hint=Hint("Correct it in the plan, or a person closes the task with ", waive),
            )
    if not task.files and not commands:
        raise Refused(
            f"`{task.name}` names neither a file nor a command, so nothing can prove it done",
            hint=Hint("A person closes it with ", waive),
        )
    if task.verification and not commands and not caller.is_person:
        raise Refused(
            f"The verification of `{task.name}` names no command: a person looks at it",
            hint=by_person(run("done", task.name)),
        )


def _find_work(opened: OpenPlan, task: WorkTask, start: Started) -> Work:
    work = compare(opened.workspace.repository, start)
    if work is None:
        raise Refused(
            f"Commit `{start.commit[:12]}`, at which `{task.name}` was started, is not in this repository",
            hint=Hint(
                "Fetch it, or a person closes the task with ", run("waive", task.name, {"reason": "<why>"})
            ),
        )
    loose = list(dict.fromkeys(find_loose(opened, task.files.keys() | task.chosen, work.head)))
    if loose:
        named = ", ".join(f"`{path}`" for path in loose[:3]) + (" …" if len(loose) > 3 else "")
        raise Refused(
            f"Not committed: {named}. A receipt is about commits",
            hint="`git commit` or `git stash` them, `.gitignore` what a command builds, move away what git"
            " ignores and a command would run, then try again",
        )
    faults = list(dict.fromkeys(find_faults(task, work, {*task.files, *_named(opened)})))
    if faults:
        raise Refused(
            f"`{task.name}` is not done: {'; '.join(faults)}",
            hint=Hint(
                "Do what the plan says, or a person closes it with ",
                run("waive", task.name, {"reason": "<why>"}),
            ),
        )
    return work


def _demand_as_approved(opened: OpenPlan, task: WorkTask, work: Work, *, is_a_persons: bool) -> None:
    """Refuse where what the commands run is not what a person approved; a person may take it as it is."""
    if makes_nothing(task, work):
        raise Refused(
            f"`{task.name}` is not done: it makes something, and nothing changed since it was started",
            hint=by_person(run("done", task.name)),
        )
    approved = find_approved_commit(opened)
    if not approved or opened.workspace.repository.find_unreached((approved,), work.head):
        return
    if is_older(opened, work.base) and not is_a_persons:
        raise Refused(
            f"`{task.name}` was started at a commit that is older than the approval",
            hint=Hint("Start it anew: ", run("start", task.name, {"again": True, "since": approved[:12]})),
        )
    repository = opened.workspace.repository
    ends = [(commit, repository.tree(commit)) for commit in (approved, work.head)]
    since = make_work(repository, work.commits, *ends)
    rewired = list(find_rewired(task, since, _named(opened))) if task.commands else []
    if rewired:
        raise Refused(
            f"`{task.name}` is not done: {rewired[0].removesuffix(', and no task names it')}"
            " since the approval, and no task names it",
            hint=by_person(run("done", task.name)),
        )


def _named(opened: OpenPlan) -> frozenset[str]:
    """Return the files that the tasks of the plan name: a person approved that they change."""
    return frozenset(path for each in list_tasks(opened) for path in each.files)


def _verify_all(
    opened: OpenPlan, task: WorkTask, work: Work, commands: Sequence[TaskCommand], manner: Manner
) -> tuple[Run, ...]:
    runs = []
    repository = opened.workspace.repository
    for place, command in enumerate(commands):
        seen = verify(opened.workspace, command, manner, commands[:place])
        if seen.trouble:
            excerpt = _last_lines(seen.run.excerpt) if seen.run.ended == TIME else seen.run.excerpt
            shown = f"\n\n{excerpt}" if excerpt else ""
            raise Refused(
                f"`{task.name}` is not done: `{command.shown}`: {seen.trouble}{shown}",
                hint=_what_next(task, seen, manner),
            )
        runs.append(seen.run)
    if task.is_new_behaviour and commands:
        _demand_red_before(opened, task, work, commands)
    if find_repository(Path(repository.root)).head != work.head:
        raise Changed("A commit was made while the commands ran", hint=Hint(run("done", task.name)))
    return tuple(runs)


def _last_lines(excerpt: str) -> str:
    """Return what a command printed last: all before it says nothing about why it hangs."""
    lines = excerpt.split("\n")
    return "\n".join(["…", *lines[-_LAST:]] if len(lines) > _LAST else lines)


def _find_written(opened: OpenPlan, task: WorkTask, work: Work, before: Stamps) -> list[str]:
    """Return in words the committed files that were written to and put back; refuse where one was not."""
    repository = opened.workspace.repository
    own = find_words_of_plans(opened, task.files.keys() | task.chosen)
    written = {
        path
        for path in find_written(repository, before)
        if path not in own and not path.startswith(f"{OWN}/")
    }
    for path in (*find_differing(repository, work.head, written), *find_stand_ins(repository, work.head)):
        raise Refused(
            f"`{path}` changed while the commands ran, so they ran over what no commit has",
            hint=Hint("Commit it, or `git checkout` it, then ", run("done", task.name)),
        )
    return [f"`{path}`, written to while the commands ran" for path in sorted(written)]


def _find_own_written(opened: OpenPlan, before: Stamps) -> list[str]:
    """Return in words what was written to of git's own; refuse where an entry of the ledger was."""
    repository = opened.workspace.repository
    if lost := find_lost_entry(repository, before):
        raise Refused(
            f"`{lost}` changed while the commands ran: entries of the ledger never change",
            hint=Hint("`git checkout` it, then look at what is damaged: ", run("check")),
        )
    found = find_own_written(repository, before)
    return [f"`{spell_out(path)}`, written to while the commands ran" for path in found]


def _what_next(task: WorkTask, seen: Verified, manner: Manner) -> Hint:
    """Return what to do about a command that failed: install what it misses, or mend the code."""
    if seen.run.ended == TIME:
        longer = run("done", task.name, {"seconds": "600"})
        if manner.seconds >= _LONGER:
            longer = run("done", task.name, {"seconds": "3600"})
        return Hint("Look why it hangs, or give it longer: ", longer)
    if seen.unset:
        return Hint(
            f"A command is not given your variable `{seen.unset[0]}`: set it in the plan with `env"
            f" {seen.unset[0]}=…`, or name it in `variables` of your `probes.toml`, then ",
            run("done", task.name),
        )
    if not seen.missing:
        return Hint("Fix the code, commit, then ", run("done", task.name))
    if seen.run.is_confined:
        return Hint(
            f"`{seen.missing}` is not in the confined copy, which has what is installed in the project or on"
            " PATH, an empty home folder and no network. Install it there, or run it in place: ",
            run("done", task.name),
        )
    return Hint(
        f"`{seen.missing}` is not installed here; `.venv`, `venv`, `node_modules` and `vendor` of the project"
        " come first, then your PATH. Install it, then ",
        run("done", task.name),
    )


def _demand_red_before(opened: OpenPlan, task: WorkTask, work: Work, commands: Sequence[TaskCommand]) -> None:
    """Refuse new behaviour whose tests, as they are now, are green without the work."""
    named = {path for command in commands for word in command.argv for path in paths_of(word)}
    tests = {path for path in work.changed if task.is_its_test(path)}
    chosen = [path for path in tests if any(path == each or path.startswith(f"{each}/") for each in named)]
    is_tested = bool(chosen) or (bool(tests) and not any(is_test(each) for each in named))
    # The new tests over the old code; where no test is new, all as it was.
    older = {path: work.texts(path)[0] for path in work.changed if not is_tested or path not in tests}
    if were_green_before(opened.workspace, commands, older):
        raise Refused(
            f"`{task.name}` brings new behaviour, and its tests are green without it",
            hint="Write the test that fails without the work, then try again",
        )


def _record(opened: OpenPlan, task: WorkTask, proof: _Proof, caller: Caller) -> Closed:
    now = find_task(opened, task.name)
    if (now.record.digest, now.state.entry) != (task.record.digest, proof.start.entry.id):
        raise Refused(f"`{task.name}` changed while its commands ran", hint=Hint("Look again: ", run("next")))
    speaker = "user" if caller.is_person else "planner"
    draft = Draft(opened, caller, is_repeated=True)
    for command in proof.fresh:
        draft.add("command-approved", {"argv": list(command.argv), "folder": command.folder}, speaker="user")
    work = proof.work
    commits = work.linked(task, opened.known.slug)
    files = dict.fromkeys((*touched(task, work), *_of_commits(work, commits)))
    is_in_place = any(not each.is_confined for each in proof.runs)
    root = os.path.realpath(opened.workspace.repository.root)
    dropped = tell_dropped(os.environ, root) if is_in_place else []
    body: dict[str, Any] = {
        "task": task.key,
        "digest": task.record.digest,
        "started": proof.start.entry.id,
        "commit": work.head,
        "commits": list(commits),
        "files": {path: work.after.get(path, ABSENT) for path in list(files)[:_MOST_FILES]},
        "runs": [_as_body(each) for each in proof.runs],
        **({"rests": list(proof.rests)} if proof.rests else {}),
        **({"dropped": dropped} if dropped else {}),
    }
    draft.add("receipt", body, speaker=speaker)
    outcome = commit(draft, label=f"done {task.name}", cause="record")
    left = tuple(path for path in task.files if path not in files)
    return Closed(outcome, task, proof.runs, commits, tuple(body["files"]), left, proof.rests)


def _of_commits(work: Work, commits: Sequence[str]) -> Iterator[str]:
    wanted = set(commits)
    for each in work.commits:
        if each.oid in wanted:
            yield from (change.path for change in each.changes if not change.path.startswith(f"{OWN}/"))


def _as_body(made: Run) -> dict[str, Any]:
    code: dict[str, Any] = {} if made.code is None else {"code": made.code}
    left = {"left": list(made.left)} if made.left else {}
    return {
        "argv": list(made.argv),
        "folder": made.folder,
        "ended": made.ended,
        "milliseconds": made.milliseconds,
        "digest": made.digest,
        "excerpt": made.excerpt,
        "expected": made.expected,
        "met": made.is_met,
        "confined": made.is_confined,
        **code,
        **left,
    }
