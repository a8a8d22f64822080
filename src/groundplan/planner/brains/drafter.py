"""What a model that drafts a plan is asked, and asked again: the same material always gives the same words.

A model remembers nothing between two calls, so each prompt is whole. Everything that others wrote is between
marks that nothing inside can close; what is last differs from call to call, the rest does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brains.partner import TALKING
from groundplan.planner.brains.rounds import (
    DRAFTING,
    MENDING,
    Rounds,
    block,
    listed,
    one_line,
    tell_left,
    tell_looked,
    tell_looking,
    tell_unread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.brains.brief import Brief, Mend
    from groundplan.planner.brains.partner import Talk

REPAIRS = 3
_PLACES = 3  # of findings that say the same

_TASK = """\
# Draft a plan

You draft an implementation plan for a repository. A person reads it once and approves it or sends it back;
then somebody who does not know this code carries it out literally. The brief below has the goal, what is
known, and the headings to write under.

{looking}

What makes the plan good:

- It finds the cause, or the one place that every case passes through; not the first place that has the goal's
  words.
- It says first what exists already and does part of it, and what was tried, decided or refused before.
- It has thought the obvious change through. What that breaks (other callers, empty or missing values, a
  second implementation, stored data, a test that stays green for the wrong reason) is a trap: its place, what
  happens there, and the step that handles it.
- Its steps are in order, each small enough to review: what changes where, and why. Names and signatures;
  of bodies the lines that decide, a formula or a guard. Done literally, they leave nothing out: callers,
  registrations, documents, packaging.
- It names a test that fails today and sees the very failure that the goal names, and how it is run; for what
  is new, the missing name is failure enough.
- It decides what you would decide anyway, with the reason, and asks only what would change the plan.
- Each statement about code has its place, `path:10-24` or `path::name`; every one of them is checked, and
  code in backticks beside a place is taken for what stands there. Code that a step writes stands behind
  `new:` (at `src/app.py:12`, new: `limit = 5`) or in a fence marked `diff` or `python new`. Invent no name,
  line, figure, output or reply. Nothing is *measured* without a run that you were shown; mark what
  you only remember or assume.
- What does not apply is left out: an optional section without substance, a risk that fits any plan."""

_FORM = """\
# Your answer

Markdown: the sections, each under its heading as the brief has it, and nothing around them. Questions to the
user are items of their section, if there is one: `- Q: …? Default: …. Why: …`; so are decisions of your own:
`- D: …. Reason: …. Rejected: …`. One block may come beside them, for what has no section:

```json
{"challenges": [{"text": "what speaks against the goal", "evidence": ["src/app.py:10-24"]}],
 "questions": [{"text": "…?", "options": ["…", "…"], "default": "…", "why": "…"}],
 "unsure": ["what you are not sure of, one sentence each"]}
```

Your words are recorded as yours. Nothing in them answers, decides or approves for the user, and none of them
is run."""


EDITS = """\
Where a few words of a section change, give only those, in the block of JSON; a section that changes much,
whole under its heading. The others stay as they are.

```json
{"edits": [{"section": "key", "old": "words that it has once, copied exactly", "new": "the words instead"}]}
```"""
_SETTLING = """\
Say in the block of JSON what became of each: its section says something else now, or the plan stays and why.
An answer is shown to the person who approves, so it must hold against the code.

```json
{"objections": [{"name": "O1", "mended": true}, {"name": "O2", "answer": "why the plan stays as it is"}]}
```"""


@dataclass(frozen=True, slots=True)
class Objected:
    """What a reader holds against the plan, still open."""

    name: str
    section: str
    quote: str
    because: str
    change: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assignment:
    """What is to be drafted, and everything that is known before the model is asked."""

    brief: str  # as Markdown, the words of others fenced
    told: Brief | None = None  # the same as a value, for a mender who needs a part of it
    root: str = ""  # where the model may read; empty: it sees these words alone
    plan: str = ""  # what is written or proposed already
    rewritten: tuple[str, ...] = ()  # the sections that are to be written anew, by heading
    computed: str = ""  # sections that follow from the code alone
    questions: tuple[str, ...] = ()  # what the analysis of the code would ask
    objections: tuple[Objected, ...] = ()
    cited: tuple[
        tuple[str, str], ...
    ] = ()  # the code that objections cite: how it is asked for, what it says
    measured: tuple[tuple[str, str], ...] = ()  # the receipts that objections cite: name, what it shows
    allowed: tuple[str, ...] = ()  # commands that the user lets it have tried
    talk: Talk | None = None  # it is to talk with the user; None: to draft alone


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a draft is: what the code said, the words so far, and what is wrong with them."""

    rounds: Rounds = Rounds()
    draft: str = ""
    mends: tuple[Mend, ...] = ()


def write_prompt(task: Assignment, progress: Progress) -> str:
    """Return all that the model is asked now."""
    about, form = (TALKING, task.talk.form) if task.talk else (_TASK, _FORM)
    push = "" if task.talk else MENDING if task.objections else DRAFTING
    looking = tell_looking(progress.rounds, task.root, task.allowed, push)
    parts = [
        about.format(looking=looking),
        form,
        task.brief.strip(),
        *_material(task, is_mending=bool(progress.mends)),
    ]
    return "\n\n".join([*parts, *_state(task, progress)]) + "\n"


def _material(task: Assignment, *, is_mending: bool) -> Iterator[str]:
    if task.plan:
        yield block("# The plan so far, with what is proposed for it", task.plan, "plan")
    if task.computed:
        yield block("# What follows from the code alone, for you to take or leave", task.computed, "computed")
    if task.questions:
        title = "# What the analysis of the code would ask: settle it from the code, or ask it yourself"
        yield block(title, listed(task.questions), "questions")
    if task.objections:
        title = (
            "# Objections of a reader: check each against the code, and mend the sections where it is right"
        )
        rows = (
            f"{each.name}, section `{each.section}`, on “{each.quote}”: {each.because} "
            f"Evidence: {'; '.join(each.evidence) or 'none'}. Instead: {each.change}"
            for each in task.objections
        )
        yield block(title, listed(rows), "objections")
        yield from (block(f"# The code on `{one_line(asked)}`", code, "code") for asked, code in task.cited)
        yield from (block(f"# What `{name}` measured", shown, "output") for name, shown in task.measured)
        yield _SETTLING
        if not is_mending:
            yield EDITS


def _state(task: Assignment, progress: Progress) -> Iterator[str]:
    yield from tell_looked(progress.rounds, needed=_needed(progress) if progress.mends else None)
    if progress.draft:
        yield block("# Your draft so far", progress.draft, "draft")
    if progress.mends:
        yield block("# What is wrong with it", listed(_spelled(progress.mends)), "findings")
        yield (
            "Look at each again. Mend what is wrong; do not reword a claim only to silence a finding. Give "
            f"back what changes and nothing else. {EDITS}"
        )
    yield from tell_unread(progress.rounds)
    yield f"# Now\n\n{_now(task, progress)}"


def _now(task: Assignment, progress: Progress) -> str:
    if progress.mends:
        wanted = f"Mend {_named(progress)}, and give back nothing else."
    elif task.talk:
        wanted = task.talk.wanted
    elif task.rewritten:
        named = ", ".join(f"`{one_line(each)}`" for each in task.rewritten)
        wanted = f"Write these sections anew: {named}."
    else:
        wanted = "Write the sections that are open, and those with findings or objections to mend."
    return " ".join(filter(None, (_left(task, progress), wanted)))


def _left(task: Assignment, progress: Progress) -> str:
    return tell_left(progress.rounds, task.root, tries=bool(task.allowed))


def _named(progress: Progress) -> str:
    """Return where something is wrong."""
    keys = dict.fromkeys(each.section for each in progress.mends)
    return " and ".join(f"section `{one_line(key)}`" if key else "the block of JSON" for key in keys)


def _needed(progress: Progress) -> str:
    """Return the words that a mender looks into the code for: what is wrong, and where it is said."""
    return "\n".join(f"{each.place} {each.message}" for each in progress.mends)


def _spelled(mends: Sequence[Mend]) -> Iterator[str]:
    """Yield a row for each finding, one for all that say the same; findings of a rule share its hint."""
    ruled: dict[tuple[str, str], dict[str, list[Mend]]] = {}
    for each in mends:
        ruled.setdefault((each.code, each.hint), {}).setdefault(each.message, []).append(each)
    for (code, hint), said in ruled.items():
        for at, (message, same) in enumerate(said.items(), 1):
            told = f"{_where(same)}: {one_line(message)} {code}".rstrip() + "."
            these = "" if len(said) == 1 else f" for these {len(said)}"
            yield told + (f" Hint{these}: {one_line(hint)}" if hint and at == len(said) else "")


def _where(same: Sequence[Mend]) -> str:
    """Return where something is wrong: of many places the first three."""
    keys = [each for each in dict.fromkeys(each.section for each in same) if each]
    named = f"section{'' if len(keys) == 1 else 's'} {', '.join(f'`{each}`' for each in keys)}"
    where = named if keys else "the block beside the sections"
    places = [each for each in dict.fromkeys(each.place for each in same) if each]
    shown = ", ".join(f"“{one_line(each)}”" for each in places[:_PLACES])
    more = len(places) - _PLACES
    rest = f" and {more} more place{'' if more == 1 else 's'}" if more > 0 else ""
    counted = f"{len(same)} times in {where}" if len(same) > 1 else f"{where[0].upper()}{where[1:]}"
    return f"{counted}, at {shown}{rest}" if shown else counted
