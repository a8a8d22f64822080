"""The words of a draft held against the code and the rules: what goes back to whoever wrote them.

Nothing is recorded here. One section that is refused does not take the others with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.brains.turn_given import How, Struck, take
from groundplan.app.changes.changing import refuse_secrets
from groundplan.app.talk.talking import refuse_plan_text
from groundplan.app.talk.written_records import leave_out_listed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Refused
from groundplan.plan.hint import commands_in
from groundplan.planner.brains.brief import Mend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from groundplan.app.brains.turn_given import Taken
    from groundplan.app.callers import Caller
    from groundplan.app.changes.proposing import Rehearsed
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.finding import Finding
    from groundplan.planner.brains.turn import Turn


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft as it can be handed in, and what was found in all of it."""

    turn: Turn  # without what is refused or struck
    refused: Mapping[str, str]  # section -> why it cannot be taken
    struck: tuple[Struck, ...]
    mends: tuple[Mend, ...]


@dataclass(slots=True)
class _Sound:
    """Sections that can be judged together, and why the others cannot."""

    texts: dict[str, str]
    refused: dict[str, Mend]

    def drop(self, found: Mapping[str, Mend]) -> None:
        """Leave sections out."""
        self.refused |= found
        self.texts = {key: text for key, text in self.texts.items() if key not in found}


def judge_draft(opened: OpenPlan, turn: Turn, beside: Mapping[str, str], *, caller: Caller) -> Judged:
    """Judge a draft together with the sections that wait `beside` the plan."""
    talk, struck = _weed(opened, turn)
    sound = _Sound(dict(turn.sections), {})
    sound.drop(_refused_alone(sound.texts, lambda one: leave_out_listed(opened, one, caller=caller)))

    def rehearsed() -> Taken:
        texts = {**beside, **leave_out_listed(opened, sound.texts, caller=caller)}
        how = How(proposing=True, only_judged=True)
        return take(opened, replace(talk, sections=texts, lookups=()), how, caller=caller)

    try:
        taken = rehearsed()
    except GroundplanError as error:
        whole = replace(talk, sections={}, lookups=())
        found = _refused_alone(
            sound.texts,
            lambda one: take(
                opened, replace(whole, sections=one), How(proposing=True, only_judged=True), caller=caller
            ),
        )
        sound.drop(found or {key: _from_error(key, error) for key in sound.texts})
        taken = rehearsed()
    seen = taken.sections
    mends = [*sound.refused.values(), *map(from_struck, (*struck, *taken.struck))]
    if seen is not None:
        mends += _found(seen, turn)  # type: ignore[arg-type]
        sound.drop(_refusing(seen, sound.texts))  # type: ignore[arg-type]
    left = _without(talk, taken.struck)
    refused = {key: each.message for key, each in sound.refused.items()}
    return Judged(
        replace(left, sections=sound.texts), refused, (*struck, *taken.struck), tuple(dict.fromkeys(mends))
    )


def _refused_alone(texts: Mapping[str, str], act: Callable[[dict[str, str]], object]) -> dict[str, Mend]:
    """Return the sections that are refused also on their own."""
    found = {}
    for key, text in texts.items():
        try:
            act({key: text})
        except GroundplanError as error:
            found[key] = _from_error(key, error)
    return found


def _refusing(seen: Rehearsed, texts: Mapping[str, str]) -> dict[str, Mend]:
    """Return the sections that rules refuse; where a rule names no section, none can be taken."""
    found: dict[str, Mend] = {}
    for each in seen.refusals:
        named = [each.section] if each.section in texts else [] if each.section else list(texts)
        found |= {key: _from_finding(seen, each) for key in named}
    return found


def _found(seen: Rehearsed, turn: Turn) -> Iterator[Mend]:
    """Yield what is wrong, and what is missing in a section that was written; an open one may stay open."""
    for each in (*seen.refusals, *seen.findings):
        if each.blocks and (each not in seen.unfinished or each.section in turn.sections):
            yield _from_finding(seen, each)


def _from_finding(seen: Rehearsed, found: Finding) -> Mend:
    hint = "" if commands_in(found.hint) else found.hint  # a model runs none
    return Mend(found.code, found.section, _line(seen, found), found.message, hint)


def _line(seen: Rehearsed, found: Finding) -> str:
    """Return the words that a finding points at: a model sees no line numbers."""
    for document in seen.plan.documents:
        lines = document.text.splitlines()
        if document.path == found.place.document and 0 < found.place.line <= len(lines):
            return lines[found.place.line - 1].strip()[:200]
    return ""


def _from_error(key: str, error: GroundplanError) -> Mend:
    found = error.findings if isinstance(error, Refused) else ()
    message = found[0].message if found else error.message
    hint = "" if commands_in(error.hint) else error.hint
    return Mend(found[0].code if found else "", key, "", message, hint)


def from_struck(struck: Struck) -> Mend:
    """Return what was struck as something to mend."""
    return Mend("", "", struck.text[:200], f"`{struck.at}` was struck: {'; '.join(struck.why)}")


def _weed(opened: OpenPlan, turn: Turn) -> tuple[Turn, tuple[Struck, ...]]:
    """Return the turn without messages that are plan text or hold a secret."""
    struck: list[Struck] = []

    def is_talk(at: str, text: str) -> bool:
        try:
            refuse_plan_text(opened, text)
            refuse_secrets(text, "This message")
        except Refused as refusal:
            struck.append(Struck(at, text, (refusal.message,)))
            return False
        return True

    weeded = replace(
        turn,
        said=turn.said if is_talk("say", turn.said) else "",
        unsure=tuple(each for n, each in enumerate(turn.unsure) if is_talk(f"unsure[{n}]", each)),
        challenges=tuple(
            each for n, each in enumerate(turn.challenges) if is_talk(f"challenges[{n}]", each.claim)
        ),
        questions=tuple(
            each
            for n, each in enumerate(turn.questions)
            if is_talk(f"questions[{n}]", f"{each.why}\n\n{each.text}")
        ),
        decisions=tuple(
            each
            for n, each in enumerate(turn.decisions)
            if is_talk(f"decisions[{n}]", f"{each['title']} {each['reason']}")
        ),
    )
    return weeded, tuple(struck)


def _without(turn: Turn, struck: tuple[Struck, ...]) -> Turn:
    """Return a turn without what the code contradicts; it would be struck again, and told twice."""
    gone = {each.text for each in struck}
    return replace(
        turn,
        said="" if turn.said in gone else turn.said,
        challenges=tuple(each for each in turn.challenges if each.claim not in gone),
        questions=tuple(each for each in turn.questions if each.text not in gone),
        decisions=tuple(each for each in turn.decisions if each["title"] not in gone),
        objections=tuple(each for each in turn.objections if each.name not in gone),
    )
