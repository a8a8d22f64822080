"""What others proposed goes into the plan once what it waits for has come, or is dropped and said so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import Caller
from groundplan.app.changes.changing import commit
from groundplan.app.changes.holding import declared_key, held_back
from groundplan.app.changes.writing import draft_sections
from groundplan.plan.errors import GroundplanError, Refused
from groundplan.store.change import Notice
from groundplan.store.proposals import Proposal, keep_proposals, read_proposals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan

# Use cases add to these, and an answer is what proposals wait for: it does not take the ground from them.
_ADDED_TO = frozenset({"question", "decision"})
_UNATTENDED = ("agent", "pipe")


def rests_on(opened: OpenPlan, whole: Plan, key: str) -> dict[str, tuple[str, ...]]:
    """Return the sections up to this one, each with the fingerprints it may have while the words hold good.

    `whole` is the plan with everything in it that is proposed together.
    """
    order = {spec.key: number for number, spec in enumerate(opened.playbook.sections)}
    last = order.get(declared_key(opened, key), len(order))
    today, then = opened.plan.fingerprints(), whole.fingerprints()
    found: dict[str, tuple[str, ...]] = {key: (today.get(key, ""),)}
    for section in (*opened.plan.sections, *whole.sections):
        spec = opened.playbook.section(section.declared)
        if spec is None or spec.computed or order[spec.key] >= last or section.key == key:
            continue
        if not any(record.kind in _ADDED_TO for record in spec.records):
            found[section.key] = (today.get(section.key, ""), then.get(section.key, ""))
    return found


def find_outdated(opened: OpenPlan, proposal: Proposal) -> str:
    """Return the section that was rewritten since a proposal was made and that it rests on; empty: none."""
    now = opened.plan.fingerprints()
    for key, allowed in proposal.rests_on.items():
        if now.get(key, "") not in allowed:
            return key
    return ""


def promote(outcome: Outcome) -> Outcome:
    """Write what others proposed and may be written now; keep the rest, and drop what has lost its ground."""
    opened = outcome.opened
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    theirs = [each for each in kept if each.is_anothers and each.kind == "section"]
    if not theirs:
        return outcome
    notices: list[Notice] = []
    left, stuck = _drop_outdated(opened, theirs, notices), list[Proposal]()
    for _ in range(len(opened.playbook.checkpoints) + 1):
        ready = [each for each in left if not held_back(opened, each.key)]
        if not ready:
            break
        opened, refused = _write(opened, ready, notices)
        left = _drop_outdated(opened, [each for each in left if each not in ready], notices)
        stuck += refused
    if len(left) + len(stuck) != len(theirs):
        rest = [each for each in kept if each not in theirs]
        keep_proposals(opened.workspace.folder, opened.known.id, [*rest, *stuck, *left])
    return replace(outcome, opened=opened, notices=(*outcome.notices, *notices))


def _drop_outdated(opened: OpenPlan, proposals: Sequence[Proposal], notices: list[Notice]) -> list[Proposal]:
    left = []
    for each in proposals:
        key = find_outdated(opened, each)
        if not key:
            left.append(each)
            continue
        why = "it was written meanwhile" if key == each.key else f"section `{key}` was rewritten since"
        who = _told(each.by, each.channel)
        notices.append(Notice("outdated", f"The proposal of {who} for `{each.key}` was dropped: {why}"))
    return left


def _write(
    opened: OpenPlan, ready: Sequence[Proposal], notices: list[Notice]
) -> tuple[OpenPlan, list[Proposal]]:
    """Write proposals under the names of those who made them, and return those that a rule refuses.

    Whoever opened the way did not write them, so nothing of theirs is written down as a person's.
    """
    authors: dict[tuple[str, str, tuple[str, ...]], list[Proposal]] = {}
    for each in ready:
        channel = each.channel if each.channel in _UNATTENDED else _UNATTENDED[-1]
        authors.setdefault((each.by, channel, each.via), []).append(each)
    refused: list[Proposal] = []
    for (name, channel, via), group in authors.items():
        keys = ", ".join(f"`{each.key}`" for each in group)
        try:
            opened = _write_group(opened, {each.key: each.text for each in group}, Caller(name, channel, via))
            notices.append(Notice("promoted", f"Proposed by {_told(name, channel)}, now in the plan: {keys}"))
        except GroundplanError as error:
            found = error.findings if isinstance(error, Refused) else ()
            why = found[0].message if found else error.message
            notices.append(Notice("pending", f"{keys} by {_told(name, channel)} remains a proposal: {why}"))
            refused += group
    return opened, refused


def _told(name: str, channel: str) -> str:
    """Return who made a proposal: what an agent wrote under a person's name is the agent's."""
    return f"an agent of {name}" if channel == "agent" and name else name or "an agent"


def _write_group(opened: OpenPlan, texts: Mapping[str, str], caller: Caller) -> OpenPlan:
    drafted = draft_sections(opened, texts, caller=caller)
    if not drafted.diffs:
        return opened
    return commit(drafted.draft, label=f"write {', '.join(drafted.keys)}", turns=drafted.turns).opened
