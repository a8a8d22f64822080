"""The analyst's turn: what may be written is written, what waits is kept as proposal, what is open is asked.

Facts are written, proposals wait: a section that is more than evidence needs its questions answered, and the
checkpoints before it passed, where the playbook says that proposals wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analysing import analyse_plan, read_said
from groundplan.app.changing import Draft, commit, read_draft
from groundplan.app.comparing import compare_plans
from groundplan.app.drifting import REWRITE, ask_about_drift, find_drift
from groundplan.app.leading import next_question
from groundplan.app.talking import ANALYST, Put, ask_all, question_ids
from groundplan.app.writing import document_of, turns_since
from groundplan.markdown.splice import splice
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.plan.promise import EVIDENCE
from groundplan.plan.standing import State
from groundplan.planner.analyst import Said
from groundplan.rules.dialogue import find_silence
from groundplan.store.proposals import Proposal, keep_proposals

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.comparing import SectionDiff
    from groundplan.app.drifting import Drift
    from groundplan.app.opened import OpenPlan
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.brief import SectionDraft
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.question import Question

MOST_CHALLENGES = 3  # said in the talk; the others stand in the plan as risks
MOST_QUESTIONS = 7  # at once; a person who is asked more answers none


@dataclass(frozen=True, slots=True)
class Advanced:
    """What a turn of the analyst changed, and what it left waiting."""

    opened: OpenPlan
    analysis: Analysis
    diffs: tuple[SectionDiff, ...]
    asked: tuple[str, ...]  # ids of the questions put in this turn
    proposals: tuple[Proposal, ...]
    drifted: tuple[str, ...] = ()  # sections whose cited code has changed
    notices: tuple[str, ...] = ()


def advance(opened: OpenPlan, pack: EvidencePack, *, caller: Caller, is_first: bool = False) -> Advanced:
    """Take the analyst's turn: write, ask, and keep what waits; the first turn says the challenges, too."""
    analysis = analyse_plan(opened, pack)
    fresh = new_questions(analysis, opened)
    analysis = analysis.after(_with_ids(analysis, fresh, opened))
    drafts = analysis.compose()
    composed = _composed(opened)
    # Nothing can differ from what was composed last where nothing was.
    before = analysis.after(read_said(opened, pack.index, until=composed)).compose() if composed else drafts
    drifted = find_drift(opened)
    touched = _touched(drafts, before) | _accepted(drifted, analysis)
    start, notices = opened.plan, list(pack.notices)
    opened = _write_all(opened, drafts, touched, caller, notices)
    challenges = [word_challenge(each) for each in analysis.challenges] if is_first else []
    asked = _ask(opened, fresh, challenges[:MOST_CHALLENGES], caller, notices)
    opened = asked[0] if asked else opened
    if drifted and not drifted.is_asked:
        opened = ask_about_drift(opened, drifted, caller=caller)
    diffs = compare_plans(start, opened.plan)
    proposals = _waiting(opened, analysis, drafts)
    keep_proposals(opened.workspace.folder, opened.known.id, proposals)
    ids = asked[1] if asked else ()
    return Advanced(opened, analysis, diffs, ids, proposals, drifted.keys if drifted else (), tuple(notices))


def _accepted(drift: Drift | None, analysis: Analysis) -> set[str]:
    """Return the sections that the user agreed to have composed again after the code moved."""
    answer = analysis.brief.settled.get(drift.subject) if drift else None
    return set(drift.keys) if drift and answer and answer.choice == REWRITE else set()


def new_questions(analysis: Analysis, opened: OpenPlan) -> tuple[Question, ...]:
    """Return the questions nobody has put yet, the most blocking first."""
    known = {q.asked.subject for q in opened.judgement.promises.questions if q.asked is not None}
    raised = {each.subject for each in analysis.questions}
    settled = analysis.brief.settled
    fresh = [
        each
        for each in analysis.questions
        if each.subject not in known and not any(s in raised and s not in settled for s in each.after)
    ]
    return tuple(fresh[:MOST_QUESTIONS])


def _with_ids(analysis: Analysis, fresh: Sequence[Question], opened: OpenPlan) -> Said:
    """Return what was said, with the ids that new questions will have: texts name them already."""
    brief = analysis.brief
    ids = zip((each.subject for each in fresh), question_ids(opened, len(fresh)), strict=True)
    return Said(brief.settled, {**brief.asked, **dict(ids)}, brief.replies, brief.decisions)


def _composed(opened: OpenPlan) -> frozenset[str]:
    """Return the entries of the analyst's own writing."""
    revisions = opened.judgement.promises.revisions
    return frozenset(revision.entry.id for revision in revisions if revision.is_composed)


def _touched(drafts: Iterable[SectionDraft], before: Iterable[SectionDraft]) -> set[str]:
    """Return the sections whose words follow from answers given since the analyst last wrote."""
    old = {draft.key: draft.text for draft in before}
    return {draft.key for draft in drafts if draft.text != old.get(draft.key)}


def _write_all(
    opened: OpenPlan, drafts: Sequence[SectionDraft], touched: set[str], caller: Caller, notices: list[str]
) -> OpenPlan:
    """Write what may be written; each checkpoint that passes by it opens what comes after."""
    done: set[str] = set()
    for _ in range(len(opened.playbook.checkpoints) + 1):
        ready = [
            draft
            for draft in drafts
            if draft.key not in done and _may_write(opened, draft) and _wants_writing(opened, draft, touched)
        ]
        if not ready:
            break
        done |= {draft.key for draft in ready}
        opened = _write(opened, ready, caller, notices)
    return opened


def _write(opened: OpenPlan, ready: Sequence[SectionDraft], caller: Caller, notices: list[str]) -> OpenPlan:
    waits = opened.playbook.proposals == "wait"
    evidence = [draft for draft in ready if waits and is_evidence(opened, draft)]
    words = [draft for draft in ready if draft not in evidence]
    for group, cause in ((evidence, EVIDENCE), (words, "write")):
        if not group:
            continue
        try:
            opened = _write_group(opened, group, cause, caller)
        except Refused as refusal:
            why = refusal.findings[0].message if refusal.findings else refusal.message
            notices.append(f"{', '.join(draft.key for draft in group)} stays a proposal: {why}")
    return opened


def _write_group(opened: OpenPlan, group: Sequence[SectionDraft], cause: str, caller: Caller) -> OpenPlan:
    draft = Draft(opened, caller, is_composed=True)
    for document in opened.plan.documents:
        mine = {each.key: each.text for each in group if document_of(opened, each.key) == document.name}
        if mine:
            draft.texts[document.name] = splice(document, opened.playbook, mine)
    diffs = compare_plans(opened.plan, read_draft(draft))
    if not diffs:
        return opened
    draft.say("planner", "summary", _summarise(diffs), **ANALYST)
    turns = turns_since(opened.judgement.promises)
    return commit(draft, label=f"write {', '.join(d.key for d in diffs)}", cause=cause, turns=turns).opened


def _summarise(diffs: Sequence[SectionDiff]) -> str:
    named = ", ".join(f"{diff.title} (+{diff.added} −{diff.removed})" for diff in diffs[:6])
    rest = f" and {len(diffs) - 6} more" if len(diffs) > 6 else ""
    return f"Updated {named}{rest}."


def is_evidence(opened: OpenPlan, draft: SectionDraft) -> bool:
    """Tell whether a draft is computed alone and stands where the playbook keeps evidence."""
    spec = opened.playbook.section(_declared(opened, draft.key))
    return draft.is_evidence and spec is not None and spec.evidence


def _declared(opened: OpenPlan, key: str) -> str:
    section = opened.plan.section(key)
    if section is not None:
        return section.declared
    exact = opened.playbook.section(key)
    if exact is not None:
        return exact.key
    repeating = (spec for spec in opened.playbook.sections if spec.repeats)
    return next((spec.key for spec in repeating if key.startswith(spec.key.split("{", 1)[0])), key)


def _may_write(opened: OpenPlan, draft: SectionDraft) -> bool:
    """Tell whether nothing holds a draft back: no question, no checkpoint before it, no missing dialogue."""
    if opened.playbook.proposals == "write":
        return True
    return not waits_for(opened, draft)


def _has_round(opened: OpenPlan) -> bool:
    return not opened.playbook.has_rule("GP201") or not find_silence(opened.judgement.promises)[0]


def waits_for(opened: OpenPlan, draft: SectionDraft) -> tuple[str, ...]:
    """Return in words what a draft waits for: questions by id, checkpoints by name."""
    promises = opened.judgement.promises
    subjects = {q.asked.subject: q for q in promises.questions if q.asked is not None and q.asked.subject}
    waits = [
        subjects[subject].id if subject in subjects else "a question to be asked"
        for subject in draft.waits_for
        if subject not in subjects or subjects[subject].is_open
    ]
    passed = {c.spec.id for c in opened.judgement.standing.checkpoints if c.state is State.PASSED}
    declared = _declared(opened, draft.key)
    first = next((spec for spec in opened.playbook.checkpoints if declared in spec.covers), None)
    held = [f"checkpoint {need}" for need in (first.needs if first else ()) if need not in passed]
    silent = [] if waits or held or is_evidence(opened, draft) or _has_round(opened) else ["your reply"]
    return (*dict.fromkeys(waits), *held, *silent)


def _wants_writing(opened: OpenPlan, draft: SectionDraft, touched: set[str]) -> bool:
    """Tell whether a section is still empty, or is the analyst's own and answers have changed it."""
    promises = opened.judgement.promises
    section = opened.plan.section(draft.key)
    ours = {
        revision.sections[draft.key][1]
        for revision in promises.revisions
        if revision.is_composed and draft.key in revision.sections
    }
    if section is None:
        return not ours  # one that was taken out stays out
    skeleton = promises.created.sections.get(draft.key, "") if promises.created else ""
    if section.fingerprint == skeleton:
        return True
    return section.fingerprint in ours and draft.key in touched


def word_challenge(challenge: Challenge) -> str:
    """Return a challenge as it is said in the talk."""
    return " ".join(filter(None, (challenge.claim, challenge.advice)))


def _ask(
    opened: OpenPlan,
    fresh: Sequence[Question],
    challenges: Sequence[str],
    caller: Caller,
    notices: list[str],
) -> tuple[OpenPlan, tuple[str, ...]] | None:
    if not fresh:
        return _say(opened, challenges, caller) if challenges else None
    put = [
        Put(
            each.text,
            each.blocking,
            each.subject,
            {choice.name: choice.text for choice in each.choices},
            each.recommended,
            each.why,
        )
        for each in fresh
    ]
    try:
        done = ask_all(opened, put, caller=caller, after=challenges)
    except Refused as refusal:
        notices.append(f"{len(put)} questions could not be put: {refusal.message}")
        return None
    return done[-1].outcome.opened, tuple(each.id for each in done)


def _say(opened: OpenPlan, challenges: Sequence[str], caller: Caller) -> tuple[OpenPlan, tuple[str, ...]]:
    draft = Draft(opened, caller)
    for challenge in challenges:
        draft.say("planner", "challenge", challenge, **ANALYST)
    return commit(draft, label="say").opened, ()


def _waiting(opened: OpenPlan, analysis: Analysis, drafts: Sequence[SectionDraft]) -> tuple[Proposal, ...]:
    """Return what is not in the plan yet, with what it waits for; and the briefs ready to be sent."""
    titles = _titles(opened)
    held = [
        Proposal(draft.key, _title(draft, titles), draft.text, waits_for(opened, draft))
        for draft in drafts
        if _is_proposal(opened, draft)
    ]
    briefs = [
        Proposal(brief.advisor, f"Brief for {brief.advisor}", brief.text, (), "brief")
        for brief in analysis.consult_briefs
    ]
    return (*held, *briefs)


def _is_proposal(opened: OpenPlan, draft: SectionDraft) -> bool:
    section = opened.plan.section(draft.key)
    created = opened.judgement.promises.created
    skeleton = created.sections.get(draft.key, "") if created else ""
    return section is None or section.fingerprint == skeleton


def _title(draft: SectionDraft, titles: Mapping[str, str]) -> str:
    """Return what a proposed section is called: its own heading where it brings one."""
    first = draft.text.lstrip().split("\n", 1)[0]
    return first.lstrip("#").strip() if first.startswith("#") else titles.get(draft.key, draft.key)


def _titles(opened: OpenPlan) -> Mapping[str, str]:
    declared = {spec.key: spec.title for spec in opened.playbook.sections}
    return declared | {section.key: section.title for section in opened.plan.sections}


def say_next(opened: OpenPlan, caller: Caller) -> OpenPlan:
    """Put the next open question into the talk again where a plan update came between."""
    question = next_question(opened)
    silent = find_silence(opened.judgement.promises)[0]
    if question is None or silent != "planner" or not opened.playbook.has_rule("GP201"):
        return opened
    draft = Draft(opened, caller)
    draft.say("planner", "question", question.text, question=question.id, **ANALYST)
    return commit(draft, label="say").opened
