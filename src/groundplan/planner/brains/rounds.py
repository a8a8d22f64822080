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

LOOKS = 5  # rounds of questions to the code
PROBE = "probe"  # how a command that was tried is called among the questions to the code
ROOM = 300_000  # letters of all its answers together
_MOST_SHOWN = 4_000  # letters of an answer that could not be read

_READS = """\
The repository is at `{root}`. Read and search it before you write, whole functions and their callers; change
nothing."""

_ASKS = """\
You cannot open files. Ask the code before you write: answer with nothing but such a block, and you get the
answers.

```json
{{"code": [{{"ask": "lines", "about": "src/app.py:10-80"}}, {{"ask": "callers", "about": "load"}}]}}
```

`ask` is one of {asks}. `about` is a folder or words of a path for `files`; a file,
`path:10-250` or `path::Name` for `lines` (300 lines at most); whole words for `find`; a name or `path::Name`
for `symbol`, `usages`, `callers` and `impact`; a file, words or a commit's id for `history`; a dependency's
name for `docs`. At most 20 at once: ask for all that you can foresee. Reading whole functions with `lines`
beats guessing what they do."""


_TRIES = """\
You may have a command tried over a copy of the code, as it is or with a patch: beside `code`, or alone, give
`"probes": [{{"argv": ["pytest", "-q", "tests/test_app.py"], "patch": "as git diff prints it"}}]`. The user
has allowed {allowed}; nothing else is run. At most {most} at once, each for {seconds} seconds; beside `code`
they take no round of their own. Each starts in a fresh copy, without network; of its output you get the
first and the last lines, 70 in all, so print little, in short lines. A patch may be a whole prototype with
its tests, or put a trap back to see which test fails; where this system cannot confine a command, it runs
without one. What a run showed is cited as `(measured: P1)`; nothing else is measured."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """What the code said so far, how often it may still be asked, and an answer that no form allows."""

    looked: tuple[tuple[str, str], ...] = ()  # question to the code, its answer
    looks_left: int = LOOKS
    again: frozenset[str] = frozenset()  # what was asked for a second time
    unread: tuple[str, str] = ("", "")  # why the last answer could not be read, and the answer

    @property
    def room(self) -> int:
        """Return how many letters the code's answers may still take."""
        return max(ROOM - sum(len(answer) for _, answer in self.looked), 0)


def tell_looking(root: str, allowed: tuple[str, ...] = ()) -> str:
    """Return how a model looks into the code, by itself or by asking, and what it may have tried."""
    told = _READS.format(root=root) if root else _ASKS.format(asks=", ".join(ASKS))
    named = ", ".join(f"`{one_line(each)}`" for each in allowed)
    tries = _TRIES.format(allowed=named, most=PROBES, seconds=PROBE_SECONDS)
    return f"{told}\n\n{tries}" if allowed else told


def tell_looked(rounds: Rounds, needed: str | None = None) -> Iterator[str]:
    """Yield what the code answered; for who mends, only on what the `needed` words name."""
    left = []
    for asked, answer in rounds.looked:
        is_tried = asked.startswith(f"{PROBE} ")
        if needed is None or is_tried or asked in rounds.again or _is_named(asked, needed):
            yield block(f"# The code on `{one_line(asked)}`", answer, "code")
        else:
            left.append(asked)
    if left:
        title = "# What the code was asked before, left out here: ask again for what you need"
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
    """Return how often the code may still be asked, or, by who reads it alone, commands be tried."""
    left, room = rounds.looks_left, rounds.room
    times = "time" if left == 1 else "times"
    if root:
        told = f"You may have commands tried {left} more {times} first." if left else "Nothing more is tried."
        return told if tries else ""
    if not (left and room):
        return "The code can be asked no more."
    return f"You may ask the code {left} more {times} first; its answers may take {room:,} more letters."


def listed(rows: Iterable[str]) -> str:
    """Return rows as a list, each on a line of its own."""
    return "\n".join(f"- {one_line(row)}" for row in rows)


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def block(title: str, text: str, name: str) -> str:
    """Return words of others under a title, between marks."""
    return f"{title}\n\n{fence(spell_out(text.strip()), name)}"
