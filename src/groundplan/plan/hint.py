"""A hint as a value: words, and in them commands as data, which each surface spells in its own way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "groundplan"
WORDS = "…"  # what the reader says in their own words
# Placeholders for several words are quoted, as the reader has to; `<file>` and the like are not.
_QUOTED_PLACEHOLDERS = {WORDS, "<goal>", "<reason>"}
_PLACEHOLDER = late_regex(r"<[a-z][a-z -]*>")
_PLAIN = late_regex(r"[A-Za-z0-9_@%+=:,./~-]+")
_LIVE_IN_DOUBLE_QUOTES = frozenset('"$`\\!')

Option = tuple[str, str | bool]


@dataclass(frozen=True, slots=True)
class Run:
    """A command to run: its name, its arguments and options as they are typed, the plan it is about."""

    command: str  # `answer`, `playbook check`; empty for the program itself
    words: tuple[str | Option, ...] = ()
    plan: str = ""  # set where the repository has several open plans

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the arguments without the options."""
        return tuple(word for word in self.words if isinstance(word, str))

    @property
    def options(self) -> dict[str, str | bool]:
        """Return the options by name."""
        return {word[0]: word[1] for word in self.words if not isinstance(word, str)}

    def on(self, plan: str) -> Run:
        """Return the command for that plan, unless it is for one already."""
        return replace(self, plan=plan) if plan and not self.plan else self

    def spelled(self, program: str = PROGRAM, *, takes_plan: bool = False) -> str:
        """Return the line to type into a shell."""
        words, arguments = list(self.words), list(self.arguments)
        if any(argument.startswith("-") for argument in arguments):
            words = [*self.options.items()]  # the arguments then follow a `--`
        typed = [program, self.command] if self.command else [program]
        for word in words:
            typed += [_quoted(word)] if isinstance(word, str) else _spelled_option(*word)
        if takes_plan and self.plan:
            typed += ["-p", _quoted(self.plan)]
        if len(words) < len(self.words):
            typed += ["--", *map(_quoted, arguments)]
        return " ".join(typed)

    def __str__(self) -> str:
        return self.spelled()


def run(command: str, *words: str | Mapping[str, str | bool]) -> Run:
    """Make a command: `run("say", {"as": "planner"}, "…")` is `groundplan say --as planner "…"`."""
    parts: list[str | Option] = []
    for word in words:
        parts += [word] if isinstance(word, str) else word.items()
    return Run(command, tuple(parts))


class Hint(str):
    """Words with commands among them. As text it spells them for a terminal; `parts` has them as they are."""

    __slots__ = ("parts",)
    parts: tuple[str | Run, ...]

    def __new__(cls, *parts: str | Run) -> Self:
        """Join words and commands; commands stand in backticks."""
        flat: list[str | Run] = []
        for part in parts:
            flat += part.parts if isinstance(part, Hint) else [part]
        made = super().__new__(cls, "".join(p if isinstance(p, str) else f"`{p}`" for p in flat))
        made.parts = tuple(flat)
        return made


def commands_in(hint: str) -> tuple[Run, ...]:
    """Return the commands a hint names; plain words name none."""
    return tuple(part for part in hint.parts if isinstance(part, Run)) if isinstance(hint, Hint) else ()


def about(hint: str, plan: str) -> str:
    """Return the hint with its commands for that plan."""
    if not plan or not isinstance(hint, Hint):
        return hint
    return Hint(*(part if isinstance(part, str) else part.on(plan) for part in hint.parts))


def _spelled_option(name: str, value: str | bool) -> list[str]:  # noqa: FBT001 - a flag's value is a boolean
    return [f"--{name}"] if value is True else [f"--{name}", _quoted(str(value))]


def _quoted(word: str) -> str:
    """Return a word as a shell takes it, placeholders readable."""
    if _PLAIN.fullmatch(word) or (_PLACEHOLDER.fullmatch(word) and word not in _QUOTED_PLACEHOLDERS):
        return word
    if not _LIVE_IN_DOUBLE_QUOTES & set(word):
        return f'"{word}"'
    import shlex  # noqa: PLC0415 - few words need it, and every start would pay for it

    return shlex.quote(word)
