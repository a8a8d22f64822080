"""The rounds in which a model is asked: how it looks into the code, and what came of the rounds so far.

A model remembers nothing between two calls, so each prompt says all of it again. Everything that others wrote
is between marks that nothing inside can close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brains.answered import COMMAND, OUTPUT, Unshown
from groundplan.planner.brains.turn import ASKS, LIMITED, PROBE_SECONDS, PROBE_WORD, PROBES
from groundplan.wording.inert import fence, spell_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.planner.brains.answered import Answered, ShownFile, Tried

_RECEIPT = late_regex(r"\bP[0-9]+\b")
LOOKS = 5  # rounds of questions to the code
PROBE = "probe"  # how a command that was tried is called among the questions to the code
ROOM = 60_000  # letters of all its answers that a model is shown at once; 30,000 were too few
TRIALS = 6  # commands that are tried for one model in one run
_MOST_SHOWN = 4_000  # letters of an answer that could not be read

_LEFT_OUT = "# Asked and answered, and left out here"
_ASK_AGAIN = ": you did not `keep` it, or it is not about what is to be mended; ask again for what you need"
_NO_ROOM = "# Asked, and there was no room for the answer"
_ASK_LESS = ": ask again for it alone or for fewer lines, and `keep` less"
_NO_ANSWER = "# Asked without an answer"
_ASK_OTHERS = ": the same question gives the same reason again"
_KEEP_IT = ": name one in `keep` to see its output again"

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
{{"code": [{{"ask": "lines", "about": "src/app.py:10-80"}}, {{"ask": "find", "about": "load", "in": "src"}}]}}
```

`ask` is one of {asks}. `about` is a folder or words of a path for `files`; a file,
`path:10-250` or `path::Name` for `lines` (300 lines at most); whole words for `find`; a name or `path::Name`
for `symbol`, `usages`, `callers` and `impact`; a file, words or a commit's id for `history`; a dependency's
name for `docs`. `in`, a folder or a file, limits {limited}. At most 20 at once.
All that is shown comes with every call again, so ask for what you can foresee in one go, whole functions
rather than whole files, and name beside `code` what you still need of it:
`"keep": ["src/app.py:10-40", "find load in src"]`. The rest is left out then; without `keep` nothing is."""


_TRIES = """\
You may have a command tried over a copy of the code, as it is or with a patch: beside `code`, or alone, give
`"probes": [{{"argv": ["pytest", "-q", "tests/test_app.py"], "patch": "as git diff prints it"}}]`. The user
has allowed {allowed}; nothing else is run. At most {most} in all, {once} at once, each for {seconds} seconds;
beside `code` they take no round of their own. Each starts in a fresh copy, without network; of its output you
get the first and the last lines, 70 in all, so print little, in short lines, and say what each figure is:
later prompts have {command} letters of the command and {output:,} of its output, or, where a `keep` does not
name it (`"keep": ["P1"]`), its last line alone. A word of a command has at most {word:,} letters. A patch may
be a whole prototype with its tests or a script, or put a trap back to see which test fails. `"on": "P1"`
applies the patch of that receipt first, `"on": "before"` that of the probe before in your list: write none
twice. What a patch changes has to be there as the code was shown, with lines around each hunk on both sides;
its counts may be off. Where this system cannot confine a command, it runs without a patch. {push}What a run
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
    trials: tuple[Tried, ...] = ()
    unshown: Unshown = Unshown()
    looks_left: int = LOOKS
    room: int = ROOM  # letters that the code's answers may still take
    most: int = ROOM  # letters that they may take in all
    tries_left: int = TRIALS  # commands that may still be tried
    unread: tuple[str, str] = ("", "")  # why the last answer could not be read, and the answer

    @property
    def may_try(self) -> bool:
        """Whether a command may still be tried."""
        return bool(self.looks_left and self.tries_left)

    @property
    def has_looked(self) -> bool:
        """Whether the code was asked, or anything tried."""
        return bool(self.answers or self.files or self.trials) or self.unshown != Unshown()


def tell_looking(rounds: Rounds, root: str, allowed: tuple[str, ...] = (), push: str = "") -> str:
    """Return how a model looks into the code, by itself or by asking, and what it may have tried."""
    if root:
        told = _READS.format(root=root)
    else:
        told = _ASKS.format(asks=", ".join(ASKS), limited=LIMITED) if rounds.looks_left else _WRITES
    named = ", ".join(f"`{one_line(each)}`" for each in allowed)
    tries = _TRIES.format(
        allowed=named,
        most=TRIALS,
        once=PROBES,
        seconds=PROBE_SECONDS,
        push=push,
        command=COMMAND,
        output=OUTPUT,
        word=PROBE_WORD,
    )
    return f"{told}\n\n{tries}" if allowed and rounds.may_try else told


def tell_looked(rounds: Rounds, needed: str | None = None) -> Iterator[str]:
    """Yield what the code answered; for who mends, only on what the `needed` words name."""
    left = list(rounds.unshown.left_out)
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
    yield from _tell_trials(rounds, needed)
    again = bool(rounds.looks_left)
    for title, how, rows in (
        (_LEFT_OUT, _ASK_AGAIN, left),
        (_NO_ROOM, _ASK_LESS, rounds.unshown.crowded),
        (_NO_ANSWER, _ASK_OTHERS, rounds.unshown.unanswered),
    ):
        if rows:
            yield block(f"{title}{how if again else ''}", listed(rows), "asked")


def _tell_trials(rounds: Rounds, needed: str | None) -> Iterator[str]:
    """Yield what was tried, and a line for each of what is not kept, or says nothing to who mends."""
    lines, named = [], set(_RECEIPT.findall(needed or ""))
    for each in rounds.trials:
        is_due = needed is None or each.is_fresh or each.is_wanted or each.name in named
        if each.is_kept and is_due:
            yield block(f"# What {each.title}", each.text, "output")
        else:
            lines.append(f"{each.name}: {each.line}")
    if lines:
        yield block(f"# Tried before{_KEEP_IT if rounds.looks_left else ''}", listed(lines), "tried")


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
    if root:
        return _tell_tries(rounds) if tries else ""
    if not left:
        return f"The code can be asked no more{', and nothing more is tried' if tries else ''}."
    trials = f"{rounds.tries_left or 'no'} more trial{'' if rounds.tries_left == 1 else 's'}"
    if left > 1:
        told = f"{left} more rounds of questions to the code are left"
        told += f", and {trials} in them." if tries else "."
    else:
        told = "One more round of questions to the code is left, the last"
        told += f", and {trials} in it" if tries else ""
        told += f": what you do not ask for{' or have tried' if tries else ''} now, you cannot any more."
    return f"{told} {_tell_room(rounds)}"


def _tell_tries(rounds: Rounds) -> str:
    """Return how often a model that reads the code itself may have something tried."""
    if not rounds.may_try:
        return "Nothing more is tried."
    trials = f"{rounds.tries_left} more command{'' if rounds.tries_left == 1 else 's'}"
    if rounds.looks_left > 1:
        return f"You may have {trials} tried first, in {rounds.looks_left} more rounds."
    return f"You may have {trials} tried first, in one more round, the last."


def _tell_room(rounds: Rounds) -> str:
    """Return what the answers take of their room, and how there is more."""
    if not rounds.has_looked:
        return f"The answers may take {rounds.most:,} letters, in the order you ask."
    if not rounds.room:
        return (
            f"What is shown here takes all of the {rounds.most:,} letters that answers may take: "
            "name in `keep` what you still need, or the next answers have no room."
        )
    return (
        f"What is shown here takes {rounds.most - rounds.room:,} of {rounds.most:,} letters: the next "
        f"answers get the other {rounds.room:,}, in the order you ask, "
        "and the room of all that you do not `keep`."
    )


def listed(rows: Iterable[str]) -> str:
    """Return rows as a list, each on a line of its own."""
    return "\n".join(f"- {one_line(row)}" for row in rows)


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def block(title: str, text: str, name: str) -> str:
    """Return words of others under a title, between marks."""
    return f"{title}\n\n{fence(spell_out(text.strip()), name)}"
