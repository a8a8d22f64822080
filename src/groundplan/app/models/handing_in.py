"""A judged draft handed in: recorded, written where that is allowed, else kept beside the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.questions import say_next
from groundplan.app.brains.turn_given import How, cited, strike_settled, take
from groundplan.app.changes.checking import look_over
from groundplan.app.changes.promoting import promote
from groundplan.app.changes.proposing import Proposed
from groundplan.app.objections.checks import shorten
from groundplan.app.objections.responding import settle
from groundplan.app.plans.opened import open_plan
from groundplan.app.talk.talking import say
from groundplan.app.talk.written_records import record_listed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, GroundplanError
from groundplan.planner.brains.turn import Turn
from groundplan.planner.inert import make_inert
from groundplan.rules.dialogue import find_silence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.brains.turn_given import Struck, Taken
    from groundplan.app.callers import Caller
    from groundplan.app.changes.checking import Checked
    from groundplan.app.models.draft_judging import Judged
    from groundplan.app.objections.responding import Responded
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.finding import Finding
    from groundplan.store.proposals import Proposal

_MOST_NOTED = 5


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What became of a draft: in the plan, beside it, or left out with the reason."""

    opened: OpenPlan
    recorded: tuple[str, ...] = ()  # ids of the questions and decisions
    written: tuple[str, ...] = ()  # titles of sections
    proposals: tuple[Proposal, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # section, and why it was not taken
    struck: tuple[Struck, ...] = ()
    challenges: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    said: str = ""  # what it says to the user
    settled: tuple[Responded, ...] = ()
    checked: Checked | None = None  # what the rules find in the plan now, and in what waits for it

    @property
    def is_anything(self) -> bool:
        """Whether there was a draft to hand in, taken or not."""
        return self.checked is not None

    @property
    def broken(self) -> tuple[Finding, ...]:
        """Return what is wrong still; what is only missing is not."""
        if self.checked is None:
            return ()
        missing = self.checked.unfinished
        return tuple(each for each in self.checked.findings if each.blocks and each not in missing)


def hand_in(opened: OpenPlan, judged: Judged, *, caller: Caller) -> HandedIn:
    """Record and write a draft under its author's name; a section that cannot be taken is named."""
    left_out, turn = dict(judged.refused), judged.turn
    opened, texts, ids = _record_lists(opened, turn.sections, left_out, caller)
    taken = _take(opened, Turn(texts, decisions=turn.decisions, said=turn.said), caller)
    opened, sections = taken.opened, taken.sections
    handed = sections if isinstance(sections, Proposed) else None
    written = tuple(diff.title for diff in handed.written.diffs) if handed and handed.written else ()
    if handed and handed.written:
        opened = promote(handed.written.outcome).opened
    proposals = handed.proposals if handed else ()
    # What is asked comes after what is written: a reply to it opens the way for the next update.
    asks = Turn({}, challenges=turn.challenges, questions=turn.questions, unsure=turn.unsure)
    asked = _take(opened, asks, caller)
    ids += tuple(each.id for each in asked.asked) + tuple(each.id for each in taken.decided)
    opened, settled, wrong = settle(asked.opened, turn.objections, caller=caller)
    opened = _open_talk(opened, proposals, caller)
    struck = (*judged.struck, *taken.struck, *asked.struck, *strike_settled(wrong))
    opened = _note(opened, struck, left_out, caller)
    return HandedIn(
        opened,
        ids,
        written,
        proposals,
        tuple(left_out.items()),
        struck,
        tuple(make_inert(cited(each.claim, each.evidence)) for each in turn.challenges),
        turn.unsure,
        make_inert(turn.said),
        settled,
        look_over(opened),
    )


def _record_lists(
    opened: OpenPlan, sections: Mapping[str, str], left_out: dict[str, str], caller: Caller
) -> tuple[OpenPlan, dict[str, str], tuple[str, ...]]:
    """Record the questions and decisions that sections list; return what is left to write, and the ids."""
    texts: dict[str, str] = {}
    ids: tuple[str, ...] = ()
    for key, text in sections.items():
        try:
            made = record_listed(opened, {key: text}, caller=caller)
        except GroundplanError as error:
            left_out[key] = error.message
            opened = open_plan(opened.workspace, opened.known.id)
            continue
        opened, ids = made.opened, ids + made.ids
        texts |= made.texts
    return opened, texts, ids


def _take(opened: OpenPlan, turn: Turn, caller: Caller) -> Taken:
    """Hand in the rest; where somebody wrote in the plan meanwhile, nothing is recorded twice."""
    how = How(proposing=True)
    try:
        return take(opened, turn, how, caller=caller)
    except Changed:
        return take(open_plan(opened.workspace, opened.known.id), Turn(turn.sections), how, caller=caller)


def _open_talk(opened: OpenPlan, proposals: tuple[Proposal, ...], caller: Caller) -> OpenPlan:
    """Say what waits or is proposed where the user's reply is needed and there is nothing to reply to."""
    opened = say_next(opened, caller)
    is_silent = find_silence(opened.judgement.promises)[0] == "planner"
    if not (proposals and is_silent and opened.playbook.has_rule("GP201")):
        return opened
    named = ", ".join(each.title for each in proposals)
    text = f"I propose {named}. What should be different?"
    return say(opened, text, caller=caller, speaker="planner", kind="proposal").outcome.opened


def _note(
    opened: OpenPlan, struck: tuple[Struck, ...], left_out: Mapping[str, str], caller: Caller
) -> OpenPlan:
    """Record what was not taken, and why, so that whoever reads the talk later knows that it was tried."""
    rows = [f"`{each.at}`, “{shorten(each.text)}”: {shorten('; '.join(each.why))}" for each in struck]
    rows += [f"section `{key}`: {shorten(why)}" for key, why in left_out.items()]
    if not rows:
        return opened
    more = f"; and {len(rows) - _MOST_NOTED} more" if len(rows) > _MOST_NOTED else ""
    text = make_inert(f"Not taken: {'; '.join(rows[:_MOST_NOTED])}{more}")
    return say(opened, text, caller=caller, speaker="planner", kind="note").outcome.opened
