"""A handover for the next person or agent, in at most 1,500 tokens."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import change_log, next_task, one_line
from groundplan.app.objections.attacks import tell_attacks
from groundplan.app.use_cases import takes_plan
from groundplan.app.views.waiting import RESUME, next_command, tell_state, waiting_for_person
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import PROGRAM, run
from groundplan.plan.progress import Progress
from groundplan.plan.refutation import Fate
from groundplan.plan.standing import State
from groundplan.plan.steps import read_steps
from groundplan.wording.tokens import LETTERS_PER_TOKEN, count_letters, count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.progress import TaskState
    from groundplan.plan.promise import Decision

TOKENS = 1_500


@dataclass(frozen=True, slots=True)
class Handover:
    """The text, and its size as agents count it."""

    opened: OpenPlan
    text: str

    @property
    def tokens(self) -> int:
        """Return the size in tokens."""
        return count_tokens(self.text)


@dataclass(slots=True)
class _Part:
    """Lines that say one thing: the head stays, of the others those in the middle may be left out."""

    head: list[str]
    lines: list[str] = field(default_factory=list)
    left_out: int = 0
    size: int = 0

    def __post_init__(self) -> None:
        """Measure the part once; it may have thousands of lines."""
        self.size = sum(count_letters(line) + 1 for line in (*self.head, *self.lines, _gap(len(self.lines))))

    def leave_one_out(self) -> None:
        """Take away the least needed line; the part says how many are missing."""
        self.size -= count_letters(self.lines.pop(len(self.lines) // 2)) + 1
        self.left_out += 1

    def told(self) -> list[str]:
        """Return the lines as they are handed over."""
        gap = [_gap(self.left_out)] if self.left_out else []
        middle = -(-len(self.lines) // 2)
        return [*self.head, *self.lines[:middle], *gap, *self.lines[middle:]]


def resume(opened: OpenPlan, program: str = PROGRAM) -> Handover:
    """Return status and change log first, then what is decided, approved, done, open and next."""
    parts = list(_parts(opened, program))
    while sum(part.size for part in parts) > TOKENS * LETTERS_PER_TOKEN:
        max((part for part in parts if part.lines), key=lambda part: part.size).leave_one_out()
    return Handover(opened, "\n".join(line for part in parts for line in part.told()).strip() + "\n")


def _gap(count: int) -> str:
    return f"- … {count} more, see `{run('log')}`"


def _parts(opened: OpenPlan, program: str) -> Iterator[_Part]:
    standing = opened.judgement.standing
    promises = opened.judgement.promises
    # A playbook declares its sections in the order in which they are read, whatever order files are saved in.
    names = dict.fromkeys(spec.document for spec in opened.playbook.sections)
    paths = ", ".join(d.path for name in names for d in opened.plan.documents if d.name == name)
    about = f"Status: {standing.stage}. Phase: {standing.phase or 'none'}. Playbook: {opened.playbook.name}."
    head = [
        f"# {one_line(opened.known.title)}",
        "",
        one_line(about),
        "",
        f"Read, in this order: {one_line(paths, 400)}",
    ]
    yield _Part([*head, *(["", one_line(standing.resume, 300)] if standing.resume else [])])
    yield _Part(["", "## Change log"], change_log(opened.plan, promises, standing)[-12:])
    relayed = [each for each in promises.live_decisions if promises.is_relayed(each.entry)]
    decided = [each for each in promises.live_decisions if each not in relayed]
    yield from _part("Decided, not to be re-opened", map(_tell_decision, decided))
    yield from _part("Decisions that no person has confirmed", map(_tell_decision, relayed))
    checkpoints = (f"{one_line(c.spec.label, 80)}: {tell_state(opened, c)}" for c in standing.checkpoints)
    yield from _part("Checkpoints", checkpoints)
    yield from _part("Attack", _attack(opened))
    yield from _part("Steps of thought", _steps(opened))
    closed = [each for each in promises.task_states.items() if each[1].is_closed]
    yield from _part("Done", (f"{one_line(key)}{_tell_waiver(state)}" for (key, _), state in closed))
    begun = [each for each in promises.task_states.items() if each[1].progress is Progress.STARTED]
    yield from _part("Started", (f"{one_line(key)} by {one_line(state.by, 60)}" for (key, _), state in begun))
    waits = waiting_for_person(opened)
    yield from _part("Waiting for a person", (f"{one_line(w.name, 60)}: {one_line(w.text)}" for w in waits))
    current = standing.current
    if current is not None and current.state is State.BLOCKED:
        yield from _part("Blocking", (f"{one_line(f.message)} ({f.code})" for f in current.findings[:8]))
    yield _Part(["", f"Next: {one_line(_next(opened, program), 300)}"])


def _part(title: str, lines: Iterable[str]) -> Iterator[_Part]:
    """Yield a part of list items, unless there are none."""
    items = [f"- {line}" for line in lines]
    if items:
        yield _Part(["", f"## {title}"], items)


def _tell_waiver(state: TaskState) -> str:
    return f" (waived by {one_line(state.by, 60)}: {one_line(state.reason)})" if state.reason else ""


def _attack(opened: OpenPlan) -> Iterator[str]:
    """Yield how far the attack on the plan is, then what nobody has settled."""
    told = tell_attacks(opened)
    if told:
        yield told
    for state in opened.judgement.promises.attacks.objections:
        if state.fate in {Fate.OPEN, Fate.ANSWERED}:
            yield f"{state.name} {state.fate}: {one_line(state.objection.because)}"


def _steps(opened: OpenPlan) -> Iterator[str]:
    """Yield the steps that hold: those that a later one of their line revises are left out."""
    steps = read_steps(opened.history)
    gone = {(step.branch, step.revises) for _, step in steps if step.revises}
    for entry, step in steps:
        if (step.branch, step.number) not in gone:
            yield f"{step.told}: {one_line(opened.talk.get(entry.id, '(the text is on another machine)'))}"


def _tell_decision(decision: Decision) -> str:
    return f"{one_line(decision.id, 20)} {one_line(decision.title)}: {one_line(decision.reason)}"


def _next(opened: OpenPlan, program: str) -> str:
    """Return the next command, or the next step of the work once no command is left but this one."""
    following = next_command(opened)
    if following.command not in {RESUME.command, "next"}:
        return f"`{following.spelled(program, takes_plan=takes_plan(following))}`"
    return next_task(opened.plan, opened.judgement.standing) or "nothing is left to do"
