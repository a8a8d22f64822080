"""What a model that attacks a plan is asked, and asked again where its objections do not hold."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brains.reader import list_kinds
from groundplan.planner.brains.refuter import Way, tell_task
from groundplan.planner.brains.rounds import (
    block,
    listed,
    tell_left,
    tell_looked,
    tell_looking,
    tell_unread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.planner.brains.refuter import Material
    from groundplan.planner.brains.rounds import Rounds

REPAIRS = 2  # one for an answer that cannot be read, one for objections that do not hold

_READING = """\
2. Open every place it cites. Recount every number. Look up what the commands it relies on would run.
3. Follow its steps through the code, literally and in their order: what does each leave undone, and what does
   it break? Ask of each check of the plan whether it would also pass without the step."""
_SETTLING = """
4. Do not only read: have it tried, as said above, before you object and before you find nothing. First the
   plan's own checks over the code as it is: one that passes today shows nothing. Then the obvious patch, or
   its steps exactly as they are written, with those checks and the tests that are there; then the same with
   what the plan calls a trap put back, and a test of your own for what it leaves undone or breaks."""
_FORM = """\
# Your answer

Nothing but one JSON object: at most {limit} objections, the most expensive first.

```json
{{
  "tried": ["what you looked up, recounted or followed through, with its place: one sentence each"],
  "keeps": ["what is right and must stay, and where you saw it"],
  "objections": [
    {{
      "section": "{section}",
      "quote": "words of that section, copied exactly; for a missing step, those after which it belongs",
      "because": "what is wrong, and what happens if nobody notices",
      "evidence": ["src/app.py:10-24", "src/app.py:12 `return None`"],
      "change": "what the plan should say instead",
      "touches": ["keys of other sections that the change belongs in, if any"]
    }}
  ]
}}
```

Quotes and citations are checked: what does not hold comes back to you once and is then struck.
{outputs}

If you find nothing, hand in no objections and say under `tried` what you looked up, with the places. Nothing
you write approves, answers or changes anything."""
_RECEIPTS = """\
What was tried for you is evidence by its receipt: `"(measured: P1) the test passes without the step"`.
Name only receipts that you were shown, so hand such an objection in after its run, not beside it.
Beyond that, """
_SEARCHES = """\
ou have run nothing but searches, so no test failed and nothing was built; that something is missing is shown
by the search that does not find it: `$ grep -rn name src`, with its output on the next lines."""
_NOTHING_RUN = """\
ou have run nothing, so no command and no output is evidence; that something is missing is shown by the place
where it would have to be."""


CLAIMS = """\
Beside `objections` you may list under `claims` what the plan states and you did not look up yourself:
numbers, lines, names, callers, defaults, commands, tests, versions, every `only`, `all` and `none`. A program
holds each against the code, and what is false becomes an objection without your proof:

```json
{"claims": [{"quote": "words of the plan", "kind": "callers", "at": "src/app.py::load", "number": 2}]}
```

Fields: `quote`, copied exactly; `kind`; as it needs them `at`, `value`, `of`, `number`, `how`, `names`."""


@dataclass(frozen=True, slots=True)
class Attack:
    """What is to be attacked, and how the model looks into the code."""

    material: Material
    limit: int
    root: str = ""  # where the model may read; empty: it sees these words alone
    allowed: tuple[str, ...] = ()  # commands that the user lets it have tried
    measured: tuple[tuple[str, str], ...] = ()  # the receipts that the plan cites: name, what it shows
    kinds: Mapping[str, str] = field(default_factory=dict)  # of claims that the code judges


@dataclass(frozen=True, slots=True)
class Faults:
    """Objections that were taken, by their quotes, and what is wrong with the others."""

    taken: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def write_attack(task: Attack, rounds: Rounds, faults: Faults) -> str:
    """Return all that the model is asked now."""
    form = _FORM.format(
        limit=task.limit,
        section=next(iter(task.material.sections), "key"),
        outputs=f"{_RECEIPTS}y{_ran(task)}" if task.allowed else f"Y{_ran(task)}",
    )
    looking = f"\n\n{tell_looking(rounds, task.root, task.allowed)}"
    if task.allowed:
        way = Way(looking, _READING + _SETTLING, "in the code or by a receipt")
    else:
        way = Way(looking, _READING, "in the code")
    shown = (
        block(f"# What `{name}` measured, which the plan cites", told, "output")
        for name, told in task.measured
    )
    parts = [*tell_task(task.material, way), *shown, form]
    if task.kinds and not (faults.taken or faults.wrong):  # who mends an objection lists nothing again
        parts += [CLAIMS, list_kinds(task.kinds)]
    return "\n\n".join([*parts, *_state(task, rounds, faults)]) + "\n"


def _ran(task: Attack) -> str:
    return _SEARCHES if task.root else _NOTHING_RUN


def _state(task: Attack, rounds: Rounds, faults: Faults) -> Iterator[str]:
    yield from tell_looked(rounds)
    if faults.taken:
        yield block("# Objections of yours that were taken, by their quotes", listed(faults.taken), "taken")
    if faults.wrong:
        yield block("# What is wrong with the rest of your answer", listed(faults.wrong), "findings")
        yield (
            "Look at each again. Hand it in once more, put right against the plan and the code, or leave it "
            "out. Those that were taken need not come again."
        )
    yield from tell_unread(rounds)
    wanted = "Hand in your objections, and what you tried."
    left = tell_left(rounds, task.root, tries=bool(task.allowed))
    yield f"# Now\n\n{' '.join(filter(None, (left, wanted)))}"
