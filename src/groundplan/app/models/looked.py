"""What the code answered to a model, kept between its calls: lines of a file once, within one amount."""

from __future__ import annotations

from dataclasses import dataclass as mutable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.brains.lookups import Lines, look_up
from groundplan.app.models.told_answers import has_nothing, tell_answer
from groundplan.planner.brains.answered import COMMAND, Answered, ShownFile, Unshown, shorten, tell_ranges
from groundplan.planner.brains.rounds import PROBE, ROOM, TRIALS, Rounds
from groundplan.planner.brains.turn import Lookup

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.planner.brains.answered import Tried

_LINES = "lines"
_REASON = 300  # letters of why a question has no answer


@mutable
class Looked:
    """The answers so far; those that a model does not need any more are left out, and named."""

    code: Codebase
    room: int = ROOM  # letters of all answers together
    answers: dict[str, Answered] = field(default_factory=dict)
    files: dict[str, ShownFile] = field(default_factory=dict)
    trials: dict[str, Tried] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)
    crowded: dict[str, int] = field(default_factory=dict)  # how many letters each would take
    unanswered: dict[str, str] = field(default_factory=dict)  # why
    lines_left_out: dict[str, set[int]] = field(default_factory=dict)
    lines_crowded: dict[str, set[int]] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """Return how many letters further answers may take."""
        shown = sum(len(each.answer) for each in self.answers.values())
        shown += sum(len(each.text) for each in self.files.values())
        shown += sum(len(each.text) for each in self.trials.values())
        return max(self.room - shown, 0)

    @property
    def unshown(self) -> Unshown:
        """Return what was asked and is not shown, as it is asked for."""
        return Unshown(
            (*_spell_lines(self.lines_left_out), *self.left_out),
            (
                *_spell_lines(self.lines_crowded),
                *(f"{asked} ({letters:,} letters)" for asked, letters in self.crowded.items()),
            ),
            tuple(f"{shorten(asked, COMMAND)}: {why}" for asked, why in self.unanswered.items()),
        )

    def rounds(self, looks: int, tries: int = TRIALS, unread: tuple[str, str] = ("", "")) -> Rounds:
        """Return what a model is shown of the rounds so far."""
        return Rounds(
            tuple(self.answers.values()),
            tuple(self.files.values()),
            tuple(self.trials.values()),
            self.unshown,
            looks,
            self.left,
            self.room,
            tries,
            unread,
        )

    def ask(self, lookups: Sequence[Lookup], *, is_wanted: bool = False) -> None:
        """Look up what is new, in the order it is asked for; what there is no room for is only named."""
        for each in dict.fromkeys(lookups):
            asked = spell(each)
            if asked in self.unanswered:
                continue
            self.left_out.pop(asked, None)
            self.crowded.pop(asked, None)
            if known := self.answers.get(asked):
                self.answers[asked] = replace(known, is_wanted=known.is_wanted or is_wanted)
                continue
            reply = look_up(self.code, each)
            if each.ask == _LINES and isinstance(reply.found, Lines):
                self._show(reply.found, is_wanted=is_wanted)
                continue
            told = tell_answer(reply, self.code.index)
            if has_nothing(reply):
                self.unanswered[asked] = shorten(told, _REASON)
            elif len(told) <= self.left:
                self.answers[asked] = Answered(asked, told, is_wanted)
            else:
                self.crowded[asked] = len(told)

    def put(self, command: str, tried: Tried | str) -> None:
        """Keep what a command showed that was tried, or why it was not."""
        if isinstance(tried, str):
            self.unanswered[f"{PROBE} {command}"] = shorten(tried, _REASON)
        else:
            self.unanswered.pop(f"{PROBE} {command}", None)
            self.trials[command] = tried

    def keep(self, named: Sequence[str] | None) -> None:
        """Leave out what is not named: places, questions as they were asked, receipts; None: nothing."""
        bare = {each.strip("` ") for each in named or ()}
        for command, each in self.trials.items():
            self.trials[command] = replace(each, is_fresh=False, is_kept=named is None or each.name in bare)
        if named is not None:
            self._keep(named)

    def _keep(self, named: Sequence[str]) -> None:
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
            self.lines_left_out.setdefault(path, set()).update(
                {n for n, _ in file.lines} - {n for n, _ in some}
            )
            del self.files[path]
            if some:
                self.files[path] = replace(file, lines=some)
        for asked in list(self.answers):
            about = asked.partition(" ")[2]
            if not {asked, about} & {*named}:
                del self.answers[asked]
                self.left_out[asked] = None

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
        self.lines_left_out.setdefault(found.path, set()).difference_update(asked)
        crowded = self.lines_crowded.setdefault(found.path, set())
        crowded.update(asked)
        crowded.difference_update(lines, new)


def _spell_lines(paths: Mapping[str, set[int]]) -> Iterator[str]:
    """Yield lines of files as they are asked for."""
    return (f"{_LINES} {path}:{tell_ranges(lines)}" for path, lines in paths.items() if lines)


def spell(lookup: Lookup) -> str:
    """Return how a question to the code is called where its answer is shown."""
    within = f" in {lookup.inside}" if lookup.inside else ""
    return f"{lookup.ask} {lookup.about}{within}"
