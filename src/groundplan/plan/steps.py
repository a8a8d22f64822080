"""A line of thought in numbered steps: each may revise an earlier one, or go another way from it.

Numbers run on within a line; a later step that revises an earlier one takes its place. A branch begins beside
a step of the main line, and shares the steps before that. What an entry claims is read as data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History

_COUNT = late_regex(r"([1-9]\d?)/([1-9]\d?)")
_NAME = late_regex(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Step:
    """Step `number` of about `total`; `revises` is 0 where it takes no other's place."""

    number: int
    total: int
    branch: str = ""  # empty: the main line
    revises: int = 0

    @property
    def told(self) -> str:
        """Return what it is, in words."""
        line = f" on branch {self.branch}" if self.branch else ""
        return (
            f"step {self.number} of {self.total}{line}{f', revises {self.revises}' if self.revises else ''}"
        )

    @property
    def body(self) -> dict[str, str]:
        """Return it as a turn's entry holds it."""
        told = {"step": f"{self.number}/{self.total}", "branch": self.branch}
        return {name: value for name, value in (told | {"revises": str(self.revises or "")}).items() if value}


def read_step(entry: Entry) -> Step | None:
    """Return the step that a turn is, or None where it is none or says nonsense."""
    count, branch, revises = (str(entry.body.get(name, "")) for name in ("step", "branch", "revises"))
    try:
        return parse_step(count, branch, revises) if entry.kind == "turn" and count else None
    except Misused:
        return None


def read_steps(history: History) -> tuple[tuple[Entry, Step], ...]:
    """Return the steps of a plan as a story."""
    return tuple((entry, step) for entry in history.told() if (step := read_step(entry)))


def parse_step(count: str, branch: str = "", revises: str = "") -> Step:
    """Return a step from words such as `2/5`; raises where they make no sense."""
    found = _COUNT.fullmatch(count.strip())
    if found is None or int(found[1]) > int(found[2]):
        raise Misused(f"`{count[:20]}` is no step", hint="Such as `--step 2/5`")
    if branch and not _NAME.fullmatch(branch):
        raise Misused(f"`{branch[:40]}` is no name of a branch", hint="Small letters, digits and `-`")
    number = int(found[1])
    if revises and not (revises.isascii() and revises.isdigit() and 0 < int(revises) < number):
        raise Misused(f"Step {number} cannot revise `{revises[:20]}`", hint="Only an earlier step")
    return Step(number, int(found[2]), branch, int(revises or 0))


def check_step(known: Sequence[Step], step: Step) -> None:
    """Refuse a step that does not go on from those there are."""
    main = {each.number for each in known if not each.branch}
    own = {each.number for each in known if each.branch == step.branch}
    if step.branch and not own:
        if step.number - 1 not in {0, *main} or step.number not in main:
            raise Misused(
                f"Branch `{step.branch}` cannot begin at step {step.number}",
                hint=f"It begins beside a step of the main line: {_listed(main)}",
            )
    elif step.number != (following := max(own, default=0) + 1):
        raise Misused(
            f"The next step is {following}, not {step.number}", hint=f"`--step {following}/{step.total}`"
        )
    before = own | {number for number in main if step.branch and number < min(own, default=step.number)}
    if step.revises and step.revises not in before:
        raise Misused(f"There is no step {step.revises} to revise", hint=f"There are {_listed(before)}")


def _listed(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "none yet"
