"""Sections handed in by whoever plans: written where they may be, else kept beside the plan, checked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import Draft, commit, refuse, weigh
from groundplan.app.changes.checking import find_unfinished
from groundplan.app.changes.holding import held_back
from groundplan.app.changes.offered import as_proposal, find_offered
from groundplan.app.changes.promoting import rests_on
from groundplan.app.changes.writing import draft_sections, new_findings, resolve_key, write
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.finding import Findings
from groundplan.plan.hint import Hint, run
from groundplan.rules.dialogue import find_silence
from groundplan.rules.order import PAST
from groundplan.store.proposals import Proposal, keep_proposals, read_proposals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Weighed
    from groundplan.app.changes.writing import Written
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding

_BODY = "GP605"
_SILENT = "GP201"  # talk comes first: none of the sections may be written
_COMPUTED = frozenset({"GP205", "GP511"})  # a save brings up to date what these are about


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What a write would do: the differences, what the rules would find, what would wait or be refused."""

    opened: OpenPlan
    diffs: tuple[SectionDiff, ...]
    findings: tuple[Finding, ...]
    unfinished: Findings
    refusals: tuple[Finding, ...]
    held: Mapping[str, tuple[str, ...]]  # section -> what it waits for, in words
    plan: Plan  # as it would read

    @property
    def is_clean(self) -> bool:
        """Whether it would be taken, and nothing in it is wrong."""
        wrong = (found for found in self.findings if found.blocks and found not in self.unfinished)
        return not self.refusals and not any(wrong)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Sections handed in: what was written at once, what waits, and what the rules find in all of it."""

    opened: OpenPlan
    written: Written | None
    proposals: tuple[Proposal, ...]
    findings: tuple[Finding, ...]
    unfinished: Findings = Findings()  # those of them that ask for what is still missing
    dropped: tuple[str, ...] = ()  # sections whose earlier proposal the same words as the plan's took back
    refused: tuple[Finding, ...] = ()  # why some of the sections were not taken


def rehearse(
    opened: OpenPlan, sections: Mapping[str, str], *, caller: Caller, proposing: bool = False
) -> Rehearsed:
    """Judge sections as a write would, or as a proposal would be; nothing is written or said."""
    texts = {resolve_key(opened, name): text for name, text in sections.items()}
    whole = draft_sections(opened, texts, caller=caller)
    weighed = weigh(whole.draft, turns=whole.turns)
    held = _find_held(opened, texts, weighed, caller) if proposing else {}
    refusals = [each for each in weighed.refusals if not (held and _waits(each))]
    findings = Findings(_raised(opened, weighed, held))
    unfinished = Findings(each for each in find_unfinished(weighed.judgement) if each in findings)
    return Rehearsed(opened, whole.diffs, findings, unfinished, tuple(refusals), held, weighed.plan)


def propose(opened: OpenPlan, sections: Mapping[str, str], *, caller: Caller, summary: str = "") -> Proposed:
    """Write what may be written; keep the rest beside the plan until what it waits for has come."""
    texts = {resolve_key(opened, name): text for name, text in sections.items()}
    whole = draft_sections(opened, texts, caller=caller)
    weighed = weigh(whole.draft, turns=whole.turns)
    held = _find_held(opened, texts, weighed, caller)
    refused = [each for each in weighed.refusals if not _waits(each)]
    others = {key: text for key, text in texts.items() if key not in {each.section for each in refused}}
    if refused and others and all(each.code == _BODY for each in refused):
        # One section with a function's body keeps none of the others from being taken.
        rest = propose(opened, others, caller=caller, summary=summary)
        told = tuple(map(_not_taken, refused))
        return replace(rest, findings=(*told, *rest.findings), refused=told)
    refuse(whole.draft, refused)
    changed = {diff.key for diff in whole.diffs}
    dropped = _drop(opened, set(texts) - changed, caller)
    if not changed and not dropped:
        raise Misused("The plan already says all of that", hint="Nothing was written or proposed")
    now = {key: text for key, text in texts.items() if key not in held}
    written = write(opened, now, caller=caller, summary=summary) if changed & set(now) else None
    after = written.outcome.opened if written else opened
    waiting = [key for key in held if key in changed]
    proposals = tuple(_proposal(after, weighed, key, texts[key], caller) for key in waiting)
    if proposals:
        _keep(after, proposals)
        after = _open_talk(after, proposals, caller)
    findings = Findings(_raised(opened, weighed, held))
    unfinished = Findings(each for each in find_unfinished(weighed.judgement) if each in findings)
    return Proposed(after, written, proposals, findings, unfinished, dropped)


def _find_held(
    opened: OpenPlan, texts: Mapping[str, str], weighed: Weighed, caller: Caller
) -> dict[str, tuple[str, ...]]:
    """Return the sections that may not be written yet; leaving one out may hold back those behind it."""
    held: dict[str, tuple[str, ...]] = {}
    now = dict(texts)
    waiting = [each for each in weighed.refusals if _waits(each)]
    while waiting and now:
        keys = {each.section for each in waiting if each.code != _SILENT} or set(now)
        held |= {key: held_back(opened, key) or _reasons(waiting, key) for key in now if key in keys}
        now = {key: text for key, text in now.items() if key not in keys}
        if now:
            left = draft_sections(opened, now, caller=caller)
            waiting = [each for each in weigh(left.draft, turns=left.turns).refusals if _waits(each)]
    return {key: held[key] for key in texts if key in held}


def _waits(finding: Finding) -> bool:
    """Tell whether a refusal only says that it is too early."""
    return finding.code == _SILENT or finding.subject.startswith(PAST)


def _not_taken(finding: Finding) -> Finding:
    return replace(finding, message=f"Section `{finding.section}` was not taken: {finding.message}")


def _reasons(findings: list[Finding], key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.message for each in findings if each.section in {key, ""}))[:1]


def _raised(opened: OpenPlan, weighed: Weighed, held: Mapping[str, object]) -> tuple[Finding, ...]:
    """Return what the words raise; that a section waits is no fault of its words."""
    return tuple(
        each
        for each in new_findings(opened.judgement, weighed.judgement)
        if each.code not in _COMPUTED and not (held and _waits(each))
    )


def _proposal(opened: OpenPlan, weighed: Weighed, key: str, text: str, caller: Caller) -> Proposal:
    section = weighed.plan.section(key)
    title = section.title if section else key
    waits = held_back(opened, key)
    rests = rests_on(opened, weighed.plan, key)
    named = caller.name or "unknown"
    return Proposal(key, title, text, waits, "section", named, caller.channel, caller.via, rests)


def _open_talk(opened: OpenPlan, proposals: tuple[Proposal, ...], caller: Caller) -> OpenPlan:
    """Say in the talk what is proposed, where nothing was said yet that a user could reply to.

    Else their reply to it would be a reply to nothing, and the planner had to make up a question.
    """
    if not opened.playbook.has_rule("GP201") or find_silence(opened.judgement.promises)[0] != "planner":
        return opened
    draft = Draft(opened, caller, is_repeated=True)
    draft.say("planner", "proposal", f"May this go into the plan: {', '.join(p.title for p in proposals)}?")
    return commit(draft, label="say").opened


def _keep(opened: OpenPlan, proposals: tuple[Proposal, ...]) -> None:
    """Add proposals to those that are there; one for the same section takes its place."""
    keys = {each.key for each in proposals}
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    others = [each for each in kept if each.kind != "section" or each.key not in keys]
    keep_proposals(opened.workspace.folder, opened.known.id, [*others, *proposals])


def _drop(opened: OpenPlan, keys: set[str], caller: Caller) -> tuple[str, ...]:
    """Take back what was proposed for sections that are handed in as the plan has them."""
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    gone = [
        each
        for each in kept
        if each.kind == "section" and each.key in keys and each.is_anothers and each.by == caller.name
    ]
    if gone:
        rest = [each for each in kept if each not in gone]
        keep_proposals(opened.workspace.folder, opened.known.id, rest)
    return tuple(each.key for each in gone)


def has_proposals(opened: OpenPlan) -> bool:
    """Tell whether anything is proposed for a plan on this machine."""
    return bool(read_proposals(opened.workspace.folder, opened.known.id) or find_offered(opened))


def find_proposals(opened: OpenPlan) -> tuple[Proposal, ...]:
    """Return what is proposed for a plan and not in it: sections kept on this machine, and answers."""
    found = read_proposals(opened.workspace.folder, opened.known.id)
    offered = tuple(map(as_proposal, find_offered(opened)))
    if found is None and not offered:
        raise NotFound(
            f"Nothing is proposed for plan `{opened.known.slug}` on this machine",
            hint=Hint(run("talk"), " has the planner look again"),
        )
    return (*(found or ()), *offered)
