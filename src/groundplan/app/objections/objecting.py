"""Objections to a plan and the refutation they belong to: recorded once each of them was checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import Draft, commit, refuse_secrets
from groundplan.app.changes.previewing import plan_to_read
from groundplan.app.changes.records import next_id
from groundplan.app.changes.writing import resolve_key
from groundplan.app.objections.checks import check_all, find_receipts
from groundplan.app.plans.opened import try_again
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.history import read_history
from groundplan.plan.objection import fold_name, fold_words, plain_name
from groundplan.plan.promises import read_promises
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.objections.checks import ObjectionDraft
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.entry import Entry

LONGEST = {
    "quote": 600,
    "because": 2_000,
    "evidence": 4_000,
    "change": 2_000,
    "tried": 4_000,
    "keeps": 1_000,
}
MOST_EVIDENCE = 10
MOST_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class HandedIn:
    """All that one reader hands in; with what was tried it is a refutation of the whole plan."""

    objections: tuple[ObjectionDraft, ...]
    reader: str = ""  # empty: who calls
    tried: str = ""
    keeps: tuple[str, ...] = ()
    read: Mapping[str, str] | None = None  # section -> fingerprint of what was read; None: as it is now


@dataclass(frozen=True, slots=True)
class Objected:
    """Objections and a refutation, recorded."""

    outcome: Outcome
    names: tuple[str, ...]
    reader: str
    is_refutation: bool


def object_to(opened: OpenPlan, handed: HandedIn, *, caller: Caller) -> Objected:
    """Record a reader's objections, or none of them: each quote and each citation has to hold."""
    return try_again(opened, lambda now: _record(now, handed, caller))


def refute(opened: OpenPlan, handed: HandedIn, *, caller: Caller) -> Objected:
    """Record that a reader attacked the plan; whoever wrote a part of it is no reader."""
    if not handed.tried.strip():
        raise Misused(
            "What was tried is missing",
            hint=Hint(run("refute", {"done": True, "by": "<reader>", "tried": WORDS})),
        )
    return object_to(opened, handed, caller=caller)


def _record(opened: OpenPlan, handed: HandedIn, caller: Caller) -> Objected:
    reader = plain_name(handed.reader or caller.name)
    if not reader:
        raise Misused("The reader has no name", hint="Name the reader: `--by <name>`")
    refuse_amounts(handed)
    placed = check_all(opened, handed.objections)
    draft = Draft(opened, caller, is_repeated=True)
    used = {state.objection.id for state in opened.judgement.promises.attacks.objections}
    names = []
    for raised, section in placed:
        names.append(next_id("O{n}", used))
        used.add(names[-1])
        body = _body(opened, raised, section, names[-1], reader)
        draft.add("objection", body, speaker="planner")
    if handed.tried.strip():
        _add_refutation(draft, handed, reader)
    elif not placed:
        raise Misused("There is no objection in it", hint=Hint(run("refute"), " says what to hand in"))
    outcome = commit(draft, label=f"object {', '.join(names)}".strip(), cause="record")
    return Objected(outcome, tuple(names), reader, bool(handed.tried.strip()))


def _body(opened: OpenPlan, raised: ObjectionDraft, section: str, name: str, reader: str) -> dict[str, Any]:
    prints = plan_to_read(opened).fingerprints()
    receipts = [each.entry.id for each in find_receipts(opened, raised)]
    more = ({"receipts": receipts} if receipts else {}) | ({"claim": raised.claim} if raised.claim else {})
    return more | {
        "id": name,
        "reader": reader,
        "section": section,
        "fingerprint": prints[section],
        "read": {key: prints[key] for key in _others(opened, section) if key in prints},
        "quote": fold_words(raised.quote),
        "because": spell_out(raised.because.strip()),
        "evidence": [spell_out(item.strip()) for item in raised.evidence],
        "change": spell_out(raised.change.strip()),
        "touches": [resolve_key(opened, key) for key in raised.touches],
    }


def _others(opened: OpenPlan, section: str) -> list[str]:
    """Return the other sections in which it may be mended: questions change with every answer."""
    asked = {
        spec.key
        for spec in opened.playbook.sections
        if spec.computed or any(record.kind == "question" for record in spec.records)
    }
    every = plan_to_read(opened).sections
    return [each.key for each in every if each.key != section and each.declared not in asked]


def _add_refutation(draft: Draft, handed: HandedIn, reader: str) -> None:
    opened = draft.opened
    mine = [
        state.objection.entry.id
        for state in opened.judgement.promises.attacks.objections
        if fold_name(state.objection.reader) == fold_name(reader)
    ]
    body = {
        "reader": reader,
        "sections": dict(read_now(opened) if handed.read is None else handed.read),
        "tried": spell_out(handed.tried.strip()),
        "objections": [*mine, *(entry.id for entry in draft.entries)],
        "keeps": [spell_out(each.strip()) for each in handed.keeps],
    }
    entry = draft.add("refutation", body, speaker="planner")
    weakness = _weakness(draft, entry)
    if weakness:
        raise Refused(
            f"Whoever wrote a plan does not refute it: {weakness}",
            hint="Give the brief to a fresh reader, who hands in under a name of its own: `--by <name>`",
        )


def read_now(opened: OpenPlan) -> Mapping[str, str]:
    """Return what whoever reads the plan now has read: sections with their fingerprints."""
    read, final = plan_to_read(opened), opened.playbook.final
    return read.covered(final.covers) if final else read.fingerprints()


def _weakness(draft: Draft, entry: Entry) -> str:
    """Return why a drafted refutation would not count, by the reading that judges it ever after."""
    opened = draft.opened
    history = read_history([*opened.history.entries, *draft.entries], plan=opened.known.id)
    promises = read_promises(opened.plan, history, opened.playbook, opened.workspace.config)
    found = (each.weakness for each in promises.attacks.refutations if each.refutation.entry.id == entry.id)
    return next(found, "")


def refuse_amounts(handed: HandedIn) -> None:
    """Refuse more than anybody reads, and what must not be kept for ever."""
    if len(handed.objections) > MOST_AT_ONCE:
        raise Misused(
            f"{len(handed.objections)} objections are too many; at most {MOST_AT_ONCE}",
            hint="Hand in those that cost most if nobody notices them",
        )
    texts = [("tried", handed.tried), *(("keeps", each) for each in handed.keeps)]
    for raised in handed.objections:
        texts += [("quote", raised.quote), ("because", raised.because), ("change", raised.change)]
        texts += [("evidence", item) for item in raised.evidence]
        if len(raised.evidence) > MOST_EVIDENCE:
            raise Misused(
                f"An objection has {len(raised.evidence)} pieces of evidence; at most {MOST_EVIDENCE}"
            )
    for what, text in texts:
        if len(text) > LONGEST[what]:
            raise Misused(f"`{what}` has {len(text)} characters, at most {LONGEST[what]} are recorded")
        refuse_secrets(text, f"`{what}`")
