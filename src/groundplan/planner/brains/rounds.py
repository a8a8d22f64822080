"""The rounds in which a model is asked: how it looks into the code, and what came of the rounds so far.

A model remembers nothing between two calls, so each prompt says all of it again. Everything that others wrote
is between marks that nothing inside can close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brains.turn import ASKS, PROBE_SECONDS, PROBES
from groundplan.wording.inert import fence, spell_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.planner.brains.answered import Answered, ShownFile

LOOKS = 5  # rounds of questions to the code
PROBE = "probe"  # how a command that was tried is called among the questions to the code
ROOM = 30_000  # letters of all its answers that a model is shown at once
TRIALS = 6  # commands that are tried for one model in one run
_MOST_SHOWN = 4_000  # letters of an answer that could not be read

_READS = """\
The repository is at `{root}`. Read and search it before you write, whole functions and their callers; change
nothing."""

_WRITES = """\
You cannot open files, and the code can be asked no more: hand in now, from what is shown here. Say of what
was not shown that you have not seen it, rather than guess."""

_ASKS = """\
You cannot open files. Ask the code before you write: answer with nothing but such a block, and you get the
answers.

```json
{{"code": [{{"ask": "lines", "about": "src/app.py:10-80"}}, {{"ask": "callers", "about": "load"}}]}}
```

`ask` is one of {asks}. `about` is a folder or words of a path for `files`; a file,
`path:10-250` or `path::Name` for `lines` (300 lines at most); whole words for `find`; a name or `path::Name`
for `symbol`, `usages`, `callers` and `impact`; a file, words or a commit's id for `history`; a dependency's
name for `docs`. At most 20 at once. All that is shown comes with every call again, so ask for what you can
foresee in one go, whole functions rather than whole files, and name beside `code` what you still need of it:
`"keep": ["src/app.py:10-40", "callers load"]`. The rest is left out then; without `keep` nothing is."""


_TRIES = """\
You may have a command tried over a copy of the code, as it is or with a patch: beside `code`, or alone, give
`"probes": [{{"argv": ["pytest", "-q", "tests/test_app.py"], "patch": "as git diff prints it"}}]`. The user
has allowed {allowed}; nothing else is run. At most {most} in all, {once} at once, each for {seconds} seconds;
beside `code` they take no round of their own. Each starts in a fresh copy, without network; of its output you
get the first and the last lines, 70 in all, so print little, in short lines. A patch may be a whole prototype
with its tests or a script, or put a trap back to see which test fails; what it changes has to be there as the
code was shown. Where this system cannot confine a command, it runs without a patch. {push}What a run
showed is cited as `(measured: P1)`; nothing else is measured."""
MENDING = """\
Where an objection shows a run that fails, try your way with the same test before you write it. """
DRAFTING = """\
Before you write, try the obvious change with the tests that are there, and the test that you name over the
code as it is: what breaks, stays green or fails otherwise than you think is a trap. """


@dataclass(frozen=True, slots=True)
class Rounds:
    """What the code said so far, how often it may still be asked, and an answer that no form allows."""

    answers: tuple[Answered, ...] = ()
    files: tuple[ShownFile, ...] = ()
    dropped: tuple[str, ...] = ()  # what is shown no more
    looks_left: int = LOOKS
    room: int = ROOM  # letters that the code's answers may still take
    tries_left: int = TRIALS  # commands that may still be tried
    unread: tuple[str, str] = ("", "")  # why the last answer could not be read, and the answer

    @property
    def may_try(self) -> bool:
        """Whether a command may still be tried."""
        return bool(self.looks_left and self.tries_left)

    @property
    def has_looked(self) -> bool:
        """Whether the code was asked, or anything tried."""
        return bool(self.answers or self.files or self.dropped)


def tell_looking(rounds: Rounds, root: str, allowed: tuple[str, ...] = (), push: str = "") -> str:
    """Return how a model looks into the code, by itself or by asking, and what it may have tried."""
    if root:
        told = _READS.format(root=root)
    else:
        told = _ASKS.format(asks=", ".join(ASKS)) if rounds.looks_left else _WRITES
    named = ", ".join(f"`{one_line(each)}`" for each in allowed)
    tries = _TRIES.format(allowed=named, most=TRIALS, once=PROBES, seconds=PROBE_SECONDS, push=push)
    return f"{told}\n\n{tries}" if allowed and rounds.may_try else told


def tell_looked(rounds: Rounds, needed: str | None = None) -> Iterator[str]:
    """Yield what the code answered; for who mends, only on what the `needed` words name."""
    left = list(rounds.dropped)
    for file in rounds.files:
        if needed is None or file.path in needed or file.wanted:
            some = file if needed is None else file.around(needed)
            title = f"# The code on `lines {one_line(file.path)}`: {some.ranges} of {file.total}"
            yield block(title, some.text, "code")
        else:
            left.append(f"lines {file.path}:{file.ranges}")
    for each in rounds.answers:
        if needed is None or each.is_wanted or _is_named(each.asked, needed):
            yield block(f"# The code on `{one_line(each.asked)}`", each.answer, "code")
        else:
            left.append(each.asked)
    if left:
        title = "# Asked, and not shown here, for want of room or of use: ask again for what you need"
        yield block(title, listed(left), "asked")


def _is_named(asked: str, words: str) -> bool:
    """Tell whether words name what a question to the code is about: its file, or its name."""
    about = asked.partition(" ")[2].strip("` ")
    return about.partition(":")[0] in words


def tell_unread(rounds: Rounds) -> Iterator[str]:
    """Yield the last answer, where it could not be read."""
    why, answer = rounds.unread
    if why:
        title = f"# Your last answer could not be read\n\n{one_line(why)}"
        yield block(title, answer[:_MOST_SHOWN], "answer")


def tell_left(rounds: Rounds, root: str, *, tries: bool = False) -> str:
    """Return how often the code may still be asked, and, where it is allowed, commands be tried."""
    left = rounds.looks_left
    times = "time" if left == 1 else "times"
    trials = f"{rounds.tries_left} more command{'' if rounds.tries_left == 1 else 's'}"
    if root and not tries:
        return ""
    if root:
        return (
            f"You may have {trials} tried first, in {left} more round{'' if left == 1 else 's'}."
            if rounds.may_try
            else "Nothing more is tried."
        )
    if not left:
        return "The code can be asked no more."
    told = f"You may ask the code {left} more {times} first; its answers may take {rounds.room:,} more"
    told += " letters, and those of what you do not `keep`" if rounds.has_looked else " letters"
    more = f" You may have {trials} tried." if rounds.may_try else " Nothing more is tried."
    return f"{told}, in the order you ask.{more if tries else ''}"


def listed(rows: Iterable[str]) -> str:
    """Return rows as a list, each on a line of its own."""
    return "\n".join(f"- {one_line(row)}" for row in rows)


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def block(title: str, text: str, name: str) -> str:
    """Return words of others under a title, between marks."""
    return f"{title}\n\n{fence(spell_out(text.strip()), name)}"
