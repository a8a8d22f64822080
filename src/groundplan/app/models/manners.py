"""What a model's turn of a talk may be: short, with something to reply to, and writing only after a reply."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.brains.turn_given import Struck
from groundplan.app.models.draft_judging import from_struck
from groundplan.plan.dataclass import dataclass
from groundplan.planner.brains.brief import Mend
from groundplan.planner.brains.partner import LONGEST, MOST_QUESTIONS, Talk
from groundplan.rules.dialogue import LONGEST_COPY, find_silence, is_copied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.models.draft_judging import Judged
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.planner.brains.turn import Turn

_TOO_EARLY = "No section may be written yet: ask or challenge first, and the user replies"
_SILENT = "The turn neither asks nor challenges nor writes, so the user has nothing to reply to"


@dataclass(frozen=True, slots=True)
class Behaved:
    """A turn without what it may not say, and why that was taken out."""

    turn: Turn
    struck: tuple[Struck, ...] = ()
    early: tuple[str, ...] = ()  # sections that came before the dialogue
    mends: tuple[Mend, ...] = ()

    def on(self, judged: Judged) -> Judged:
        """Return what was judged of the rest, with what was taken out before."""
        return replace(
            judged,
            refused={**dict.fromkeys(self.early, _TOO_EARLY), **judged.refused},
            struck=(*self.struck, *judged.struck),
            mends=(*map(from_struck, self.struck), *self.mends, *judged.mends),
        )


def find_talk(opened: OpenPlan) -> Talk:
    """Return whether the dialogue that the playbook wants before each update has been held."""
    silent, _ = find_silence(opened.judgement.promises)
    return Talk(may_write=not (silent and opened.playbook.has_rule("GP201")))


def behave(turn: Turn, talk: Talk) -> Behaved:
    """Take out of a turn what has no place in a talk; nothing is looked up."""
    early = () if talk.may_write else tuple(turn.sections)
    kept = replace(turn, sections={} if early else turn.sections)
    struck = tuple(_misplaced(kept))
    gone = {each.at for each in struck}
    kept = replace(
        kept,
        said="" if "say" in gone else kept.said,
        challenges=tuple(each for n, each in enumerate(kept.challenges) if f"challenges[{n}]" not in gone),
        questions=tuple(each for n, each in enumerate(kept.questions) if f"questions[{n}]" not in gone),
    )
    return Behaved(kept, struck, early, tuple(_missing(kept, early)))


def _misplaced(turn: Turn) -> Iterator[Struck]:
    words = len(turn.said.split())
    copied = [key for key, text in turn.sections.items() if is_copied(turn.said, text, LONGEST_COPY)]
    if words > LONGEST:
        yield Struck("say", turn.said, (f"it has {words} words, at most {LONGEST} are said in a turn",))
    elif copied:
        yield Struck("say", turn.said, (f"it repeats the text of section `{copied[0]}`",))
    for number, each in enumerate(turn.challenges):
        if not each.evidence:
            yield Struck(f"challenges[{number}]", each.claim, ("a challenge names its `evidence`",))
    for number, question in enumerate(turn.questions[MOST_QUESTIONS:], MOST_QUESTIONS):
        why = f"at most {MOST_QUESTIONS} questions are asked in a turn"
        yield Struck(f"questions[{number}]", question.text, (why,))


def _missing(turn: Turn, early: tuple[str, ...]) -> Iterator[Mend]:
    yield from (Mend("GP201", key, "", _TOO_EARLY) for key in early)
    if not turn.said:
        yield Mend("", "", "", "`say` is missing: the user reads it first")
    if not (turn.sections or turn.questions or turn.challenges):
        yield Mend("", "", "", _SILENT)
