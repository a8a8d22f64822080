"""What the code answered so far, as a model is shown it again: each line of a file once, nothing given up.

A model remembers nothing between two calls, so what it needs comes with each. What it does not name any more,
and for who mends, what is not about the fault, is only listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OUTPUT = 3_000  # letters of what a command printed, once the model has seen it
_AROUND = 12  # lines before and behind those that somebody who mends needs
_END = "\n"
COMMAND = 200  # letters of a command that a model wrote itself
_CODE = late_regex(r"`([^`\n]+)`")
_NAME = late_regex(r"[A-Za-z_]\w{3,}")
_NUMBER = late_regex(r":(\d{1,7})(?:-(\d{1,7}))?")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question to the code and its answer; what was asked by who mends is shown whatever it is about."""

    asked: str
    answer: str
    is_wanted: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """A command that was tried: the model wrote its words and has seen its output once."""

    name: str  # of its receipt
    command: str
    answer: str
    line: str  # how it ended, and the last line it printed
    is_fresh: bool = True  # the model has not seen it yet
    is_kept: bool = True
    is_wanted: bool = False  # by who mends

    @property
    def title(self) -> str:
        """Return its name and the beginning of its command."""
        most = COMMAND * 5 if self.is_fresh else COMMAND
        return f"`{self.name}` showed: {shorten(self.command, most)}"

    @property
    def text(self) -> str:
        """Return what it printed: whole at first, then its beginning and its end, or its last line."""
        if self.is_fresh or (self.is_kept and len(self.answer) <= OUTPUT):
            return self.answer
        head, tail = self.answer[: OUTPUT // 3], self.answer[-OUTPUT * 2 // 3 :]
        cut = f"{head.rpartition(_END)[0] or head}\n…\n{tail.partition(_END)[2] or tail}"
        return cut if self.is_kept else f"{self.name}: {self.line}"


@dataclass(frozen=True, slots=True)
class Unshown:
    """What was asked and is not shown: left out since, without room, or without an answer."""

    left_out: tuple[str, ...] = ()
    crowded: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()  # with the reason


@dataclass(frozen=True, slots=True)
class ShownFile:
    """The lines of a file that were asked for, however often, each once and in their order."""

    path: str
    total: int
    lines: tuple[tuple[int, str], ...]
    wanted: frozenset[int] = frozenset()  # asked for by who mends

    @property
    def ranges(self) -> str:
        """Return which lines that are, as they are asked for."""
        return tell_ranges(number for number, _ in self.lines)

    @property
    def text(self) -> str:
        """Return the lines with their numbers, and where some are left out between them."""
        return "\n".join(_numbered(self.lines))

    def around(self, words: str) -> ShownFile:
        """Return the lines that the words of findings are about; all of them where none can be told."""
        cited = {n for each in _CODE.findall(words) for n in self._cited(each)}
        names = {name for each in _CODE.findall(words) for name in _NAME.findall(each.rpartition("/")[2])}
        names -= set(_NAME.findall(self.path))
        near = {n for n, line in self.lines if n in cited or names & set(_NAME.findall(line))}
        kept = {n + step for n in near for step in range(-_AROUND, _AROUND + 1)} | self.wanted
        some = tuple((n, line) for n, line in self.lines if n in kept)
        return ShownFile(self.path, self.total, some or self.lines, self.wanted)

    def _cited(self, code: str) -> Iterator[int]:
        for first, last in _NUMBER.findall(code) if code.startswith(f"{self.path}:") else ():
            yield from range(int(first), min(int(last or first), self.total) + 1)


def _numbered(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    before = None
    for number, line in lines:
        if before is not None and number > before + 1:
            yield "…"
        yield f"{number} {line}"
        before = number


def shorten(text: str, most: int) -> str:
    """Return the beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def tell_ranges(numbers: Iterable[int]) -> str:
    """Return the ranges that numbers of lines make."""
    return ", ".join(f"{first}-{last}" for first, last in _joined(sorted(numbers)))


def _joined(numbers: Iterable[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    return spans
