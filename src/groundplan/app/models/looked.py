"""What the code answered to a model, kept between its calls: lines of a file once, within one amount."""

from __future__ import annotations

from dataclasses import dataclass as mutable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.brains.lookups import Lines, look_up
from groundplan.app.models.told_answers import tell_answer
from groundplan.planner.brains.answered import Answered, ShownFile, tell_ranges
from groundplan.planner.brains.rounds import PROBE, ROOM
from groundplan.planner.brains.turn import Lookup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.codebase import Codebase

_LINES = "lines"


@mutable
class Looked:
    """The answers so far; those that a model does not need any more are left out, and named."""

    code: Codebase
    room: int = ROOM  # letters of all answers together
    answers: dict[str, Answered] = field(default_factory=dict)
    files: dict[str, ShownFile] = field(default_factory=dict)
    unseen: dict[str, set[int]] = field(default_factory=dict)  # lines that are not shown, or no more
    unanswered: dict[str, None] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """Return how many letters further answers may take."""
        shown = sum(len(each.answer) for each in self.answers.values())
        return max(self.room - shown - sum(len(each.text) for each in self.files.values()), 0)

    @property
    def dropped(self) -> tuple[str, ...]:
        """Return what was asked and is not shown, as it is asked for."""
        rows = (f"{_LINES} {path}:{tell_ranges(lines)}" for path, lines in self.unseen.items() if lines)
        return (*rows, *self.unanswered)

    def ask(self, lookups: Sequence[Lookup], *, is_wanted: bool = False) -> None:
        """Look up what is new, in the order it is asked for; what there is no room for is only named."""
        for each in dict.fromkeys(lookups):
            asked = spell(each)
            self.unanswered.pop(asked, None)
            if known := self.answers.get(asked):
                self.answers[asked] = replace(known, is_wanted=known.is_wanted or is_wanted)
                continue
            reply = look_up(self.code, each)
            if each.ask == _LINES and isinstance(reply.found, Lines):
                self._show(reply.found, is_wanted=is_wanted)
                continue
            told = tell_answer(reply, self.code.index)
            if len(told) <= self.left:
                self.answers[asked] = Answered(asked, told, is_wanted)
            else:
                self.unanswered[asked] = None

    def put(self, asked: str, answer: str) -> None:
        """Keep what a command showed that was tried: it counts as asked, and is never left out."""
        self.answers[asked] = Answered(asked, answer, is_wanted=True)

    def keep(self, named: Sequence[str]) -> None:
        """Leave out what is not named: places, and questions as they were asked."""
        kept: dict[str, set[int]] = {}
        for each in named:
            found = look_up(self.code, Lookup(_LINES, each.removeprefix(f"{_LINES} "))).found
            if isinstance(found, Lines):
                whole = each.strip("` ") == found.path and found.path in self.files
                last = found.total if whole else found.last
                kept.setdefault(found.path, set()).update(range(found.first, last + 1))
        for path, file in list(self.files.items()):
            some = tuple(each for each in file.lines if each[0] in kept.get(path, ()))
            if len(some) == len(file.lines):
                continue
            self.unseen.setdefault(path, set()).update({n for n, _ in file.lines} - {n for n, _ in some})
            del self.files[path]
            if some:
                self.files[path] = replace(file, lines=some)
        for asked in list(self.answers):
            about = asked.partition(" ")[2]
            if not (asked.startswith(f"{PROBE} ") or {asked, about} & {*named}):
                del self.answers[asked]
                self.unanswered[asked] = None

    def _show(self, found: Lines, *, is_wanted: bool) -> None:
        """Add the lines that are not shown yet, as many as there is room for, and name the others."""
        known = self.files.get(found.path) or ShownFile(found.path, found.total, ())
        lines, left = dict(known.lines), self.left
        asked = dict(enumerate(found.lines, found.first))
        new: dict[int, str] = {}
        for number, line in asked.items():
            left -= 0 if number in lines else len(f"{number} {line}\n")
            if left < 0:
                break
            new[number] = line
        if new:
            every = tuple(sorted({**lines, **new}.items()))
            wanted = known.wanted | new.keys() if is_wanted else known.wanted
            self.files[found.path] = ShownFile(found.path, found.total, every, frozenset(wanted))
        unseen = self.unseen.setdefault(found.path, set())
        unseen.update(asked)
        unseen.difference_update(lines, new)


def spell(lookup: Lookup) -> str:
    """Return how a question to the code is called where its answer is shown."""
    return f"{lookup.ask} {lookup.about}"
