"""A person takes responsibility: for text nobody accounts for, for relayed words, for a changed playbook."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import demand_person
from groundplan.app.changes.changing import CONFLICT, Draft, commit, what_was_seen
from groundplan.app.changes.offered import find_offered
from groundplan.app.changes.records import add_written_answers
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.past import plan_from_copies, witnessed_plan
from groundplan.app.plans.relaying import relayed_words
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.errors import Changed, Misused, Refused
from groundplan.plan.hint import Hint, run
from groundplan.store.undo import last_write

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan

SEEN_FIRST = Hint("The person runs ", run("adopt"), " in a terminal and sees the difference first")


@dataclass(frozen=True, slots=True)
class Adoption:
    """What a person is about to take responsibility for; `digest` ties the act to exactly this."""

    diffs: tuple[SectionDiff, ...]
    keys: tuple[str, ...]
    relayed: tuple[tuple[str, str], ...]
    playbook: str  # name, where the pinned playbook is not the one in use
    digest: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but what others would answer or decide."""
        return not (self.keys or self.relayed or self.playbook)


@dataclass(frozen=True, slots=True)
class Adopted:
    """Text and words a person has taken over."""

    outcome: Outcome
    keys: tuple[str, ...]
    confirmed: int


def refuse_conflict(opened: OpenPlan) -> None:
    """Refuse a plan that a merge left its markers in: its words are those of two sides."""
    torn = [finding for finding in opened.judgement.findings if finding.code == CONFLICT]
    if torn:
        raise Refused(
            f"Plan `{opened.known.slug}` has conflict markers of a merge",
            findings=torn,
            hint=Hint("Finish the merge in an editor, then ", run("adopt")),
        )


def prepare_adoption(opened: OpenPlan) -> Adoption:
    """Return the unwitnessed text with what it differs from, and the relayed words."""
    findings = opened.judgement.findings
    keys = tuple(dict.fromkeys(f.section for f in findings if f.code == "GP206"))
    relayed, _ = relayed_words(opened)
    playbook = opened.playbook.name if any(f.code == "GP212" for f in findings) else ""
    if not (keys or relayed or playbook or find_offered(opened)):
        raise Misused(f"Plan `{opened.known.slug}` has nothing to adopt: every word is accounted for")
    refuse_conflict(opened)
    now = {key: opened.plan.fingerprints().get(key, "") for key in keys}
    return Adoption(
        diffs=compare_plans(_last_witnessed(opened, keys), opened.plan, keys),
        keys=keys,
        relayed=relayed,
        playbook=playbook,
        digest=digest_json(
            [now, [entry_id for entry_id, _ in relayed], opened.playbook.digest if playbook else ""]
        ),
    )


def _last_witnessed(opened: OpenPlan, keys: tuple[str, ...]) -> Plan | None:
    """Return the plan as the last write left it, if its text is here and is the one the ledger knows."""
    last = last_write(opened.workspace.folder, opened.known.id)
    if last is None:
        return witnessed_plan(opened)
    names = {document.path: document.name for document in opened.plan.documents}
    digests = {names[d.path]: d.after for d in last.documents if d.after and d.path in names}
    past = plan_from_copies(opened, digests)
    witnessed = opened.judgement.promises.witnessed
    # The local record is anybody's to rewrite; a wrong one would hide what the person is asked to adopt.
    is_true = past is not None and all(
        part.fingerprint in witnessed.get(part.key, ()) for part in past.parts if part.key in keys
    )
    return past if is_true else witnessed_plan(opened)


def adopt(opened: OpenPlan, adoption: Adoption, *, caller: Caller) -> Adopted:
    """Record that a person answers for this text and these words; it counts as that person's turn."""
    demand_person(caller, "adopt text", hint=SEEN_FIRST)
    if prepare_adoption(opened).digest != adoption.digest:
        raise Changed(
            "The plan changed while the difference was shown", hint=Hint("Look again: ", run("adopt"))
        )
    draft = Draft(opened, caller)
    turn = draft.say("user", "note", f"I adopt {', '.join(adoption.keys) or 'what was relayed'}.")
    now = opened.plan.fingerprints()
    witnessed = opened.judgement.promises.witnessed
    sections = {
        key: {"before": min(witnessed.get(key, ()), default=""), "after": now.get(key, "")}
        for key in adoption.keys
    }
    turns = [turn.id, *(entry_id for entry_id, _ in adoption.relayed)]
    code = what_was_seen(draft, opened.plan, adoption.keys)
    draft.add("revised", {"cause": "adopt", "sections": sections, "turns": turns, **code}, speaker="user")
    seen = _last_witnessed(opened, adoption.keys)
    add_written_answers(draft, opened.plan, turn.id, adoption.keys, seen=seen)
    if adoption.playbook:
        _repin(draft, opened)
    outcome = commit(draft, label="adopt", cause="adopt")
    return Adopted(replace(outcome, changed=adoption.keys), adoption.keys, len(adoption.relayed))


def _repin(draft: Draft, opened: OpenPlan) -> None:
    body = {
        "playbook": opened.playbook.name,
        "version": opened.playbook.version,
        "playbook_digest": opened.playbook.digest,
        "title": opened.known.title,
        "documents": dict(opened.known.documents),
        "sections": {},
    }
    draft.add("repinned", body, speaker="user")
