"""Questions of a list that is handed in again: asked once, and kept under their number in other words."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import Draft, commit
from groundplan.app.changes.records import record_spec
from groundplan.app.talk.talking import Put, Questioned, add_question, ask_all, withdraw
from groundplan.plan.accounts import words_of
from groundplan.store.proposals import read_proposals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.talk.written_records import Listed
    from groundplan.plan.questions import QuestionState

REWORDED = 0.3  # share of the words that two wordings of one question or decision have in common
_REWRITTEN = "the list of questions was rewritten"


def ask_listed(
    opened: OpenPlan, listed: Listed, caller: Caller
) -> tuple[OpenPlan, list[str], tuple[str, ...]]:
    """Ask what a list has and nobody asked yet; return the ids of it, and the words of what was withdrawn.

    An own question that nobody answered is the same one in other words: it keeps its number and its place.
    """
    gone = [each for each in _own_open(opened, caller) if each.id not in listed.said_again]
    reworded: set[str] = set()
    new: list[Put] = []
    for put, named in listed.questions:
        old = _same_question(gone, put, named)
        if old is None:
            new.append(put)
            continue
        gone.remove(old)
        again = _ask_again(opened, old, put, caller=caller)
        opened = again.outcome.opened
        reworded.add(again.text)
    for each in gone:
        opened = withdraw(opened, each.name, _REWRITTEN, caller=caller).outcome.opened
    opened = _close_gaps(opened, listed.texts, caller)
    ids = [each.id for each in _own_open(opened, caller) if each.text in reworded]
    if new:
        asked = ask_all(opened, new, caller=caller)
        opened = asked[0].outcome.opened
        ids += [each.id for each in asked]
    return opened, ids, tuple(each.text for each in gone)


def _same_question(gone: Sequence[QuestionState], put: Put, named: str) -> QuestionState | None:
    """Return which of the questions that a list has no more is the one it has in other words."""
    near = max(gone, key=lambda each: likeness(each.text, put.text), default=None)
    if near is not None and likeness(near.text, put.text) >= REWORDED:
        return near
    return next((each for each in gone if each.id == named), None)


def _close_gaps(opened: OpenPlan, texts: Mapping[str, str], caller: Caller) -> OpenPlan:
    """Number the caller's own open questions anew where some went, unless other words name one of them."""
    own = _own_open(opened, caller)
    every = {each.id for each in opened.judgement.promises.questions if each.is_live}
    taken = every - {each.id for each in own}
    free = (name for name in _names(opened) if name not in taken)
    moved = [(each, name) for each, name in zip(own, free, strict=False) if each.id != name]
    if not moved or _are_named([each.id for each, _ in moved], opened, own[0].section, texts):
        return opened
    for question, name in moved:
        asked = question.asked
        assert asked is not None
        put = Put(
            question.text, question.blocking, recommended=asked.recommended, why=asked.why, who=asked.who
        )
        opened = _ask_again(opened, question, put, caller=caller, under=name).outcome.opened
    return opened


def _are_named(ids: Sequence[str], opened: OpenPlan, section: str, texts: Mapping[str, str]) -> bool:
    """Tell whether words of other sections name one of these ids: in the plan, proposed or handed in."""
    proposals = read_proposals(opened.workspace.folder, opened.known.id) or ()
    words = {each.key: each.text for each in opened.plan.sections if each.key != section}
    words |= {each.key: each.text for each in proposals if each.key != section} | dict(texts)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ids))})(?!\w)")
    return any(named.search(text) for text in words.values())


def _ask_again(
    opened: OpenPlan, old: QuestionState, question: Put, *, caller: Caller, under: str = ""
) -> Questioned:
    """Ask an own question that nobody answered in other words, or under another id, where the old one is."""
    draft = Draft(opened, caller, is_repeated=True)
    body = {"question": old.id, "digest": old.digest, "reason": "asked in other words", "reworded": True}
    draft.add("withdrawn", body, speaker="planner")
    put = add_question(draft, question, replaces=old.id, under=under or old.id)
    outcome = commit(draft, label=f"ask {put[0]}", cause="record", turns=[put[2]])
    return Questioned(outcome, put[0], put[1])


def _names(opened: OpenPlan) -> Iterator[str]:
    """Yield the ids that questions of this plan have, from the first on."""
    found = record_spec(opened, "question")
    pattern = found[1].id if found and found[1].id else "Q{n}"
    return (pattern.replace("{n}", str(number)) for number in count(1))


def _own_open(opened: OpenPlan, caller: Caller) -> list[QuestionState]:
    """Return the caller's own questions that nobody answered, in the order of the plan."""
    lines = {each.id: each.place.line for each in opened.plan.records("question")}
    found = (
        question
        for question in opened.judgement.promises.questions
        if (asked := question.asked)
        and not asked.subject
        and question.is_open
        and (asked.entry.by.name, asked.entry.by.channel) == (caller.name, caller.channel)
    )
    return sorted(found, key=lambda each: lines.get(each.id, 0))


def likeness(one: str, other: str) -> float:
    """Return the share of words that two texts have in common."""
    mine, theirs = set(words_of(one)), set(words_of(other))
    return len(mine & theirs) / (len(mine | theirs) or 1)
